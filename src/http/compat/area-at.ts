import { OperatingError } from '../../errors.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundPlace, Geocoder, NearestPlace, PlaceLanguage } from '../../sources/geocoder.js';
import { askWithHint } from './hint.js';

/** A part of an address that is itself a place. */
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

/** The place categories that each part of an address may have. */
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

/** The maximum number of places with the same name to examine. */
const NAMESAKES = 20;

/**
 * For an area without an outline, the maximum distance from its center, in meters, at which a point still
 * counts as inside the area. The outermost point of a khoroo at the edge of the capital is about this far
 * from the khoroo's office.
 */
const WIDEST_M = 30_000;

/**
 * Returns the first of the requested areas that is found around a point, or `null` if none is found or if the
 * source cannot search for areas.
 * @param nearest the place at the point; its address names the areas
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

/**
 * Returns the names that an address part may have. Suburbs, and municipalities abroad, are named only in the
 * address.
 */
function textsOf({ components = {}, address }: NearestPlace, part: AreaPart): readonly string[] {
  if (part !== 'suburb' && part !== 'municipality') {
    const text = components[part];
    return text === undefined ? [] : [text];
  }
  const { country, ...others } = components;
  const known = new Set(Object.values(others));
  const texts = address?.split(', ').filter((text) => !known.has(text)) ?? [];
  // If a city is also a country (Singapore), its name is not searched for.
  return part === 'municipality' ? texts : texts.filter((text) => text !== country);
}

/**
 * Returns the nearest street with this name. The distance is not checked, because a street is long and the
 * point lies beside it.
 */
function streetOf(found: readonly FoundPlace[], text: string): FoundPlace | null {
  return found.find(({ name }) => name === text) ?? null;
}

/**
 * Returns the area that contains the point. Areas whose outline contains the point come first, then areas
 * with exactly this name, then the nearest area.
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

/** Adds the place's category to the result of a reverse lookup, if the source can look up places by id. */
export async function withCategory(
  geocoder: Geocoder,
  nearest: NearestPlace,
  signal: AbortSignal,
): Promise<FoundPlace> {
  if (nearest.type !== 'place' || geocoder.place === undefined) return nearest;
  const known = await geocoder.place({ id: nearest.id }, signal);
  return known === null ? nearest : { ...nearest, type: known.type };
}
