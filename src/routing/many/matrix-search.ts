import type { Position } from '../../geo/position.js';
import type { Cells } from '../frozen/hierarchy.js';
import { surrounding, type FartherEnds, type Surrounding } from '../stops/farther-ends.js';
import {
  BLOCK,
  CHANGED_M,
  type ClimbPaths,
  type KeptClimb,
  type PointClimbs,
} from '../search/point-climbs.js';
import type { RoadSearch } from '../search/road-search.js';
import type { WorkedRoads } from '../search/worked-roads.js';
import type { RoadZones } from '../current/current-roads.js';
import type { LocalTime } from '../../local-time.js';
import { DenseJoin, joinClimbs } from './dense-join.js';
import { drawPath } from '../describe/route-description.js';
import type { RouteLine } from '../paths/route-line.js';
import { THROUGH_MS } from '../frozen/base-graph.js';
import type { Candidate, Snapper } from '../ends/snap.js';
import type { Snap, SnappedPoints } from '../ends/snapped-points.js';

/** The points of a matrix, and which parts of its routes are requested. */
export interface MatrixWanted {
  origins: readonly Position[];
  destinations: readonly Position[];
  /** Whether to compute each route's length in addition to its duration. */
  distances: boolean;
  /** Per cell: 1 if it is not requested; null if all cells are requested. */
  without: Uint8Array | null;
  /** The time that determines which roads with dates are open; defaults to now. */
  departAt?: LocalTime;
  /** Zones that also change the roads; none by default. */
  zones?: RoadZones;
  /** The way flags of roads to avoid (search/avoided-roads.ts); none by default. */
  avoided?: number;
}

/** A cell whose route does not start and end on the nearest roads, because no path connects these roads. */
interface FartherCell {
  cell: number;
  origin: Snap;
  destination: Snap;
}

/** The duration and the meters of each cell; a cell has the index `origin * destinations + destination`. */
export interface RoadMatrix {
  /** Null if no road is near enough. */
  origins: (Snap | null)[];
  destinations: (Snap | null)[];
  /** Infinity if there is no route, or if none is requested. */
  durations_s: Float64Array;
  /** Null if distances are not requested. */
  distances_m: Float64Array | null;
  farther: FartherCell[];
}

interface Parts {
  search: RoadSearch;
  snapper: Snapper;
  farther: FartherEnds;
  line: RouteLine;
  paths: ClimbPaths;
  points: SnappedPoints;
  cells: Cells;
}

/**
 * The number of points on the longer side that climb together on current roads, which takes a few megabytes.
 */
const POINTS_AT_ONCE = 256;

/**
 * The sum of two reached costs is always lower than this value. A sum that includes an unreached cost equals
 * this value or is negative.
 */
const NOTHING = 0x7fffffff;

/**
 * Finds the routes between many points together: one climb per point and, for each pair of points, the lowest
 * sum above both. On roads that have changed since the import, the climbs use the current costs (DenseJoin)
 * if these costs have been computed and distances are not requested. Some pairs need a separate search, as
 * for a single route: points on the same segment, private stretches, avoided roads, and pairs without a path.
 * Therefore, each cell has the same result as `RoutingIndex.route`.
 */
export class MatrixSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Works piece by piece. After each piece of work, which usually takes about ten microseconds, other
   * requests may use the same search objects. If roads change between two pieces, the work starts over.
   */
  *run(
    wanted: MatrixWanted,
    limits: { snapLimit_m: number; snapDetour_m: number },
  ): Generator<void, RoadMatrix> {
    const snap = function* (this: MatrixSearch, points: readonly Position[]): Generator<void, Candidate[][]> {
      const found: Candidate[][] = [];
      for (const point of points) {
        found.push(this.#parts.snapper.nearest(point, limits.snapLimit_m));
        yield;
      }
      return found;
    };
    const origins = yield* snap.call(this, wanted.origins);
    const isSame = wanted.origins === wanted.destinations;
    const destinations = isSame ? origins : yield* snap.call(this, wanted.destinations);
    for (;;) {
      const { search } = this.#parts;
      const { version } = search;
      const roads = yield* search.inSlices(() => search.roadsAt(wanted.departAt ?? null, wanted.zones));
      if (version !== search.version) continue;
      const job = new MatrixJob(this.#parts, wanted, { origins, destinations, limits, roads });
      if (yield* job.run()) return job.matrix;
    }
  }
}

interface Ends {
  roads: WorkedRoads;
  origins: readonly Candidate[][];
  destinations: readonly Candidate[][];
  limits: { snapLimit_m: number; snapDetour_m: number };
}

class MatrixJob {
  readonly matrix: RoadMatrix;
  readonly #parts: Parts;
  readonly #wanted: MatrixWanted;
  readonly #ends: Ends;
  readonly #version: number;
  readonly #roads: WorkedRoads;
  /** The cells that need a separate search. */
  readonly #alone: number[] = [];
  /** The surroundings of the points, for the cells that needed a separate search. */
  readonly #around: Record<'origins' | 'destinations', Surrounding[]> = { origins: [], destinations: [] };

  constructor(parts: Parts, wanted: MatrixWanted, ends: Ends) {
    const { origins, destinations, roads } = ends;
    this.#parts = parts;
    this.#wanted = wanted;
    this.#ends = ends;
    this.#version = parts.search.version;
    this.#roads = roads;
    const count = origins.length * destinations.length;
    const snaps = (all: readonly Candidate[][]): (Snap | null)[] =>
      all.map((candidates) => (candidates.length === 0 ? null : parts.points.of(nearestOf(candidates))));
    this.matrix = {
      origins: snaps(origins),
      destinations: snaps(destinations),
      durations_s: new Float64Array(count).fill(Infinity),
      distances_m: wanted.distances ? new Float64Array(count).fill(Infinity) : null,
      farther: [],
    };
  }

  /** @returns false if the roads have changed since the work began */
  *run(): Generator<void, boolean> {
    const arcs = this.#roads.marks === null ? null : this.#roads.arcs();
    const isDone =
      this.#wanted.distances || arcs === null || this.#isAvoiding
        ? yield* this.#joinAll()
        : yield* this.#joinDense(new DenseJoin(this.#roads, arcs));
    if (!isDone) return false;
    const { search } = this.#parts;
    for (const cell of this.#alone) {
      yield* search.inSlices(() => search.on(this.#roads, () => this.#search(cell)));
      yield;
      if (this.#isOld) return false;
    }
    return true;
  }

  get #isAvoiding(): boolean {
    return (this.#wanted.avoided ?? 0) !== 0;
  }

  /**
   * Splits the matrix by side: the shorter side's climbs are all kept, while the longer side's climbs are
   * computed one by one.
   */
  #sides(): { few: readonly Candidate[][]; many: readonly Candidate[][]; isTurned: boolean } {
    const { origins, destinations } = this.#ends;
    const isTurned = origins.length > destinations.length;
    return isTurned
      ? { few: destinations, many: origins, isTurned }
      : { few: origins, many: destinations, isTurned };
  }

  /** Fills the matrix for many points together, on roads that have changed since the import. */
  *#joinDense(join: DenseJoin): Generator<void, boolean> {
    const { few, many, isTurned } = this.#sides();
    const [up, down] = isTurned ? (['in', 'out'] as const) : (['out', 'in'] as const);
    const others = yield* join.points(many, down);
    const climbs = yield* join.climb(yield* join.points(few, up), up);
    for (let begin = 0; begin < others.length && !this.#isOld; begin += POINTS_AT_ONCE) {
      const some = yield* join.climb(others.slice(begin, begin + POINTS_AT_ONCE), down);
      const sums_ms = yield* joinClimbs(climbs, some);
      for (const [i, one] of climbs.points.entries()) {
        some.points.forEach((other, k) => {
          const cost_ms = sums_ms[i * some.points.length + k];
          const cell = isTurned
            ? other.number * few.length + one.number
            : one.number * many.length + other.number;
          if (this.#wanted.without?.[cell] === 1) return;
          if (cost_ms >= THROUGH_MS || areOnOneSegment(one, other)) this.#alone.push(cell);
          else this.matrix.durations_s[cell] = cost_ms / 1000;
        });
        yield;
      }
    }
    return !this.#isOld;
  }

  *#joinAll(): Generator<void, boolean> {
    const { few, many, isTurned } = this.#sides();
    const kept: (PointClimbs | null)[] = [];
    for (const candidates of few) {
      kept.push(this.#climbsOf(candidates, isTurned ? 'in' : 'out'));
      yield;
      if (this.#isOld) return false;
    }
    for (let k = 0; k < many.length; k++) {
      const climbs = this.#climbsOf(many[k], isTurned ? 'out' : 'in');
      if (climbs === null) continue;
      for (let i = 0; i < kept.length; i++) {
        const other = kept[i];
        const cell = isTurned ? k * kept.length + i : i * many.length + k;
        if (other === null || this.#wanted.without?.[cell] === 1) continue;
        if (isTurned) this.#join(climbs, other, cell);
        else this.#join(other, climbs, cell);
      }
      yield;
      if (this.#isOld) return false;
    }
    return true;
  }

  get #isOld(): boolean {
    return this.#parts.search.version !== this.#version;
  }

  #climbsOf(candidates: readonly Candidate[], direction: 'out' | 'in'): PointClimbs | null {
    return candidates.length === 0 ? null : this.#parts.search.climbsOf(candidates, direction);
  }

  /** Fills a cell, or leaves it for a separate search. */
  #join(from: PointClimbs, to: PointClimbs, cell: number): void {
    const { paths, cells } = this.#parts;
    const { marks: changes } = this.#roads;
    if (this.#isAvoiding || changes?.isFaster === true || areOnOneSegment(from, to)) {
      this.#alone.push(cell);
      return;
    }
    let best_ms = NOTHING;
    let up = 0;
    let down = 0;
    let meeting = 0;
    for (let i = 0; i < from.climbs.length; i++) {
      for (let k = 0; k < to.climbs.length; k++) {
        const { climb: one } = from.climbs[i];
        const { climb: other } = to.climbs[k];
        // Climbs from the same cell may also meet inside the cell.
        const isInside = one.cell === other.cell && !one.isHigh && !other.isHigh;
        const places = isInside
          ? one.place_ms.length
          : commonDepth(from.climbs[i].branches, to.climbs[k].branches, cells);
        const place = lowestMeeting(from.climbs[i], to.climbs[k], places);
        if (place === -1) continue;
        const sum_ms = one.place_ms[place] + other.place_ms[place];
        if (sum_ms >= best_ms) continue;
        best_ms = sum_ms;
        up = i;
        down = k;
        meeting = place;
      }
    }
    const cost_ms = best_ms + from.least_ms + to.least_ms;
    if (best_ms === NOTHING || cost_ms >= THROUGH_MS) {
      this.#alone.push(cell);
      return;
    }
    const { distances_m, durations_s } = this.matrix;
    if (changes !== null || distances_m !== null) {
      const { cell: below } = from.climbs[up].climb;
      if (meeting >= cells.branchDepth[cells.branch[below]]) {
        this.#alone.push(cell);
        return;
      }
      const metres = paths.to(from, up, meeting, changes) + paths.to(to, down, meeting, changes);
      if (metres === CHANGED_M) {
        this.#alone.push(cell);
        return;
      }
      if (distances_m !== null) distances_m[cell] = metres;
    }
    durations_s[cell] = cost_ms / 1000;
  }

  #surrounding(point: Position, nearest: readonly Candidate[]): Surrounding {
    return surrounding(point, nearest, this.#ends.limits.snapLimit_m);
  }

  /** Searches the route of one cell in the same way as a single route. */
  #search(cell: number): void {
    const { search, farther, line, points } = this.#parts;
    const { limits, ...ends } = this.#ends;
    const [row, column] = [Math.floor(cell / ends.destinations.length), cell % ends.destinations.length];
    const [origins, destinations] = [ends.origins[row], ends.destinations[column]];
    const { avoided = 0 } = this.#wanted;
    let found = search.cheapestAvoiding(origins, destinations, avoided);
    if (found === null) {
      const from = (this.#around.origins[row] ??= this.#surrounding(this.#wanted.origins[row], origins));
      const to = (this.#around.destinations[column] ??= this.#surrounding(
        this.#wanted.destinations[column],
        destinations,
      ));
      const other = farther.find(from, to, limits.snapDetour_m);
      if (other === null) return;
      found =
        avoided === 0
          ? other.found
          : (search.cheapestAvoiding(other.origins, other.destinations, avoided) ?? other.found);
      const [origin, destination] = [points.of(found.origin), points.of(found.destination)];
      this.matrix.farther.push({ cell, origin, destination });
    }
    this.matrix.durations_s[cell] = found.duration_ms / 1000;
    if (this.matrix.distances_m === null) return;
    line.start(found.origin, false);
    drawPath(line, found, () => search.draw(line));
    this.matrix.distances_m[cell] = line.distance_m;
  }
}

/**
 * Returns the number of high vertices that are above both cells. @param some, others branches from the top
 * down
 */
function commonDepth(some: Int32Array, others: Int32Array, { branchDepth }: Cells): number {
  let level = 0;
  while (level < some.length && some[level] === others[level]) level++;
  return branchDepth[some[level - 1]];
}

/** Returns the depth with the lowest sum, or the first of several such depths; -1 if nothing is reached. */
function lowestMeeting(up: KeptClimb, down: KeptClimb, places: number): number {
  const up_ms = up.climb.place_ms;
  const down_ms = down.climb.place_ms;
  const upBlocks_ms = up.blocks_ms;
  const downBlocks_ms = down.blocks_ms;
  // Starts with the most promising block, because most other blocks can then be skipped.
  let least_ms = NOTHING;
  let likely = 0;
  for (let block = 0, first = 0; first < places; block++, first += BLOCK) {
    const block_ms = (upBlocks_ms[block] + downBlocks_ms[block]) | 0;
    if (block_ms < 0 || block_ms >= least_ms) continue;
    least_ms = block_ms;
    likely = block;
  }
  let best_ms = NOTHING;
  const end = Math.min(places, (likely + 1) * BLOCK);
  for (let depth = likely * BLOCK; depth < end; depth++) {
    const sum_ms = (up_ms[depth] + down_ms[depth]) | 0;
    if (sum_ms >= 0 && sum_ms < best_ms) best_ms = sum_ms;
  }
  if (best_ms < NOTHING) best_ms++;
  let meeting = -1;
  for (let block = 0, first = 0; first < places; block++, first += BLOCK) {
    const block_ms = (upBlocks_ms[block] + downBlocks_ms[block]) | 0;
    if (block_ms < 0 || block_ms >= best_ms) continue;
    const last = Math.min(places, first + BLOCK);
    for (let depth = first; depth < last; depth++) {
      const sum_ms = (up_ms[depth] + down_ms[depth]) | 0;
      if (sum_ms < 0 || sum_ms >= best_ms) continue;
      best_ms = sum_ms;
      meeting = depth;
    }
  }
  return meeting;
}

interface HasCandidates {
  candidates: readonly Candidate[];
}

function areOnOneSegment(
  { candidates: some }: HasCandidates,
  { candidates: others }: HasCandidates,
): boolean {
  for (let i = 0; i < some.length; i++)
    for (let k = 0; k < others.length; k++) if (some[i].segment === others[k].segment) return true;
  return false;
}

function nearestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, own) => (own.distance_m < best.distance_m ? own : best));
}
