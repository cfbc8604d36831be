import { numberAt, type Packed } from '../../arrays/packed.js';
import { section, type Sections } from '../../arrays/sections.js';
import { StringTable } from '../../arrays/string-table.js';
import type { BaseGraph, Targets } from './base-graph.js';
import { readContraction, type FrozenContraction } from './contraction.js';
import type { Hierarchy } from './hierarchy.js';
import type { PositionTree } from './position-tree.js';
import type { Reach } from './reach.js';
import { END_NUMBERS, type SegmentTable } from './segment-table.js';

/** The version of the routing sections. Code with a different version requires a new import. */
export const ROUTING_VERSION = 15;

/** Separates the road numbers of a road that has several of them. */
export const BETWEEN_REFS = ' / ';

/**
 * The ways that the segments belong to, used for the names of snapped points and the output of `explain`. The
 * table has one row per way.
 */
interface WayTable {
  /** The way's index in the imported network, and its OSM id. */
  number: Packed;
  id: Float64Array;
  /** String numbers in `strings`; 0 is the empty string. */
  name: Packed;
  highway: Packed;
  /** The name and the ref, stored separately. A name that a numbered road has only on bridges is excluded. */
  ownName: Packed;
  ref: Packed;
  /** The English name, from a tag or transliterated; empty if it equals the name. */
  english: Packed;
  /** The text on signposts, from `destination:ref` and `destination`, and the number of an exit. */
  destinations: Packed;
  junctionRef: Packed;
  /** See way-flags.ts. */
  flags: Uint8Array;
  surface: Packed;
  whyForward: Packed;
  whyBackward: Packed;
  speedForward_kmh: Float32Array;
  speedBackward_kmh: Float32Array;
  strings: StringTable;
}

/**
 * The weakly connected components of a mode's network, connected only through passable nodes. The longest
 * component comes first.
 */
interface Components {
  /** Per segment: its component. */
  component: Packed;
  /** Per component: the total road length in kilometers, rounded to meters. */
  km: Float64Array;
}

/** The frozen routing data of one mode. */
export interface RoutingData {
  segments: SegmentTable;
  ways: WayTable;
  components: Components;
  reach: Reach;
  /**
   * The positions of ford nodes in ascending order. A node at the end of several segments has several
   * positions.
   */
  fords: Uint32Array;
  /** The positions of toll booths in ascending order. */
  tolls: Uint32Array;
  graph: BaseGraph;
  targets: Targets;
  hierarchy: Hierarchy;
  contraction: FrozenContraction;
  tree: PositionTree;
  /** Time-dependent roads as JSON; see dated-roads.ts. Empty if there are none. */
  dates: Uint8Array;
  /** Ways with size and weight limits, as JSON; empty if there are none. */
  limits: Uint8Array;
  /** The way-table rows of the ways in large cities, in ascending order. */
  cityWays: Uint32Array;
  /**
   * The traffic speeds in large cities by week slot, as JSON; see week.ts. Empty if these speeds never
   * change.
   */
  week: Uint8Array;
}

/**
 * Creates views of the sections without copying them.
 * @throws Error that names a section that is missing or has the wrong type, or if the version differs
 */
export function readRoutingData(sections: Sections): RoutingData {
  const info = section(sections, 'info', Uint32Array);
  if (info[0] !== ROUTING_VERSION)
    throw new Error(`routing sections have version ${info[0]}, not ${ROUTING_VERSION}`);
  const u32 = (name: string): Uint32Array => section(sections, name, Uint32Array);
  const ends = u32('segments.ends');
  const segments: SegmentTable = {
    count: ends.length / END_NUMBERS,
    ends,
    firstPosition: u32('segments.first_position'),
    length_m: section(sections, 'segments.length_m', Float64Array),
    positions: { lon7: packed(sections, 'positions.lon7'), lat7: packed(sections, 'positions.lat7') },
    pair_ms: packed(sections, 'pairs.ms'),
    delayPosition: u32('delays.position'),
    delay_ms: u32('delays.ms'),
    firstRun: packed(sections, 'segments.first_run'),
    runPosition: packed(sections, 'runs.position'),
    runWay: packed(sections, 'runs.way'),
    runPlace: packed(sections, 'runs.place'),
  };
  const graph: BaseGraph = {
    hasTurns: info[1] === 1,
    vertexCount: u32('graph.first_arc').length - 1,
    firstArc: u32('graph.first_arc'),
    arcHead: u32('graph.arc_head'),
    arc_ms: u32('graph.arc_ms'),
    drivenSegment: u32('graph.driven_segment'),
  };
  return {
    segments,
    ways: readWays(sections),
    graph,
    targets: {
      first: packed(sections, 'targets.first'),
      vertex: packed(sections, 'targets.vertex'),
      ms: packed(sections, 'targets.ms'),
    },
    components: {
      component: packed(sections, 'segments.component'),
      km: section(sections, 'components.km', Float64Array),
    },
    fords: u32('fords.position'),
    tolls: u32('tolls.position'),
    reach: {
      from: packed(sections, 'reach.from'),
      to: packed(sections, 'reach.to'),
      fromHub: u32('reach.from_hub'),
      toHub: u32('reach.to_hub'),
    },
    hierarchy: readHierarchy(sections),
    contraction: readContraction(sections),
    tree: {
      extent: section(sections, 'tree.extent', Int32Array),
      boxes: section(sections, 'tree.boxes', Int32Array),
      leaves: section(sections, 'tree.leaves', Int32Array),
    },
    dates: section(sections, 'dates.json', Uint8Array),
    limits: added(sections, 'limits.json'),
    week: added(sections, 'slots.json'),
    cityWays: 'ways.city' in sections ? u32('ways.city') : new Uint32Array(0),
  };
}

/** Returns a section that is missing from older datasets. */
function added(sections: Sections, name: string): Uint8Array {
  return name in sections ? section(sections, name, Uint8Array) : new Uint8Array(0);
}

function readHierarchy(sections: Sections): Hierarchy {
  const u32 = (name: string): Uint32Array => section(sections, name, Uint32Array);
  return {
    cells: {
      firstVertex: u32('cells.first_vertex'),
      ofVertex: u32('cells.of_vertex'),
      depth: u32('cells.depth'),
      branch: u32('cells.branch'),
      branchParent: u32('branches.parent'),
      branchDepth: u32('branches.depth'),
    },
    first: u32('hierarchy.first'),
    arcPlace: section(sections, 'hierarchy.arc_place', Uint16Array),
    arc_ms: u32('hierarchy.arc_ms'),
    middleInCell: section(sections, 'hierarchy.middle_in_cell', Uint8Array),
    middle: u32('hierarchy.middle'),
    group: u32('climbs.group'),
    firstStep: u32('climbs.first_step'),
    steps: u32('climbs.steps'),
  };
}

function readWays(sections: Sections): WayTable {
  return {
    number: packed(sections, 'ways.number'),
    id: section(sections, 'ways.id', Float64Array),
    name: packed(sections, 'ways.name'),
    highway: packed(sections, 'ways.highway'),
    ownName: packed(sections, 'ways.own_name'),
    ref: packed(sections, 'ways.ref'),
    english: packed(sections, 'ways.english'),
    destinations: packed(sections, 'ways.destinations'),
    junctionRef: packed(sections, 'ways.junction_ref'),
    flags: section(sections, 'ways.flags', Uint8Array),
    surface: packed(sections, 'ways.surface'),
    whyForward: packed(sections, 'ways.why_forward'),
    whyBackward: packed(sections, 'ways.why_backward'),
    speedForward_kmh: section(sections, 'ways.speed_forward', Float32Array),
    speedBackward_kmh: section(sections, 'ways.speed_backward', Float32Array),
    strings: new StringTable({
      bytes: section(sections, 'strings.bytes', Uint8Array),
      offsets: section(sections, 'strings.offsets', Uint32Array),
    }),
  };
}

function packed(sections: Sections, name: string): Packed {
  return { words: section(sections, name, Uint32Array) };
}

/** Returns the run of a segment that contains the given position. */
export function runAt({ firstRun, runPosition }: SegmentTable, segment: number, position: number): number {
  const first = numberAt(firstRun, segment);
  let run = numberAt(firstRun, segment + 1) - 1;
  while (run > first && numberAt(runPosition, run) > position) run--;
  return run;
}

/**
 * Whether any of the places lies between two positions or at one of them. @param places in ascending order
 */
export function hasBetween(places: Uint32Array, from: number, to: number): boolean {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (places.length === 0 || places[0] > high) return false;
  return places[lastNotAbove(places, high)] >= low;
}

/**
 * Returns the index of the last value that is at most `value`.
 * @param values in ascending order; the first one must be at most `value`
 */
export function lastNotAbove(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
