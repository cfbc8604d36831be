import { isVowelSign } from './letters.js';
import { wordOf, type Word } from './words.js';

/**
 * Endings of nouns, as strict keys fold them: long vowels are single, ү is u, ө is o.
 *
 *     genitive -ын -ийн -н -ы -ий -ны · dative -д -т -ад -эд · ablative -аас -ээс · accusative -ыг -ийг -г
 *     instrumental -аар -ээр · comitative -тай -тэй -той · directive -руу -луу
 *
 * After a long vowel or a hidden н, г comes between: Чингэлтэйгээс, Чойбалсангаас. A hidden н comes back:
 * яам, яамны, яаманд, яамнаас.
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
/** Endings that begin with a vowel drop the short one at the end of a word: Сэлэнгэ, Сэлэнгээс. */
const DROPPED = ['a', 'e', 'o', 'i'];
const SHORTEST_STEM = 2;
/** Endings whose first letter may also be the last one of the stem. */
const SHARED = ['tai', 'tei', 'toi'];
const GENITIVE = ['in', 'gin', 'nin', 'n', 'i', 'ni'];
/** No ending has more letters, counting a vowel before it that may have fallen out. */
export const LONGEST_ENDING = 4;

/**
 * The possible words behind a word without its case ending, the likeliest first: the longest ending, then the
 * same with a short vowel that fell out (Сэлэнгээс, Дархнаас). Most of them are not words. Empty for a
 * number.
 */
export function stemsOf(word: Word): Word[] {
  return stemKeysOf(word).map((stem) => ({
    ...wordOf(stem, stem.replaceAll('o', 'u')),
    isDoubled: word.isDoubled && stem !== sharedStemOf(word),
  }));
}

/** Keys write a doubled letter once: Хужирт, Хужирттай. */
function sharedStemOf({ strict, isDoubled }: Word): string | undefined {
  const ending = isDoubled ? SHARED.find((each) => strict.endsWith(each)) : undefined;
  return ending === undefined ? undefined : strict.slice(0, 1 - ending.length);
}

/** The strict keys of these stems. @param wanted the endings that count; by default all */
export function stemKeysOf(word: Word, wanted?: ReadonlySet<string>): string[] {
  const { strict, isNumber } = word;
  const endings = isNumber ? undefined : BY_LAST.get(strict.charAt(strict.length - 1));
  if (endings === undefined) return [];
  const stems = new Set<string>();
  const restored: string[] = [];
  const shared = sharedStemOf(word);
  if (shared !== undefined) stems.add(shared);
  for (const ending of endings) {
    const stem = strict.slice(0, -ending.length);
    if (stem.length < SHORTEST_STEM || !strict.endsWith(ending) || wanted?.has(ending) === false) continue;
    // A lone consonant follows a vowel or one of the consonants that take it so.
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

/** The possible genitives of a word: хөгжил, хөгжлийн. Most of them are not words. */
export function genitivesOf({ strict, isNumber }: Word): Word[] {
  if (isNumber || strict.length <= SHORTEST_STEM) return [];
  const fallen = strict.replace(/[aeoi]([^aeiou])$/, '$1');
  const stems = fallen === strict ? [strict] : [fallen, strict];
  return stems
    .flatMap((stem) => GENITIVE.map((ending) => stem + ending))
    .map((key) => wordOf(key, key.replaceAll('o', 'u')));
}

/** The words with each stem of the last one. Words of direction («руу») are taken off first. */
export function withoutLastCase(words: readonly Word[]): (readonly Word[])[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const before = words.slice(0, -1);
  if (isToward(words)) return [before, ...withoutLastCase(before)];
  return stemsOf(last).map((stem) => [...before, stem]);
}

/** Whether the words end with «руу», a word of its own. */
export function isToward(words: readonly Word[]): boolean {
  return words.length > 1 && TOWARDS.has(words[words.length - 1].strict);
}

/** руу, рүү, луу, лүү. */
const TOWARDS: ReadonlySet<string> = new Set(['ru', 'lu']);
