import type { Position } from '../../geo/position.js';
import { deltaLon, distanceM } from '../../geo/distance.js';
import { STANDING, WINDOW_S } from './match-model.js';

/** A trace as the client sent it. */
export interface Trace {
  /** The points in degrees, `[longitude, latitude]`. */
  points: readonly Position[];
  /** Per point: seconds since the first one, in ascending order. Null if unknown. */
  times_s: readonly number[] | null;
  /** Per point: the standard deviation of its position error in meters. */
  accuracy_m: readonly number[];
  /** Whether steps are requested. */
  hasSteps?: boolean;
}

/** A point used for matching: a point that the client sent, or the mean of several such points. */
export interface KeptPoint {
  longitude: number;
  latitude: number;
  /** Seconds since the first point of the trace; null if unknown. */
  time_s: number | null;
  sigma_m: number;
  /**
   * The range of the trace's points that this point represents: the index of the first point, and the index
   * after the last point.
   */
  first: number;
  end: number;
}

/**
 * Merges points that are close in time, and drops points where the vehicle is standing still. The first and
 * the last point are kept unchanged, because a trace begins and ends there.
 */
export function keptPoints(trace: Trace): KeptPoint[] {
  const { points, times_s } = trace;
  const kept: KeptPoint[] = [];
  for (let first = 0, end = 1; first < points.length; first = end, end++) {
    if (times_s !== null && first > 0)
      while (end < points.length - 1 && times_s[end] - times_s[first] < WINDOW_S) end++;
    const point = meanOf(trace, first, end);
    const last = kept.at(-1);
    const isStanding = last !== undefined && apart_m(last, point) < STANDING * point.sigma_m;
    if (isStanding && end < points.length) last.end = end;
    else kept.push(point);
  }
  return kept;
}

function meanOf({ points, times_s, accuracy_m }: Trace, first: number, end: number): KeptPoint {
  const mean = (of: (i: number) => number): number => {
    let sum = 0;
    for (let i = first; i < end; i++) sum += of(i);
    return sum / (end - first);
  };
  return {
    longitude: points[first][0] + mean((i) => deltaLon(points[first][0], points[i][0])),
    latitude: mean((i) => points[i][1]),
    time_s: times_s === null ? null : mean((i) => times_s[i]),
    sigma_m: accuracy_m[first],
    ...{ first, end },
  };
}

export function apart_m(a: KeptPoint, b: KeptPoint): number {
  return distanceM(a.longitude, a.latitude, b.longitude, b.latitude);
}
