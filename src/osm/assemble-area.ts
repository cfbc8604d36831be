import { assert } from '../errors.js';
import { toDegrees } from '../geo/coordinates.js';
import { MAX_AREA_NODES } from './limits.js';
import {
  findContacts,
  indexSegments,
  oddSegments,
  pairKey,
  splitAtTouches,
  type SegmentSet,
} from './segment-set.js';
import { traceRings } from './trace-rings.js';

/** A member way of the relation, with its geometry. */
export interface MemberWay {
  id: number;
  role: string;
  /** Node ids. */
  refs: ArrayLike<number>;
  /** One longitude-latitude pair in 1e-7 degrees for each entry of `refs`. */
  positions: Int32Array;
}

/**
 * The polygons, or a human-readable reason why there is no area. Each polygon is an outer ring followed by
 * its inner rings. All rings are closed (first position = last). Outer rings run counterclockwise, inner
 * rings clockwise.
 */
export type AreaResult = { polygons: Int32Array[][] } | { reason: string };

/**
 * Assembles the area enclosed by the member ways of a multipolygon or boundary relation.
 *
 * Ways may come in any order and direction and may be split anywhere. As in most renderers, only the geometry
 * matters: the outermost ring encloses the area, the next ring inside it encloses a hole, and so on. Roles
 * are ignored. Where two ways overlap, the shared segments cancel out. A way that is listed twice, or
 * coincides with another way, is counted only once if that is needed to close the rings.
 *
 * Nothing is guessed. If a ring is not closed, or lines cross without a common node, the function returns a
 * reason instead of an area.
 */
export function assembleArea(ways: readonly MemberWay[]): AreaResult {
  const distinct = withoutRepeated(ways);
  if (distinct.length === 0) return { reason: 'it has no member ways' };
  if (distinct.reduce((sum, way) => sum + way.refs.length, 0) > MAX_AREA_NODES)
    return { reason: 'it has too many nodes' };
  const vertices = numberVertices(distinct);
  const lines = vertices.lines.filter((line) => line.length > 1);
  // A closed way that occurs twice can only represent a single ring. An open way that occurs twice may be a
  // border shared by two parts, which cancels out, or a duplicate. Only one of the two interpretations
  // produces closed rings.
  const once = withoutCopies(lines, (line) => line[0] === line[line.length - 1]);
  let set = segmentsOf(once, vertices.numbers);
  let loose = looseEnds(set);
  if (loose.length > 0) {
    set = segmentsOf(
      withoutCopies(once, () => true),
      vertices.numbers,
    );
    if (looseEnds(set).length === 0) loose = [];
  }
  if (loose.length > 0)
    return {
      reason: `a ring is open at ${loose
        .slice(0, 2)
        .map((v) => describe(set, v))
        .join(' and ')}`,
    };
  return polygonsOf(set);
}

function polygonsOf(crude: SegmentSet): AreaResult {
  let set = crude;
  if (set.from.length === 0) return { reason: 'its ways enclose nothing' };
  let index = indexSegments(set);
  const contacts = findContacts(set, index);
  if ('tangled' in contacts) return { reason: 'its ways are too tangled' };
  if ('crossing' in contacts)
    return {
      reason: `lines cross without a common node near ${describe(set, set.from[contacts.crossing[0]])}`,
    };
  if (contacts.touches.length > 0) {
    set = { xs: set.xs, ys: set.ys, ...oddSegments(splitAtTouches(set, contacts.touches)) };
    if (set.from.length === 0) return { reason: 'its ways enclose nothing' };
    index = indexSegments(set);
  }
  const polygons = traceRings(set, index);
  if (polygons === null) return { reason: 'it has too many separate rings' };
  return { polygons: polygons.map((rings) => rings.map((ring) => closedRing(set, ring))) };
}

function withoutRepeated(ways: readonly MemberWay[]): MemberWay[] {
  const seen = new Set<number>();
  return ways.filter((way) => {
    assert(
      way.positions.length === way.refs.length * 2,
      `way ${way.id} has ${way.refs.length} nodes and ${way.positions.length / 2} positions`,
    );
    if (seen.has(way.id)) return false;
    seen.add(way.id);
    return true;
  });
}

/** Converts each way to a sequence of vertex numbers. Nodes at the same position become the same vertex. */
function numberVertices(ways: readonly MemberWay[]): { numbers: PositionNumbers; lines: number[][] } {
  const numbers = new PositionNumbers(ways.reduce((sum, way) => sum + way.refs.length, 0));
  const lines = ways.map(({ positions }) => {
    const line: number[] = [];
    for (let i = 0; i < positions.length; i += 2) {
      const vertex = numbers.number(positions[i], positions[i + 1]);
      if (vertex !== line[line.length - 1]) line.push(vertex);
    }
    return line;
  });
  return { numbers, lines };
}

/**
 * Omits each line that has the same segments as an earlier line, in either direction, if `applies` returns
 * true for it.
 */
function withoutCopies(
  lines: readonly number[][],
  applies: (line: readonly number[]) => boolean,
): number[][] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    if (!applies(line)) return true;
    const key = segmentKeys([line]).sort().join();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function segmentsOf(lines: readonly number[][], numbers: PositionNumbers): SegmentSet {
  const xs = numbers.xs.subarray(0, numbers.size);
  const ys = numbers.ys.subarray(0, numbers.size);
  return { xs, ys, ...oddSegments(segmentKeys(lines)) };
}

function segmentKeys(lines: readonly number[][]): Float64Array {
  const keys = new Float64Array(lines.reduce((sum, line) => sum + line.length - 1, 0));
  let count = 0;
  for (const line of lines)
    for (let i = 1; i < line.length; i++) keys[count++] = pairKey(line[i - 1], line[i]);
  return keys;
}

/** Returns the vertices where an odd number of segments meet. No ring can pass through these vertices. */
function looseEnds(set: SegmentSet): number[] {
  const odd = new Uint8Array(set.xs.length);
  for (const v of set.from) odd[v] ^= 1;
  for (const v of set.to) odd[v] ^= 1;
  const loose: number[] = [];
  odd.forEach((isOdd, v) => {
    if (isOdd === 1) loose.push(v);
  });
  return loose;
}

function describe(set: SegmentSet, vertex: number): string {
  return `${toDegrees(set.xs[vertex])},${toDegrees(set.ys[vertex])}`;
}

function closedRing(set: SegmentSet, ring: readonly number[]): Int32Array {
  const positions = new Int32Array(ring.length * 2 + 2);
  for (let i = 0; i <= ring.length; i++) {
    const vertex = ring[i % ring.length];
    positions[i * 2] = set.xs[vertex];
    positions[i * 2 + 1] = set.ys[vertex];
  }
  return positions;
}

/**
 * Numbers positions (Int32 pairs) from 0, in order of first occurrence. Equal positions get the same number.
 */
class PositionNumbers {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  size = 0;
  readonly #slots: Int32Array;

  /** @param capacity the maximum number of positions */
  constructor(capacity: number) {
    this.xs = new Int32Array(capacity);
    this.ys = new Int32Array(capacity);
    // Uses open addressing and keeps at least half of the slots empty.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2 + 2))).fill(-1);
  }

  /** Returns a position's number, assigning one if the position is new. */
  number(x: number, y: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot];
      if (found === -1) {
        slots[slot] = this.size;
        this.xs[this.size] = x;
        this.ys[this.size] = y;
        return this.size++;
      }
      if (this.xs[found] === x && this.ys[found] === y) return found;
    }
  }
}
