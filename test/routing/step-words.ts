import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex, type DescribedRoute } from '../../src/routing/routing-index.js';
import type { TravelMode } from '../../src/travel-mode.js';
import { asciiMap, type AsciiDrawing } from './ascii/ascii-map.js';

export const LIMITS = { snapLimit_m: 1000 };
export const ALL = { line: true, notes: true, steps: true };

/** The route between some points of a drawing. */
export function describeRoute(
  drawing: AsciiDrawing,
  ends: string,
  mode: TravelMode = 'driving',
): DescribedRoute {
  const { network, positions } = asciiMap(drawing);
  const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
  index.verify();
  const found = index.describe(
    [...ends].map((end) => positions.get(end)!),
    LIMITS,
    ALL,
  );
  if (found.kind !== 'route') throw new Error(`${ends}: ${found.kind}`);
  return found;
}

/** Each step of its first leg in a few words: type, modifier, exit, name. */
export function steps(drawing: AsciiDrawing, ends: string, mode: TravelMode = 'driving'): string[] {
  return describeRoute(drawing, ends, mode).legs[0].steps.map(({ type, modifier, exit, name, ref }) =>
    [type, modifier, exit, name ?? ref].filter((word) => word !== null).join(' '),
  );
}
