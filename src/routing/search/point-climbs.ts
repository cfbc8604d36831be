import type { Cells, Hierarchy } from '../frozen/hierarchy.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import { VertexPlaces } from '../frozen/vertex-places.js';
import { NOT_REACHED, signed, stepTo, type Climb } from './climb.js';
import type { HierarchySearch } from './hierarchy-search.js';
import { arcBetween, type PathUnpacking } from '../paths/path-unpacking.js';
import type { RouteLine } from '../paths/route-line.js';
import { readSourceTag, readTargetTag } from './route-search.js';
import type { Candidate } from '../ends/snap.js';

/** One end of many routes: its location on the network, and the costs from there to all vertices above it. */
export interface PointClimbs {
  /** There is at least one candidate. */
  candidates: readonly Candidate[];
  climbs: readonly KeptClimb[];
  /** The same as `KeptClimbs.least_ms`. */
  least_ms: number;
}

export interface KeptClimb {
  climb: Climb;
  /** The lowest cost within each block of BLOCK depths. */
  blocks_ms: Int32Array;
  /**
   * Per depth: the distance in meters to the high vertex at that depth; NaN until it is requested. The array
   * is null before the first request.
   */
  known_m: Float64Array | null;
  /** The branches above the climb's cell, from the top down. */
  branches: Int32Array;
}

/**
 * The number of depths that are compared as one block. For each pair of points, only about 60 of a city's 600
 * depths then have to be compared.
 */
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

/** The differences from the imported roads. */
interface Changes {
  /** Per directed segment: 1 if it has changed. */
  isChanged: Uint8Array;
  changedArcs: { has(arc: number): boolean };
}

/**
 * Used instead of a length if a path contains roads that have changed since the import. The path must then be
 * found by a different search.
 */
export const CHANGED_M = Infinity;

/**
 * The number of arcs whose lengths are cached, which takes 0.8 MB. A matrix for one city needs about ten
 * thousand arcs.
 */
const KEPT_ARCS = 2 ** 16;
const SPREAD = 0x9e3779b1;

/**
 * Computes the distances in meters from a point to the vertices above it, along the paths that its climbs
 * have found. Each step of a climb is looked up once, however many routes use it.
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
   * Returns the distance in meters between a point and a high vertex above it that one of its climbs has
   * reached.
   * @param own the climb's number
   * @returns CHANGED_M if any road on the path has changed
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

  /**
   * Returns the distance in meters from the point to the exit of its cell, including the part along the
   * point's own segment.
   */
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
    // Arriving covers the same distance as leaving in the opposite direction.
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
