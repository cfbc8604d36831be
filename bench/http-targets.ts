import { distanceM } from '../src/geo/distance.js';
import { toDegrees } from '../src/geo/coordinates.js';
import { loadDataset, type LoadedDataset } from '../src/sources/embedded/dataset/loaded-dataset.js';
import { seededRandom } from '../test/seeded-random.js';

/** What the service is asked for. It is seeded: the same requests in every run, about places in the data. */
/**
 * `forward`: people type names, popular ones more often. `forward-new`: each query occurs once,
 * so that no answer is remembered.
 */
export const REQUEST_KINDS = ['forward', 'forward-new', 'reverse', 'route'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export type Targets = Record<RequestKind, string[]>;

export const SEED = 2026;
const ROUTES = 20_000;
/** About as many doors as a town has. */
const POINTS = 20_000;
/** Enough that one measurement does not reach the end. */
const TYPED = 1_200_000;
/**
 * Requests before the measurement. `forward` measures an ordinary day, so it first gets as many requests
 * as a service has answered long before noon. The longer the day, the more answers are remembered.
 */
export const ASKED_BEFORE: Partial<Record<RequestKind, number>> = { forward: 75_000 };
/** More than one measurement asks for. */
const NEW = 200_000;
/**
 * Zipf's law with a flat head: the n-th most prominent place is searched for as
 * often as 1 / (n + ZIPF_HEAD).
 */
const ZIPF_HEAD = 20;

/** Largest offset of a reverse lookup from its place. People ask near things, not on them. */
const BESIDE_DEGREES = 0.0005;

/**
 * Straight distance between the ends. It makes the median route about 10 km long. In a
 * smaller map the pairs are nearer.
 */
const ROUTE_M = { min: 4_500, max: 10_500 };
const TRIES = 400_000;

/** Length of the first query of a search box. It asks at every keystroke from this one on. */
const FIRST_KEYSTROKE = 3;

/**
 * The paths to ask for, of each kind.
 * @param path file of the dataset, or null for canned answers, which fit every request
 */
export async function targetsOf(path: string | null): Promise<Targets> {
  const square = '/v1/geocode?q=%D1%81%D2%AF%D1%85%D0%B1%D0%B0%D0%B0%D1%82%D0%B0%D1%80&limit=5';
  if (path === null)
    return {
      forward: [square],
      'forward-new': [square],
      reverse: ['/v1/geocode?lat=47.918841&lon=106.917583'],
      route: ['/v1/route?origin=106.917583,47.918841&destination=106.832271,47.905813'],
    };
  const dataset = await loadDataset(path);
  return {
    forward: typedTargets(dataset),
    'forward-new': newTargets(dataset),
    reverse: reverseTargets(dataset),
    route: routeTargets(dataset),
  };
}

/** Somebody types a name, letter by letter. The rows of the dataset are in order of prominence. */
function typedTargets(dataset: LoadedDataset): string[] {
  const random = seededRandom(SEED);
  const targets: string[] = [];
  const { size } = dataset.geocoding;
  while (targets.length < TYPED) {
    // The inverse of the sum of 1 / (n + ZIPF_HEAD).
    const row = Math.floor(ZIPF_HEAD * ((size + ZIPF_HEAD) / ZIPF_HEAD) ** random() - ZIPF_HEAD);
    const { name, type } = dataset.geocoding.place(row);
    if (type === 'address') continue;
    for (let length = FIRST_KEYSTROKE; length <= name.length; length++)
      targets.push(searchTarget(name.slice(0, length)));
  }
  return targets;
}

/**
 * Names of places cut off anywhere, as while somebody types. Addresses are left out: a house has a
 * number, not a name. There are not enough different texts, so each target carries a meaningless number.
 * The service remembers answers by target, and this way none comes twice.
 */
function newTargets(dataset: LoadedDataset): string[] {
  const random = seededRandom(SEED);
  const targets: string[] = [];
  while (targets.length < NEW) {
    const { name, type } = randomPlace(dataset, random);
    if (type === 'address' || name.length < FIRST_KEYSTROKE) continue;
    const text = name.slice(0, FIRST_KEYSTROKE + Math.floor(random() * (name.length - FIRST_KEYSTROKE + 1)));
    targets.push(`${searchTarget(text)}&n=${targets.length}`);
  }
  return targets;
}

function searchTarget(text: string): string {
  return `/v1/geocode?q=${encodeURIComponent(text.toLowerCase())}&limit=5`;
}

function reverseTargets(dataset: LoadedDataset): string[] {
  const random = seededRandom(SEED + 1);
  return Array.from({ length: POINTS }, () => {
    const [lon, lat] = pointOf(randomPlace(dataset, random));
    const beside = (degrees: number): string => (degrees + (random() - 0.5) * 2 * BESIDE_DEGREES).toFixed(6);
    return `/v1/geocode?lat=${beside(lat)}&lon=${beside(lon)}`;
  });
}

function routeTargets(dataset: LoadedDataset): string[] {
  const random = seededRandom(SEED + 2);
  const pairs: { apart_m: number; target: string }[] = [];
  for (let i = 0; i < TRIES && pairs.length < ROUTES; i++) {
    const [a, b] = [pointOf(randomPlace(dataset, random)), pointOf(randomPlace(dataset, random))];
    const apart_m = distanceM(...a, ...b);
    // A small map has no two places that far apart. Then take nearer pairs, too.
    const isLate = i > TRIES / 2 && pairs.length < ROUTES / 10;
    if (apart_m > ROUTE_M.max || (apart_m < ROUTE_M.min && !isLate)) continue;
    pairs.push({
      apart_m,
      target:
        `/v1/route?origin=${a.map((degrees) => degrees.toFixed(6)).join(',')}` +
        `&destination=${b.map((degrees) => degrees.toFixed(6)).join(',')}`,
    });
  }
  return pairs.map(({ target }) => target);
}

type Place = ReturnType<LoadedDataset['geocoding']['place']>;

function randomPlace({ geocoding }: LoadedDataset, random: () => number): Place {
  return geocoding.place(Math.floor(random() * geocoding.size));
}

function pointOf({ lon7, lat7 }: Place): [number, number] {
  return [toDegrees(lon7), toDegrees(lat7)];
}
