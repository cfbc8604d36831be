import type { RouteStep } from './route-step.js';

/** The maximum gap between two carriageways, in meters. */
const GAP_M = 60;

/** Two turns whose angles add up to at least this many degrees count as turning back. */
const BACK_DEGREES = 150;

/**
 * Whether two turns to the same side follow each other within a few meters, so that the driver returns in the
 * opposite direction.
 */
export function leadsBack(first: RouteStep, second: RouteStep): boolean {
  const side = sideOf(first);
  if (side === null || side !== sideOf(second) || first.distance_m > GAP_M) return false;
  const turned = (second.bearingAfter ?? 0) - (first.bearingBefore ?? 0);
  return Math.abs(((turned + 540) % 360) - 180) >= BACK_DEGREES;
}

function sideOf({ type, modifier }: RouteStep): string | null {
  const turns = ['turn', 'continue', 'end of road', 'on ramp', 'off ramp', 'fork'];
  return turns.includes(type) ? (/(left|right)$/.exec(modifier ?? '')?.[0] ?? null) : null;
}

/** Merges two steps into one, because drivers perceive them as a single maneuver. */
export function turnBack(first: RouteStep, { name, ref, bearingAfter }: RouteStep): void {
  Object.assign(first, { type: 'continue', modifier: 'uturn', name, ref, bearingAfter });
  Object.assign(first, { destinations: null, exits: null });
}
