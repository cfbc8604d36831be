import { OperatingError } from '../../errors.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundPlace, Geocoder, NearestPlace, PlaceLanguage } from '../../sources/geocoder.js';
import { askWithHint } from './hint.js';

/** A part of an address that is a place in its own right. */
export type AreaPart =
  | 'street'
  | 'khoroo'
  | 'suburb'
  | 'district'
  | 'bag'
  | 'soum'
  | 'city'
  | 'municipality'
  | 'aimag'
  | 'country';

/** For each part of an address, the categories of places that it can be. */
const TYPES: Readonly<Record<AreaPart, readonly string[]>> = {
  street: ['street'],
  khoroo: ['khoroo'],
  suburb: ['suburb', 'quarter', 'neighbourhood'],
  district: ['district', 'borough'],
  bag: ['bag'],
  soum: ['soum', 'county'],
  city: ['city', 'town', 'village', 'municipality', 'hamlet'],
  municipality: ['city', 'town', 'village', 'municipality'],
  aimag: ['aimag', 'state', 'province', 'region'],
  country: ['country'],
};

/** Most namesakes to look at. */
const NAMESAKES = 20;

/**
 * How far a point may be from the middle of an area without an outline and still count as inside it, in
 * meters. A khoroo at the edge of the capital reaches that far from its office.
 */
const WIDEST_M = 30_000;

/**
 * The place around a point that is the first part of its address to be found; null if none is found, or if
 * the source cannot look for areas.
 * @param nearest the place at the point, whose address names the areas
 */
export async function areaAt(
  geocoder: Geocoder,
  { nearest, parts, lang }: { nearest: NearestPlace; parts: readonly AreaPart[]; lang?: PlaceLanguage },
  signal: AbortSignal,
): Promise<FoundPlace | null> {
  const { longitude, latitude } = nearest;
  try {
    for (const part of parts)
      for (const text of textsOf(nearest, part)) {
        const request = { text, limit: NAMESAKES, types: TYPES[part], ...(lang !== undefined && { lang }) };
        const found = await askWithHint('near', (isHinted) =>
          geocoder.search(isHinted ? { ...request, near: [longitude, latitude] } : request, signal),
        );
        const area = part === 'street' ? streetOf(found, text) : areaAround(found, text, nearest);
        if (area !== null) return area;
      }
    return null;
  } catch (error) {
    if (OperatingError.is(error) && error.details?.['reason'] === 'not_supported') return null;
    throw error;
  }
}

/** Possible names of the part. A suburb, or a municipality abroad, is only in the address. */
function textsOf({ components = {}, address }: NearestPlace, part: AreaPart): readonly string[] {
  if (part !== 'suburb' && part !== 'municipality') {
    const text = components[part];
    return text === undefined ? [] : [text];
  }
  const { country, ...others } = components;
  const known = new Set(Object.values(others));
  const texts = address?.split(', ').filter((text) => !known.has(text)) ?? [];
  // The name of a city that is also a country (Singapore) is not looked for.
  return part === 'municipality' ? texts : texts.filter((text) => text !== country);
}

/** The nearest street of this name: streets are long, and the point is beside one. */
function streetOf(found: readonly FoundPlace[], text: string): FoundPlace | null {
  return found.find(({ name }) => name === text) ?? null;
}

/**
 * The area that holds the point. An outline around the point goes first, then an exact name before a name
 * that only contains the text, then the nearest.
 */
function areaAround(
  found: readonly FoundPlace[],
  text: string,
  { longitude: lon, latitude: lat }: NearestPlace,
): FoundPlace | null {
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

/** A reverse lookup with the category of the place, if the source knows places by their ids. */
export async function withCategory(
  geocoder: Geocoder,
  nearest: NearestPlace,
  signal: AbortSignal,
): Promise<FoundPlace> {
  if (nearest.type !== 'place' || geocoder.place === undefined) return nearest;
  const known = await geocoder.place({ id: nearest.id }, signal);
  return known === null ? nearest : { ...nearest, type: known.type };
}
