import { isVowelSign } from './letters.js';
import { wordOf, type Word } from './words.js';

/**
 * Case endings of nouns, in the form used in strict keys: long vowels become single, ү becomes u, and ө
 * becomes o.
 *
 *     genitive -ын -ийн -н -ы -ий -ны · dative -д -т -ад -эд · ablative -аас -ээс · accusative -ыг -ийг -г
 *     instrumental -аар -ээр · comitative -тай -тэй -той · directive -руу -луу
 *
 * After a long vowel or a hidden н, a г is inserted: Чингэлтэйгээс, Чойбалсангаас. A hidden н reappears: яам,
 * яамны, яаманд, яамнаас.
 */
const ENDINGS: readonly string[] = [
  ...[
    'in',
    'gin',
    'nin',
    'n',
    'i',
    'ni',
    'd',
    't',
    'ad',
    'ed',
    'od',
    'id',
    'as',
    'es',
    'os',
    'gas',
    'ges',
    'gos',
  ],
  ...['nas', 'nes', 'nos', 'and', 'end', 'ond'],
  ...['ig', 'gig', 'g', 'ar', 'er', 'or', 'gar', 'ger', 'gor', 'tai', 'tei', 'toi', 'ru', 'lu'],
];
const BY_LAST = new Map<string, string[]>();
for (const ending of [...ENDINGS].sort((a, b) => b.length - a.length)) {
  const last = ending.charAt(ending.length - 1);
  BY_LAST.set(last, [...(BY_LAST.get(last) ?? []), ending]);
}
/** Endings that begin with a vowel replace the short vowel at the end of a word: Сэлэнгэ, Сэлэнгээс. */
const DROPPED = ['a', 'e', 'o', 'i'];
const SHORTEST_STEM = 2;
/** Endings whose first letter may also be the stem's last letter. */
const SHARED = ['tai', 'tei', 'toi'];
const GENITIVE = ['in', 'gin', 'nin', 'n', 'i', 'ni'];
/** The maximum number of letters in an ending, including a preceding vowel that the stem may have dropped. */
export const LONGEST_ENDING = 4;

/**
 * Returns the words that may remain after removing a case ending, likeliest first: the longest ending, then
 * the same stem with a dropped short vowel restored (Сэлэнгээс, Дархнаас). Most of the returned stems are not
 * real words. Returns an empty list if the word is a number.
 */
export function stemsOf(word: Word): Word[] {
  return stemKeysOf(word).map((stem) => ({
    ...wordOf(stem, stem.replaceAll('o', 'u')),
    isDoubled: word.isDoubled && stem !== sharedStemOf(word),
  }));
}

/** Keys contain a doubled letter only once: Хужирт, Хужирттай. */
function sharedStemOf({ strict, isDoubled }: Word): string | undefined {
  const ending = isDoubled ? SHARED.find((each) => strict.endsWith(each)) : undefined;
  return ending === undefined ? undefined : strict.slice(0, 1 - ending.length);
}

/** Returns the strict keys of a word's possible stems. */
export function stemKeysOf(word: Word): string[] {
  const { strict, isNumber } = word;
  const endings = isNumber ? undefined : BY_LAST.get(strict.charAt(strict.length - 1));
  if (endings === undefined) return [];
  const stems = new Set<string>();
  const restored: string[] = [];
  const shared = sharedStemOf(word);
  if (shared !== undefined) stems.add(shared);
  for (const ending of endings) {
    const stem = strict.slice(0, -ending.length);
    if (stem.length < SHORTEST_STEM || !strict.endsWith(ending)) continue;
    // An ending that consists of a single consonant can only follow a vowel or certain consonants.
    stems.add(stem);
    const last = stem.charAt(stem.length - 1);
    if (!isVowelSign(ending.charAt(0)) || isVowelSign(last) || stem.length === SHORTEST_STEM) continue;
    for (const vowel of DROPPED) restored.push(stem + vowel);
    if (!isVowelSign(stem.charAt(stem.length - 2)))
      for (const vowel of DROPPED) restored.push(stem.slice(0, -1) + vowel + last);
  }
  for (const stem of restored) stems.add(stem);
  return [...stems];
}

/**
 * Returns the possible genitives of a word, such as хөгжлийн for хөгжил. Most of the returned stems are not
 * real words.
 */
export function genitivesOf({ strict, isNumber }: Word): Word[] {
  if (isNumber || strict.length <= SHORTEST_STEM) return [];
  const fallen = strict.replace(/[aeoi]([^aeiou])$/, '$1');
  const stems = fallen === strict ? [strict] : [fallen, strict];
  return stems
    .flatMap((stem) => GENITIVE.map((ending) => stem + ending))
    .map((key) => wordOf(key, key.replaceAll('o', 'u')));
}

/**
 * Returns one version of the words for each possible stem of the last word, after removing direction words
 * («руу»).
 */
export function withoutLastCase(words: readonly Word[]): (readonly Word[])[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  if (isToward(words)) return [before, ...withoutLastCase(before)];
  return stemsOf(last).map((stem) => [...before, stem]);
}

/** Whether the last word is «руу», written separately. */
export function isToward(words: readonly Word[]): boolean {
  return words.length > 1 && TOWARDS.has(words[words.length - 1].strict);
}

/** The strict keys of руу, рүү, луу and лүү. */
const TOWARDS: ReadonlySet<string> = new Set(['ru', 'lu']);
