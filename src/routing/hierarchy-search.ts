import { CellSearch, type Beginnings } from './cell-search.js';
import { DRIVES, LISTED, NO_PARTS, NO_WAY, type Cells, type Hierarchy } from './hierarchy.js';

// As numbers of 32 bits, and of this module: what another one exports is fetched from there each time.
const WITHOUT_PARTS = NO_PARTS | 0;
const DRIVES_BIT = DRIVES | 0;
const LISTED_FROM = LISTED;
const LISTED_SHIFT = 30;
const NO_WAY_HERE = NO_WAY | 0;

/** Cost of what is not reached. Sums that are above are negative, as numbers of 32 bits: a climb of more than 24 days is none. */
const NOT_REACHED = 0x7fffffff;

/** What is reached above one cell, from vertices in it or from high ones that it stands for. */
class Climb implements Beginnings {
  cell = 0;
  /** The beginnings are high vertices that the cell stands for. */
  isHigh = false;
  count = 0;
  readonly places: number[] = [];
  readonly ms: number[] = [];
  readonly tags: number[] = [];
  /** The steps that it can take: from, and up to. */
  firstStep = 0;
  endStep = 0;
  /** By depth of a high vertex, above `least_ms` of its side; NOT_REACHED everywhere between two searches. */
  readonly high_ms: Int32Array;

  constructor(mostHigh: number) {
    this.high_ms = new Int32Array(mostHigh).fill(NOT_REACHED);
  }
}

/** The climbs of one side of a search, one for each cell in which it has beginnings, and for each that stands for some; those behind `count` are kept for later. */
interface Side {
  climbs: Climb[];
  count: number;
  /** The least of its beginnings, or 0. */
  least_ms: number;
}

/**
 * The cheapest path between several sources and several targets in a hierarchy. No queue is needed: what it costs to get out of a cell stands there by vertex, the arcs above it lie in
 * the order in which they are to be relaxed, all the same from the targets backwards, and the path turns where the sum is least. Nothing but costs is noted on the way: by which
 * arcs a vertex was reached is looked up afterwards, for those on the path. The workspace is allocated once and is clean after each search.
 */
export class HierarchySearch {
  readonly #hierarchy: Hierarchy;
  // Costs as numbers of 32 bits with a sign, with which a processor reckons twice as fast as with others: those above 24 days are negative.
  readonly #steps: Int32Array;
  readonly #exit_ms: Int32Array;
  readonly #cellSearch: CellSearch;
  readonly #inCells: number;
  readonly #mostHigh: number;
  readonly #forward: Side = { climbs: [], count: 0, least_ms: 0 };
  readonly #backward: Side = { climbs: [], count: 0, least_ms: 0 };
  /** Where the path turns: at a depth above two cells. */
  #up: Climb | null = null;
  #down: Climb | null = null;
  #meeting = 0;
  /** Of the path that was found last: its arcs, and, for one side after the other, the depth at which it comes out of the cell, and the number of its beginning. */
  #count = 0;
  #exit = 0;
  #beginning = 0;
  /** Its arcs. */
  readonly #path: Int32Array;
  /** The directed segments of a path, see `unpack`; on the way the arcs that are still to be taken apart, DRIVES + segments, which are below 0 here, and lists. */
  segments: Int32Array<ArrayBufferLike>;
  #next: Int32Array<ArrayBufferLike>;
  /** After a successful `run`: the tags of the source and the target of the path. */
  sourceTag = 0;
  targetTag = 0;

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
    this.#steps = signed(hierarchy.steps);
    this.#exit_ms = signed(hierarchy.exit_ms);
    const { firstVertex, branchDepth } = hierarchy.cells;
    const cellCount = firstVertex.length - 1;
    this.#inCells = firstVertex[cellCount];
    let mostInCell = 0;
    for (let cell = 0; cell < cellCount; cell++) mostInCell = Math.max(mostInCell, firstVertex[cell + 1] - firstVertex[cell]);
    this.#mostHigh = branchDepth.reduce((most, depth) => Math.max(most, depth), 0);
    this.#cellSearch = new CellSearch(hierarchy, mostInCell);
    this.#path = new Int32Array(2 * (mostInCell + this.#mostHigh));
    this.segments = this.#path.slice();
    this.#next = this.#path.slice();
  }

  reset(): void {
    const { branch, branchDepth } = this.#hierarchy.cells;
    for (const side of [this.#forward, this.#backward]) {
      for (let i = 0; i < side.count; i++) side.climbs[i].high_ms.fill(NOT_REACHED, 0, branchDepth[branch[side.climbs[i].cell]]);
      side.count = 0;
      side.least_ms = 0;
    }
  }

  /** `ms` may be below 0. */
  addSource(vertex: number, ms: number, tag: number): void {
    this.#add(this.#forward, vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#add(this.#backward, vertex, ms, tag);
  }

  /** Milliseconds of the cheapest path that is cheaper than `limit_ms`; Infinity when there is none. Once after each `reset`. */
  run(limit_ms: number): number {
    const { climbs: ups, count: upCount } = this.#forward;
    const { climbs: downs, count: downCount } = this.#backward;
    const [leastUp_ms, leastDown_ms] = [this.#forward.least_ms, this.#backward.least_ms];
    for (let i = 0; i < upCount; i++) this.#begin(ups[i], 0, leastUp_ms);
    for (let i = 0; i < downCount; i++) this.#begin(downs[i], 1, leastDown_ms);
    if (upCount === 1 && downCount === 1) relaxBoth(this.#steps, ups[0], downs[0]);
    else for (const { climbs, count } of [this.#forward, this.#backward]) for (let i = 0; i < count; i++) relaxSteps(this.#steps, climbs[i].high_ms, climbs[i].firstStep, climbs[i].endStep);
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
   * Unpacks the path of the last successful `run`.
   * @returns how many directed segments it drives, one for each arc of the base graph; they stand in `segments`, in order, until the next call
   */
  unpack(): number {
    const { parts, lists } = this.#hierarchy;
    let count = this.#count;
    for (let i = 0; i < count; i++) this.segments[i] = this.#path[i];
    // All arcs are taken apart at once, again and again: so the processor waits for many places of memory at a time, not for one after the other.
    for (let isDone = false; !isDone; ) {
      isDone = true;
      if (this.#next.length < 2 * count) this.#next = new Int32Array(4 * count);
      const [path, next] = [this.segments, this.#next];
      let length = 0;
      for (let i = 0; i < count; i++) {
        const arc = path[i];
        if (arc >>> LISTED_SHIFT !== 0) {
          next[length++] = arc;
          continue;
        }
        // Below 0, as numbers of 32 bits, is what is a segment.
        const first = parts[2 * arc] | 0;
        const second = parts[2 * arc + 1] | 0;
        if (first === WITHOUT_PARTS) {
          next[length++] = second | DRIVES_BIT;
        } else {
          next[length++] = first;
          next[length++] = second;
          isDone &&= first >>> LISTED_SHIFT !== 0 && second >>> LISTED_SHIFT !== 0;
        }
      }
      count = length;
      this.segments = next;
      this.#next = path;
    }
    return this.#readLists(lists, count);
  }

  /** Puts lists of segments in their places. @returns the number of all segments */
  #readLists(lists: Uint32Array, count: number): number {
    let length = 0;
    for (let i = 0; i < count; i++) {
      const part = this.segments[i];
      length += part < 0 ? 1 : lists[part - LISTED_FROM];
    }
    if (this.#next.length < length) this.#next = new Int32Array(2 * length);
    const [path, next] = [this.segments, this.#next];
    let at = 0;
    for (let i = 0; i < count; i++) {
      const part = path[i];
      if (part < 0) {
        next[at++] = part & ~DRIVES_BIT;
        continue;
      }
      const place = part - LISTED_FROM;
      const end = place + lists[place];
      for (let k = place + 1; k <= end; k++) next[at++] = lists[k];
    }
    this.segments = next;
    this.#next = path;
    return length;
  }

  #add(side: Side, vertex: number, ms: number, tag: number): void {
    const { cells } = this.#hierarchy;
    const cell = cells.ofVertex[vertex];
    const isHigh = vertex >= this.#inCells;
    const climb = this.#climbOf(side, cell, isHigh);
    climb.places[climb.count] = isHigh ? cells.depth[vertex - this.#inCells] : vertex - cells.firstVertex[cell];
    climb.ms[climb.count] = ms;
    climb.tags[climb.count++] = tag;
    side.least_ms = Math.min(side.least_ms, ms);
  }

  #climbOf(side: Side, cell: number, isHigh: boolean): Climb {
    const { climbs, count } = side;
    for (let i = 0; i < count; i++) if (climbs[i].cell === cell && climbs[i].isHigh === isHigh) return climbs[i];
    if (count === climbs.length) climbs.push(new Climb(this.#mostHigh));
    const climb = climbs[side.count++];
    climb.cell = cell;
    climb.isHigh = isHigh;
    climb.count = 0;
    return climb;
  }

  /** Finds what it costs to get to the first vertices above, and the steps that go on from there. `against`: 0 along the arcs, 1 against them. */
  #begin(climb: Climb, against: number, least_ms: number): void {
    const { cells, firstStep } = this.#hierarchy;
    const { isHigh, count, places, ms, high_ms } = climb;
    const list = listOf(cells, climb, against);
    climb.firstStep = firstStep[list];
    climb.endStep = firstStep[list + 1];
    if (!isHigh) {
      this.#leaveCell(climb, against, least_ms);
      return;
    }
    let lowest = 0;
    for (let i = 0; i < count; i++) {
      high_ms[places[i]] = Math.min(high_ms[places[i]], ms[i] - least_ms);
      lowest = Math.max(lowest, places[i]);
    }
    climb.firstStep = firstStepTo(this.#steps, climb.firstStep, climb.endStep, lowest);
  }

  #leaveCell({ cell, count, places, ms, high_ms }: Climb, against: number, least_ms: number): void {
    const { cells, firstExit, exits, firstExitCost } = this.#hierarchy;
    const list = against * cells.branch.length + cell;
    const exit = firstExit[list];
    const size = firstExit[list + 1] - exit;
    for (let i = 0; i < count; i++) leaveTo(high_ms, { exits, exit, size, exit_ms: this.#exit_ms, row: firstExitCost[list] + places[i] * size, here_ms: (ms[i] - least_ms) | 0 });
  }

  /** The least sum at a vertex above both cells, if it is below `best_ms`. */
  #meet(up: Climb, down: Climb, best_ms: number): number {
    const places = commonDepth(this.#hierarchy.cells, up.cell, down.cell);
    const [up_ms, down_ms] = [up.high_ms, down.high_ms];
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

  /** A path in the cell of both, if they are in one and it is below `best_ms`. */
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

  /** Writes the arcs up to the meeting to `path`; their number. */
  #packUp(): number {
    const up = this.#up!;
    const [path, steps] = [this.#path, this.#next];
    const stepCount = this.#packSteps(up, steps, 0);
    let count = this.#packLeaving(up, this.#forward, path, 0);
    for (let i = stepCount - 1; i >= 0; i--) path[count++] = steps[i];
    this.sourceTag = up.tags[this.#beginning];
    return count;
  }

  /** Writes the arcs down from the meeting to `path`, from `start` on; where they end. */
  #packDown(start: number): number {
    const down = this.#down!;
    const path = this.#path;
    const end = this.#packSteps(down, path, start);
    const count = this.#packLeaving(down, this.#backward, path, end);
    path.subarray(end, count).reverse();
    this.targetTag = down.tags[this.#beginning];
    return count;
  }

  /** Writes the arcs of the steps to the meeting, the last one first, and notes in `exit` where the first one begins. @returns where they end */
  #packSteps(climb: Climb, path: Int32Array, start: number): number {
    const { stepArc } = this.#hierarchy;
    let [depth, end, count] = [this.#meeting, climb.endStep, start];
    for (;;) {
      // Steps to lower vertices come before those to higher ones.
      const step = stepTo(climb.high_ms, this.#steps, firstStepTo(this.#steps, climb.firstStep, end, depth), end, depth);
      if (step === -1) break;
      path[count++] = stepArc[step];
      depth = this.#steps[2 * step] >>> 16;
      end = step;
    }
    this.#exit = depth;
    return count;
  }

  /** Writes the arcs in the cell up to the exit, and notes in `beginning` from which on. @returns where they end */
  #packLeaving(climb: Climb, side: Side, path: Int32Array, start: number): number {
    const { cells, firstExit, exits, firstExitCost } = this.#hierarchy;
    const exit_ms = this.#exit_ms;
    const { cell, isHigh, places, ms } = climb;
    const against = side === this.#forward ? 0 : 1;
    const depth = this.#exit;
    const wanted_ms = climb.high_ms[depth] + side.least_ms;
    let beginning = 0;
    if (isHigh) {
      while (places[beginning] !== depth || ms[beginning] !== wanted_ms) beginning++;
      this.#beginning = beginning;
      return start;
    }
    const list = against * cells.branch.length + cell;
    const size = firstExit[list + 1] - firstExit[list];
    const column = firstExitCost[list] + exits.indexOf(depth, firstExit[list]) - firstExit[list];
    while (ms[beginning] + exit_ms[column + places[beginning] * size] !== wanted_ms) beginning++;
    this.#beginning = beginning;
    return this.#packCell(climb, against, { place: places[beginning], column, size }, path, start);
  }

  /** Writes the arcs of the cheapest way from a place in a cell to the exit with that column of costs: each leads to where the rest costs what is left. @returns where they end */
  #packCell({ cell }: Climb, against: number, { place, column, size }: { place: number; column: number; size: number }, path: Int32Array, start: number): number {
    const { cells, first, arcs } = this.#hierarchy;
    const exit_ms = this.#exit_ms;
    const highPlaces = cells.branchDepth[cells.branch[cell]];
    const rows = 2 * cells.firstVertex[cell] + against * (cells.firstVertex[cell + 1] - cells.firstVertex[cell]);
    let count = start;
    for (let here = place; here >= 0; count++) {
      const end = first[rows + here + 1];
      const rest_ms = exit_ms[column + here * size];
      for (let i = first[rows + here]; ; i++) {
        if (i === end) throw new Error(`nothing leads out of cell ${cell} from place ${here}`);
        const left_ms = rest_ms - arcs[2 * i + 1];
        if (left_ms < 0) continue;
        const next = arcs[2 * i];
        if (left_ms !== (next >= highPlaces ? exit_ms[column + (next - highPlaces) * size] : next === this.#exit ? 0 : NO_WAY_HERE)) continue;
        path[count] = i;
        here = next - highPlaces;
        break;
      }
    }
    return count;
  }
}

function signed(values: Uint32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}

interface Leaving {
  exits: Uint16Array;
  /** The first one of the cell, and how many. */
  exit: number;
  size: number;
  exit_ms: Int32Array;
  /** Where the costs from a vertex to them begin, and what it costs to come to it. */
  row: number;
  here_ms: number;
}

function leaveTo(high_ms: Int32Array, { exits, exit, size, exit_ms, row, here_ms }: Leaving): void {
  for (let k = 0; k < size; k++) {
    const cost_ms = exit_ms[row + k];
    const sum_ms = (here_ms + cost_ms) | 0;
    const depth = exits[exit + k];
    if (cost_ms >= 0 && sum_ms >= 0 && sum_ms < high_ms[depth]) high_ms[depth] = sum_ms;
  }
}

/** The first step that ends at a depth or above it; `end` for none. */
function firstStepTo(steps: Int32Array, begin: number, end: number, depth: number): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[2 * middle] & 0xffff) <= depth) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The steps of both in turn: each has to wait for the one before in its climb, but not for those of the other. */
function relaxBoth(steps: Int32Array, up: Climb, down: Climb): void {
  const [up_ms, down_ms] = [up.high_ms, down.high_ms];
  let i = 2 * up.firstStep;
  let k = 2 * down.firstStep;
  // Two of each at a time: in each turn of a loop the engine looks up anew where the arrays are, which takes as long as two steps.
  for (let rest = Math.min(up.endStep - up.firstStep, down.endStep - down.firstStep); rest >= 2; rest -= 2, i += 4, k += 4) {
    relax(up_ms, steps[i], steps[i + 1]);
    relax(down_ms, steps[k], steps[k + 1]);
    relax(up_ms, steps[i + 2], steps[i + 3]);
    relax(down_ms, steps[k + 2], steps[k + 3]);
  }
  relaxSteps(steps, up_ms, i / 2, up.endStep);
  relaxSteps(steps, down_ms, k / 2, down.endStep);
}

function relaxSteps(steps: Int32Array, high_ms: Int32Array, begin: number, end: number): void {
  let i = 2 * begin;
  for (const last = 2 * end - 8; i <= last; i += 8) {
    relax(high_ms, steps[i], steps[i + 1]);
    relax(high_ms, steps[i + 2], steps[i + 3]);
    relax(high_ms, steps[i + 4], steps[i + 5]);
    relax(high_ms, steps[i + 6], steps[i + 7]);
  }
  for (; i < 2 * end; i += 2) relax(high_ms, steps[i], steps[i + 1]);
}

function relax(high_ms: Int32Array, step: number, step_ms: number): void {
  const sum_ms = (high_ms[step >>> 16] + step_ms) | 0;
  if (sum_ms < 0) return;
  const next_ms = high_ms[step & 0xffff];
  // The smaller one of both, without deciding which: a processor would guess every third time wrong, and lose more by that than by all the rest.
  const change_ms = (sum_ms - next_ms) | 0;
  high_ms[step & 0xffff] = (next_ms + (change_ms & (change_ms >> 31))) | 0;
}

/** A step by which a depth was reached at its cost, of those that end there, which stand from `first` on; -1 for none. */
function stepTo(high_ms: Int32Array, steps: Int32Array, first: number, end: number, depth: number): number {
  const wanted_ms = high_ms[depth];
  for (let i = first; i < end && (steps[2 * i] & 0xffff) === depth; i++) if (((high_ms[steps[2 * i] >>> 16] + steps[2 * i + 1]) | 0) === wanted_ms) return i;
  return -1;
}

/** The list of steps for a climb. */
function listOf({ branch }: Cells, { cell, isHigh }: Climb, against: number): number {
  return 2 * (against * branch.length + cell) + (isHigh ? 1 : 0);
}

/** How many high vertices two cells have above both. */
function commonDepth({ branch, branchParent, branchDepth }: Cells, cell: number, other: number): number {
  let [a, b] = [branch[cell], branch[other]];
  while (a !== b) {
    if (branchDepth[a] >= branchDepth[b]) a = branchParent[a];
    else b = branchParent[b];
  }
  return branchDepth[a];
}
