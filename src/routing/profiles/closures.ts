import type { Tags } from '../../geo/feature.js';

/** Lifecycle keys that say: this is not, or no longer, a road. `disused` is not among them, such a road is still there. */
const GONE_KEYS = ['abandoned', 'razed', 'demolished', 'removed', 'proposed', 'impassable'] as const;
/** Works beside or on a road that stays open. */
const OPEN_WORKS = new Set(['no', 'minor', 'widening']);

/** Why a way cannot be used by anyone, or null. `highway=construction` and the like are not in the class tables anyway. */
export function closedToAll(tags: Tags): string | null {
  for (const key of GONE_KEYS) {
    if (tags[key] === 'yes') return `${key}=yes`;
  }
  if (tags['status'] === 'impassable') return 'status=impassable';
  const works = tags['construction'];
  return works !== undefined && !OPEN_WORKS.has(works) ? `construction=${works}` : null;
}
