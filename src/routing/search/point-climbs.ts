import type { Cells, Hierarchy } from '../frozen/hierarchy.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import { VertexPlaces } from '../frozen/vertex-places.js';
import { NOT_REACHED, signed, stepTo, type Climb } from './climb.js';
import type { HierarchySearch } from './hierarchy-search.js';
import { arcBetween, type PathUnpacking } from '../paths/path-unpacking.js';
import type { RouteLine } from '../paths/route-line.js';
import { readSourceTag, readTargetTag } from './route-search.js';
import type { Candidate } from '../ends/snap.js';

/** One end of many routes: its place on the network, and the costs from there to all vertices above it. */
export interface PointClimbs {
  /** At least one. */
  candidates: readonly Candidate[];
  climbs: readonly KeptClimb[];
  /** As in `KeptClimbs`. */
  least_ms: number;
}

export interface KeptClimb {
  climb: Climb;
  /** By BLOCK depths: the lowest cost among these. */
  blocks_ms: Int32Array;
  /**
   * By depth: meters to the high vertex there; NaN until they are asked for. Null before the first request.
   */
  known_m: Float64Array | null;
  /** The branches that its cell hangs on, from the top down. */
  branches: Int32Array;
}

/** The number of depths that are looked at together. A pair of points then needs about 60 of a city's 600. */
export const BLOCK = 16;

export function keptClimb(climb: Climb, { branch, branchParent }: Cells): KeptClimb {
  const { place_ms } = climb;
  const branches: number[] = [];
  for (let at = branch[climb.cell]; branches.at(-1) !== at; at = branchParent[at]) branches.push(at);
  const blocks_ms = new Int32Array(Math.ceil(place_ms.length / BLOCK)).fill(NOT_REACHED);
  for (let place = 0; place < place_ms.length; place++) {
    const block = (place / BLOCK) | 0;
    if (place_ms[place] < blocks_ms[block]) blocks_ms[block] = place_ms[place];
  }
  return { climb, blocks_ms, known_m: null, branches: Int32Array.from(branches.reverse()) };
}

/** The differences from the import. */
interface Changes {
  /** By directed segment. */
  isChanged: Uint8Array;
  changedArcs: { has(arc: number): boolean };
}

/** In place of the meters over roads that have changed since the import. Another search must find them. */
export const CHANGED_M = Infinity;

/** Places for arcs whose meters are remembered; 0.8 MB. A matrix of a city asks for about ten thousand. */
const KEPT_ARCS = 2 ** 16;
const SPREAD = 0x9e3779b1;

/**
 * The meters from a point to the vertices above it, along the paths that its climbs have found. It looks up
 * each step of a climb once, however many routes use it.
 */
export class ClimbPaths {
  readonly #hierarchy: Hierarchy;
  readonly #search: HierarchySearch;
  readonly #segments: SegmentTable;
  readonly #line: RouteLine;
  readonly #steps: Int32Array;
  readonly #places: VertexPlaces;
  readonly #arcs = new Int32Array(KEPT_ARCS).fill(-1);
  readonly #arcs_m = new Float64Array(KEPT_ARCS);
  readonly #arc = new Int32Array(1);

  constructor(
    hierarchy: Hierarchy,
    search: HierarchySearch,
    { segments, line }: { segments: SegmentTable; line: RouteLine },
  ) {
    this.#hierarchy = hierarchy;
    this.#search = search;
    this.#segments = segments;
    this.#line = line;
    this.#steps = signed(hierarchy.steps);
    this.#places = new VertexPlaces(hierarchy.cells);
  }

  /**
   * Meters between a point and a high vertex above it that a climb has reached.
   * @param own number of the climb
   * @returns CHANGED_M if roads on the way have changed
   */
  to(point: PointClimbs, own: number, depth: number, changes: Changes | null): number {
    const kept = point.climbs[own];
    const { climb } = kept;
    const known_m = (kept.known_m ??= new Float64Array(climb.place_ms.length).fill(NaN));
    const known = known_m[depth];
    if (!Number.isNaN(known)) return known;
    const step = stepTo(this.#steps, climb, climb.endStep, depth);
    let metres: number;
    if (step === -1) metres = this.#leaving_m(point, climb, depth, changes);
    else {
      const from = this.#steps[2 * step] >>> 16;
      const vertex = this.#places.highAt(climb.cell, from);
      const arc = arcBetween(this.#hierarchy, vertex, climb.direction, depth);
      metres = this.to(point, own, from, changes) + this.#arc_m(arc, changes);
    }
    known_m[depth] = metres;
    return metres;
  }

  /** Meters out of the cell of the point, and along its own segment. */
  #leaving_m(
    { candidates, least_ms }: PointClimbs,
    climb: Climb,
    top: number,
    changes: Changes | null,
  ): number {
    const { arcs, tag } = this.#search.leavingOf(climb, least_ms, top);
    const isOut = climb.direction === 'out';
    const { number, against, isCut } = isOut ? readSourceTag(tag) : readTargetTag(tag);
    const candidate = candidates[number];
    if (changes !== null && isChangedSegment(changes, candidate.segment)) return CHANGED_M;
    this.#line.start(candidate, false);
    // Arriving takes as many meters as leaving in the other direction.
    this.#line.leave(candidate, 2 * candidate.segment + (isOut ? against : 1 - against));
    let metres = this.#line.distance_m;
    if (isCut) metres -= this.#segments.length_m[candidate.segment];
    for (const arc of arcs) metres += this.#arc_m(arc, changes);
    return metres;
  }

  #arc_m(arc: number, changes: Changes | null): number {
    if (changes?.changedArcs.has(arc) === true) return CHANGED_M;
    const place = Math.imul(arc, SPREAD) >>> 16;
    if (this.#arcs[place] !== arc) {
      this.#arcs[place] = arc;
      this.#arcs_m[place] = this.#unpacked_m(arc);
    }
    return this.#arcs_m[place];
  }

  #unpacked_m(arc: number): number {
    const unpacking: PathUnpacking = this.#search.unpacking;
    this.#arc[0] = arc;
    const count = unpacking.unpack(this.#arc, 1);
    const { segments } = unpacking;
    let metres = 0;
    for (let i = 0; i < count; i++) metres += this.#segments.length_m[segments[i] >> 1];
    return metres;
  }
}

export function isChangedSegment({ isChanged }: Pick<Changes, 'isChanged'>, segment: number): boolean {
  return isChanged[2 * segment] + isChanged[2 * segment + 1] > 0;
}
