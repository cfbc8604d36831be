import { askedCrossing } from '../../../src/geocoding/describe/crossing.js';
import { PointFinder } from '../../../src/geocoding/describe/point-finder.js';
import type { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import { inCase } from '../../../src/text/add-case.js';
import { metres, type GroundTruth, type Spot } from './ground-truth.js';
import { some } from './probe-rows.js';

const CASES = 100;
/** The middle of a wide crossing is so far from its nodes, metres. */
const NEAR_M = 60;
const FRAMES: readonly ((first: string, second: string) => string)[] = [
  (first, second) => `${first} ${inCase(second, 'genitive')} уулзвар`,
  (first, second) => `${first}, ${inCase(second, 'genitive')} буланд`,
  (first, second) => `corner of ${first} and ${second}`,
  (first, second) => `${first} & ${second}`,
];

/** Share of the crossings of two named streets that are found, in percent; with some that are not. */
export function findCrossings(
  index: GeocodingIndex,
  truth: GroundTruth,
): { share: number; misses: string[] } {
  const finder = new PointFinder(index);
  const cases = some(crossingsOf(truth), CASES);
  const misses = cases.flatMap(({ names: [first, second], spots }, i) => {
    const text = FRAMES[i % FRAMES.length](first, second);
    const asked = askedCrossing(text);
    const [found] = asked === null ? [] : finder.crossings(asked, undefined);
    const isRight =
      found !== undefined &&
      spots.some((spot) => metres(spot, { lon: found.longitude, lat: found.latitude }) < NEAR_M);
    return isRight ? [] : [text];
  });
  return { share: (100 * (cases.length - misses.length)) / cases.length, misses };
}

/** Pairs of streets that share a node, each with all nodes that such streets share. */
function crossingsOf(truth: GroundTruth): { names: [string, string]; spots: Spot[] }[] {
  const nodes = new Map<string, { names: Set<string>; spot: Spot }>();
  for (const { name, tags, positions } of truth.things) {
    if (tags['highway'] === undefined || !/^[а-яёө. ү-]+ (гудамж|өргөн чөлөө|зам)$/i.test(name)) continue;
    for (let i = 0; i < positions.length; i += 2) {
      const spot = { lon: positions[i], lat: positions[i + 1] };
      const key = `${spot.lon.toFixed(6)} ${spot.lat.toFixed(6)}`;
      const node = nodes.get(key) ?? { names: new Set<string>(), spot };
      node.names.add(name);
      nodes.set(key, node);
    }
  }
  const pairs = new Map<string, { names: [string, string]; spots: Spot[] }>();
  for (const { names, spot } of nodes.values()) {
    if (names.size !== 2) continue;
    const [first, second] = [...names].sort();
    const pair = pairs.get(`${first}|${second}`) ?? { names: [first, second], spots: [] };
    pair.spots.push(spot);
    pairs.set(`${first}|${second}`, pair);
  }
  return [...pairs.values()];
}
