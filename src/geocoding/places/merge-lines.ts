import { DisjointSets } from '../../arrays/disjoint-sets.js';
import { groupedBy } from '../../arrays/groups.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../geo/distance.js';
import { boxOfLines } from '../../geo/line-box.js';
import { nearestFraction } from '../../geo/segment.js';
import { pointOf, sizeOfGeometry, type Draft } from './draft.js';

/**
 * Pieces with the same name that are at most this many meters apart are one street, for example across the
 * gap of a square or between the carriageways of an avenue.
 */
const SAME_STREET_M = 150;

/**
 * The maximum number of position-to-segment comparisons, for each position of all pieces with one name. A
 * river made of a hundred pieces needs about ten. Beyond the limit, pieces that do not share a position are
 * not merged.
 */
const STEPS_PER_POSITION = 2000;

/**
 * Merges line pieces that people consider to be one street (or river, or railway) into one place. Two pieces
 * belong together if they have the same key and either share a position or are at most 150 m apart. Pieces
 * also belong together if they are connected through other pieces.
 *
 * @param keyOf returns the key of a piece, which is the same for all spellings of a street's name
 */
export function mergeLines(pieces: readonly Draft[], keyOf: (piece: Draft) => string): Draft[] {
  const uses = new Map<string, number>();
  for (const piece of pieces) uses.set(piece.name, (uses.get(piece.name) ?? 0) + 1);
  return [...groupedBy(pieces, keyOf).values()].flatMap((group) =>
    clusters(group).map((cluster) => mergeCluster(cluster, uses)),
  );
}

function clusters(pieces: readonly Draft[]): (readonly Draft[])[] {
  const sets = new DisjointSets(pieces.length);
  const outlines = pieces.map(outlineOf);
  joinAtPositions(outlines, sets);
  joinNearby(outlines, sets);
  return sets.groupsOf(pieces);
}

/** The lines of a piece (pairs of lon7 and lat7) and their bounding box, in 1e-7 degrees. */
interface Outline {
  lines: readonly Int32Array[];
  positions: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

function outlineOf({ geometry }: Draft): Outline {
  const lines = geometry.kind === 'line' ? geometry.lines : [];
  const [west, south, east, north] = boxOfLines(lines);
  const positions = lines.reduce((sum, line) => sum + line.length / 2, 0);
  return { lines, positions, west, south, east, north };
}

function joinAtPositions(outlines: readonly Outline[], sets: DisjointSets): void {
  const owner = new Map<number, number>();
  outlines.forEach(({ lines }, i) => {
    for (const line of lines) {
      for (let at = 0; at < line.length; at += 2) {
        // lon7 needs 32 bits and lat7 / 1024 needs 21, so the key is exact in a double. Positions with the
        // same key differ by at most 11 m in latitude, so for a street they are the same place.
        const key = line[at] * 2_097_152 + Math.floor(line[at + 1] / 1024);
        const other = owner.get(key);
        if (other === undefined) owner.set(key, i);
        else sets.union(i, other);
      }
    }
  });
}

/** Sweeps over the boxes from west to east, with each box enlarged by SAME_STREET_M. */
function joinNearby(outlines: readonly Outline[], sets: DisjointSets): void {
  const order = outlines.map((_, i) => i).sort((a, b) => outlines[a].west - outlines[b].west || a - b);
  let active: number[] = [];
  const work = { left: STEPS_PER_POSITION * outlines.reduce((sum, outline) => sum + outline.positions, 0) };
  for (const i of order) {
    const box = outlines[i];
    const middle = (box.south + box.north) / 2 / 1e7;
    const marginLon = (SAME_STREET_M / metersPerDegreeLon(middle)) * 1e7;
    const marginLat = (SAME_STREET_M / metersPerDegreeLat(middle)) * 1e7;
    active = active.filter((other) => outlines[other].east >= box.west - marginLon);
    for (const other of active) {
      if (--work.left < 0) return;
      const { south, north } = outlines[other];
      if (south > box.north + marginLat || north < box.south - marginLat || sets.find(i) === sets.find(other))
        continue;
      if (isNear(box, outlines[other], middle, work)) sets.union(i, other);
    }
    active.push(i);
  }
}

/**
 * `work.left` is the number of segments that may still be examined. When it is 0, all outlines are treated as
 * far apart.
 */
function isNear(a: Outline, b: Outline, lat: number, work: { left: number }): boolean {
  const scale = { perLon: metersPerDegreeLon(lat) / 1e7, perLat: metersPerDegreeLat(lat) / 1e7 };
  const limit2 = SAME_STREET_M * SAME_STREET_M;
  // If two lines do not cross, at least one of their two nearest points is a vertex of a line. If lines of
  // one street cross, they share a vertex there.
  const touches = (points: Outline, segments: Outline): boolean =>
    points.lines.some((line) => {
      for (let at = 0; at < line.length && work.left > 0; at += 2) {
        work.left -= segments.positions;
        if (distance2(segments, line[at], line[at + 1], scale) <= limit2) return true;
      }
      return false;
    });
  return touches(a, b) || touches(b, a);
}

/** Returns the squared distance, in square meters, from a position to the nearest point of the lines. */
function distance2(
  outline: Outline,
  lon7: number,
  lat7: number,
  { perLon, perLat }: { perLon: number; perLat: number },
): number {
  let best = Infinity;
  for (const line of outline.lines) {
    for (let i = 2; i < line.length; i += 2) {
      const ax = (line[i - 2] - lon7) * perLon;
      const ay = (line[i - 1] - lat7) * perLat;
      const bx = (line[i] - lon7) * perLon;
      const by = (line[i + 1] - lat7) * perLat;
      const t = nearestFraction(ax, ay, bx, by, 0, 0);
      const dx = ax + t * (bx - ax);
      const dy = ay + t * (by - ay);
      best = Math.min(best, dx * dx + dy * dy);
    }
  }
  return best;
}

/**
 * Merges the pieces into one draft with the most common spelling in the whole dataset, the best piece's tags,
 * all names, all lines, and the smallest id. The best piece is the one with the highest base; if several are
 * equal, the longest of them.
 */
function mergeCluster(pieces: readonly Draft[], uses: ReadonlyMap<string, number>): Draft {
  const spellings = [...new Set(pieces.map((piece) => piece.name))];
  const [name] = spellings.sort((a, b) => uses.get(b)! - uses.get(a)! || (a < b ? -1 : 1));
  const best = pieces.reduce((a, b) => (b.base > a.base || (b.base === a.base && b.size > a.size) ? b : a));
  const first = pieces.reduce((a, b) => (wayNumber(b.id) < wayNumber(a.id) ? b : a));
  const geometry = {
    kind: 'line' as const,
    lines: pieces.flatMap((piece) => (piece.geometry.kind === 'line' ? piece.geometry.lines : [])),
  };
  const [lon7, lat7] = pointOf(geometry);
  return {
    ...best,
    id: first.id,
    name,
    names: [...new Set([name, ...pieces.flatMap((piece) => piece.names)])],
    refs: [...new Set(pieces.flatMap((piece) => piece.refs))],
    geometry,
    size: sizeOfGeometry(geometry),
    lon7,
    lat7,
  };
}

/**
 * Returns the number in the id of a way or of a way's bridge. Ids are compared as numbers, so way 9 comes
 * before way 10.
 */
function wayNumber(id: string): number {
  return Number(/\d+(?=(?::bridge|:tunnel)?$)/.exec(id)?.[0] ?? Infinity);
}
