import { OperatingError } from '../../errors.js';
import { distanceM } from '../../geo/distance.js';
import type { Position } from '../../geo/position.js';
import type { FoundPlace, Geocoder, NearestPlace, PlaceLanguage } from '../../sources/geocoder.js';
import { askWithHint } from './hint.js';

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
 * How far from the middle of an area without an outline a point may lie in it: as far as a khoroo at the edge
 * of the capital reaches from its office. In metres.
 */
const WIDEST_M = 30_000;

/**
 * The area around a point that is the first of the parts its address has; null where it has none, where no
 * area of that name can hold the point, or where the source cannot look for areas.
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
  const request = { text, limit: NAMESAKES, types: TYPES[part], ...(lang !== undefined && { lang }) };
  try {
    const found = await askWithHint('near', (isHinted) =>
      geocoder.search(isHinted ? { ...request, near: [longitude, latitude] } : request, signal),
    );
    return areaAround(found, text, [longitude, latitude]);
  } catch (error) {
    if (OperatingError.is(error) && error.details?.['reason'] === 'not_supported') return null;
    throw error;
  }
}

/**
 * The area that holds the point: one with an outline around it before one without an outline, one that is
 * called so before one whose name only has the text in it, then the nearest.
 */
function areaAround(found: readonly FoundPlace[], text: string, [lon, lat]: Position): FoundPlace | null {
  const able = found.flatMap((place) => {
    const distance_m = distanceM(lon, lat, place.longitude, place.latitude);
    const { bbox, name } = place;
    const holds =
      bbox === undefined
        ? name === text && distance_m <= WIDEST_M
        : bbox[0] <= lon && lon <= bbox[2] && bbox[1] <= lat && lat <= bbox[3];
    return holds ? [{ place, order: [bbox === undefined ? 1 : 0, name === text ? 0 : 1, distance_m] }] : [];
  });
  able.sort(({ order: a }, { order: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return able.at(0)?.place ?? null;
}

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
