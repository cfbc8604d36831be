import type { Tags } from '../../geo/feature.js';

/**
 * Lifecycle keys of former roads. `disused` is not listed, because such a road still exists. Neither is
 * `proposed`: beside a class, `proposed=yes` proposes something else, and a proposed road has no class.
 */
const GONE_KEYS = ['abandoned', 'razed', 'demolished', 'removed', 'impassable'] as const;
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

/** Whether a barrier works by sound only, such as a beeper that keeps cattle away. It stops nobody. */
export function isSoundOnly(tags: Tags): boolean {
  return tags['sensory'] === 'audio' || tags['sensory'] === 'audible';
}
