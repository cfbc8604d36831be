import type { AreaPolygons } from '../../src/routing/current/closed-area.js';
import type { RoadChange } from '../../src/routing/current/current-roads.js';
import type { OracleModel } from '../oracles/routing-model.js';

/**
 * Changes the model of an oracle as docs/routing-model.md, 11 says.
 * @returns by change: whether the mode has roads that it is about
 */
export function changeOracle(model: OracleModel, changes: readonly RoadChange[]): boolean[] {
  const factors = new Map<number, number>();
  const isKnown = changes.map((change) => {
    let isFound = false;
    for (let pair = 0; pair < model.pairCount; pair++) {
      if (model.access[2 * pair] === 0 && model.access[2 * pair + 1] === 0) continue;
      if (!isMeant(model, pair, change)) continue;
      isFound = true;
      factors.set(pair, change.factor * (factors.get(pair) ?? 1));
    }
    return isFound;
  });
  for (const [pair, factor] of factors) {
    for (const directed of [2 * pair, 2 * pair + 1]) {
      if (factor === 0) model.closedPairs.add(directed);
      else model.cost_ms[directed] = Math.round(model.cost_ms[directed] / factor);
    }
  }
  return isKnown;
}

function isMeant(model: OracleModel, pair: number, { way, area }: RoadChange): boolean {
  if (area === undefined) return wayOf(model, pair) === way;
  const { nodeLon7, nodeLat7 } = model.network;
  const [a, b] = [model.tail[2 * pair], model.head[2 * pair]];
  return meetsTriangle(area, [nodeLon7[a], nodeLat7[a]], [nodeLon7[b], nodeLat7[b]]);
}

function wayOf({ network, firstPairOfWay }: OracleModel, pair: number): number {
  return network.ways.find((_, w) => pair >= firstPairOfWay[w] && pair < firstPairOfWay[w + 1])!.id;
}

type Point = readonly [x: number, y: number];

/**
 * Whether a line meets a triangle: cut off what lies outside of each side in turn, and see whether anything
 * is left. In fractions of big numbers, so nothing is rounded.
 */
function meetsTriangle(area: AreaPolygons, from: Point, to: Point): boolean {
  const ring = area[0][0];
  const big = (value: number): bigint => BigInt(value);
  const side = (i: number, [x, y]: Point): bigint =>
    (big(ring[i + 2]) - big(ring[i])) * (big(y) - big(ring[i + 1])) -
    (big(ring[i + 3]) - big(ring[i + 1])) * (big(x) - big(ring[i]));
  // The triangles of the test run against the clock, so inside is left of each side. The part of the line
  // that is left is from `low` to `high`, each a fraction.
  let low: [bigint, bigint] = [0n, 1n];
  let high: [bigint, bigint] = [1n, 1n];
  for (const i of [0, 2, 4]) {
    const [begin, end] = [side(i, from), side(i, to)];
    if (begin < 0n && end < 0n) return false;
    if (begin >= 0n && end >= 0n) continue;
    const cut: [bigint, bigint] = begin < 0n ? [-begin, end - begin] : [begin, begin - end];
    if (begin < 0n && cut[0] * low[1] > low[0] * cut[1]) low = cut;
    if (begin >= 0n && cut[0] * high[1] < high[0] * cut[1]) high = cut;
  }
  return low[0] * high[1] <= high[0] * low[1];
}
