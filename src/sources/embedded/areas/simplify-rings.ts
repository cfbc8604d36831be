/** A closed ring: the last position equals the first. */
export type Ring = [x: number, y: number][];

/** The number of positions or edges per unit of work, which takes a few tens of microseconds. */
const PIECE = 2048;
const EDGES = 64;

/**
 * Removes positions as long as the ring stays within `tolerance` of the original (Douglas and Peucker). A
 * ring is left unchanged if simplifying it would bring it closer than `clear` to another ring or to itself.
 * Works in small steps.
 * @param polygons rings that neither cross nor touch
 */
export function* simplifyRings(
  polygons: readonly Ring[][],
  tolerance: number,
  clear: number,
): Generator<void, Ring[][]> {
  const all = polygons.flat();
  const simple: Ring[] = [];
  for (const ring of all) simple.push(yield* simplified(ring, tolerance));
  for (let bad = yield* crossing(simple, clear); bad.size > 0; bad = yield* crossing(simple, clear)) {
    let isChanged = false;
    for (const i of bad) {
      if (simple[i] === all[i]) continue;
      simple[i] = all[i];
      isChanged = true;
    }
    if (!isChanged) break;
  }
  let next = 0;
  return polygons.map((rings) => rings.map(() => simple[next++]));
}

function* simplified(ring: Ring, tolerance: number): Generator<void, Ring> {
  const last = ring.length - 1;
  // A ring has no ends, so simplification starts from two positions that are far apart.
  let far = 0;
  for (let i = 1; i < last; i++) if (away2(ring[i], ring[0]) > away2(ring[far], ring[0])) far = i;
  const isKept = new Uint8Array(ring.length);
  isKept[0] = isKept[far] = isKept[last] = 1;
  const open: [x: number, y: number][] = [
    [0, far],
    [far, last],
  ];
  let looks = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    let [farthest, most2] = [-1, tolerance ** 2];
    for (let i = from + 1; i < to; i++) {
      const distance2 = fromLine2(ring[i], ring[from], ring[to]);
      if (distance2 > most2) [farthest, most2] = [i, distance2];
    }
    looks += to - from;
    if (looks >= PIECE) {
      looks = 0;
      yield;
    }
    if (farthest === -1) continue;
    isKept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  const kept = ring.filter((_, i) => isKept[i] === 1);
  return kept.length < 4 ? ring : kept;
}

/**
 * Returns the indexes of the rings that have an edge that meets, or nearly meets, another edge. Edges are
 * looked up by grid square.
 */
function* crossing(rings: readonly Ring[], clear: number): Generator<void, Set<number>> {
  const squares = new Map<number, [ring: number, edge: number][]>();
  const bad = new Set<number>();
  let looks = 0;
  for (const [ring, positions] of rings.entries()) {
    for (let edge = 0; edge + 1 < positions.length; edge++) {
      if (++looks % EDGES === 0) yield;
      const [a, b] = [positions[edge], positions[edge + 1]];
      for (const square of squaresOf(a, b)) {
        const others = squares.get(square);
        if (others === undefined) {
          squares.set(square, [[ring, edge]]);
          continue;
        }
        for (const [otherRing, other] of others) {
          const apart = otherRing === ring ? edgesApart(edge, other, positions.length - 1) : Infinity;
          if (apart <= 1) continue;
          const own = rings[otherRing];
          // An edge between these two edges may be shorter than `clear`.
          const gap = apart <= 2 ? 0 : clear;
          if (areNear([a, b], [own[other], own[other + 1]], gap)) bad.add(ring).add(otherRing);
        }
        others.push([ring, edge]);
      }
    }
  }
  return bad;
}

const SQUARE = 4;
const MOST_SQUARES = 2 ** 16;

function* squaresOf(a: Ring[0], b: Ring[0]): Generator<number> {
  const [left, right] = [
    Math.floor(Math.min(a[0], b[0]) / SQUARE),
    Math.floor(Math.max(a[0], b[0]) / SQUARE),
  ];
  const [bottom, top] = [
    Math.floor(Math.min(a[1], b[1]) / SQUARE),
    Math.floor(Math.max(a[1], b[1]) / SQUARE),
  ];
  for (let x = left; x <= right; x++) for (let y = bottom; y <= top; y++) yield x * MOST_SQUARES + y;
}

/** Returns the number of edges from one edge to another. A ring's last edge is adjacent to its first. */
function edgesApart(edge: number, other: number, count: number): number {
  const apart = Math.abs(edge - other);
  return Math.min(apart, count - apart);
}

type Edge = readonly [from: Ring[0], to: Ring[0]];

function areNear([a, b]: Edge, [c, d]: Edge, clear: number): boolean {
  if (doMeet(a, b, c, d)) return true;
  if (clear === 0) return false;
  const least2 = Math.min(fromLine2(a, c, d), fromLine2(b, c, d), fromLine2(c, a, b), fromLine2(d, a, b));
  return least2 < clear ** 2;
}

function doMeet(a: Ring[0], b: Ring[0], c: Ring[0], d: Ring[0]): boolean {
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

function side(a: Ring[0], b: Ring[0], c: Ring[0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function away2(a: Ring[0], b: Ring[0]): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}

function fromLine2(p: Ring[0], a: Ring[0], b: Ring[0]): number {
  const length2 = away2(a, b);
  if (length2 === 0) return away2(p, a);
  const share = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length2;
  const part = Math.max(0, Math.min(1, share));
  return away2(p, [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
}
