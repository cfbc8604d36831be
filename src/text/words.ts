import { keysOf, openSigns, signsOf, spellingOf, type WordKeys } from './fold.js';
import { traditionalInLatin } from './romanise.js';
import { isOrdinalSuffix, romanValue } from './numbers.js';

/** A word of a name or query, with its keys. */
export interface Word {
  strict: string;
  loose: string;
  /** How the letters in `strict` are spelled; see spellingOf(). Empty if unknown. */
  spelling: string;
  /** Whether the word begins with a digit or is a Roman numeral: `4`, `8b`, `102`, `iv`. */
  isNumber: boolean;
  /** Whether the number was written as an ordinal: `4-р`, `4 дүгээр`. An ordinal is never a house number. */
  isOrdinal: boolean;
  /**
   * Whether the word replaces a word from another language or with another stem: гудамж for `street`. See
   * canonicalWords.
   */
  isTranslated: boolean;
  /** Whether a consonant is doubled, as in Цагааннуур. Keys do not show whether a consonant is doubled. */
  isDoubled: boolean;
  /** Whether the word is an initial, such as `Ж.` in `Ж.Самбуу`. People often omit initials. */
  isInitial: boolean;
  /**
   * Whether the word is a single letter or the number directly after it, as in `A12`, because the two form
   * one name.
   */
  isCode: boolean;
  /**
   * The signs of a Latin word whose last letter is the first half of a letter pair, or null for all other
   * words.
   */
  open: string | null;
  /**
   * The keys of a Latin word that contains an x, bh, dh or th before a vowel, or c before e, i or y, if these
   * letters are foreign (Expo, Gandhi, city): the x does not represent х, nor the c ц, as they do in informal
   * Latin spelling. Also the keys of a word that contains ю after a consonant, with ү for ю (Блюскай is Блү
   * Скай), and of spelled-out Latin letters: КФС is KFC, ЖС25 is GS25. Null for all other words.
   */
  foreign: WordKeys | null;
}

/** A run of letters or of digits, with the characters before and after it. */
interface Run {
  text: string;
  isDigits: boolean;
  before: string;
  after: string;
}

/**
 * Matches traditional Mongolian script, including the narrow space before its suffixes. Text in traditional
 * script is removed if the string also contains other scripts.
 */
const TRADITIONAL = /[\u1800-\u18AF\u202F]+/g;
const ONLY_TRADITIONAL = /^[^\p{L}\p{N}]*[\u1810-\u1819\u1820-\u1842](?:[\u1810-\u1842]|[^\p{L}\p{N}])*$/u;
const APOSTROPHES = /['’‘ʼʹʺ`´]/g;
/** A placeholder for a closing quotation mark before a hyphen, after which a suffix may follow. */
const QUOTED = '\u0001';
/**
 * If the same letter occurs four times in a row, a key was stuck. Without this check, хххх would match the
 * beginning of every word that begins with х.
 */
const STUCK = /(\p{L})\1{3}/u;
/** The sign of a consonant (see letters.ts) twice in a row. */
const DOUBLED = /([b-df-hj-np-tv-xz])\1/;
const FOREIGN = new RegExp(
  String.raw`^\p{Script=Latin}*(x|[bdt]h[aeiou]|c[eiy])\p{Script=Latin}*$|[бвгджзклмнпрстфхцчшщ]ю` +
    '|^(?:ж[кпрстфх]{1,2}|[бгдклмнпрстф]{2}с)$',
  'u',
);
const RUNS = /\p{N}+|[\p{L}\p{M}]+/gu;

/**
 * Strict keys of case suffixes written after a hyphen, a number or an abbreviation: БЗД-ийн, 4-ийн,
 * «Чита»-ын.
 */
const SUFFIXES = new Set('in ni n gin ig d t as es os ar er or tai tei toi ru na ne no'.split(' '));
/** The genitive's suffixes. A hyphen before one marks even a lowercase abbreviation: худ-ийн, муис-ийн. */
const GENITIVES = new Set(['in', 'ni', 'n', 'gin']);
/**
 * Endings that people type right behind a number: 32iin toirog, «4н зам» for дөрвөн зам. Any other single
 * letter belongs to the number.
 */
const ENDINGS = new Set(['in', 'ni', 'n']);

/**
 * Returns a text in the form in which it is displayed: in NFC, without traditional script, and with single
 * spaces. Text that is entirely in traditional script is converted to Latin letters.
 */
export function cleanText(text: string): string {
  if (isPlain(text)) return text;
  if (isTraditional(text)) return traditionalInLatin(text);
  return text.normalize('NFC').replace(TRADITIONAL, ' ').replace(/\s+/g, ' ').trim();
}

/** Whether the text contains letters or digits and all of these are in traditional Mongolian script. */
export function isTraditional(text: string): boolean {
  return ONLY_TRADITIONAL.test(text);
}

/** A word and its place in the text. */
export interface TypedWord {
  word: Word;
  /** The characters as typed, including an ordinal or case suffix that the word itself omits: `13-р`. */
  typed: string;
  /** The punctuation and spaces between the previous word and this one. */
  before: string;
}

/**
 * Splits a text into words. Hyphens, dots and all other punctuation separate words; apostrophes are removed.
 * Letters and digits become separate words, except that a single letter after a number stays with it (`8б`).
 * Ordinal and case suffixes after numbers and abbreviations are dropped.
 */
export function wordsOf(text: string): Word[] {
  return wordsOfRuns(isPlain(text) ? plainRuns(text) : runsOf(cleanText(text)));
}

/** Splits a text into words in the same way, but returns each word with its position in the text. */
export function typedWordsOf(text: string): TypedWord[] {
  const stands: Pick<TypedWord, 'typed' | 'before'>[] = [];
  const words = wordsOfRuns(isPlain(text) ? plainRuns(text) : runsOf(cleanText(text)), stands);
  return words.map((word, i) => ({ word, ...stands[i] }));
}

function wordsOfRuns(runs: readonly Run[], stands?: Pick<TypedWord, 'typed' | 'before'>[]): Word[] {
  const words: Word[] = [];
  let previous: Run | null = null;
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    // In 4-р-ийн, the text after a dropped suffix still follows the number.
    if (previous !== null && isDroppedSuffix(previous, run, runs[i + 1])) {
      if (previous.isDigits && !words[words.length - 1].isOrdinal && isOrdinalEnding(run))
        words[words.length - 1] = { ...words[words.length - 1], isOrdinal: true };
      const stand = stands?.at(-1);
      if (stand !== undefined) stand.typed += run.before + run.text;
      continue;
    }
    const word = wordFrom(run, runs[i + 1]);
    const isCode = beginsCode(runs, i) || beginsCode(runs, i - 1);
    if (word.strict !== '') {
      words.push(isCode ? { ...word, isCode } : word);
      stands?.push({ typed: run.text, before: run.before });
    }
    previous = run;
  }
  return words;
}

/**
 * The kinds of characters in a plain text. Most texts are plain and can be split without regular expressions.
 */
const LETTER = 1;
const DIGIT = 2;
const BLANK = 3;
const SIGN = 4;
const PLAIN = new Uint8Array(0x500);
for (const [kind, characters] of [
  [LETTER, 'abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмноөпрстуүфхцчшщъыьэюя'],
  [DIGIT, '0123456789'],
  [BLANK, ' '],
  [SIGN, '-.,/()'],
] as const) {
  for (const character of characters + characters.toUpperCase()) PLAIN[character.charCodeAt(0)] = kind;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < PLAIN.length ? PLAIN[code] : 0;
}

/**
 * Whether the text contains only Mongolian and ASCII letters, digits, a few punctuation marks, and single
 * spaces.
 */
function isPlain(text: string): boolean {
  let last = BLANK;
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at);
    if (kind === 0 || (kind === BLANK && last === BLANK)) return false;
    last = kind;
  }
  return last !== BLANK;
}

/** A faster version of `runsOf` that only works for plain texts. */
function plainRuns(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    const start = at;
    do at++;
    while (at < text.length && kindAt(text, at) === kind);
    if (kind === LETTER || kind === DIGIT) {
      addRun(
        runs,
        { text: text.slice(start, at), isDigits: kind === DIGIT, before: text.slice(end, start), after: '' },
        text.charAt(at),
      );
      end = at;
    }
  }
  if (runs.length > 0) runs[runs.length - 1].after = text.slice(end);
  return runs;
}

function runsOf(text: string): Run[] {
  const plain = text.replace(/["”»]-/g, `${QUOTED}-`).replace(APOSTROPHES, '');
  const runs: Run[] = [];
  let end = 0;
  for (const match of plain.matchAll(RUNS)) {
    const run: Run = {
      text: match[0],
      isDigits: /^\p{N}/u.test(match[0]),
      before: plain.slice(end, match.index),
      after: '',
    };
    end = match.index + match[0].length;
    addRun(runs, run, plain.charAt(end));
  }
  const last = runs.at(-1);
  if (last !== undefined) last.after = plain.slice(end);
  return runs;
}

function addRun(runs: Run[], run: Run, following: string): void {
  const last = runs.at(-1);
  if (last !== undefined) last.after = run.before;
  if (last !== undefined && isHouseLetter(last, run, following)) last.text += run.text;
  else runs.push(run);
}

/**
 * Whether the run is the letter of `8б` or `15а`: a single letter right after the digits that is not an
 * ending.
 */
function isHouseLetter(number: Run, run: Run, following: string): boolean {
  if (!number.isDigits || run.isDigits || run.before !== '' || [...run.text].length > 1) return false;
  const key = signsOf(run.text.toLowerCase());
  const isEnding = isOrdinalSuffix(key, true) || (following === ' ' && ENDINGS.has(key));
  return /^\p{N}+$/u.test(number.text) && !isEnding && !/\p{N}/u.test(following);
}

/** Whether the run is the letter of a code such as `A12`. */
function beginsCode(runs: readonly Run[], at: number): boolean {
  if (at < 0 || at + 1 >= runs.length || runs[at].isDigits) return false;
  const isApart = at === 0 || runs[at].before !== '';
  const next = runs[at + 1];
  return isApart && next.isDigits && next.before === '' && [...runs[at].text].length === 1;
}

function isDroppedSuffix(previous: Run, run: Run, next: Run | undefined): boolean {
  // A space separates most words. Only a number may be followed by a space and then a suffix.
  if (run.isDigits || (run.before === ' ' && !previous.isDigits)) return false;
  const key = folded(run.text.toLowerCase()).strict;
  if (previous.isDigits) {
    const isBeforeWord = next !== undefined && !next.isDigits && next.before === ' ';
    if (run.before === '' && isBeforeWord && ENDINGS.has(key)) return true;
    const isClose = /^[-‐‑–. ]{0,3}$/.test(run.before);
    return (
      isClose && (isOrdinalSuffix(key, run.before === '') || (/[-‐‑]/.test(run.before) && SUFFIXES.has(key)))
    );
  }
  // «har-n» may be a name that is still being typed.
  return (
    /[-‐‑]/.test(run.before) &&
    SUFFIXES.has(key) &&
    (isAbbreviation(previous.text, GENITIVES.has(key) && (key !== 'n' || next !== undefined)) ||
      run.before.includes(QUOTED))
  );
}

function isOrdinalEnding(run: Run): boolean {
  return isOrdinalSuffix(folded(run.text.toLowerCase()).strict, run.before === '');
}

/**
 * Whether the text may be followed by a hyphen and a suffix, because it consists of two to six capital
 * letters or of the same number of letters without a vowel. Before a genitive, lowercase letters may have
 * vowels, but not a name: «Нам Ян Жү-гийн».
 */
function isAbbreviation(text: string, mayHaveVowel: boolean): boolean {
  const length = [...text].length;
  if (length < 2 || length > 6) return false;
  if (mayHaveVowel && text === text.toLowerCase()) return true;
  return text === text.toUpperCase() || !/[aeiou]/.test(signsOf(text.toLowerCase()));
}

function wordFrom(run: Run, next: Run | undefined): Word {
  const word = folded(run.text.toLowerCase());
  const isInitial =
    next !== undefined &&
    !next.isDigits &&
    !word.isNumber &&
    (run.after === '.' || run.after === '. ') &&
    [...run.text].length <= 2;
  return isInitial ? { ...word, isInitial } : word;
}

/** Cache of folded words. Many names share words, and so do queries. */
const FOLDED = new Map<string, Word>();
const MOST_FOLDED = 20_000;

function folded(lower: string): Word {
  let word = FOLDED.get(lower);
  if (word === undefined) {
    word = fold(lower);
    if (FOLDED.size >= MOST_FOLDED) FOLDED.clear();
    FOLDED.set(lower, word);
  }
  return word;
}

function fold(lower: string): Word {
  const digits = /^\p{N}+/u.exec(lower)?.[0];
  const roman = romanValue(lower);
  if (digits !== undefined || roman !== null) {
    const key =
      digits === undefined ? String(roman) : digits.normalize('NFKC') + signsOf(lower.slice(digits.length));
    return { ...numberOf(key), spelling: '\0'.repeat(key.length) };
  }
  const signs = signsOf(lower);
  if (STUCK.test(lower)) return { ...wordOf(signs, signs), spelling: '\0'.repeat(signs.length) };
  const { strict, loose } = keysOf(signs);
  const foreign = FOREIGN.test(lower) ? keysOf(signsOf(inMongolian(lower))) : null;
  return {
    ...wordOf(strict, loose || strict),
    spelling: spellingOf(lower, signs),
    isDoubled: DOUBLED.test(signs),
    open: openSigns(lower.normalize('NFKD').replace(/\p{M}/gu, '')),
    foreign,
  };
}

/** Returns a word with foreign letters as they sound. */
function inMongolian(lower: string): string {
  return lower
    .replaceAll('x', 'ks')
    .replace(/([bdt])h(?=[aeiou])/g, '$1')
    .replace(/c(?=[eiy])/g, 's')
    .replaceAll('ю', 'ү')
    .replace(/^ж(?=[кпрстфх]{1,2}$)/, 'г')
    .replace(/^([бгдклмнпрстф]{2})с$/, '$1ц');
}

/** Returns a word for which only the keys are known. */
export function wordOf(strict: string, loose: string): Word {
  return {
    strict,
    loose,
    spelling: '',
    isNumber: false,
    isOrdinal: false,
    isTranslated: false,
    isDoubled: false,
    isInitial: false,
    isCode: false,
    open: null,
    foreign: null,
  };
}

/** Returns a number for which only the key is known. */
export function numberOf(key: string): Word {
  return { ...wordOf(key, key), isNumber: true };
}

/** Returns the strict keys of a text's words. */
export function keysIn(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(({ strict }) => strict));
}

/** Whether the words in both lists have the same strict keys. */
export function areEqual(a: readonly Word[], b: readonly Word[]): boolean {
  return a === b || (a.length === b.length && a.every(({ strict }, i) => strict === b[i].strict));
}
