import type { Asker } from '../../sources/asker.js';
import { OperatingError } from '../../errors.js';
import type { FoundPlace, Geocoder, NearestPlace } from '../../sources/geocoder.js';
import { findTypedPoint } from '../geocode/geocode-endpoint.js';
import type { Query } from '../../wire/query-string.js';
import { LATITUDE_BOUNDS, LONGITUDE_BOUNDS } from '../core/request/coordinates.js';
import { invalid, readNumber } from '../core/request/parameter.js';
import type { GeocodeOptions } from '../geocode/geocode-options.js';
import { readSearchText, requestFor, type GeocodeRequest } from '../geocode/geocode-parameters.js';
import { checkedPlace } from '../geocode/places-body.js';
import { isLength, nonsense } from '../core/request/impossible-answer.js';
import { areaAt, withCategory, type AreaPart } from './area-at.js';
import { askWithHint } from './hint.js';

/** The maximum number of places that a search returns, as in `/v1`. */
export const MOST_PLACES = 20;

/** In the other projects as well, a query with too few letters returns no results rather than an error. */
const TOO_LITTLE: readonly unknown[] = ['too_short', 'too_few_letters'];

/**
 * Parses a search that requests the maximum number of places.
 * @returns `null` if the query cannot match anything
 * @throws OperatingError INVALID_REQUEST
 */
export function readSearch(q: string, options: GeocodeOptions): GeocodeRequest | null {
  try {
    return requestFor(readSearchText(q), MOST_PLACES, options);
  } catch (error) {
    if (OperatingError.is(error) && TOO_LITTLE.includes(error.details?.['reason'])) return null;
    throw error;
  }
}

/**
 * Parses a reverse lookup at `lat` and `lon`.
 * @param missing the error message if `lat` or `lon` is missing
 * @throws OperatingError INVALID_REQUEST; the error names the parameter
 */
export function readReverse(
  values: Query['values'],
  { lang }: GeocodeOptions,
  missing: (name: string) => string,
): GeocodeRequest {
  const [latitude, longitude] = ['lat', 'lon'].map((name) => {
    const text = values.get(name);
    if (text === undefined) throw invalid(name, 'missing', missing(name));
    return readNumber(name, text, name === 'lat' ? LATITUDE_BOUNDS : LONGITUDE_BOUNDS);
  });
  return { kind: 'reverse', request: { longitude, latitude, ...(lang !== undefined && { lang }) } };
}

/**
 * Returns the places, best first. A reverse lookup or a typed point returns at most one place. The preferred
 * location serves only as a hint.
 */
export function findPlaces(
  geocoder: Geocoder,
  asked: GeocodeRequest,
  signal: AbortSignal,
  asker?: Asker,
): readonly FoundPlace[] | Promise<readonly FoundPlace[]> {
  if (asked.kind === 'search') {
    const { near, ...others } = asked.request;
    if (near === undefined) return geocoder.search(others, signal, asker);
    return askWithHint('near', (isHinted) =>
      geocoder.search(isHinted ? asked.request : others, signal, asker),
    );
  }
  const found =
    asked.kind === 'reverse'
      ? geocoder.reverse(asked.request, signal)
      : findTypedPoint(geocoder, asked.request, signal);
  return found instanceof Promise ? found.then(listOf) : listOf(found);
}

/**
 * Finds the place at a point, with its category, or the requested area.
 * @param partsOf returns the areas to look for, in order of preference, or `null` to look for the place
 * itself
 */
export async function findAround(
  geocoder: Geocoder,
  asked: GeocodeRequest,
  partsOf: (place: FoundPlace) => readonly AreaPart[] | null,
  signal: AbortSignal,
): Promise<readonly FoundPlace[]> {
  const [found] = await findPlaces(geocoder, asked, signal);
  if (found === undefined) return [];
  checkedPlace(found);
  // The cached place in `place` has neither a distance nor a category.
  const own = Object.entries(found).filter(([key]) => key !== 'place');
  const nearest = Object.fromEntries(own) as unknown as NearestPlace;
  const place = await withCategory(geocoder, nearest, signal);
  const parts = partsOf(place);
  if (parts === null) return [place];
  const { lang } = asked.request;
  const area = await areaAt(geocoder, { nearest, parts, ...(lang !== undefined && { lang }) }, signal);
  if (area !== null)
    return [{ ...area, distance_m: area.type === 'street' ? nearest.distance_m : 0 } as FoundPlace];
  return parts.includes('street') ? [place] : [];
}

function listOf(found: NearestPlace | null): NearestPlace[] {
  return found === null ? [] : [found];
}

/**
 * Checks the places before they are written to the response, because a source may return anything.
 * @throws OperatingError UPSTREAM_ERROR
 */
export function checkedPlaces(found: readonly FoundPlace[]): FoundPlace[] {
  if (!(found instanceof Array)) throw nonsense('no list of places');
  return found.map((place) => checkedPlace(place) as FoundPlace);
}

/** @throws OperatingError UPSTREAM_ERROR */
export function distanceOf(found: readonly FoundPlace[]): number {
  const [place] = found as readonly NearestPlace[];
  if (!isLength(place.distance_m)) throw nonsense(`the place is ${place.distance_m} m away`);
  return place.distance_m;
}
