import type { RoadNetwork, TurnRestriction } from './network.js';
import type { Profile } from '../profiles/profile.js';
import { armAccess, armHead, nodeAccess, type UsablePairs } from './usable-pairs.js';
import { ACCESS_NONE } from '../frozen/segment-table.js';

/**
 * A sequence of directed pairs named by a restriction. `no`: the whole sequence is forbidden. `only`: a
 * driver who has followed all pairs except the last must continue onto the last.
 */
export interface RestrictedSequence {
  rule: 'no' | 'only';
  /**
   * Directed pairs (pair * 2, + 1 against the way): the last pair of `from`, all pairs of the via ways, and
   * the first pair of `to`.
   */
  pairs: number[];
}

/** How many of a mode's restriction relations apply, and which relations do not. */
export interface RestrictionReport {
  applied: number;
  /** Per reason: the ids of the relations that could not be applied. */
  skipped: Record<string, number[]>;
}

/** The result of `resolveRestrictions`. */
interface ResolvedRestrictions {
  sequences: RestrictedSequence[];
  report: RestrictionReport;
}

/**
 * The maximum number of ways in which one relation's members can be driven. The members of real relations can
 * be driven in one or two ways. A via way that is a ring can be driven in two directions, so twenty rings
 * would have a million combinations.
 */
const MAX_FITS = 1000;
/**
 * The maximum number of pairs in all via ways of one relation. Real relations have about ten; the longest are
 * motorway ramps.
 */
const MAX_VIA_PAIRS = 5000;

/** A via way that is driven from one end to the other; `end` is the node where the drive ends. */
interface Run {
  pairs: number[];
  end: number;
}

/**
 * Converts restriction relations to sequences of directed pairs, according to the rules in
 * docs/routing-model.md, section 5. A broken relation is skipped and reported; it never stops an import.
 */
export function resolveRestrictions(
  network: RoadNetwork,
  pairs: UsablePairs,
  profile: Profile,
): ResolvedRestrictions {
  const resolved: ResolvedRestrictions = { sequences: [], report: { applied: 0, skipped: {} } };
  if (!profile.hasTurns) return resolved;
  const parts = partsByWayId(network);
  for (const relation of network.restrictions) {
    const rule = profile.restriction(relation.tags);
    if (rule === null) continue;
    const found = sequencesOf(relation, rule, { network, pairs, parts });
    if (typeof found === 'string') {
      (resolved.report.skipped[found] ??= []).push(relation.id);
      continue;
    }
    resolved.report.applied++;
    for (const sequence of found) resolved.sequences.push({ rule, pairs: sequence });
  }
  return resolved;
}

/** A turn restriction via a single node that applies only at certain times. */
export interface DatedSequence {
  relation: TurnRestriction;
  /** The directed pairs of the turn: the last pair of `from` and the first pair of `to`. */
  pairs: [from: number, to: number];
}

/**
 * Returns the restrictions via a single node that apply only at certain times. Restrictions through via ways
 * are listed in `skipped`.
 * @param isDated whether a relation's tags contain times that can be parsed
 */
export function datedRestrictions(
  network: RoadNetwork,
  pairs: UsablePairs,
  profile: Profile,
  isDated: (tags: TurnRestriction['tags']) => boolean,
): { sequences: DatedSequence[]; skipped: number[] } {
  const found: { sequences: DatedSequence[]; skipped: number[] } = { sequences: [], skipped: [] };
  if (!profile.hasTurns) return found;
  const parts = partsByWayId(network);
  for (const relation of network.restrictions) {
    // A restriction that always applies does not count as time-dependent, whatever other tags it has.
    if (profile.restriction(relation.tags) !== null || !isDated(relation.tags)) continue;
    const sequences = sequencesOf(relation, 'no', { network, pairs, parts });
    if (typeof sequences === 'string' || sequences.some(({ length }) => length > 2))
      found.skipped.push(relation.id);
    else for (const [from, to] of sequences) found.sequences.push({ relation, pairs: [from, to] });
  }
  return found;
}

/** Maps each OSM id of a way named by a restriction to the way's parts (indexes in `network.ways`). */
function partsByWayId(network: RoadNetwork): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const { from, to, viaWays } of network.restrictions)
    for (const id of [...from, ...to, ...viaWays]) parts.set(id, []);
  network.ways.forEach((way, w) => parts.get(way.id)?.push(w));
  return parts;
}

interface Context {
  network: RoadNetwork;
  pairs: UsablePairs;
  parts: Map<number, number[]>;
}

/** Returns the sequences of a relation, or the reason why there are none. */
function sequencesOf(relation: TurnRestriction, rule: 'no' | 'only', context: Context): number[][] | string {
  const { from, to, viaNodes, viaWays } = relation;
  if (relation.incomplete) return 'a member is missing';
  if (from.length === 0 || to.length === 0 || viaNodes.length + viaWays.length === 0)
    return 'a role is missing';
  if (rule === 'only' && to.length > 1) return 'it prescribes several ways at once';
  if (viaNodes.length > 1 || (viaNodes.length === 1 && viaWays.length > 0))
    return 'more than one via node, or both via nodes and via ways';
  if (pairsOf(viaWays, context) > MAX_VIA_PAIRS) return `more than ${MAX_VIA_PAIRS} segments in its via ways`;
  const fits: number[][] = [];
  for (const fromId of from) {
    for (const toId of to) {
      const found = fitsOf({ fromId, toId, viaNodes, viaWays }, context);
      if (found !== null) fits.push(...found);
      if (found === null || fits.length > MAX_FITS)
        return `more than ${MAX_FITS} ways to drive through its members`;
    }
  }
  if (fits.length === 0) return 'its ways are not connected';
  const drivable = fits.filter((sequence) => isDrivable(sequence, context.pairs));
  return drivable.length === 0 ? 'the mode cannot use its ways' : drivable;
}

function pairsOf(ids: readonly number[], { network, parts }: Context): number {
  return ids.reduce(
    (sum, id) => (parts.get(id) ?? []).reduce((all, w) => all + network.ways[w].nodes.length - 1, sum),
    0,
  );
}

interface Members {
  fromId: number;
  toId: number;
  viaNodes: number[];
  viaWays: number[];
}

/**
 * Returns all ways to drive the members as sequences of directed pairs, or null if the via ways alone can be
 * driven in too many ways.
 */
function fitsOf({ fromId, toId, viaNodes, viaWays }: Members, context: Context): number[][] | null {
  const sequences: number[][] = [];
  for (const arrival of arrivals(fromId, context)) {
    if (viaNodes.length === 1 && arrival.end !== viaNodes[0]) continue;
    const found = chains(arrival.end, viaWays, context);
    if (found === null) return null;
    for (const { pairs, end } of found) {
      for (const departure of departures(toId, end, context)) {
        // If `from` and `to` are the same way at a via node, only turning back is considered, and driving
        // around a closed way is not.
        if (fromId === toId && viaWays.length === 0 && departure !== (arrival.pair ^ 1)) continue;
        sequences.push([arrival.pair, ...pairs, departure]);
      }
    }
  }
  return sequences;
}

/**
 * Returns the directed pairs with which a way's parts arrive at their two ends, and the nodes at these ends.
 */
function arrivals(id: number, { network, pairs, parts }: Context): { pair: number; end: number }[] {
  return (parts.get(id) ?? []).flatMap((w) => {
    const { nodes } = network.ways[w];
    return [
      { pair: (pairs.firstPair[w + 1] - 1) * 2, end: nodes[nodes.length - 1] },
      { pair: pairs.firstPair[w] * 2 + 1, end: nodes[0] },
    ];
  });
}

/** Returns the directed pairs that enter a way at `node`, which must be one of its ends. */
function departures(id: number, node: number, context: Context): number[] {
  return arrivals(id, context)
    .filter(({ end }) => end === node)
    .map(({ pair }) => pair ^ 1);
}

/**
 * Returns all ways to drive the via ways in sequence, starting at the node `start`. Without via ways, the
 * result is a single empty chain. Returns null if there are more than MAX_FITS.
 */
function chains(
  start: number,
  viaWays: number[],
  context: Context,
): { pairs: number[]; end: number }[] | null {
  let open = [{ pairs: [] as number[], end: start }];
  for (const id of viaWays) {
    open = open.flatMap((chain) =>
      runsFrom(id, chain.end, context).map((run) => ({
        pairs: [...chain.pairs, ...run.pairs],
        end: run.end,
      })),
    );
    if (open.length > MAX_FITS) return null;
  }
  return open;
}

/** Returns the parts of a via way that have an end at `node`, each driven from there to its other end. */
function runsFrom(id: number, node: number, { network, pairs, parts }: Context): Run[] {
  const runs: Run[] = [];
  for (const way of parts.get(id) ?? []) {
    const { nodes } = network.ways[way];
    const along = Array.from({ length: nodes.length - 1 }, (_, i) => (pairs.firstPair[way] + i) * 2);
    if (nodes[0] === node) runs.push({ pairs: along, end: nodes[nodes.length - 1] });
    if (nodes[nodes.length - 1] === node)
      runs.push({ pairs: along.map((pair) => pair + 1).reverse(), end: nodes[0] });
  }
  return runs;
}

function isDrivable(sequence: number[], pairs: UsablePairs): boolean {
  return sequence.every((arm, i) => {
    if (armAccess(pairs, arm) === ACCESS_NONE) return false;
    return i === sequence.length - 1 || nodeAccess(pairs, armHead(pairs, arm)) !== 'none';
  });
}
