import type { Position } from '../../geo/position.js';
import type { FoundRoute, NoRoute, RouteRequest } from '../router.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/** Returns the origin, the intermediate points, and the destination. */
export function pointsOf({ origin, destination, more }: RouteRequest): readonly Position[] {
  return more === undefined ? [origin, destination] : [origin, ...more.via, destination];
}

/** Returns the index of the failed leg as a field of the response, or no field if there is only one leg. */
function legOf({ more }: RouteRequest, leg: number): { leg?: number } {
  return more === undefined || more.via.length === 0 ? {} : { leg };
}

/** Reports which leg failed and which of its ends has no road nearby. @param index the index of the point */
export function offNetwork(
  request: RouteRequest,
  index: number,
  { nearestRoad_m, limit_m }: { nearestRoad_m: number | null; limit_m: number },
): NoRoute {
  const kind = index === 0 ? 'origin_not_on_network' : 'destination_not_on_network';
  return { kind, nearestRoad_m, limit_m, ...legOf(request, Math.max(index - 1, 0)) };
}

/**
 * Handles a request for a route through points that no path connects. Engines do not report which leg failed,
 * so each leg is requested separately.
 * @throws BadAnswer if every leg has a route
 */
export async function withoutPath(
  request: RouteRequest,
  ask: (leg: RouteRequest) => Promise<FoundRoute | NoRoute>,
): Promise<NoRoute> {
  const points = pointsOf(request);
  if (points.length === 2) return { kind: 'no_path' };
  for (let leg = 0; leg + 1 < points.length; leg++) {
    const found = await ask({ origin: points[leg], destination: points[leg + 1], mode: request.mode });
    if (found.kind === 'no_path') return { ...found, leg };
  }
  throw new BadAnswer('a path for each leg, but none for the whole route');
}
