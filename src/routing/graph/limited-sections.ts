import { DisjointSets } from '../../arrays/disjoint-sets.js';
import type { Sections } from '../../arrays/sections.js';
import type { Tags } from '../../geo/feature.js';
import type { LimitedRoad } from '../frozen/dated-roads.js';
import { ACCESS_ENDS, ACCESS_FREE, ACCESS_NONE } from '../frozen/segment-table.js';
import type { RoadNetwork } from '../network/network.js';
import { closePrivatePockets } from '../network/private-pockets.js';
import type { Segments } from '../network/segments.js';
import type { UsablePairs } from '../network/usable-pairs.js';
import type { Profile } from '../profiles/profile.js';
import { limitTags, mayOpenToEnds } from '../profiles/vehicle-limits.js';
import { headsOf } from './dated-sections.js';

/**
 * Returns the ways that drivers may use and that have signs limiting the vehicle size. Ways that may be open
 * only for local access, and roads that can be reached only via ways with signs, form a single area if they
 * share nodes.
 */
export function limitedWays(
  { ways, nodeLon7 }: RoadNetwork,
  pairs: UsablePairs,
  profile: Profile,
): LimitedRoad[] {
  if (!profile.hasTurns) return [];
  const signs = ways.map(({ tags }, w) => (pairs.wayRules[w] === null ? null : limitTags(tags)));
  const toEnds = new Set([...ways.keys()].filter((w) => signs[w] !== null && mayOpenToEnds(signs[w])));
  const areas = new DisjointSets(toEnds.size === 0 ? 0 : nodeLon7.length);
  const behind = toEnds.size === 0 ? [] : waysBehind(signs, pairs);
  for (const w of [...toEnds, ...behind])
    for (const node of ways[w].nodes) areas.union(ways[w].nodes[0], node);
  const areaOf = (w: number): number => areas.find(ways[w].nodes[0]);
  const known = new Set(Array.from(toEnds, areaOf));
  return [
    ...ways.flatMap(({ id }, w): LimitedRoad[] => {
      const tags = signs[w];
      return tags === null ? [] : [{ id, tags, ...(toEnds.has(w) && { area: areaOf(w) }) }];
    }),
    ...behind
      .filter((w) => known.has(areaOf(w)))
      .map((w) => ({ id: ways[w].id, tags: null, area: areaOf(w) })),
  ];
}

/** Returns the nodes that limit the vehicle size, such as barriers that are too low for some vehicles. */
export function limitedNodes({ nodeTags }: RoadNetwork, profile: Profile): number[] {
  if (!profile.hasTurns) return [];
  return [...nodeTags].filter(([, tags]) => limitTags(tags) !== null).map(([node]) => node);
}

/** Returns the section for `LimitedWays`, which is empty if nothing has limits. */
export function limitSections(
  ways: readonly LimitedRoad[],
  nodes: readonly number[],
  { network, segments }: { network: RoadNetwork; segments: Segments },
): Sections {
  const atNodes = headsOf(nodes, network, segments).map(({ tags, heads }) => ({
    id: 0,
    tags: limitTags(tags),
    heads,
  }));
  const limited: LimitedRoad[] = [...ways, ...atNodes];
  return { 'limits.json': new TextEncoder().encode(limited.length === 0 ? '' : JSON.stringify(limited)) };
}

/**
 * Returns the ways that lie at least partly behind ways with signs, in the same way as a pocket lies behind
 * private roads.
 */
function waysBehind(signs: readonly (Tags | null)[], pairs: UsablePairs): number[] {
  const nodeRules = new Map([...pairs.nodeRules].filter(([, { access }]) => access === 'none'));
  const own = { ...pairs, nodeRules, forward: pairs.forward.slice(), backward: pairs.backward.slice() };
  for (const [w, tags] of signs.entries())
    for (const side of [own.forward, own.backward])
      for (let pair = own.firstPair[w]; pair < own.firstPair[w + 1]; pair++)
        if (side[pair] !== ACCESS_NONE) side[pair] = tags === null ? ACCESS_FREE : ACCESS_ENDS;
  closePrivatePockets(own);
  return [...signs.keys()].filter((w) => {
    const [from, to] = [own.firstPair[w], own.firstPair[w + 1]];
    return (
      signs[w] === null &&
      [own.forward, own.backward].some((side) => side.subarray(from, to).includes(ACCESS_ENDS))
    );
  });
}
