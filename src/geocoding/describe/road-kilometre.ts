import type { Position } from '../../geo/position.js';
import { toDegrees } from '../../geo/coordinates.js';
import { addToGroup } from '../../arrays/groups.js';
import { distanceM } from '../../geo/distance.js';
import { lengthM } from '../../geo/measure.js';

/**
 * The longest gap in a road that can be bridged, in meters. Gaps occur, for example, where the streets that
 * continue a road through a town have other names.
 */
const MOST_GAP_M = 20_000;
/**
 * The maximum number of gaps in a road that are bridged. If a road has more pieces than this, its kilometers
 * are not counted.
 */
const MOST_GAPS = 30;
const MOST_PIECES = 1_500;

interface Piece {
  line: Int32Array;
  ends: readonly [string, string];
  length_m: number;
}

/**
 * Returns the position on a road at a given distance, in kilometers, from a town. The count starts with the
 * straight-line distance from the town to the nearest end of the road. The kilometer posts beside the road
 * may differ by a few kilometers.
 *
 * @param lines the pieces of the road, as lines of lon7, lat7 pairs
 *
 * @returns the position in degrees, or null if the road is shorter
 */
export function positionAtKilometre(
  lines: readonly Int32Array[],
  origin: Position,
  km: number,
): Position | null {
  if (lines.length === 0 || lines.length > MOST_PIECES) return null;
  const pieces = lines.map(pieceOf);
  const whole_m = pieces.reduce((sum, { length_m }) => sum + length_m, 0);
  // If the gaps are longer in total than the pieces, the pieces do not form a road.
  if (km * 1_000 > 2 * whole_m + MOST_GAP_M) return null;
  const ends = [...new Set(pieces.flatMap((piece) => piece.ends))];
  const [, start] = nearestPair([keyOf(origin)], ends)!;
  const before_m = distanceM(...origin, ...positionOf(start));
  if (before_m > MOST_GAP_M) return null;
  const reached = reachedFrom(start, pieces, before_m);
  const wanted_m = km * 1_000;
  for (const {
    line,
    ends: [a, b],
    length_m,
  } of pieces) {
    const [from, to] = [reached.get(a), reached.get(b)];
    if (from === undefined || to === undefined) continue;
    const isForward = from <= to;
    const begin_m = Math.min(from, to);
    if (wanted_m < begin_m || wanted_m > begin_m + length_m) continue;
    return along(isForward ? line : reversed(line), wanted_m - begin_m);
  }
  return null;
}

function pieceOf(line: Int32Array): Piece {
  const last = line.length - 2;
  const ends = [`${line[0]},${line[1]}`, `${line[last]},${line[last + 1]}`] as const;
  return { line, ends, length_m: lengthM([line]) };
}

/**
 * Returns the distance along the road, in meters, to each end of a piece. The shortest gaps are bridged
 * first.
 */
function reachedFrom(start: string, pieces: readonly Piece[], begin_m: number): Map<string, number> {
  const reached = new Map([[start, begin_m]]);
  const around = new Map<string, { end: string; length_m: number }[]>();
  const add = (from: string, end: string, length_m: number): void => {
    addToGroup(around, from, { end, length_m });
  };
  for (const {
    ends: [a, b],
    length_m,
  } of pieces) {
    add(a, b, length_m);
    add(b, a, length_m);
  }
  let open = [start];
  for (let gaps = 0; ; gaps++) {
    while (open.length > 0) {
      open.sort((a, b) => reached.get(b)! - reached.get(a)!);
      const end = open.pop()!;
      for (const next of around.get(end) ?? []) {
        const total_m = reached.get(end)! + next.length_m;
        if (total_m >= (reached.get(next.end) ?? Infinity)) continue;
        reached.set(next.end, total_m);
        open.push(next.end);
      }
    }
    const gap = nearestPair(
      [...reached.keys()],
      [...around.keys()].filter((end) => !reached.has(end)),
    );
    if (
      gap === null ||
      gaps === MOST_GAPS ||
      distanceM(...positionOf(gap[0]), ...positionOf(gap[1])) > MOST_GAP_M
    )
      return reached;
    reached.set(gap[1], reached.get(gap[0])! + distanceM(...positionOf(gap[0]), ...positionOf(gap[1])));
    open = [gap[1]];
  }
}

/** Returns the two ends that are nearest to each other, or null if either list is empty. */
function nearestPair(some: readonly string[], others: readonly string[]): [string, string] | null {
  let best: [string, string] | null = null;
  let least = Infinity;
  const places = others.map(positionOf);
  for (const one of some) {
    const [lon, lat] = positionOf(one);
    const scale = Math.cos((lat * Math.PI) / 180);
    places.forEach(([x, y], i) => {
      const squared = ((x - lon) * scale) ** 2 + (y - lat) ** 2;
      if (squared < least) [least, best] = [squared, [one, others[i]]];
    });
  }
  return best;
}

function keyOf([lon, lat]: Position): string {
  return `${Math.round(lon * 1e7)},${Math.round(lat * 1e7)}`;
}

function positionOf(end: string): Position {
  const [lon7, lat7] = end.split(',').map(Number);
  return [toDegrees(lon7), toDegrees(lat7)];
}

function at(line: Int32Array, i: number): Position {
  return [toDegrees(line[i]), toDegrees(line[i + 1])];
}

function reversed(line: Int32Array): Int32Array {
  const turned = new Int32Array(line.length);
  for (let i = 0; i < line.length; i += 2) turned.set(line.subarray(i, i + 2), line.length - 2 - i);
  return turned;
}

function along(line: Int32Array, wanted_m: number): Position {
  let left_m = wanted_m;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [from, to] = [at(line, i), at(line, i + 2)];
    const length_m = distanceM(...from, ...to);
    if (left_m <= length_m || i + 5 >= line.length) {
      const share = length_m === 0 ? 0 : Math.min(1, left_m / length_m);
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    }
    left_m -= length_m;
  }
  return at(line, 0);
}
