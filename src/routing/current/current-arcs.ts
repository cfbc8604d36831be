import { MinHeap } from '../../arrays/heap.js';
import type { BaseGraph } from '../frozen/base-graph.js';
import { NO_MIDDLE, NO_WAY } from '../frozen/hierarchy.js';
import { eliminationTree } from '../hierarchy/cells.js';
import { contract, type UpwardArcs } from '../hierarchy/contraction.js';
import { costArcs, MOST_MS } from '../hierarchy/customization.js';
import { arcsByNeighbour, type ArcsByNeighbour, type CostedArcs } from '../hierarchy/hierarchy-freeze.js';

/**
 * All arcs of a contraction with their costs, in one row: those of `out`, then those of `in`. A search may
 * go on with them while costs change, because changes are written between two searches.
 */
export interface CurrentArcs {
  out: UpwardArcs;
  in: UpwardArcs;
  /** Parent of each vertex in the elimination tree. A root is its own parent. */
  parent: Uint32Array;
  /** By arc: milliseconds; NO_WAY where nobody can drive now. */
  ms: Uint32Array;
  /** By arc: the lower vertex that it leads over, or NO_MIDDLE for an arc of the base graph. */
  middle: Uint32Array;
}

/** Arcs whose cost, or whose middle, is another one now. */
export interface ArcChanges {
  arc: Uint32Array;
  ms: Uint32Array;
  middle: Uint32Array;
}

/** Writes changes. Nobody may search meanwhile. */
export function applyChanges({ ms, middle }: CurrentArcs, changes: ArcChanges): void {
  changes.arc.forEach((arc, i) => {
    ms[arc] = changes.ms[i];
    middle[arc] = changes.middle[i];
  });
}

/** With more changed arcs of the base graph than this, all costs are worked out anew. */
const MOST_ONE_BY_ONE = 2000;

/** One direction of the contraction: `out` or `in`. */
interface Side {
  arcs: CostedArcs;
  /** The arcs that lead to each vertex from below. */
  toNeighbour: ArcsByNeighbour;
  /** Number of its first arc in the row of all. */
  start: number;
}

/**
 * Keeps the costs of all arcs up to date while costs of the base graph change: partial customization. An arc
 * is looked at again only where a change below may have changed it.
 */
export class ArcUpdater {
  readonly #graph: BaseGraph;
  readonly #out: Side;
  readonly #in: Side;
  readonly #parent: Uint32Array;
  /** By arc of the row: 1 while it waits. */
  readonly #isWaiting: Uint8Array;
  readonly #waiting = new Map<number, number[]>();
  readonly #heap = new MinHeap();
  /** Costs before this update, of the arcs that have changed. */
  readonly #before = new Map<number, number>();
  #changed: number[] = [];

  /** Takes seconds for a country. The vertices of the graph are numbered by rank. */
  constructor(graph: BaseGraph) {
    this.#graph = { ...graph, arc_ms: graph.arc_ms.slice() };
    const contraction = contract(graph);
    const { out, in: into } = costArcs(graph, {
      out: inSharedMemory(contraction.out),
      in: inSharedMemory(contraction.in),
    });
    this.#out = { arcs: out, toNeighbour: arcsByNeighbour(graph.vertexCount, out), start: 0 };
    const start = out.neighbour.length;
    this.#in = { arcs: into, toNeighbour: arcsByNeighbour(graph.vertexCount, into), start };
    this.#parent = eliminationTree(graph);
    this.#isWaiting = new Uint8Array(start + into.neighbour.length);
  }

  /** A copy for searches. The shape is in shared memory, so another thread need not copy it again. */
  arcs(): CurrentArcs {
    const joined = (from: Uint32Array, behind: Uint32Array): Uint32Array => {
      const all = new Uint32Array(from.length + behind.length);
      all.set(from);
      all.set(behind, from.length);
      return all;
    };
    const shape = ({ first, neighbour }: UpwardArcs): UpwardArcs => ({ first, neighbour });
    const [out, into] = [this.#out.arcs, this.#in.arcs];
    return {
      out: shape(out),
      in: shape(into),
      parent: this.#parent,
      ms: joined(out.ms, into.ms),
      middle: joined(out.middle, into.middle),
    };
  }

  /**
   * Takes over the costs of the base graph.
   * @param arc_ms by arc of the base graph; NO_WAY where nobody can drive
   */
  update(arc_ms: Uint32Array): ArcChanges {
    const { firstArc, arcHead, arc_ms: own_ms, vertexCount } = this.#graph;
    const changed: number[] = [];
    for (let tail = 0; tail < vertexCount; tail++) {
      for (let i = firstArc[tail]; i < firstArc[tail + 1]; i++) {
        if (arc_ms[i] === own_ms[i]) continue;
        own_ms[i] = arc_ms[i];
        if (arcHead[i] !== tail) changed.push(tail, arcHead[i]);
      }
    }
    if (changed.length > 2 * MOST_ONE_BY_ONE) return this.#updateAll();
    for (let i = 0; i < changed.length; i += 2) this.#wait(this.#arcBetween(changed[i], changed[i + 1]));
    while (this.#heap.size > 0) {
      const owner = this.#heap.minId;
      this.#heap.pop();
      this.#settle(owner);
    }
    const arc = Uint32Array.from(this.#changed);
    this.#changed = [];
    this.#before.clear();
    return {
      arc,
      ms: arc.map((a) => this.#sideOf(a).arcs.ms[a - this.#sideOf(a).start]),
      middle: arc.map((a) => this.#sideOf(a).arcs.middle[a - this.#sideOf(a).start]),
    };
  }

  #updateAll(): ArcChanges {
    const { out, in: into } = costArcs(this.#graph, { out: this.#out.arcs, in: this.#in.arcs });
    const arc: number[] = [];
    for (const [side, now] of [
      [this.#out, out],
      [this.#in, into],
    ] as const) {
      const { ms, middle } = side.arcs;
      for (let i = 0; i < ms.length; i++)
        if (ms[i] !== now.ms[i] || middle[i] !== now.middle[i]) arc.push(side.start + i);
      ms.set(now.ms);
      middle.set(now.middle);
    }
    const of = (values: (side: Side) => Uint32Array): Uint32Array =>
      Uint32Array.from(arc, (a) => values(this.#sideOf(a))[a - this.#sideOf(a).start]);
    return {
      arc: Uint32Array.from(arc),
      ms: of(({ arcs }) => arcs.ms),
      middle: of(({ arcs }) => arcs.middle),
    };
  }

  #sideOf(arc: number): Side {
    return arc < this.#in.start ? this.#out : this.#in;
  }

  /** The arc of the row from one vertex to another. */
  #arcBetween(tail: number, head: number): number {
    const side = tail < head ? this.#out : this.#in;
    return side.start + placeOf(side.arcs, Math.min(tail, head), Math.max(tail, head));
  }

  #wait(arc: number): void {
    if (this.#isWaiting[arc] === 1) return;
    this.#isWaiting[arc] = 1;
    const side = this.#sideOf(arc);
    const owner = ownerOf(side.arcs, arc - side.start);
    const here = this.#waiting.get(owner);
    if (here !== undefined) here.push(arc);
    else {
      this.#waiting.set(owner, [arc]);
      this.#heap.push(owner, owner);
    }
  }

  /** Works out the waiting arcs of a vertex. Everything at lower vertices is final. */
  #settle(owner: number): void {
    const arcs = this.#waiting.get(owner)!;
    this.#waiting.delete(owner);
    const changed = arcs.filter((arc) => this.#workOut(owner, arc));
    for (const arc of arcs) this.#isWaiting[arc] = 0;
    for (const arc of changed) this.#wakeAbove(owner, arc);
  }

  /** @returns whether its cost has changed */
  #workOut(owner: number, arc: number): boolean {
    const side = this.#sideOf(arc);
    const i = arc - side.start;
    const { neighbour, ms, middle } = side.arcs;
    const higher = neighbour[i];
    const [tail, head] = side === this.#out ? [owner, higher] : [higher, owner];
    let best_ms = this.#baseCost_ms(tail, head);
    let over = NO_MIDDLE;
    // Lower vertices with an arc between them and the owner, in the direction of a path over them.
    const { arcs: lowerArcs, toNeighbour } = side === this.#out ? this.#in : this.#out;
    for (let k = toNeighbour.first[owner]; k < toNeighbour.first[owner + 1]; k++) {
      const part_ms = lowerArcs.ms[toNeighbour.arc[k]];
      if (part_ms >= best_ms) continue;
      const v = toNeighbour.owner[k];
      const rest = placeOf(side.arcs, v, higher);
      if (rest === NOT_THERE) continue;
      const sum_ms = part_ms + ms[rest];
      if (sum_ms >= best_ms || sum_ms > MOST_MS) continue;
      best_ms = sum_ms;
      over = v;
    }
    if (best_ms === ms[i] && over === middle[i]) return false;
    this.#changed.push(arc);
    middle[i] = over;
    if (best_ms === ms[i]) return false;
    this.#before.set(arc, ms[i]);
    ms[i] = best_ms;
    return true;
  }

  #baseCost_ms(tail: number, head: number): number {
    const { firstArc, arcHead, arc_ms } = this.#graph;
    let best_ms = NO_WAY;
    for (let i = firstArc[tail]; i < firstArc[tail + 1]; i++)
      if (arcHead[i] === head && arc_ms[i] < best_ms) best_ms = arc_ms[i];
    return best_ms;
  }

  /** Wakes the arcs between higher vertices that a changed arc was, or is now, a part of. */
  #wakeAbove(owner: number, arc: number): void {
    const side = this.#sideOf(arc);
    const other = side === this.#out ? this.#in : this.#out;
    const end = side.arcs.neighbour[arc - side.start];
    const own_ms = side.arcs.ms[arc - side.start];
    const ownBefore_ms = this.#before.get(arc)!;
    for (let i = other.arcs.first[owner]; i < other.arcs.first[owner + 1]; i++) {
      const otherEnd = other.arcs.neighbour[i];
      if (otherEnd === end) continue;
      const other_ms = other.arcs.ms[i];
      const otherBefore_ms = this.#before.get(other.start + i) ?? other_ms;
      const above = side === this.#out ? this.#arcBetween(otherEnd, end) : this.#arcBetween(end, otherEnd);
      const aboveSide = this.#sideOf(above);
      const above_ms = aboveSide.arcs.ms[above - aboveSide.start];
      const isPart = ownBefore_ms + otherBefore_ms === above_ms;
      // Of equally cheap parts the lowest vertex is the middle.
      if (isPart || own_ms + other_ms <= above_ms) this.#wait(above);
    }
  }
}

function inSharedMemory({ first, neighbour }: UpwardArcs): UpwardArcs {
  const shared = (values: Uint32Array): Uint32Array => {
    const copy = new Uint32Array(new SharedArrayBuffer(values.byteLength));
    copy.set(values);
    return copy;
  };
  return { first: shared(first), neighbour: shared(neighbour) };
}

const NOT_THERE = -1;

/** The arc between a vertex and a higher one; NOT_THERE for none. */
export function placeOf({ first, neighbour }: UpwardArcs, vertex: number, higher: number): number {
  let low = first[vertex];
  let high = first[vertex + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = neighbour[middle];
    if (here === higher) return middle;
    if (here < higher) low = middle + 1;
    else high = middle - 1;
  }
  return NOT_THERE;
}

/** The vertex whose arc it is. */
function ownerOf({ first }: UpwardArcs, arc: number): number {
  let [low, high] = [0, first.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (first[middle] <= arc) low = middle;
    else high = middle - 1;
  }
  return low;
}
