import type { MatrixWanted, RoadMatrix, RoutingIndex } from '../../src/routing/routing-index.js';
import type { SnapLimits } from '../../src/routing/route-answers.js';

type Sides = Pick<MatrixWanted, 'origins' | 'destinations'> & Partial<MatrixWanted>;

/** A matrix, worked on without a pause. */
export function wholeMatrix(index: RoutingIndex, sides: Sides, limits: SnapLimits): RoadMatrix {
  const work = index.matrix({ distances: true, without: null, ...sides }, limits);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** What differs from the single routes, in words. */
export function differencesOfMatrix(
  index: RoutingIndex,
  { durations_s, distances_m, farther }: RoadMatrix,
  { origins, destinations }: Sides,
  limits: SnapLimits,
): string[] {
  const wrong: string[] = [];
  const fartherCells = new Map(farther.map((own) => [own.cell, own]));
  origins.forEach((origin, row) =>
    destinations.forEach((destination, column) => {
      const cell = row * destinations.length + column;
      const route = index.route({ origin, destination }, limits);
      const [time_s, length_m] =
        route.kind === 'route' ? [route.duration_s, route.distance_m] : [Infinity, Infinity];
      const where = `${origin.join()} to ${destination.join()}`;
      if (durations_s[cell] !== time_s) wrong.push(`${where}: ${durations_s[cell]} s, the route ${time_s} s`);
      const own_m = distances_m?.[cell] ?? length_m;
      // Sums of the same lengths in another order.
      if (own_m !== length_m && !(Math.abs(own_m - length_m) < 1e-6))
        wrong.push(`${where}: ${own_m} m, the route ${length_m} m`);
      const taken = fartherCells.get(cell);
      if (taken === undefined || route.kind !== 'route') return;
      if (taken.origin.lon7 !== route.origin.lon7 || taken.destination.lat7 !== route.destination.lat7)
        wrong.push(`${where}: other ends`);
    }),
  );
  return wrong;
}
