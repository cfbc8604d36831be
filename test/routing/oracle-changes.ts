import type { LocalTime } from '../../src/local-time.js';
import type { AreaPolygons } from '../../src/routing/current/closed-area.js';
import type { RoadChange } from '../../src/routing/current/current-roads.js';
import { conditionsOf, tagsAt } from '../../src/routing/profiles/dates.js';
import type { Profile } from '../../src/routing/profiles/profile.js';
import type { OracleModel } from '../oracles/routing-model.js';
import { oracleSequences } from '../oracles/routing-restrictions.js';
import { oracleSurroundings } from '../oracles/routing-surroundings.js';

/**
 * Changes the model of an oracle as docs/routing-model.md, 11 says.
 * @returns by change: whether the mode has roads that it is about
 */
export function changeOracle(model: OracleModel, changes: readonly RoadChange[]): boolean[] {
  /** By directed pair. */
  const factors = new Map<number, number>();
  const ways = wayIds(model);
  const isKnown = changes.map((change) => {
    let isFound = false;
    for (let pair = 0; pair < model.pairCount; pair++) {
      if (model.access[2 * pair] === 0 && model.access[2 * pair + 1] === 0) continue;
      if (change.area === undefined ? ways[pair] !== change.way : !isInside(model, pair, change.area))
        continue;
      isFound = true;
      for (const directed of [2 * pair, 2 * pair + 1])
        if (change.direction === undefined || (change.direction === 'backward') === (directed % 2 === 1))
          factors.set(directed, change.factor * (factors.get(directed) ?? 1));
    }
    return isFound;
  });
  for (const [directed, factor] of factors) {
    if (factor === 0) model.closedPairs.add(directed);
    else model.cost_ms[directed] = Math.round(model.cost_ms[directed] / factor);
  }
  return isKnown;
}

/** By pair: the id of its way. */
function wayIds({ network, firstPairOfWay }: OracleModel): number[] {
  return network.ways.flatMap(({ id }, w) =>
    Array<number>(firstPairOfWay[w + 1] - firstPairOfWay[w]).fill(id),
  );
}

function isInside(model: OracleModel, pair: number, area: AreaPolygons): boolean {
  const { nodeLon7, nodeLat7 } = model.network;
  const [a, b] = [model.tail[2 * pair], model.head[2 * pair]];
  return meetsTriangle(area, [nodeLon7[a], nodeLat7[a]], [nodeLon7[b], nodeLat7[b]]);
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

/**
 * Decides what changes with the time, as docs/routing-model.md, 12 says. Tags at a moment have tests of their
 * own (profiles/dates.test.ts).
 * @param model of `everOpen(profile)`
 */
export function setOracleTime(model: OracleModel, profile: Profile, now: LocalTime): void {
  const { network } = model;
  const tagsNow = (tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    tagsAt(tags, conditionsOf(tags), now);
  const surroundings = oracleSurroundings(network);
  network.ways.forEach(({ tags }, w) => {
    if (conditionsOf(tags).known.length === 0) return;
    const rule = profile.way(tagsNow(tags), surroundings[w]);
    for (let pair = model.firstPairOfWay[w]; pair < model.firstPairOfWay[w + 1]; pair++) {
      [rule?.forward, rule?.backward].forEach((direction, against) => {
        if (direction === undefined || direction.access === 'none') model.closedPairs.add(2 * pair + against);
        // A ferry keeps its time.
        else if (tags['route'] !== 'ferry')
          model.cost_ms[2 * pair + against] = Math.round((3600 * model.length_m[pair]) / direction.speed_kmh);
      });
    }
  });
  for (const [node, tags] of network.nodeTags)
    if (conditionsOf(tags).known.length > 0 && profile.node(tagsNow(tags))?.access === 'none')
      model.closedNodes.add(node);
  const dated = network.restrictions.filter(({ tags }) => conditionsOf(tags).known.length > 0);
  const restrictions = dated
    .filter(({ tags }) => profile.restriction(tags) === null)
    .map((relation) => ({ ...relation, tags: tagsNow(relation.tags) }));
  const drives = (directed: number, isLast: boolean): boolean =>
    model.access[directed] !== 0 && (isLast || model.nodeAccess(model.head[directed]) !== 'none');
  const sequences = profile.hasTurns
    ? oracleSequences({ ...network, restrictions }, profile, model.firstPairOfWay, drives)
    : [];
  for (const { rule, directed } of sequences) {
    if (directed.length > 2) continue;
    const [from, to] = directed;
    for (const next of model.arms(model.head[from]))
      if ((next === to) === (rule === 'no')) model.closedTurns.add(`${from} ${next}`);
  }
}
