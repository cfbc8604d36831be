import { CellSearch } from './cell-search.js';
import {
  Climb,
  commonDepth,
  firstStepTo,
  NOT_REACHED,
  relaxBoth,
  relaxSteps,
  signed,
  stepTo,
  type KeptClimbs,
} from './climb.js';
import { leaveCell, restInCell } from './cell-climb.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { cellRow, type Direction, type Hierarchy } from '../frozen/hierarchy.js';
import { VertexPlaces } from '../frozen/vertex-places.js';
import type { PathSearch } from './path-search.js';
import { arcBetween, PathUnpacking } from '../paths/path-unpacking.js';

/**
 * The climbs on one side of a search: one for each cell with starting vertices, and one for each group of
 * high vertices with starting vertices. Climbs from index `count` on are kept for later searches.
 */
interface Side {
  readonly direction: Direction;
  climbs: Climb[];
  count: number;
  /** The lowest starting cost if it is negative, else 0. */
  least_ms: number;
}

/**
 * Finds the cheapest path between several sources and several targets in a hierarchy. No queue is needed:
 * - A cell has at most 256 vertices. The search goes through them, lowest first.
 * - The arcs above a cell are stored in the order in which they are relaxed.
 * - The same holds backward from the targets. The path turns where the sum of both sides is lowest.
 *
 * A search records only costs. The arcs that reached a vertex are looked up afterwards, and only for the
 * path. The workspace is allocated once; `reset` clears it.
 */
export class HierarchySearch implements PathSearch {
  readonly #hierarchy: Hierarchy;
  // Costs are signed 32-bit numbers, which a processor handles twice as fast. Costs above 24 days become
  // negative.
  readonly #steps: Int32Array;
  readonly #places: VertexPlaces;
  readonly #cellSearch: CellSearch;
  readonly #inCells: number;
  readonly #mostPlaces: number;
  readonly #forward: Side = { direction: 'out', climbs: [], count: 0, least_ms: 0 };
  readonly #backward: Side = { direction: 'in', climbs: [], count: 0, least_ms: 0 };
  /** The path's turning point, which is at depth `#meeting` above the cells of these two climbs. */
  #up: Climb | null = null;
  #down: Climb | null = null;
  #meeting = 0;
  /** The number of arcs in the latest path. */
  #count = 0;
  /**
   * For the side whose path is being written: the depth at which the path leaves the cell, and the index of
   * its starting vertex.
   */
  #top = 0;
  #beginning = 0;
  /** The arcs of the latest path. */
  readonly #path: Int32Array;
  /** Scratch space for the steps of a path, which are found in reverse order. */
  readonly #found: Int32Array;
  /** Scratch space: the cost to the path's exit, by vertex number within the cell. */
  readonly #rest_ms: Int32Array;
  /** Unpacks the arcs of paths. */
  readonly unpacking: PathUnpacking;
  /** The tags of the path's source and target, after a successful `run`. */
  sourceTag = 0;
  targetTag = 0;

  /** @param graph the hierarchy's base graph */
  constructor(hierarchy: Hierarchy, graph: BaseGraph) {
    this.#hierarchy = hierarchy;
    this.#steps = signed(hierarchy.steps);
    this.#places = new VertexPlaces(hierarchy.cells);
    const { firstVertex, branchDepth } = hierarchy.cells;
    const cellCount = firstVertex.length - 1;
    this.#inCells = firstVertex[cellCount];
    let mostInCell = 0;
    for (let cell = 0; cell < cellCount; cell++)
      mostInCell = Math.max(mostInCell, firstVertex[cell + 1] - firstVertex[cell]);
    const mostHigh = branchDepth.reduce((most, depth) => Math.max(most, depth), 0);
    this.#mostPlaces = mostHigh + mostInCell;
    this.#cellSearch = new CellSearch(hierarchy, mostInCell);
    const mostArcs = 2 * this.#mostPlaces;
    this.#path = new Int32Array(mostArcs);
    this.#found = new Int32Array(mostArcs);
    this.#rest_ms = new Int32Array(mostInCell);
    this.unpacking = new PathUnpacking(hierarchy, graph, this.#places);
  }

  /** Clears all sources, targets and costs. */
  reset(): void {
    for (const side of [this.#forward, this.#backward]) {
      for (let i = 0; i < side.count; i++) {
        const { cell, place_ms } = side.climbs[i];
        place_ms.fill(NOT_REACHED, 0, this.#placesOf(cell));
      }
      side.count = 0;
      side.least_ms = 0;
    }
  }

  /** Adds a source with a starting cost of `ms`, which may be negative. */
  addSource(vertex: number, ms: number, tag: number): void {
    this.#add(this.#forward, vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#add(this.#backward, vertex, ms, tag);
  }

  /**
   * Runs the search. Call this method only once after each `reset`.
   * @returns the cheapest path's cost in milliseconds if it is below `limit_ms`, otherwise Infinity
   */
  run(limit_ms: number): number {
    const { climbs: ups, count: upCount } = this.#forward;
    const { climbs: downs, count: downCount } = this.#backward;
    const [leastUp_ms, leastDown_ms] = [this.#forward.least_ms, this.#backward.least_ms];
    for (let i = 0; i < upCount; i++) this.#begin(ups[i], leastUp_ms);
    for (let i = 0; i < downCount; i++) this.#begin(downs[i], leastDown_ms);
    if (upCount === 1 && downCount === 1) relaxBoth(this.#steps, ups[0], downs[0]);
    else
      for (const { climbs, count } of [this.#forward, this.#backward])
        for (let i = 0; i < count; i++)
          relaxSteps(this.#steps, climbs[i].place_ms, climbs[i].firstStep, climbs[i].endStep);
    let best_ms = limit_ms - leastUp_ms - leastDown_ms;
    for (let i = 0; i < upCount; i++) {
      for (let k = 0; k < downCount; k++) best_ms = this.#meet(ups[i], downs[k], best_ms);
    }
    const above_ms = (best_ms += leastUp_ms + leastDown_ms);
    for (let i = 0; i < upCount; i++) {
      for (let k = 0; k < downCount; k++) best_ms = this.#stayInCell(ups[i], downs[k], best_ms);
    }
    if (best_ms >= limit_ms) return Infinity;
    if (best_ms === above_ms) this.#count = this.#packDown(this.#packUp());
    return best_ms;
  }

  /**
   * Unpacks the path of the latest successful `run`. The directed segments are in `segments`, in order, until
   * the next call.
   * @returns the number of directed segments on the path, one for each arc of the base graph
   */
  unpack(): number {
    return this.unpacking.unpack(this.#path, this.#count);
  }

  get segments(): Int32Array {
    return this.unpacking.segments;
  }

  /** The arcs of the path of the latest successful `run`, in order; there are `arcCount` of them. */
  get path(): Int32Array {
    return this.#path;
  }

  get arcCount(): number {
    return this.#count;
  }

  /** The climbs from the sources in the latest search. They are valid until the next `reset`. */
  get forward(): Readonly<Side> {
    return this.#forward;
  }

  /** The climbs from the targets in the latest search. */
  get backward(): Readonly<Side> {
    return this.#backward;
  }

  /**
   * Yields all vertices of the cells at both ends of the latest search, and all vertices above; some twice.
   */
  *verticesAbove(): Generator<number> {
    for (const { climbs, count } of [this.#forward, this.#backward])
      for (let k = 0; k < count; k++) {
        const { cell } = climbs[k];
        const places = this.#placesOf(cell);
        for (let place = 0; place < places; place++) yield this.#places.vertexAt(cell, place);
      }
  }

  /**
   * Returns copies of the climbs above the added sources or targets. The next `reset` does not affect them.
   */
  climbsOf(direction: Direction): KeptClimbs {
    const { climbs, count, least_ms } = direction === 'out' ? this.#forward : this.#backward;
    const kept = climbs.slice(0, count).map((climb) => {
      this.#begin(climb, least_ms);
      relaxSteps(this.#steps, climb.place_ms, climb.firstStep, climb.endStep);
      return climb.copy(this.#placesOf(climb.cell));
    });
    return { climbs: kept, least_ms };
  }

  /**
   * Finds the arcs by which a kept climb left its cell, or its group of high vertices, to reach the vertex at
   * depth `top`, at which none of the climb's steps ends.
   * @returns the arcs up to that vertex in any order, and the tag of the starting vertex
   */
  leavingOf(climb: Climb, least_ms: number, top: number): { arcs: Int32Array; tag: number } {
    this.#top = top;
    const count = this.#packLeaving(climb, least_ms, this.#found, 0);
    return { arcs: this.#found.subarray(0, count), tag: climb.tags[this.#beginning] };
  }

  #placesOf(cell: number): number {
    const { branch, branchDepth, firstVertex } = this.#hierarchy.cells;
    return branchDepth[branch[cell]] + firstVertex[cell + 1] - firstVertex[cell];
  }

  #add(side: Side, vertex: number, ms: number, tag: number): void {
    const { cells } = this.#hierarchy;
    const cell = cells.ofVertex[vertex];
    const isHigh = vertex >= this.#inCells;
    const climb = this.#climbOf(
      side,
      cell,
      isHigh ? cells.branch.length + this.#hierarchy.group[vertex - this.#inCells] : cell,
    );
    climb.places[climb.count] = isHigh
      ? cells.depth[vertex - this.#inCells]
      : vertex - cells.firstVertex[cell];
    climb.ms[climb.count] = ms;
    climb.tags[climb.count++] = tag;
    side.least_ms = Math.min(side.least_ms, ms);
  }

  #climbOf(side: Side, cell: number, list: number): Climb {
    const { climbs, count } = side;
    for (let i = 0; i < count; i++) if (climbs[i].list === list) return climbs[i];
    if (count === climbs.length) climbs.push(new Climb(this.#mostPlaces, side.direction));
    const climb = climbs[side.count++];
    climb.cell = cell;
    climb.list = list;
    climb.isHigh = list >= this.#hierarchy.cells.branch.length;
    climb.count = 0;
    return climb;
  }

  /** Finds the costs of the first vertices above the cell, and the steps that lead onward from them. */
  #begin(climb: Climb, least_ms: number): void {
    const { firstStep } = this.#hierarchy;
    const { isHigh, count, places, ms, place_ms } = climb;
    const list = climb.direction === 'out' ? climb.list : climb.list + (firstStep.length - 1) / 2;
    climb.firstStep = firstStep[list];
    climb.endStep = firstStep[list + 1];
    if (!isHigh) {
      leaveCell(this.#hierarchy, climb, least_ms);
      return;
    }
    let lowest = 0;
    for (let i = 0; i < count; i++) {
      place_ms[places[i]] = Math.min(place_ms[places[i]], ms[i] - least_ms);
      lowest = Math.max(lowest, places[i]);
    }
    climb.firstStep = firstStepTo(this.#steps, climb.firstStep, climb.endStep, lowest);
  }

  /**
   * Finds the vertex above both cells where the sum of both sides' costs is lowest.
   * @returns that sum if it is below `best_ms`, otherwise `best_ms`
   */
  #meet(up: Climb, down: Climb, best_ms: number): number {
    const places = commonDepth(this.#hierarchy.cells, up.cell, down.cell);
    const [up_ms, down_ms] = [up.place_ms, down.place_ms];
    let meeting = -1;
    for (let depth = 0; depth < places; depth++) {
      const sum_ms = up_ms[depth] + down_ms[depth];
      if (sum_ms >= best_ms || up_ms[depth] === NOT_REACHED || down_ms[depth] === NOT_REACHED) continue;
      best_ms = sum_ms;
      meeting = depth;
    }
    if (meeting !== -1) [this.#up, this.#down, this.#meeting] = [up, down, meeting];
    return best_ms;
  }

  /**
   * If both climbs are in the same cell, finds a path inside that cell.
   * @returns its cost if it is below `best_ms`, otherwise `best_ms`
   */
  #stayInCell(up: Climb, down: Climb, best_ms: number): number {
    if (up.cell !== down.cell || up.isHigh || down.isHigh) return best_ms;
    const search = this.#cellSearch;
    const found_ms = search.run(up.cell, up, down, best_ms);
    if (found_ms >= best_ms) return best_ms;
    this.#count = search.pack(this.#path);
    this.sourceTag = search.sourceTag;
    this.targetTag = search.targetTag;
    return found_ms;
  }

  /** Writes the arcs from the source up to the meeting point to `path`. @returns the number of arcs */
  #packUp(): number {
    const up = this.#up!;
    const [path, steps] = [this.#path, this.#found];
    const stepCount = this.#packSteps(up, steps, 0);
    let count = this.#packLeaving(up, this.#forward.least_ms, path, 0);
    for (let i = stepCount - 1; i >= 0; i--) path[count++] = steps[i];
    this.sourceTag = up.tags[this.#beginning];
    return count;
  }

  /** Writes the arcs down from the meeting point to `path`, from index `start` on. @returns the end index */
  #packDown(start: number): number {
    const down = this.#down!;
    const path = this.#path;
    const end = this.#packSteps(down, path, start);
    const count = this.#packLeaving(down, this.#backward.least_ms, path, end);
    path.subarray(end, count).reverse();
    this.targetTag = down.tags[this.#beginning];
    return count;
  }

  /**
   * Writes the arcs of the steps that lead to the meeting point, last arc first. Sets `#top` to the depth
   * where the first step begins.
   * @returns the index after the last arc
   */
  #packSteps(climb: Climb, path: Int32Array, start: number): number {
    let [depth, end, count] = [this.#meeting, climb.endStep, start];
    for (;;) {
      // Steps that lead to lower vertices are stored before steps that lead to higher vertices, so the
      // previous step of the path is stored before this one.
      const step = stepTo(this.#steps, climb, end, depth);
      if (step === -1) break;
      const from = this.#steps[2 * step] >>> 16;
      const vertex = this.#places.highAt(climb.cell, from);
      path[count++] = arcBetween(this.#hierarchy, vertex, climb.direction, depth);
      depth = from;
      end = step;
    }
    this.#top = depth;
    return count;
  }

  /**
   * Writes the arcs in the cell up to `#top`. Sets `#beginning` to the starting vertex that they come from.
   * @returns the index after the last arc
   */
  #packLeaving(climb: Climb, least_ms: number, path: Int32Array, start: number): number {
    const { isHigh, places, ms } = climb;
    const depth = this.#top;
    const wanted_ms = climb.place_ms[depth] + least_ms;
    let beginning = 0;
    if (isHigh) {
      while (places[beginning] !== depth || ms[beginning] !== wanted_ms) beginning = nextOf(climb, beginning);
      this.#beginning = beginning;
      return start;
    }
    const rest_ms = this.#rest_ms;
    restInCell(this.#hierarchy, climb, depth, rest_ms);
    for (; ; beginning = nextOf(climb, beginning)) {
      const cost_ms = rest_ms[places[beginning]];
      // With many starting vertices, one of them may cost exactly one unit more than wanted.
      if (cost_ms !== NOT_REACHED && ms[beginning] + cost_ms === wanted_ms) break;
    }
    this.#beginning = beginning;
    return this.#packCell(climb, places[beginning], path, start);
  }

  /**
   * Writes the arcs of the cheapest path from a place in a cell to the vertex at depth `#top`. Each arc leads
   * to a place from which the remaining cost is exactly the cost of the rest of the path.
   * @returns the index after the last arc
   */
  #packCell({ cell, direction }: Climb, place: number, path: Int32Array, start: number): number {
    const { cells, first, arcPlace, arc_ms } = this.#hierarchy;
    const rest_ms = this.#rest_ms;
    const highPlaces = cells.branchDepth[cells.branch[cell]];
    const rows = cellRow(cells, cell, direction);
    let count = start;
    for (let here = place; here >= 0; count++) {
      const end = first[rows + here + 1];
      for (let i = first[rows + here]; ; i++) {
        if (i === end) throw new Error(`no arc leads out of cell ${cell} from place ${here}`);
        const left_ms = rest_ms[here] - arc_ms[i];
        const next = arcPlace[i];
        const rest = next >= highPlaces ? rest_ms[next - highPlaces] : next === this.#top ? 0 : NOT_REACHED;
        if (left_ms !== rest) continue;
        path[count] = i;
        here = next - highPlaces;
        break;
      }
    }
    return count;
  }
}

function nextOf({ count, cell }: Climb, beginning: number): number {
  if (beginning + 1 === count) throw new Error(`no path begins in or above cell ${cell}`);
  return beginning + 1;
}
