import type { Position } from '../../geo/position.js';
import { roundDegrees, toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { PlaceHit } from '../../geocoding/place-hit.js';
import { DEFAULT_TRAVEL_MODE } from '../../travel-mode.js';
import type { LoadedDataset } from './dataset/loaded-dataset.js';

/** Example requests that this dataset can answer, which new users can copy and paste. */
export interface ExampleRequests {
  search: string;
  reverse: { latitude: number; longitude: number };
  /**
   * The ends of a route, in degrees, longitude first. Null if there is no path between any two of the
   * dataset's prominent places.
   */
  route: { origin: Position; destination: Position } | null;
}

/** The number of prominent places to examine, starting with the most prominent. */
const LOOK_AT = 400;
/**
 * The length of a route that is long enough to be interesting but within any sensible limit of a deployment.
 */
const ROUTE_M = { min: 2_000, max: 20_000 };
const SNAP_LIMIT_M = 300;
/**
 * The maximum number of unconnected pairs to try. If every road is closed, the search covers all roads for
 * each pair, and the service cannot answer requests until it is done.
 */
const MOST_WITHOUT_PATH = 50;

/** Returns null for a dataset without places. */
export function exampleRequests(dataset: LoadedDataset): ExampleRequests | null {
  const { geocoding } = dataset;
  const places = Array.from({ length: Math.min(LOOK_AT, geocoding.size) }, (_, row) => geocoding.place(row));
  const landmark = places.find((place) => !POOR_TYPES.has(place.type)) ?? places[0];
  if (landmark === undefined) return null;
  const house = firstHouse(dataset) ?? landmark;
  return {
    search: landmark.name,
    reverse: { latitude: pointOf(house)[1], longitude: pointOf(house)[0] },
    route: firstRoute(dataset, places),
  };
}

/**
 * Types that make poor examples, because their point is anywhere on a large surface, or their name is only a
 * number.
 */
const POOR_TYPES = new Set([
  'country',
  'aimag',
  'soum',
  'district',
  'khoroo',
  'city',
  'town',
  'village',
  'lake',
  'river',
  'national_park',
  'peak',
  'postcode',
]);

/**
 * Returns the first house. The service is blocked until this function returns, and houses come late in the
 * order, so only the types of the earlier places are read.
 */
function firstHouse({ map }: LoadedDataset): PlaceHit | null {
  for (let row = 0; row < map.size; row++) if (map.typeOf(row) === 'address') return map.place(row);
  return null;
}

function firstRoute({ routing }: LoadedDataset, places: readonly PlaceHit[]): ExampleRequests['route'] {
  let withoutPath = 0;
  for (const from of places) {
    for (const to of places) {
      const origin = pointOf(from);
      const destination = pointOf(to);
      const apart_m = distanceM(...origin, ...destination);
      if (apart_m < ROUTE_M.min || apart_m > ROUTE_M.max) continue;
      const ends = { origin, destination };
      const { kind } = routing[DEFAULT_TRAVEL_MODE].route(ends, { snapLimit_m: SNAP_LIMIT_M });
      if (kind === 'route') return ends;
      if (kind === 'origin_not_on_network') break;
      if (kind === 'no_path' && ++withoutPath === MOST_WITHOUT_PATH) return null;
    }
  }
  return null;
}

function pointOf({ lon7, lat7 }: PlaceHit): Position {
  return [roundDegrees(toDegrees(lon7)), roundDegrees(toDegrees(lat7))];
}
