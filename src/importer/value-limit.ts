import type { Tags } from '../geo/feature.js';
import { MAX_VALUE_LENGTH } from './import-limits.js';
import type { Skipped } from './skipped.js';

/** The tags without values that are too long for any real one. Mostly the same object. */
export function withoutLongValues(tags: Tags, id: string, skipped: Skipped): Tags {
  let kept: Record<string, string> | null = null;
  for (const key in tags) {
    if (tags[key].length <= MAX_VALUE_LENGTH && key.length <= MAX_VALUE_LENGTH) continue;
    kept ??= { ...tags };
    delete kept[key];
    skipped.add(`value of more than ${MAX_VALUE_LENGTH} characters`, id);
  }
  return kept ?? tags;
}
