import type { Geometry } from '../geo/feature.js';
import { meanCrossings } from '../geo/measure.js';
import { MAX_CROSSINGS, MAX_POSITIONS } from './import-limits.js';

/**
 * Why a geometry is too large or too ragged to be a real one, in words for a person; null when it is
 * fine.
 */
export function shapeProblem(geometry: Geometry): string | null {
  if (geometry.kind === 'point') return null;
  const lines = geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
  if (lines.reduce((sum, line) => sum + line.length / 2, 0) > MAX_POSITIONS)
    return `shape of more than ${MAX_POSITIONS} positions`;
  if (geometry.kind === 'area' && geometry.polygons.some((rings) => meanCrossings(rings) > MAX_CROSSINGS))
    return `outline that a line of latitude crosses more than ${MAX_CROSSINGS} times`;
  return null;
}
