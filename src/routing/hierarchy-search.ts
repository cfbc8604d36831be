import { DRIVES, LISTED, NO_PARTS, type Cells, type Hierarchy } from './hierarchy.js';

// As numbers of 32 bits, and of this module: what another one exports is fetched from there each time.
const WITHOUT_PARTS = NO_PARTS | 0;
const DRIVES_BIT = DRIVES | 0;
const LISTED_FROM = LISTED;
const LISTED_SHIFT = 30;

/** In `from`: a path begins here. */
const BEGINNING = 0xffffffff;

/** What was reached from the beginnings in one cell, or from those among the high vertices that the cell stands for. */
class Climb {
  cell = 0;
  /** Places of high vertices, and of all. */
  highPlaces = 0;
  places = 0;
  /** Lowest place in the cell that was a beginning. */
  lowest = 0;
  /** The beginnings are high vertices that the cell stands for. */
  isHigh = false;
  /** By place; Infinity everywhere between two searches. */
  readonly ms: Float64Array;
  /** By place reached: the arc of the cell by which it was, or a negated step; where a path begins its tag. */
  readonly arc: Int32Array;
  /** By place reached, but for steps, which know that: the place where the arc begins; BEGINNING where a path begins. */
  readonly from: Uint32Array;

  constructor(mostPlaces: number) {
    this.ms = new Float64Array(mostPlaces).fill(Infinity);
    this.arc = new Int32Array(mostPlaces);
    this.from = new Uint32Array(mostPlaces);
  }
}

/** The climbs of one side of a search, one for each cell in which it has beginnings, and for each that stands for some; those behind `count` are kept for later. */
interface Side {
  climbs: Climb[];
  count: number;
}

/**
 * The cheapest path between several sources and several targets in a hierarchy. No queue is needed: the arcs above each cell lie there in the order in which they
 * are to be relaxed, the arcs from the targets backwards likewise, and the path turns where the sum is least. The workspace is allocated once and is clean
 * after each search.
 */
export class HierarchySearch {
  readonly #hierarchy: Hierarchy;
  readonly #mostPlaces: number;
  readonly #inCells: number;
  readonly #forward: Side = { climbs: [], count: 0 };
  readonly #backward: Side = { climbs: [], count: 0 };
  /** Where the path of the last successful search turns. */
  #up: Climb | null = null;
  #down: Climb | null = null;
  #meeting = 0;
  /** The directed segments of a path, see `unpack`; on the way the arcs that are still to be taken apart, DRIVES + segments, which are below 0 here, and lists. */
  segments: Int32Array<ArrayBufferLike>;
  #next: Int32Array<ArrayBufferLike>;
  /** After a successful `run`: the tags of the source and the target of the path. */
  sourceTag = 0;
  targetTag = 0;

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
    const { firstVertex, branchDepth } = hierarchy.cells;
    const cellCount = firstVertex.length - 1;
    this.#inCells = firstVertex[cellCount];
    let mostInCell = 0;
    for (let cell = 0; cell < cellCount; cell++) mostInCell = Math.max(mostInCell, firstVertex[cell + 1] - firstVertex[cell]);
    this.#mostPlaces = mostInCell + branchDepth.reduce((most, depth) => Math.max(most, depth), 0);
    // Both are large enough for a path before it is unpacked.
    this.segments = new Int32Array(2 * this.#mostPlaces);
    this.#next = this.segments.slice();
  }

  reset(): void {
    for (const side of [this.#forward, this.#backward]) {
      for (let i = 0; i < side.count; i++) side.climbs[i].ms.fill(Infinity, 0, side.climbs[i].places);
      side.count = 0;
    }
  }

  /** `ms` may be below 0. */
  addSource(vertex: number, ms: number, tag: number): void {
    this.#begin(this.#forward, vertex, ms, tag);
  }

  addTarget(vertex: number, ms: number, tag: number): void {
    this.#begin(this.#backward, vertex, ms, tag);
  }

  /** Milliseconds of the cheapest path that is cheaper than `limit_ms`; Infinity when there is none. Once after each `reset`. */
  run(limit_ms: number): number {
    const { climbs: ups, count: upCount } = this.#forward;
    const { climbs: downs, count: downCount } = this.#backward;
    for (let i = 0; i < upCount; i++) this.#climb(ups[i], 0);
    for (let i = 0; i < downCount; i++) this.#climb(downs[i], 1);
    let best_ms = limit_ms;
    for (let i = 0; i < upCount; i++) {
      for (let k = 0; k < downCount; k++) best_ms = this.#meet(ups[i], downs[k], best_ms);
    }
    if (best_ms >= limit_ms) return Infinity;
    this.sourceTag = this.#up!.arc[this.#beginning(this.#up!)];
    this.targetTag = this.#down!.arc[this.#beginning(this.#down!)];
    return best_ms;
  }

  /**
   * Unpacks the path of the last successful `run`.
   * @returns how many directed segments it drives, one for each arc of the base graph; they stand in `segments`, in order, until the next call
   */
  unpack(): number {
    const { parts, lists } = this.#hierarchy;
    let count = this.#packPath();
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

  /** Writes the arcs up to the meeting and down from it to `segments`; their number. */
  #packPath(): number {
    const [up, down] = [this.#up!, this.#down!];
    const path = this.segments;
    let count = 0;
    for (let place = this.#meeting; ; count++) {
      const before = this.#before(up, place);
      if (before === BEGINNING) break;
      path[count] = this.#arcTo(up, place);
      place = before;
    }
    path.subarray(0, count).reverse();
    for (let place = this.#meeting; ; count++) {
      const before = this.#before(down, place);
      if (before === BEGINNING) return count;
      path[count] = this.#arcTo(down, place);
      place = before;
    }
  }

  /** The place from which a place was reached; BEGINNING for none. */
  #before({ arc, from }: Climb, place: number): number {
    return arc[place] < 0 ? this.#hierarchy.steps[2 * ~arc[place]] >>> 16 : from[place];
  }

  /** The arc by which a place was reached that is no beginning. */
  #arcTo({ arc }: Climb, place: number): number {
    return arc[place] < 0 ? this.#hierarchy.stepArc[~arc[place]] : arc[place];
  }

  /** The place where the path to the meeting begins. */
  #beginning(climb: Climb): number {
    let place = this.#meeting;
    for (;;) {
      const before = this.#before(climb, place);
      if (before === BEGINNING) return place;
      place = before;
    }
  }

  #begin(side: Side, vertex: number, ms: number, tag: number): void {
    const { cells } = this.#hierarchy;
    const cell = cells.ofVertex[vertex];
    const isHigh = vertex >= this.#inCells;
    const climb = this.#climbOf(side, cell, isHigh);
    let place: number;
    if (!isHigh) {
      place = climb.highPlaces + vertex - cells.firstVertex[cell];
      climb.lowest = Math.min(climb.lowest, place);
    } else {
      place = cells.depth[vertex - this.#inCells];
    }
    if (ms >= climb.ms[place]) return;
    climb.ms[place] = ms;
    climb.from[place] = BEGINNING;
    climb.arc[place] = tag;
  }

  #climbOf(side: Side, cell: number, isHigh: boolean): Climb {
    const { climbs, count } = side;
    for (let i = 0; i < count; i++) if (climbs[i].cell === cell && climbs[i].isHigh === isHigh) return climbs[i];
    if (count === climbs.length) climbs.push(new Climb(this.#mostPlaces));
    const { firstVertex, branch, branchDepth } = this.#hierarchy.cells;
    const climb = climbs[side.count++];
    climb.cell = cell;
    climb.isHigh = isHigh;
    climb.highPlaces = branchDepth[branch[cell]];
    climb.lowest = climb.places = climb.highPlaces + firstVertex[cell + 1] - firstVertex[cell];
    return climb;
  }

  /** Relaxes all that can be reached upward: in the cell, then above it. `against`: 0 along the arcs, 1 against them. */
  #climb({ cell, isHigh, highPlaces, places, lowest, ms, from, arc }: Climb, against: number): void {
    const { cells, first, arcs, firstStep, steps } = this.#hierarchy;
    const size = places - highPlaces;
    const toRow = 2 * cells.firstVertex[cell] + against * size - highPlaces;
    for (let place = lowest; place < places; place++) {
      const here_ms = ms[place];
      if (here_ms === Infinity) continue;
      const end = first[place + toRow + 1];
      for (let i = first[place + toRow]; i < end; i++) {
        const next = arcs[2 * i];
        const sum_ms = here_ms + arcs[2 * i + 1];
        if (sum_ms >= ms[next]) continue;
        ms[next] = sum_ms;
        from[next] = place;
        arc[next] = i;
      }
    }
    const list = 2 * (against * cells.branch.length + cell) + (isHigh ? 1 : 0);
    const endStep = firstStep[list + 1];
    for (let i = firstStep[list]; i < endStep; i++) {
      const step = steps[2 * i];
      const next = step & 0xffff;
      const sum_ms = ms[step >>> 16] + steps[2 * i + 1];
      if (sum_ms >= ms[next]) continue;
      ms[next] = sum_ms;
      arc[next] = ~i;
    }
  }

  /** The least sum at a vertex above both cells (or in the one), if it is below `best_ms`. */
  #meet(up: Climb, down: Climb, best_ms: number): number {
    const places = up.cell === down.cell ? up.places : commonDepth(this.#hierarchy.cells, up.cell, down.cell);
    let meeting = -1;
    for (let place = 0; place < places; place++) {
      const sum_ms = up.ms[place] + down.ms[place];
      if (sum_ms >= best_ms) continue;
      best_ms = sum_ms;
      meeting = place;
    }
    if (meeting !== -1) [this.#up, this.#down, this.#meeting] = [up, down, meeting];
    return best_ms;
  }
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
