import { toDegrees } from '../../geo/coordinates.js';
import type { MatchedTrace } from '../../routing/routing-index.js';
import type { FoundMatch } from '../router.js';

/** A matched trace in the words of the seam. */
export function foundMatch({ pieces, points }: MatchedTrace, hasWays: boolean): FoundMatch {
  return {
    matchings: pieces.map(({ distance_m, duration_s, confidence, coordinates, from, to, ways }) => ({
      ...{ distance_m, duration_s, confidence, coordinates, from, to },
      ...(hasWays && { ways }),
    })),
    points: points.map((point) =>
      typeof point === 'string'
        ? point
        : {
            matching: point.piece,
            longitude: toDegrees(point.lon7),
            latitude: toDegrees(point.lat7),
            distance_m: point.distance_m,
          },
    ),
  };
}
