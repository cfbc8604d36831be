import type { BaseGraph } from '../frozen/base-graph.js';
import {
  NO_MIDDLE,
  NO_MIDDLE_IN_CELL,
  vertexRow,
  type Direction,
  type Hierarchy,
} from '../frozen/hierarchy.js';
import { lastNotAbove } from '../frozen/routing-data.js';
import type { VertexPlaces } from '../frozen/vertex-places.js';

/**
 * Finds the directed segments that make up the arcs of a path. An arc that passes over a lower vertex
 * consists of two of that vertex's arcs: one that comes from the tail, and one that goes to the head. Both
 * are looked up in the vertex's lists, so an arc does not need to store them.
 */
export class PathUnpacking {
  readonly #hierarchy: Hierarchy;
  readonly #graph: BaseGraph;
  readonly #places: VertexPlaces;
  readonly #inCells: number;
  readonly #arcsInCells: number;
  /** The result of `unpack`. */
  segments = new Int32Array(1024);
  #length = 0;
  /**
   * A stack of the arcs that still have to be split, as triples of arc, tail and head; the next arc to split
   * is on top.
   */
  readonly #open: number[] = [];

  constructor(hierarchy: Hierarchy, graph: BaseGraph, places: VertexPlaces) {
    this.#hierarchy = hierarchy;
    this.#graph = graph;
    this.#places = places;
    this.#inCells = hierarchy.cells.firstVertex[hierarchy.cells.branch.length];
    this.#arcsInCells = hierarchy.arc_ms.length;
  }

  /**
   * Unpacks the first `arcCount` arcs of a path. Until the next call, `segments` holds the directed segments
   * in order.
   * @returns the number of directed segments, one for each arc of the base graph
   */
  unpack(arcs: Int32Array, arcCount: number): number {
    this.#length = 0;
    for (let i = 0; i < arcCount; i++) this.#unpackArc(arcs[i]);
    return this.#length;
  }

  #unpackArc(whole: number): void {
    const open = this.#open;
    this.#openArc(whole);
    while (open.length > 0) {
      const head = open.pop()!;
      const tail = open.pop()!;
      const arc = open.pop()!;
      const middle = this.#middleOf(arc, tail < head ? tail : head);
      if (middle === NO_MIDDLE) this.#push(this.#drivenSegment(tail, head));
      else {
        open.push(this.#arcOf(middle, 'out', head), middle, head);
        open.push(this.#arcOf(middle, 'in', tail), tail, middle);
      }
    }
  }

  /** Pushes an arc and its ends onto the stack. */
  #openArc(arc: number): void {
    const { first, arcPlace, cells } = this.#hierarchy;
    const row = lastNotAbove(first, arc);
    const cell = cells.ofVertex[row >> 1];
    const [begin, end] = [cells.firstVertex[cell], cells.firstVertex[cell + 1]];
    const inCell = row < 2 * this.#inCells;
    const leaves = inCell ? row < begin + end : (row & 1) === 0;
    const own = inCell ? row - (leaves ? begin : end) : row >> 1;
    const other = this.#places.vertexAt(cell, arcPlace[arc]);
    if (leaves) this.#open.push(arc, own, other);
    else this.#open.push(arc, other, own);
  }

  /** Returns the lower vertex that an arc passes over. @param own the arc's lower end */
  #middleOf(arc: number, own: number): number {
    const { cells, middleInCell, middle } = this.#hierarchy;
    if (own >= this.#inCells) return middle[arc - this.#arcsInCells];
    const place = middleInCell[arc];
    return place === NO_MIDDLE_IN_CELL ? NO_MIDDLE : cells.firstVertex[cells.ofVertex[own]] + place;
  }

  /** Returns the arc from a vertex to a higher vertex, or the arc in the opposite direction. */
  #arcOf(vertex: number, direction: Direction, higher: number): number {
    const arc = arcBetween(this.#hierarchy, vertex, direction, this.#places.placeOf(higher));
    if (arc === NOT_THERE) throw new Error(`no arc between the vertices ${vertex} and ${higher}`);
    return arc;
  }

  /**
   * Returns the directed segment of the cheapest arc between two vertices, or the first such segment if
   * several are equally cheap.
   */
  #drivenSegment(tail: number, head: number): number {
    const { hasTurns, drivenSegment, firstArc, arcHead, arc_ms } = this.#graph;
    if (hasTurns) return drivenSegment[tail];
    let best = -1;
    for (let arc = firstArc[tail]; arc < firstArc[tail + 1]; arc++)
      if (arcHead[arc] === head && (best === -1 || arc_ms[arc] < arc_ms[best])) best = arc;
    return drivenSegment[best];
  }

  #push(directed: number): void {
    if (this.#length === this.segments.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.segments);
      this.segments = grown;
    }
    this.segments[this.#length++] = directed;
  }
}

const NOT_THERE = -1;

/**
 * Returns the arc between a vertex and the higher vertex at the given place, or NOT_THERE if there is none.
 */
export function arcBetween(
  { cells, first, arcPlace }: Hierarchy,
  vertex: number,
  direction: Direction,
  place: number,
): number {
  const row = vertexRow(cells, vertex, direction);
  for (let i = first[row]; i < first[row + 1]; i++) if (arcPlace[i] === place) return i;
  return NOT_THERE;
}
