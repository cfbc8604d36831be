import type Flatbush from 'flatbush';
import { assert } from '../errors.js';
import { side, type SegmentSet } from './segment-set.js';

/**
 * The segments that meet at each vertex, counterclockwise by direction, starting just after south. The
 * segments of vertex v are `segments[starts[v]]` up to but excluding `segments[starts[v + 1]]`. `slots` has
 * two indexes into `segments` for each segment s: `slots[2 * s]` for its end `from`, `slots[2 * s + 1]` for
 * its end `to`.
 */
interface Corners {
  starts: Uint32Array;
  segments: Uint32Array;
  slots: Uint32Array;
}

/**
 * The maximum number of segments to examine, in total for all rings, when looking west. A forest with 1,000
 * glades needs 100,000.
 */
const MAX_WEST_STEPS = 20_000_000;

/**
 * Converts segments to polygons: a place belongs to the area if segments enclose it an odd number of times.
 * The segments must meet only at shared vertices, with an even number of segments at each vertex. Rings may
 * touch each other and themselves at vertices. A ring that touches itself is returned as several rings.
 *
 * Every segment has the area on exactly one side. The algorithm propagates that side from segment to segment
 * around each vertex. The propagation starts at the westernmost vertex of each connected part, where the
 * nearest segment to the west determines the side.
 *
 * The segments are then traversed with the area on the left, always turning onto the next segment that bounds
 * the same corner of the area. A walk is cut at each vertex that it visits twice, which produces simple
 * rings. At most one of these rings is counterclockwise: it is the outer ring of a polygon. The other rings
 * are inner rings.
 *
 * @returns the rings' vertex numbers, each polygon's outer ring first. The first vertex is not repeated at
 *   the end. Null if so many rings lie side by side that tracing would take too long.
 */
export function traceRings(set: SegmentSet, index: Flatbush): number[][][] | null {
  const corners = sortCorners(set);
  const parts = connectedParts(set, corners);
  const forward = new Uint8Array(set.from.length);
  const oriented = new Uint8Array(set.from.length);
  /** For each part inside another part's area: the segment to its west. For all others, -1. */
  const work = { left: MAX_WEST_STEPS };
  const hosts: number[] = parts.map((westernmost) => {
    const host = parts.length > 1 ? segmentToTheWest(set, index, westernmost, work) : -1;
    const inArea = host !== -1 && areaIsEast(set, host, forward);
    orientPart(set, corners, { westernmost, inArea, forward, oriented });
    return inArea ? host : -1;
  });
  if (work.left < 0) return null;
  const walkOf = new Int32Array(set.from.length).fill(-1);
  const walks = walkAll(set, corners, forward, walkOf);
  const polygons = walks.map((walk) => ringsOfWalk(set, walk));
  // A part inside the area forms a hole. The outermost walk of such a part has no outer ring, so its rings
  // are added to the polygon to its west. Parts are processed from west to east, so every part farther west
  // already has its polygon.
  const ownerOf = Int32Array.from(walks.keys());
  hosts.forEach((host, part) => {
    if (host === -1) return;
    const hole = walkOf[corners.segments[corners.starts[parts[part]]]];
    const owner = ownerOf[walkOf[host]];
    ownerOf[hole] = owner;
    polygons[owner].push(...polygons[hole]);
    polygons[hole] = [];
  });
  return polygons.filter((rings) => rings.length > 0);
}

function sortCorners(set: SegmentSet): Corners {
  const { from, to, xs } = set;
  const starts = new Uint32Array(xs.length + 1);
  for (let s = 0; s < from.length; s++) {
    starts[from[s] + 1]++;
    starts[to[s] + 1]++;
  }
  for (let v = 0; v < xs.length; v++) starts[v + 1] += starts[v];
  const fill = starts.slice();
  const segments = new Uint32Array(from.length * 2);
  for (let s = 0; s < from.length; s++) {
    segments[fill[from[s]]++] = s;
    segments[fill[to[s]]++] = s;
  }
  const slots = new Uint32Array(from.length * 2);
  for (let v = 0; v < xs.length; v++) {
    if (starts[v + 1] > starts[v]) {
      segments
        .subarray(starts[v], starts[v + 1])
        .sort((s, t) => compareAngle(set, v, otherEnd(set, s, v), otherEnd(set, t, v)));
    }
    for (let i = starts[v]; i < starts[v + 1]; i++)
      slots[segments[i] * 2 + (from[segments[i]] === v ? 0 : 1)] = i;
  }
  return { starts, segments, slots };
}

/**
 * Compares the directions from v to a and from v to b, in counterclockwise order starting just after south.
 */
function compareAngle(set: SegmentSet, v: number, a: number, b: number): number {
  const western = (w: number): number => {
    const dx = set.xs[w] - set.xs[v];
    return dx > 0 || (dx === 0 && set.ys[w] > set.ys[v]) ? 0 : 1;
  };
  return western(a) - western(b) || -side(set, v, a, b);
}

function otherEnd(set: SegmentSet, s: number, v: number): number {
  return set.from[s] === v ? set.to[s] : set.from[s];
}

/**
 * Returns the westernmost vertex of each connected part; if there are several, returns the southernmost of
 * these. The parts are ordered from west to east.
 */
function connectedParts(set: SegmentSet, corners: Corners): number[] {
  const { xs, ys } = set;
  const seen = new Uint8Array(xs.length);
  const parts: number[] = [];
  const stack: number[] = [];
  const before = (v: number, w: number): boolean => xs[v] < xs[w] || (xs[v] === xs[w] && ys[v] < ys[w]);
  for (const start of set.from) {
    if (seen[start] === 1) continue;
    let westernmost = start;
    seen[start] = 1;
    stack.push(start);
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      if (before(v, westernmost)) westernmost = v;
      for (let i = corners.starts[v]; i < corners.starts[v + 1]; i++) {
        const w = otherEnd(set, corners.segments[i], v);
        if (seen[w] === 1) continue;
        seen[w] = 1;
        stack.push(w);
      }
    }
    parts.push(westernmost);
  }
  return parts.sort((v, w) => (before(v, w) ? -1 : 1));
}

/**
 * Returns the first segment hit by a westward ray from v, or -1 if the ray hits none. The ray runs very
 * slightly north of v, so it passes through no vertex.
 */
function segmentToTheWest(set: SegmentSet, index: Flatbush, v: number, work: { left: number }): number {
  if (work.left < 0) return -1;
  const y = set.ys[v];
  let nearest = -1;
  for (const s of index.search(-Infinity, y, set.xs[v], y)) {
    work.left--;
    const [low, high] = lowAndHigh(set, s);
    if (set.ys[low] > y || set.ys[high] <= y || side(set, low, high, v) !== -1) continue;
    if (nearest === -1 || isEastOf(set, s, nearest)) nearest = s;
  }
  return nearest;
}

/**
 * Whether segment s is east of segment t at the latitudes that they share. The two segments must overlap in
 * latitude and must not cross.
 */
function isEastOf(set: SegmentSet, s: number, t: number): boolean {
  const { ys } = set;
  const [sLow, sHigh] = lowAndHigh(set, s);
  const [tLow, tHigh] = lowAndHigh(set, t);
  // The higher of the two southern ends and the lower of the two northern ends both lie within the other
  // segment's latitude range.
  const low = ys[sLow] >= ys[tLow] ? -side(set, tLow, tHigh, sLow) : side(set, sLow, sHigh, tLow);
  if (low !== 0) return low > 0;
  return (ys[sHigh] <= ys[tHigh] ? -side(set, tLow, tHigh, sHigh) : side(set, sLow, sHigh, tHigh)) > 0;
}

function lowAndHigh(set: SegmentSet, s: number): [low: number, high: number] {
  const { from, to, ys } = set;
  return ys[from[s]] < ys[to[s]] ? [from[s], to[s]] : [to[s], from[s]];
}

/**
 * Whether the area is on the eastern side of a non-horizontal segment, that is, on the right of someone going
 * north.
 */
function areaIsEast(set: SegmentSet, s: number, forward: Uint8Array): boolean {
  const goesNorth = set.ys[set.to[s]] > set.ys[set.from[s]];
  return goesNorth !== (forward[s] === 1);
}

/**
 * Sets `forward` for every segment connected to `westernmost`: 1 if the area is on the left when going from
 * `from` to `to`. `inArea` says whether the point directly west of that vertex belongs to the area.
 */
function orientPart(
  set: SegmentSet,
  corners: Corners,
  part: { westernmost: number; inArea: boolean; forward: Uint8Array; oriented: Uint8Array },
): void {
  const { starts, segments, slots } = corners;
  const { westernmost, inArea, forward, oriented } = part;
  // The order runs from south via east to north, so west is on the right of the first segment, seen from the
  // vertex.
  const first = segments[starts[westernmost]];
  forward[first] = (set.from[first] === westernmost) !== inArea ? 1 : 0;
  oriented[first] = 1;
  const stack = [first];
  for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
    for (let end = 0; end < 2; end++) {
      const v: number = end === 0 ? set.from[s] : set.to[s];
      const slot: number = slots[s * 2 + end] + 1;
      const next = segments[slot === starts[v + 1] ? starts[v] : slot];
      if (oriented[next] === 1) continue;
      oriented[next] = 1;
      // The space between s and the next segment counterclockwise is either entirely inside the area or
      // entirely outside. Seen from v, the space is on the left of s and on the right of the next segment.
      const areaLeft = (end === 0) === (forward[s] === 1);
      forward[next] = (set.from[next] === v) !== areaLeft ? 1 : 0;
      stack.push(next);
    }
  }
}

/** Walks along all segments and records each segment's walk in `walkOf`. A walk is a list of vertices. */
function walkAll(set: SegmentSet, corners: Corners, forward: Uint8Array, walkOf: Int32Array): number[][] {
  const { starts, segments, slots } = corners;
  const walks: number[][] = [];
  for (let start = 0; start < walkOf.length; start++) {
    if (walkOf[start] !== -1) continue;
    const vertices: number[] = [];
    let s = start;
    do {
      assert(walkOf[s] === -1 && vertices.length <= walkOf.length, 'a walk runs into another one');
      walkOf[s] = walks.length;
      vertices.push(forward[s] === 1 ? set.from[s] : set.to[s]);
      const arrivesAt = forward[s] === 1 ? set.to[s] : set.from[s];
      const slot = slots[s * 2 + forward[s]];
      // The next segment clockwise bounds the area's corner to the left of s.
      s = segments[(slot === starts[arrivesAt] ? starts[arrivesAt + 1] : slot) - 1];
    } while (s !== start);
    walks.push(vertices);
  }
  return walks;
}

/**
 * Cuts a walk at the vertices that it visits twice. The counterclockwise ring, if there is one, comes first.
 */
function ringsOfWalk(set: SegmentSet, walk: readonly number[]): number[][] {
  const rings: number[][] = [];
  const path: number[] = [];
  const placeOf = new Map<number, number>();
  let outer = -1;
  const cut = (place: number): void => {
    const ring = path.splice(place);
    for (const v of ring) placeOf.delete(v);
    if (isAnticlockwise(set, ring)) {
      assert(outer === -1, 'a walk has two outer rings');
      outer = rings.length;
    }
    rings.push(ring);
  };
  for (const v of walk) {
    const place = placeOf.get(v);
    if (place !== undefined) cut(place);
    placeOf.set(v, path.length);
    path.push(v);
  }
  cut(0);
  if (outer > 0) rings.unshift(...rings.splice(outer, 1));
  return rings;
}

/**
 * Whether a simple ring is counterclockwise. This test is exact: it checks which way the ring turns at its
 * westernmost vertex; if there are several, it uses the southernmost of these.
 */
function isAnticlockwise(set: SegmentSet, ring: readonly number[]): boolean {
  const { xs, ys } = set;
  let at = 0;
  for (let i = 1; i < ring.length; i++) {
    const v = ring[i];
    const best = ring[at];
    if (xs[v] < xs[best] || (xs[v] === xs[best] && ys[v] < ys[best])) at = i;
  }
  return side(set, ring[(at + ring.length - 1) % ring.length], ring[at], ring[(at + 1) % ring.length]) > 0;
}
