import { atOnce } from '../../src/arrays/steps.js';
import type { ReachedRoads, ReachWanted, RoutingIndex } from '../../src/routing/routing-index.js';
import type { SnapLimits } from '../../src/routing/route-answers.js';
import type { LonLat } from './against-oracle.js';

/** 1e-7 degrees. */
const ON_LINE = 3;

/** Whether a position lies on one of the lines. */
export function isOn(lines: readonly Int32Array[], lon7: number, lat7: number): boolean {
  return lines.some((line) => {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [x, y] = [lon7 - line[i], lat7 - line[i + 1]];
      const [dx, dy] = [line[i + 2] - line[i], line[i + 3] - line[i + 1]];
      const length2 = dx * dx + dy * dy;
      const part = length2 === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length2));
      if (Math.hypot(x - part * dx, y - part * dy) <= ON_LINE) return true;
    }
    return false;
  });
}

/** By limit: all lines, those of the steps before included. */
export function linesOf(
  index: RoutingIndex,
  point: LonLat,
  wanted: ReachWanted,
  limits: SnapLimits,
): Int32Array[][] {
  const found = atOnce(index.reach(point, wanted, limits));
  if ('kind' in found) return wanted.limits.map(() => []);
  const all: Int32Array[] = [];
  return found.reached.map(({ lines }: ReachedRoads) => {
    // Copies: a list lends its lines.
    all.push(...Array.from(lines, (line) => line.slice()));
    return [...all];
  });
}
