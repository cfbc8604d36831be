import type { Tags } from '../../geo/feature.js';
import { englishName } from '../../text/english-name.js';
import { isLatin, latinText } from '../../text/romanise.js';
import { cleanText } from '../../text/words.js';
import type { PlaceRow } from './place.js';

/** A row's names for clients that cannot read Cyrillic. Null if the romanized name is sufficient. */
export interface LatinNames {
  english: string | null;
  /** The Mongolian name in Latin letters. */
  latin: string | null;
}

/** The tags that may hold an English name, best first. */
const ENGLISH_KEYS = ['name:en', 'int_name', 'official_name:en'];

/**
 * Returns the tagged names that are in Latin letters. If a name (such as a Chinese one) cannot be romanized
 * by the rules, it is replaced by another Latin name of the place, or else by its number, or else by its
 * kind.
 *
 * @param names all names of the row
 */
export function latinNames(
  { tags, name: display, type }: Pick<PlaceRow, 'tags' | 'name' | 'type'>,
  names: readonly string[],
): LatinNames {
  const other = isLatin(latinText(display))
    ? null
    : ([...names, tags['ref'] ?? ''].find(isLatin) ?? type.replaceAll('_', ' '));
  return {
    english: ENGLISH_KEYS.map((key) => tagged(tags, key)).find((name) => name !== null) ?? other,
    latin: tagged(tags, 'name:mn-Latn') ?? other,
  };
}

/**
 * Returns a road's name for clients that cannot read Cyrillic: the tagged name if there is one, else a name
 * generated from the Mongolian name.
 */
export function englishRoadName(tags: Tags, name: string): string {
  return latinNames({ tags, name, type: 'street' }, [name]).english ?? englishName(name, 'street');
}

function tagged(tags: Tags, key: string): string | null {
  const name = cleanText((tags[key] ?? '').split(';')[0]);
  return isLatin(name) ? name : null;
}
