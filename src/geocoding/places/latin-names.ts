import type { Tags } from '../../geo/feature.js';
import { isLatin, latinText } from '../../text/romanise.js';
import { cleanText } from '../../text/words.js';

/** The names of a row for clients that cannot read Cyrillic; null where the romanised name serves. */
export interface LatinNames {
  english: string | null;
  /** Mongolian in Latin letters. */
  latin: string | null;
}

/** Tags with an English name, the best first. */
const ENGLISH_KEYS = ['name:en', 'int_name', 'official_name:en'];

/**
 * Tagged names in Latin letters. A name that cannot be written in Latin letters by rule (Chinese) gets any
 * other name of the place that is Latin.
 *
 * @param names all names of the row
 */
export function latinNames(tags: Tags, display: string, names: readonly string[]): LatinNames {
  const other = isLatin(latinText(display)) ? null : (names.find(isLatin) ?? null);
  return {
    english: ENGLISH_KEYS.map((key) => tagged(tags, key)).find((name) => name !== null) ?? other,
    latin: tagged(tags, 'name:mn-Latn') ?? other,
  };
}

function tagged(tags: Tags, key: string): string | null {
  const name = cleanText((tags[key] ?? '').split(';')[0]);
  return isLatin(name) ? name : null;
}
