import { distanceM } from '../../geo/distance.js';
import type { Position } from '../../geo/position.js';

/**
 * One drive of a vehicle: its points, and their times in seconds from an arbitrary moment, in ascending
 * order.
 */
export interface TaughtDrive {
  points: Position[];
  times_s: number[];
}

/**
 * A vehicle that stays within this radius for this long is standing still. Even in a traffic jam, a vehicle
 * moves farther than this.
 */
const STAND = { radius_m: 50, least_s: 180 };
/** If a recording has a gap longer than this, the drive during the gap is unknown. */
const MOST_GAP_S = 300;
/** Nothing is learned near the start and the end of a drive, because people live there. */
const ENDS_M = 300;

/** Splits a recording where the vehicle is standing still, and drops both ends of each drive. */
export function taughtDrives({ points, times_s }: TaughtDrive): TaughtDrive[] {
  const drives: TaughtDrive[] = [];
  let begin = 0;
  const finish = (end: number): void => {
    const [from, to] = withoutEnds(points, begin, end);
    if (to - from > 1) drives.push({ points: points.slice(from, to), times_s: times_s.slice(from, to) });
  };
  for (let at = 0; at < points.length; at++) {
    if (at > 0 && times_s[at] - times_s[at - 1] > MOST_GAP_S) {
      finish(at);
      begin = at;
    }
    const end = standsUntil(points, times_s, at);
    if (end === at) continue;
    finish(at + 1);
    begin = at = end;
  }
  finish(points.length);
  return drives;
}

/** Returns the last point of a stop that begins at a point, or the point itself if there is no stop. */
function standsUntil(points: readonly Position[], times_s: readonly number[], at: number): number {
  let end = at;
  while (end + 1 < points.length && apart_m(points[at], points[end + 1]) <= STAND.radius_m) end++;
  return times_s[end] - times_s[at] >= STAND.least_s ? end : at;
}

/**
 * Returns the points of a drive from the first point that is far enough from its start to the last point that
 * is far enough from its end.
 */
function withoutEnds(points: readonly Position[], begin: number, end: number): number[] {
  let [from, to] = [begin, end];
  while (from < end && apart_m(points[begin], points[from]) < ENDS_M) from++;
  while (to > from && apart_m(points[end - 1], points[to - 1]) < ENDS_M) to--;
  return [from, to];
}

function apart_m(a: Position, b: Position): number {
  return distanceM(a[0], a[1], b[0], b[1]);
}
