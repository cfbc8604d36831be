import type { Tags } from '../../geo/feature.js';

/**
 * Lifecycle keys of former roads. `disused` is not listed, because such a road still exists. `proposed` is
 * not listed either: on a road with a class, `proposed=yes` refers to something else, and a proposed road has
 * no class.
 */
const GONE_KEYS = ['abandoned', 'razed', 'demolished', 'removed', 'impassable'] as const;
/** Values of `construction` for work beside or on a road that stays open. */
const OPEN_WORKS = new Set(['no', 'minor', 'widening']);

/**
 * Returns the tag that closes a way to everyone, or null. `highway=construction` and similar classes need no
 * check here, because the class tables do not contain them.
 */
export function closedToAll(tags: Tags): string | null {
  for (const key of GONE_KEYS) {
    if (tags[key] === 'yes') return `${key}=yes`;
  }
  if (tags['status'] === 'impassable') return 'status=impassable';
  const works = tags['construction'];
  return works !== undefined && !OPEN_WORKS.has(works) ? `construction=${works}` : null;
}

/**
 * Whether a barrier is purely acoustic, such as a beeper that keeps cattle away. Such a barrier does not
 * block anyone.
 */
export function isSoundOnly(tags: Tags): boolean {
  return tags['sensory'] === 'audio' || tags['sensory'] === 'audible';
}
