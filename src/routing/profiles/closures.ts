import type { Tags } from '../../geo/feature.js';

/**
 * Lifecycle keys of what is not a road, or no longer one. `disused` is not listed: such a road still exists.
 */
const GONE_KEYS = ['abandoned', 'razed', 'demolished', 'removed', 'proposed', 'impassable'] as const;
/** Values of `construction` for works beside or on a road that stays open. */
const OPEN_WORKS = new Set(['no', 'minor', 'widening']);

/**
 * The tag that closes a way to everyone, or null. `highway=construction` and similar need no check here:
 * they are not in the class tables.
 */
export function closedToAll(tags: Tags): string | null {
  for (const key of GONE_KEYS) {
    if (tags[key] === 'yes') return `${key}=yes`;
  }
  if (tags['status'] === 'impassable') return 'status=impassable';
  const works = tags['construction'];
  return works !== undefined && !OPEN_WORKS.has(works) ? `construction=${works}` : null;
}
