import type { Position } from '../../geo/position.js';
import { toDegrees } from '../../geo/coordinates.js';
import { deltaLon, distanceM, fillScales } from '../../geo/distance.js';
import { nearestFraction } from '../../geo/segment.js';

/** Where on its road a point of a trace is. */
export interface MatchedPoint {
  /** Whole 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** Metres from the point that was sent. */
  distance_m: number;
}

const scales = new Float64Array(4);

/** The nearest place of some lines. @param lines lon7, lat7 pairs, at least one of them */
export function nearestOn(lines: readonly Int32Array[], [longitude, latitude]: Position): MatchedPoint {
  fillScales(latitude, scales);
  let [lon7, lat7, least_m2] = [0, 0, Infinity];
  for (const line of lines)
    for (let i = 0; i + 3 < line.length; i += 2) {
      const x = (at: number): number => deltaLon(longitude, toDegrees(line[at])) * scales[0];
      const y = (at: number): number => (toDegrees(line[at]) - latitude) * scales[1];
      const [x1, y1, x2, y2] = [x(i), y(i + 1), x(i + 2), y(i + 3)];
      const share = nearestFraction(x1, y1, x2, y2, 0, 0);
      const own_m2 = (x1 + share * (x2 - x1)) ** 2 + (y1 + share * (y2 - y1)) ** 2;
      if (own_m2 >= least_m2) continue;
      least_m2 = own_m2;
      lon7 = Math.round(line[i] + share * (line[i + 2] - line[i]));
      lat7 = Math.round(line[i + 1] + share * (line[i + 3] - line[i + 1]));
    }
  const distance_m = distanceM(longitude, latitude, toDegrees(lon7), toDegrees(lat7));
  return { lon7, lat7, distance_m };
}
