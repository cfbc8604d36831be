import type { Tags } from '../../geo/feature.js';
import { englishName } from '../../text/english-name.js';
import { isLatin, latinText } from '../../text/romanise.js';
import { cleanText } from '../../text/words.js';
import type { PlaceRow } from './place.js';

/** The names of a row for clients that cannot read Cyrillic; null if the romanised name serves. */
export interface LatinNames {
  english: string | null;
  /** Mongolian in Latin letters. */
  latin: string | null;
}

/** Tags with an English name, the best first. */
const ENGLISH_KEYS = ['name:en', 'int_name', 'official_name:en'];

/**
 * Tagged names in Latin letters. If the rules cannot write a name in Latin letters (Chinese), any other Latin
 * name of the place takes its place, else its number, else its kind.
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

/** The name of a road for clients that cannot read Cyrillic: the tagged one, else one made from the name. */
export function englishRoadName(tags: Tags, name: string): string {
  return latinNames({ tags, name, type: 'street' }, [name]).english ?? englishName(name, 'street');
}

function tagged(tags: Tags, key: string): string | null {
  const name = cleanText((tags[key] ?? '').split(';')[0]);
  return isLatin(name) ? name : null;
}
