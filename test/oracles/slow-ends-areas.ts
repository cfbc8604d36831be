import type { Tags } from '../../src/geo/feature.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { everOpen } from '../../src/routing/profiles/dates.js';
import type { DirectionRule, Profile } from '../../src/routing/profiles/profile.js';
import { OracleModel } from './routing-model.js';

/** Ways by their ids that are open to trucks together: to those that begin or end on one of them. */
export interface EndsArea {
  signed: number[];
  /** Those that are reached only over ways with signs. */
  behind: number[];
}

/** Which ways may be used is looked up in the model of the oracle, the rest is found by flooding. */
export function slowEndsAreas(
  network: RoadNetwork,
  profile: Profile,
  { isSigned, isToEnds }: Record<'isSigned' | 'isToEnds', (tags: Tags) => boolean>,
): EndsArea[] {
  const usual = everOpen(profile);
  const model = new OracleModel(network, {
    ...usual,
    way: (tags, surroundings) => {
      const rule = usual.way(tags, surroundings);
      const own = (direction: DirectionRule): DirectionRule =>
        direction.access === 'none' ? direction : { ...direction, access: isSigned(tags) ? 'ends' : 'free' };
      return rule && { ...rule, forward: own(rule.forward), backward: own(rule.backward) };
    },
    node: (tags) => {
      const rule = usual.node(tags);
      return rule?.access === 'ends' ? { ...rule, access: 'free' } : rule;
    },
  });
  const accesses = network.ways.map((_, w) =>
    model.access.subarray(2 * model.firstPairOfWay[w], 2 * model.firstPairOfWay[w + 1]),
  );
  const isBehind = (w: number): boolean => !isSigned(network.ways[w].tags) && accesses[w].includes(1);
  const left = new Set(
    [...network.ways.keys()].filter(
      (w) => isBehind(w) || (isToEnds(network.ways[w].tags) && accesses[w].some((access) => access > 0)),
    ),
  );
  const areas: EndsArea[] = [];
  for (const start of left) {
    const all = [start];
    left.delete(start);
    for (const way of all)
      for (const other of left)
        if (network.ways[other].nodes.some((node) => network.ways[way].nodes.includes(node))) {
          all.push(other);
          left.delete(other);
        }
    const ids = (ways: readonly number[]): number[] => ways.map((w) => network.ways[w].id);
    areas.push({ signed: ids(all.filter((w) => !isBehind(w))), behind: ids(all.filter(isBehind)) });
  }
  return areas;
}
