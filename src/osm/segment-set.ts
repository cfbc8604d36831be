import Flatbush from 'flatbush';
import { orientation } from '../geo/orientation.js';

/** Vertex numbers have at most 26 bits, so that a pair of vertex numbers fits exactly into a double. */
const PAIR = 2 ** 26;

/**
 * The maximum number of segment pairs to compare before giving up on an area. An ordinary border needs about
 * two comparisons per segment.
 */
const MAX_COMPARISONS = 20_000_000;

/**
 * The maximum number of vertices that may lie inside segments, per segment. Overlapping borders with
 * different nodes have about one such vertex per segment.
 */
const MAX_TOUCHES_PER_SEGMENT = 8;

/** Stores vertices by number, and segments as pairs of vertex numbers. Positions are in 1e-7 degrees. */
export interface SegmentSet {
  xs: Int32Array;
  ys: Int32Array;
  /** The ends of each segment; `from` is the smaller vertex number. Every segment occurs once. */
  from: Uint32Array;
  to: Uint32Array;
}

/** Returns a number that identifies the segment between two vertices, the same in both directions. */
export function pairKey(a: number, b: number): number {
  return a < b ? a * PAIR + b : b * PAIR + a;
}

/**
 * Returns the segments that occur an odd number of times. Where the borders of two parts overlap, the
 * segments cancel out, because either both sides belong to the area or neither does. Sorts `keys` in place.
 */
export function oddSegments(keys: Float64Array): { from: Uint32Array; to: Uint32Array } {
  keys.sort();
  const odd: number[] = [];
  for (let i = 0; i < keys.length;) {
    let next = i + 1;
    while (next < keys.length && keys[next] === keys[i]) next++;
    if ((next - i) % 2 === 1) odd.push(keys[i]);
    i = next;
  }
  return {
    from: Uint32Array.from(odd, (key) => Math.floor(key / PAIR)),
    to: Uint32Array.from(odd, (key) => key % PAIR),
  };
}

/** Builds a spatial index of the segments, for `findContacts` and for looking west of a vertex. */
export function indexSegments(set: SegmentSet): Flatbush {
  const { xs, ys, from, to } = set;
  const index = new Flatbush(from.length, 16, Int32Array);
  for (let s = 0; s < from.length; s++) {
    const a = from[s];
    const b = to[s];
    index.add(Math.min(xs[a], xs[b]), Math.min(ys[a], ys[b]), Math.max(xs[a], xs[b]), Math.max(ys[a], ys[b]));
  }
  index.finish();
  return index;
}

/**
 * Either two segments that cross, or a note that there are too many pairs to compare, or the vertices that
 * lie inside other segments, as pairs of segment number and vertex number.
 */
export type Contacts =
  { crossing: readonly [first: number, second: number] } | { tangled: true } | { touches: number[] };

/**
 * Compares all pairs of segments with overlapping bounding boxes. A proper crossing stops the search. All
 * decisions are exact.
 */
export function findContacts(set: SegmentSet, index: Flatbush): Contacts {
  const { xs, ys, from, to } = set;
  const touches: number[] = [];
  let comparisons = 0;
  for (let s = 0; s < from.length; s++) {
    const a = from[s];
    const b = to[s];
    const near = index.search(
      Math.min(xs[a], xs[b]),
      Math.min(ys[a], ys[b]),
      Math.max(xs[a], xs[b]),
      Math.max(ys[a], ys[b]),
      (t) => t > s,
    );
    comparisons += near.length;
    if (comparisons > MAX_COMPARISONS) return { tangled: true };
    for (const t of near) {
      if (meet(set, s, t, touches)) return { crossing: [s, t] };
      if (touches.length > 2 * MAX_TOUCHES_PER_SEGMENT * from.length) return { tangled: true };
    }
  }
  return { touches };
}

/**
 * Whether s and t cross properly. If a vertex of one segment lies inside the other, adds the vertex to
 * `touches`.
 */
function meet(set: SegmentSet, s: number, t: number, touches: number[]): boolean {
  const a = set.from[s];
  const b = set.to[s];
  const c = set.from[t];
  const d = set.to[t];
  const sideC = side(set, a, b, c);
  const sideD = side(set, a, b, d);
  if (sideC * sideD > 0) return false;
  const sideA = side(set, c, d, a);
  const sideB = side(set, c, d, b);
  if (sideC * sideD < 0 && sideA * sideB < 0) return true;
  if (sideC === 0 && inside(set, a, b, c)) touches.push(s, c);
  if (sideD === 0 && inside(set, a, b, d)) touches.push(s, d);
  if (sideA === 0 && inside(set, c, d, a)) touches.push(t, a);
  if (sideB === 0 && inside(set, c, d, b)) touches.push(t, b);
  return false;
}

/** Returns the keys of all segments after each segment has been cut at the vertices inside it. */
export function splitAtTouches(set: SegmentSet, touches: readonly number[]): Float64Array {
  const cuts = new Map<number, Set<number>>();
  for (let i = 0; i < touches.length; i += 2) {
    const found = cuts.get(touches[i]);
    if (found === undefined) cuts.set(touches[i], new Set([touches[i + 1]]));
    else found.add(touches[i + 1]);
  }
  const keys: number[] = [];
  for (let s = 0; s < set.from.length; s++) {
    const a = set.from[s];
    const distance = (v: number): number => Math.abs(set.xs[v] - set.xs[a]) + Math.abs(set.ys[v] - set.ys[a]);
    const inOrder = [...(cuts.get(s) ?? [])].sort((v, w) => distance(v) - distance(w));
    let last = a;
    for (const v of [...inOrder, set.to[s]]) {
      keys.push(pairKey(last, v));
      last = v;
    }
  }
  return Float64Array.from(keys);
}

/**
 * Returns which side of the line from a to b the vertex c is on: 1 left, -1 right, 0 on the line. All three
 * are vertex numbers.
 */
export function side(set: SegmentSet, a: number, b: number, c: number): -1 | 0 | 1 {
  if (a === c || b === c) return 0;
  const { xs, ys } = set;
  return orientation(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
}

/** Whether c, which is on the line through a and b, lies strictly between them. */
function inside(set: SegmentSet, a: number, b: number, c: number): boolean {
  if (c === a || c === b) return false;
  const { xs, ys } = set;
  return (
    Math.min(xs[a], xs[b]) <= xs[c] &&
    xs[c] <= Math.max(xs[a], xs[b]) &&
    Math.min(ys[a], ys[b]) <= ys[c] &&
    ys[c] <= Math.max(ys[a], ys[b])
  );
}
