import type { RouteStep } from '../../../sources/router.js';
import type { TravelMode } from '../../../travel-mode.js';
import { isLength, isPoint, nonsense } from '../../core/request/impossible-answer.js';
import { sixDecimals, tenths } from './osrm-waypoint.js';

/**
 * Writes a step in OSRM's format. @throws OperatingError UPSTREAM_ERROR if the source's response is not a
 * step
 */
export function stepBody(
  step: RouteStep,
  { mode, geometry }: { mode: TravelMode; geometry: unknown },
): object {
  const { type, modifier, exit, name, ref, destinations, exits, distance_m, duration_s } = step;
  if (!isPoint(step.longitude, step.latitude) || !isLength(distance_m) || !isLength(duration_s))
    throw nonsense('a step that is not valid');
  const location = [sixDecimals(step.longitude), sixDecimals(step.latitude)];
  const isFerry = type === 'ferry';
  return {
    intersections: [intersectionOf(step, location)],
    ...{ driving_side: 'right', geometry, mode: isFerry ? 'ferry' : mode },
    maneuver: {
      bearing_after: step.bearingAfter ?? 0,
      bearing_before: step.bearingBefore ?? 0,
      location,
      // OSRM has no separate step type for a ferry: the travel mode identifies it.
      type: isFerry ? 'notification' : type,
      ...withModifier(type, modifier),
      ...(exit !== null && { exit }),
    },
    name: name ?? '',
    ...(ref !== null && { ref }),
    ...(destinations !== null && { destinations }),
    ...(exits !== null && { exits }),
    ...{ weight: tenths(duration_s), duration: tenths(duration_s), distance: tenths(distance_m) },
  };
}

/**
 * Adds a modifier to every step except the first and the last. OSRM omits the modifier only for these two
 * steps, and some clients fail without it elsewhere.
 */
function withModifier(type: RouteStep['type'], modifier: RouteStep['modifier']): object {
  if (modifier !== null) return { modifier };
  return type === 'depart' || type === 'arrive' ? {} : { modifier: 'straight' };
}

/** Lists only the roads that the route uses at the intersection, because the other roads are unknown. */
function intersectionOf({ bearingBefore, bearingAfter }: RouteStep, location: readonly number[]): object {
  const back = bearingBefore === null ? null : (bearingBefore + 180) % 360;
  if (back === null || bearingAfter === null) {
    const isArrival = bearingAfter === null;
    const bearings = [back ?? bearingAfter ?? 0];
    return { location, bearings, entry: [true], ...(isArrival ? { in: 0 } : { out: 0 }) };
  }
  const isBackFirst = back <= bearingAfter;
  return {
    location,
    bearings: isBackFirst ? [back, bearingAfter] : [bearingAfter, back],
    entry: isBackFirst ? [false, true] : [true, false],
    in: isBackFirst ? 0 : 1,
    out: isBackFirst ? 1 : 0,
  };
}
