import type { Tags } from '../../geo/feature.js';
import { PROBABLY_UNPAVED, SURFACES } from './driving-tables.js';
import { surfacesOf } from './tag-values.js';

/** Whether a road counts as unpaved. A single unpaved part makes the whole road count as unpaved. */
export function isUnpaved(tags: Tags): boolean {
  return (
    surfacesOf(tags['surface']).some((surface) => SURFACES.get(surface)?.paved === false) ||
    isProbablyUnpaved(tags)
  );
}

/**
 * Whether a road's surface is unknown and its class is one whose roads have a surface tag if they are paved.
 */
export function isProbablyUnpaved(tags: Tags): boolean {
  return (
    PROBABLY_UNPAVED.has(tags['highway'] ?? '') &&
    tags['tracktype'] !== 'grade1' &&
    !surfacesOf(tags['surface']).some((surface) => SURFACES.has(surface))
  );
}
