import type { Sections } from '../../arrays/sections.js';
import type { DatedNode, DatedRoads } from '../frozen/dated-roads.js';
import type { Week } from '../frozen/week.js';
import type { RoadNetwork } from '../network/network.js';
import { datedRestrictions, type DatedSequence } from '../network/restrictions.js';
import type { Segments } from '../network/segments.js';
import { findSurroundings } from '../network/surroundings.js';
import type { UsablePairs } from '../network/usable-pairs.js';
import { conditionsOf } from '../profiles/dates.js';
import { DRIVING_DEFAULTS, type DrivingSettings } from '../profiles/driving.js';
import { ferryKmh } from '../profiles/ferry.js';
import type { Profile } from '../profiles/profile.js';
import { headNode } from './turn-graph.js';

/** Time-dependent roads, gates and turns, before segments exist. */
interface Dated {
  /** Indexes of ways and nodes in the network. */
  ways: number[];
  nodes: number[];
  turns: DatedSequence[];
  report: DatesReport;
}

/** Statistics about times in tags. */
export interface DatesReport {
  ways: number;
  nodes: number;
  restrictions: number;
  /**
   * Maps each condition that cannot be parsed or applied to the number of roads, gates and turns that have
   * it. Only the most frequent conditions are listed.
   */
  ignored: Record<string, number>;
}

/** The maximum number of conditions in a report. */
const MOST_IGNORED = 50;

/** Finds all time-dependent roads, gates and turns. */
export function findDated(network: RoadNetwork, pairs: UsablePairs, profile: Profile): Dated {
  const ignored: Record<string, number> = {};
  const isDated = (tags: RoadNetwork['ways'][number]['tags']): boolean => {
    const { known, unread } = conditionsOf(tags);
    for (const text of unread) ignored[text] = (ignored[text] ?? 0) + 1;
    return known.length > 0;
  };
  const ways = [...network.ways.keys()].filter(
    (w) => pairs.wayRules[w] !== null && isDated(network.ways[w].tags),
  );
  const nodes = [...network.nodeTags].filter(([, tags]) => isDated(tags)).map(([node]) => node);
  const { sequences, skipped } = datedRestrictions(network, pairs, profile, isDated);
  if (skipped.length > 0) ignored['restriction over several ways, or broken restriction'] = skipped.length;
  const restrictions = new Set(sequences.map(({ relation }) => relation.id)).size;
  return {
    ways,
    nodes,
    turns: sequences,
    report: { ways: ways.length, nodes: nodes.length, restrictions, ignored: mostFrequent(ignored) },
  };
}

function mostFrequent(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts)
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, MOST_IGNORED),
  );
}

/** Returns the section for `DatedRoads`, which is empty if nothing depends on the time. */
export function datedSections(
  dated: Dated,
  {
    network,
    pairs,
    segments,
    profile,
  }: {
    network: RoadNetwork;
    pairs: UsablePairs;
    segments: Segments;
    profile: Profile;
  },
): Sections {
  const { ways, nodes, turns } = dated;
  if (ways.length + nodes.length + turns.length === 0) return { 'dates.json': new Uint8Array(0) };
  const surroundings = profile.needsSurroundings ? findSurroundings(network) : [];
  const rows = new Map<number, number>();
  pairs.wayRules.forEach((rule, w) => {
    if (rule !== null) rows.set(w, rows.size);
  });
  const roads: DatedRoads = {
    mode: profile.mode,
    driving: (profile.settings as DrivingSettings | null) ?? DRIVING_DEFAULTS,
    ways: ways.map((w) => ({
      row: rows.get(w)!,
      tags: network.ways[w].tags,
      surroundings: surroundings[w] ?? 'country',
    })),
    nodes: headsOf(nodes, network, segments),
    turns: turns.map(({ relation, pairs: [from, to] }) => ({
      tags: relation.tags,
      from: directedSegment(segments, from),
      to: directedSegment(segments, to),
    })),
  };
  return { 'dates.json': new TextEncoder().encode(JSON.stringify(roads)) };
}

/**
 * Returns the section of the ways in cities and the section for `Week`, which is empty if speeds are the same
 * at all hours.
 */
export function weekSections(network: RoadNetwork, pairs: UsablePairs, profile: Profile): Sections {
  const { citySpeed, cityTimes = [] } = (profile.settings as DrivingSettings | null) ?? DRIVING_DEFAULTS;
  const surroundings = profile.needsSurroundings ? findSurroundings(network) : [];
  const used = [...network.ways.keys()].filter((w) => pairs.wayRules[w] !== null);
  const rows = used.flatMap((w, row) =>
    surroundings[w] === 'city' && ferryKmh(network.ways[w].tags) === null ? [row] : [],
  );
  const week: Week = { citySpeed, times: cityTimes };
  const isSame = rows.length === 0 || cityTimes.length === 0;
  return {
    'ways.city': Uint32Array.from(rows),
    'slots.json': new TextEncoder().encode(isSame ? '' : JSON.stringify(week)),
  };
}

/** Returns the directed segments that end at the given nodes. */
export function headsOf(nodes: readonly number[], network: RoadNetwork, segments: Segments): DatedNode[] {
  const heads = new Map<number, number[]>(nodes.map((node) => [node, []]));
  for (let directed = 0; directed < 2 * segments.count; directed++)
    heads.get(headNode(segments, directed))?.push(directed);
  return [...heads]
    .filter(([, ending]) => ending.length > 0)
    .map(([node, ending]) => ({ tags: network.nodeTags.get(node)!, heads: ending }));
}

/** Returns the directed segment that contains a directed pair. */
function directedSegment({ segmentOfPair, positionOfPair, directedPair }: Segments, arm: number): number {
  const position = positionOfPair[arm >> 1];
  return 2 * segmentOfPair[arm >> 1] + (directedPair[position] === arm ? 0 : 1);
}
