import { OperatingError } from '../../errors.js';
import type { FoundPlace, Geocoder, NearestPlace } from '../../sources/geocoder.js';
import { findTypedPoint } from '../geocode/geocode-endpoint.js';
import { readGeocodeRequest, type GeocodeRequest } from '../geocode/geocode-parameters.js';
import { checkedPlace } from '../geocode/places-body.js';
import { isLength, nonsense } from '../core/request/nonsense.js';
import { askWithHint } from './hint.js';

/** Most places that a search gives, as in `/v1`. */
export const MOST_PLACES = 20;

/** What a search is made of, in the form of `/v1`. */
export interface SearchTexts {
  q: string;
  /** `lon,lat` */
  near?: string | undefined;
  /** `west,south,east,north` */
  bbox?: string | undefined;
  lang?: string | undefined;
}

/** Fewer letters than these find nothing in the other projects, either, and are no error there. */
const TOO_LITTLE: readonly unknown[] = ['too_short', 'too_few_letters'];

/**
 * A search for as many places as there may be.
 * @returns null for a text that finds nothing
 * @throws OperatingError INVALID_REQUEST
 */
export function readSearch(texts: SearchTexts): GeocodeRequest | null {
  const values = new Map<string, string>([['limit', String(MOST_PLACES)]]);
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) values.set(name, text as string);
  try {
    return readGeocodeRequest({ values, repeated: null });
  } catch (error) {
    if (OperatingError.is(error) && TOO_LITTLE.includes(error.details?.['reason'])) return null;
    throw error;
  }
}

/** Best first; of a reverse lookup, and of a point that was typed, the one. A place to prefer is a wish. */
export function findPlaces(
  geocoder: Geocoder,
  asked: GeocodeRequest,
  signal: AbortSignal,
): readonly FoundPlace[] | Promise<readonly FoundPlace[]> {
  if (asked.kind === 'search') {
    const { near, ...others } = asked.request;
    if (near === undefined) return geocoder.search(others, signal);
    return askWithHint('near', (isHinted) => geocoder.search(isHinted ? asked.request : others, signal));
  }
  const found =
    asked.kind === 'reverse'
      ? geocoder.reverse(asked.request, signal)
      : findTypedPoint(geocoder, asked.request, signal);
  return found instanceof Promise ? found.then(listOf) : listOf(found);
}

function listOf(found: NearestPlace | null): NearestPlace[] {
  return found === null ? [] : [found];
}

/**
 * Places that may be written: a source may give anything.
 * @throws OperatingError UPSTREAM_ERROR
 */
export function checkedPlaces(found: readonly FoundPlace[]): FoundPlace[] {
  if (!(found instanceof Array)) throw nonsense('no list of places');
  return found.map((place) => checkedPlace(place) as FoundPlace);
}

/** @throws OperatingError UPSTREAM_ERROR */
export function distanceOf(found: readonly FoundPlace[]): number {
  const [place] = found as readonly NearestPlace[];
  if (!isLength(place.distance_m)) throw nonsense(`a place ${place.distance_m} m away`);
  return place.distance_m;
}
