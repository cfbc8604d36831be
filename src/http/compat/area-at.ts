import { OperatingError } from '../../errors.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundPlace, Geocoder, NearestPlace, PlaceLanguage } from '../../sources/geocoder.js';
import { askWithHint } from './hint.js';

/** A part of an address that is a place of its own. */
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

/** What may be called by a part of an address: categories of places. */
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

/** Namesakes that are looked at. */
const NAMESAKES = 20;

/**
 * How far from the middle of an area without an outline a point may lie in it: as far as a khoroo at the edge
 * of the capital reaches from its office. In meters.
 */
const WIDEST_M = 30_000;

/**
 * The place around a point that is the first of the parts of its address that can be found; null where none
 * is, or where the source cannot look for areas.
 * @param nearest what is at the point, whose address names the areas
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

/** Possible names of the part. A suburb, and a municipality abroad, stand in the address alone. */
function textsOf({ components = {}, address }: NearestPlace, part: AreaPart): readonly string[] {
  if (part !== 'suburb' && part !== 'municipality') {
    const text = components[part];
    return text === undefined ? [] : [text];
  }
  const { country, ...others } = components;
  const known = new Set(Object.values(others));
  const texts = address?.split(', ').filter((text) => !known.has(text)) ?? [];
  // A city that is a country is called like it.
  return part === 'municipality' ? texts : texts.filter((text) => text !== country);
}

/** The nearest that is called so: a street is long, and the point lies beside it. */
function streetOf(found: readonly FoundPlace[], text: string): FoundPlace | null {
  return found.find(({ name }) => name === text) ?? null;
}

/**
 * The area that holds the point: one with an outline around it before one without an outline, one that is
 * called so before one whose name only has the text in it, then the nearest.
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
