import { OperatingError } from '../../errors.js';
import type { FoundPlace, Geocoder, NearestPlace, PlaceLanguage } from '../../sources/geocoder.js';

/** A part of an address that is an area. */
export type AreaPart = 'khoroo' | 'district' | 'bag' | 'soum' | 'city' | 'aimag' | 'country';

/** What may be called by a part of an address: categories of places. */
const TYPES: Readonly<Record<AreaPart, readonly string[]>> = {
  khoroo: ['khoroo'],
  district: ['district', 'borough'],
  bag: ['bag'],
  soum: ['soum', 'county'],
  city: ['city', 'town', 'village', 'municipality', 'hamlet'],
  aimag: ['aimag', 'state', 'province', 'region'],
  country: ['country'],
};

/** Namesakes that are looked at. */
const NAMESAKES = 20;

/**
 * The area around a point that is the first of the parts its address has; null where it has none, or where
 * the source cannot look for areas.
 * @param nearest what is at the point, whose address names the areas
 */
export async function areaAt(
  geocoder: Geocoder,
  { nearest, parts, lang }: { nearest: NearestPlace; parts: readonly AreaPart[]; lang?: PlaceLanguage },
  signal: AbortSignal,
): Promise<FoundPlace | null> {
  const { components = {}, longitude, latitude } = nearest;
  const part = parts.find((own) => components[own] !== undefined);
  if (part === undefined) return null;
  const text = components[part]!;
  const isAround = ({ bbox }: FoundPlace): boolean =>
    bbox !== undefined &&
    bbox[0] <= longitude &&
    longitude <= bbox[2] &&
    bbox[1] <= latitude &&
    latitude <= bbox[3];
  try {
    const request = { text, limit: NAMESAKES, types: TYPES[part], ...(lang !== undefined && { lang }) };
    const found = await geocoder.search(request, signal);
    const around = found.filter(isAround);
    return around.find(({ name }) => name === text) ?? around.at(0) ?? found.find(hasName(text)) ?? null;
  } catch (error) {
    if (OperatingError.is(error) && error.details?.['reason'] === 'not_supported') return null;
    throw error;
  }
}

const hasName =
  (text: string) =>
  ({ name }: FoundPlace): boolean =>
    name === text;

/** A reverse lookup with the category of the place, where the source knows places by their ids. */
export async function withCategory(
  geocoder: Geocoder,
  nearest: NearestPlace,
  signal: AbortSignal,
): Promise<FoundPlace> {
  if (nearest.type !== 'place' || geocoder.place === undefined) return nearest;
  const known = await geocoder.place({ id: nearest.id }, signal);
  return known === null ? nearest : { ...nearest, type: known.type };
}
