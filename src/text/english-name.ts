import { AMBIGUOUS_KINDS, KIND_TABLE } from './kind-table.js';
import { latinText } from './romanise.js';

/**
 * Generates English names from Mongolian names for places that do not have an English name tag. Letters are
 * transliterated according to MNS 5217:2012, except that е after a consonant becomes `e`. Words for kinds of
 * places are translated: `Драмын театр` becomes `Drama Theatre`.
 */

/** Types of places whose names do not describe their kind: `Цэцэрлэг` is a town, not a kindergarten. */
const PROPER: ReadonlySet<string> = new Set([
  ...['country', 'aimag', 'soum', 'bag', 'khoroo', 'district', 'county', 'state', 'province', 'region'],
  ...['city', 'town', 'village', 'hamlet', 'suburb', 'quarter', 'neighbourhood', 'locality', 'borough'],
  ...['municipality', 'isolated_dwelling', 'farm', 'island', 'allotments'],
]);
/** Words for kinds of areas stay in Mongolian, as in addresses. */
const AREAS: ReadonlySet<string> = new Set(['aimag', 'soum', 'bag', 'khoroo', 'district']);

const CONSONANT_E = /(?<=[бвгджзклмнпрстфхцчшщ])е/giu;
const WORD = /[\p{L}\p{N}]+/gu;

/** Transliterates a text to Latin letters in the way that is usual in English. */
export function englishText(text: string): string {
  return latinText(text.normalize('NFC').replace(CONSONANT_E, (letter) => (letter === 'е' ? 'e' : 'E')));
}

/** Returns the English form of a name: `Bolgaryn Street`. @param type the category of the place */
export function englishName(name: string, type: string): string {
  if (PROPER.has(type)) return englishText(name);
  const words = [...name.matchAll(WORD)];
  let made = '';
  let end = 0;
  for (let i = 0; i < words.length;) {
    const kind = kindAt(words, i, name);
    // A café named «Музей» is not a museum, so its name is not translated.
    const isProper = words.length === 1 && kind?.types.includes(type) === false;
    if (kind === null || isProper) i++;
    else {
      const last = words[i + kind.length - 1];
      made += englishText(name.slice(end, words[i].index)) + kind.english;
      end = last.index + last[0].length;
      i += kind.length;
    }
  }
  return made + englishText(name.slice(end));
}

interface KindWords {
  /**
   * Null if the phrase has no English translation. In that case, the parts of the phrase are not translated
   * either.
   */
  english: string | null;
  types: readonly string[];
}

let phrases: ReadonlyMap<string, KindWords> | null = null;
let longest = 0;

/**
 * Returns the longest phrase for a kind of place that begins at a word, and the number of words in the
 * phrase.
 */
function kindAt(
  words: readonly RegExpMatchArray[],
  at: number,
  name: string,
): { english: string; types: readonly string[]; length: number } | null {
  phrases ??= phrasesOfKinds();
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const last = words[at + length - 1];
    const kind = phrases.get(name.slice(words[at].index, last.index! + last[0].length).toLowerCase());
    if (kind !== undefined)
      return kind.english === null ? null : { english: kind.english, types: kind.types, length };
  }
  return null;
}

function phrasesOfKinds(): ReadonlyMap<string, KindWords> {
  const found = new Map<string, KindWords>();
  for (const { words, english, types } of KIND_TABLE) {
    const isOfArea = types.some((type) => AREAS.has(type));
    for (const phrase of words) {
      if (
        !/^\p{Script=Cyrillic}/u.test(phrase) ||
        phrase.length < 3 ||
        AMBIGUOUS_KINDS.includes(phrase) ||
        found.has(phrase)
      )
        continue;
      longest = Math.max(longest, phrase.split(' ').length);
      found.set(phrase, { english: isOfArea || english === null ? null : titled(english), types });
    }
  }
  return found;
}

/** Capitalizes each word: `Department Store`. */
function titled(text: string): string {
  return text.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}
