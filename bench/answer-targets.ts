import { distanceM } from '../src/geo/distance.js';
import { toDegrees } from '../src/geo/coordinates.js';
import { partOf, readDataset } from '../src/dataset/read-dataset.js';
import { GeocodingIndex } from '../src/geocoding/geocoding-index.js';
import { seededRandom } from '../test/seeded-random.js';

const SEED = 2511;
const MANY = 20_000;
const FIRST_KEYSTROKE = 2;
/** Farther apart than that is refused. */
const MOST_M = 1_500_000;

/**
 * 20,000 different requests: searches, reverse lookups, routes of both modes, near and far, with and without
 * steps, notes and points on the way. The same dataset gives the same requests.
 */
export function answerTargets(path: string): string[] {
  const places = GeocodingIndex.from(partOf(readDataset(path), 'geocoding'));
  const random = seededRandom(SEED);
  const kinds = [search, reverse, route, route] as const;
  return Array.from({ length: MANY }, (_, i) => kinds[i % kinds.length](places, random));
}

type Random = () => number;
type Place = ReturnType<GeocodingIndex['place']>;

function search(places: GeocodingIndex, random: Random): string {
  const { name } = placeOf(places, random);
  const length = FIRST_KEYSTROKE + Math.floor(random() * Math.max(1, name.length));
  const text = random() < 0.5 ? name.slice(0, length) : name;
  const limit = random() < 0.5 ? '' : `&limit=${1 + Math.floor(random() * 20)}`;
  return `/v1/geocode?q=${encodeURIComponent(text.padEnd(FIRST_KEYSTROKE, 'а'))}${limit}`;
}

function reverse(places: GeocodingIndex, random: Random): string {
  const [lon, lat] = near(pointOf(placeOf(places, random)), random, random() < 0.8 ? 0.0005 : 0.2);
  return `/v1/geocode?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}`;
}

function route(places: GeocodingIndex, random: Random): string {
  const isNear = random() < 0.8;
  const end = (): [number, number] => near(pointOf(placeOf(places, random)), random, 0.002);
  let [origin, destination] = [end(), end()];
  for (let tries = 0; tries < 1000; tries++) {
    if (distanceM(...origin, ...destination) < (isNear ? 30_000 : MOST_M)) break;
    [origin, destination] = [end(), end()];
  }
  const text = (point: [number, number]): string => point.map((degrees) => degrees.toFixed(6)).join(',');
  const mode = random() < 0.5 ? '' : '&mode=walking';
  const steps = random() < 0.25 ? `&steps=true&lang=${random() < 0.5 ? 'en' : 'mn'}` : '';
  const notes = random() < 0.1 ? '&notes=true' : '';
  const via = random() < 0.1 ? `&via=${text(near(origin, random, 0.02))}` : '';
  return `/v1/route?origin=${text(origin)}&destination=${text(destination)}${mode}${steps}${notes}${via}`;
}

function near([lon, lat]: [number, number], random: Random, degrees: number): [number, number] {
  return [lon + (random() - 0.5) * 2 * degrees, lat + (random() - 0.5) * 2 * degrees];
}

function placeOf(places: GeocodingIndex, random: Random): Place {
  return places.place(Math.floor(random() * places.size));
}

function pointOf({ lon7, lat7 }: Place): [number, number] {
  return [toDegrees(lon7), toDegrees(lat7)];
}
