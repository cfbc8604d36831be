import type { CurrentArcs } from '../current/current-arcs.js';
import type { Candidate } from '../ends/snap.js';
import type { UpwardArcs } from '../frozen/contraction.js';
import { NO_WAY } from '../frozen/hierarchy.js';
import { CollectedEnds } from '../search/collected-ends.js';
import type { WorkedRoads } from '../search/worked-roads.js';
import { RouteSearch } from '../search/route-search.js';

/** A point on one side of a matrix. */
export interface DensePoint {
  /** The point's number on its side. */
  number: number;
  candidates: readonly Candidate[];
  /** Where the point's routes begin or end in the graph. */
  found: CollectedEnds['found'];
}

/**
 * The part of the hierarchy above a group of points: all vertices above the points, lowest first, and the
 * costs between these vertices and the points.
 */
export interface DenseClimbs {
  /** Points that are neighbors in the tree are stored next to each other. */
  points: readonly DensePoint[];
  vertices: Uint32Array;
  /** Per vertex position: the first and the last point whose climb passes the vertex. */
  first: Uint32Array;
  last: Uint32Array;
  /**
   * Per vertex position: the index that the cost of point 0 would have in `ms`. Only the points from `first`
   * to `last` are stored.
   */
  start: Int32Array;
  /** Costs in milliseconds; NOTHING if there is no path. */
  ms: Int32Array;
}

/** Twice this number still fits into 32 bits. Legal routes cost less than THROUGH_MS. */
const NOTHING = 2 ** 30 - 1;

/** The number of costs compared per piece of work, which takes a few tens of microseconds. */
const PIECE = 2 ** 15;

/**
 * Computes the costs between many points on roads that have changed since the import. The points climb the
 * elimination tree over all arcs of the contraction, as CurrentSearch does for a single pair. The points
 * climb together, so that each arc is read only once for all points that use it. Then, at each vertex above
 * both sides, the costs of the points below it are combined.
 */
export class DenseJoin {
  readonly #roads: Pick<WorkedRoads, 'data' | 'ends'>;
  readonly #arcs: CurrentArcs;
  /** Per vertex: its position in a climb, counted from 1; 0 if it is not in the climb. */
  readonly #place: Uint32Array;

  constructor(roads: Pick<WorkedRoads, 'data' | 'ends'>, arcs: CurrentArcs) {
    this.#roads = roads;
    this.#arcs = arcs;
    this.#place = new Uint32Array(roads.data.graph.vertexCount);
  }

  /** Returns the points of a side that have roads nearby. */
  *points(side: readonly Candidate[][], direction: 'out' | 'in'): Generator<void, DensePoint[]> {
    const { data, ends } = this.#roads;
    const points: DensePoint[] = [];
    for (const [number, candidates] of side.entries()) {
      const collected = new CollectedEnds();
      const search = new RouteSearch(data, collected, ends);
      if (direction === 'out') search.addOrigins(candidates);
      else search.addDestinations(candidates);
      if (candidates.length > 0) points.push({ number, candidates, found: collected.found });
      yield;
    }
    return points;
  }

  /** Computes the climbs of a group of points. */
  *climb(points: readonly DensePoint[], direction: 'out' | 'in'): Generator<void, DenseClimbs> {
    const { out, in: into, parent } = this.#roads.data.contraction;
    const climbs = this.#above(points, parent);
    const { vertices, first, last } = climbs;
    const arcs = direction === 'out' ? out : into;
    const firstArc = direction === 'out' ? 0 : out.neighbour.length;
    let compared = 0;
    for (let k = 0; k < vertices.length; k++) {
      this.#relax(climbs, k, arcs, firstArc);
      compared += (arcs.first[vertices[k] + 1] - arcs.first[vertices[k]]) * (last[k] + 1 - first[k]);
      if (compared < PIECE) continue;
      compared = 0;
      yield;
    }
    for (const vertex of vertices) this.#place[vertex] = 0;
    return climbs;
  }

  /**
   * Relaxes the upward arcs of the vertex at a position. @param firstArc the number of the direction's first
   * arc
   */
  #relax(climbs: DenseClimbs, k: number, { first, neighbour }: UpwardArcs, firstArc: number): void {
    const { vertices, start, ms } = climbs;
    const place = this.#place;
    const costs_ms = this.#arcs.ms;
    const begin = start[k] + climbs.first[k];
    const count = climbs.last[k] + 1 - climbs.first[k];
    const end = first[vertices[k] + 1];
    for (let i = first[vertices[k]]; i < end; i++) {
      if (costs_ms[firstArc + i] === NO_WAY) continue;
      const arc_ms = costs_ms[firstArc + i] | 0;
      const above = start[place[neighbour[i]] - 1] + climbs.first[k];
      for (let point = 0; point < count; point++) {
        const sum_ms = (ms[begin + point] + arc_ms) | 0;
        if (sum_ms < ms[above + point]) ms[above + point] = sum_ms;
      }
    }
  }

  /** Returns the vertices above a group of points, with only the costs of the points themselves. */
  #above(unordered: readonly DensePoint[], parent: Uint32Array): DenseClimbs {
    const place = this.#place;
    const above: number[] = [];
    for (const { found } of unordered)
      for (const { vertex } of found)
        for (let v = vertex; place[v] === 0; v = parent[v]) {
          place[v] = 1;
          above.push(v);
        }
    const vertices = Uint32Array.from(above).sort();
    vertices.forEach((vertex, k) => (place[vertex] = k + 1));
    const points = inTreeOrder(unordered, vertices, (vertex) => place[vertex] - 1, parent);
    const first = new Uint32Array(vertices.length).fill(points.length);
    const last = new Uint32Array(vertices.length);
    const widen = (k: number, low: number, high: number): void => {
      if (low < first[k]) first[k] = low;
      if (high > last[k]) last[k] = high;
    };
    points.forEach(({ found }, point) => {
      for (const { vertex } of found) widen(place[vertex] - 1, point, point);
    });
    const start = new Int32Array(vertices.length);
    let length = 0;
    for (let k = 0; k < vertices.length; k++) {
      widen(place[parent[vertices[k]]] - 1, first[k], last[k]);
      start[k] = length - first[k];
      length += last[k] + 1 - first[k];
    }
    const ms = new Int32Array(length).fill(NOTHING);
    points.forEach(({ found }, point) => {
      for (const { vertex, ms: end_ms } of found) {
        const at = start[place[vertex] - 1] + point;
        if (end_ms < ms[at]) ms[at] = end_ms;
      }
    });
    return { points, vertices, first, last, start, ms };
  }
}

/**
 * Returns the points in the order of a walk through the tree, so that points below the same vertex are next
 * to each other.
 */
function inTreeOrder(
  points: readonly DensePoint[],
  vertices: Uint32Array,
  placeOf: (vertex: number) => number,
  parent: Uint32Array,
): DensePoint[] {
  const size = new Uint32Array(vertices.length).fill(1);
  vertices.forEach((vertex, k) => {
    if (parent[vertex] !== vertex) size[placeOf(parent[vertex])] += size[k];
  });
  const visit = new Uint32Array(vertices.length);
  /** Per position: the visit number of its next child. The roots come last. */
  const next = new Uint32Array(vertices.length + 1);
  for (let k = vertices.length - 1; k >= 0; k--) {
    const isRoot = parent[vertices[k]] === vertices[k];
    const above = isRoot ? vertices.length : placeOf(parent[vertices[k]]);
    visit[k] = next[above];
    next[above] += size[k];
    next[k] = visit[k] + 1;
  }
  const visitOf = ({ found }: DensePoint): number =>
    found.length === 0 ? 0 : visit[placeOf(found[0].vertex)];
  return [...points].sort((one, other) => visitOf(one) - visitOf(other));
}

/** Returns, for each pair of points from the two sides, the lowest sum of both climbs. */
export function* joinClimbs(one: DenseClimbs, other: DenseClimbs): Generator<void, Int32Array> {
  const count = other.points.length;
  const sums_ms = new Int32Array(one.points.length * count).fill(NOTHING);
  let compared = 0;
  for (let i = 0, k = 0; i < one.vertices.length && k < other.vertices.length;) {
    if (one.vertices[i] !== other.vertices[k]) {
      if (one.vertices[i] < other.vertices[k]) i++;
      else k++;
      continue;
    }
    const [low, high, from] = [other.first[k], other.last[k], other.start[k]];
    for (let point = one.first[i]; point <= one.last[i]; point++) {
      const own_ms = one.ms[one.start[i] + point];
      if (own_ms === NOTHING) continue;
      const row = point * count;
      for (let to = low; to <= high; to++) {
        const sum_ms = (own_ms + other.ms[from + to]) | 0;
        if (sum_ms < sums_ms[row + to]) sums_ms[row + to] = sum_ms;
      }
    }
    compared += (one.last[i] + 1 - one.first[i]) * (high + 1 - low);
    i++;
    k++;
    if (compared < PIECE) continue;
    compared = 0;
    yield;
  }
  return sums_ms;
}
