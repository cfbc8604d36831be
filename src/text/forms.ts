import { canonicalWords, isCaseFormAlone } from './canonical.js';
import { joinKeys, joinSpellings } from './join.js';
import { isVowelSign } from './letters.js';
import { romanise } from './romanise.js';
import { wordsOf, type Word } from './words.js';

/** A form under which a search can find a name: its words in order, with both keys of each word. */
export interface NameForm {
  /**
   * Null for variants of a name in Latin letters, in which o and u may represent о, ө, у or ү. The name as
   * written always has strict keys.
   */
  strict: readonly string[] | null;
  loose: readonly string[];
  /**
   * Whether the form contains all words of the name, unchanged or in the standard's Latin letters. National
   * institutions are also known by their names without the first words.
   */
  isWritten: boolean;
  /** Whether a word was translated from another language; see Word. */
  isTranslated: boolean;
  /** Bit i is set if the i-th number is an ordinal. */
  ordinals: number;
  /** See hasDoubled(). */
  isDoubled: boolean;
  /**
   * How the letters of the strict key are spelled in a form that counts as written; see joinSpellings().
   * Empty for other forms.
   */
  spelling: string;
}

/** One way to interpret a query. */
export interface Reading {
  words: readonly Word[];
  /**
   * Whether the last word ended with the first half of a letter pair, which was then completed (`suk` read as
   * сух). Such a reading can match the beginning of a name, but never a whole name.
   */
  isOpen: boolean;
  /** Whether a word was translated from another language, such as гудамж for `street`; see Word. */
  isTranslated: boolean;
}

/**
 * Strict keys of the words with which the names of national institutions begin. People often leave these
 * words out: Улсын их дэлгүүр, Монгол Улсын Их Сургууль, State Circus.
 */
const NATIONAL: readonly (readonly string[])[] = [
  ['mongol', 'ulsin'],
  ['ulsin'],
  ['undesni'],
  ['state'],
  ['national'],
];
/**
 * Means «named after». Шастины нэрэмжит гуравдугаар төв эмнэлэг is also known by the words after нэрэмжит.
 */
const NAMED_AFTER = 'neremjit';

/**
 * Returns the distinct forms of a name:
 * - as written;
 * - without initials;
 * - with generic words normalized to a single spelling;
 * - without the first words of the name of a national institution, or without the words up to «named after»;
 * - in the standard's Latin spelling, if its keys differ (Батсүх is Batsükh, whose ts might be ц);
 * - with x written as ks, for a name in Latin letters.
 *
 * @param isTagged whether the name comes from a tag; forms of a generated name never count as written
 * @param isEnd whether a tagged name ends with this name, in which case a match that reads е for ё does not
 * count as the whole name
 */
export function nameForms(name: string, isTagged = true, isEnd = false): NameForm[] {
  const isLatin = /\p{Script=Latin}/u.test(name) && !/\p{Script=Cyrillic}/u.test(name);
  const forms = new FormSet(isLatin);
  addForms(forms, wordsOf(name), isTagged);
  if (/[сС][хХ]|[тТ][сС]|[ьъЬЪ]/.test(name)) addForms(forms, wordsOf(romanise(name)), isTagged);
  // Many people type е instead of ё. A bag named «3-р баг, Ёлын ам» must not come before the valley Ёлын ам
  // because of that.
  if (!isEnd && /ё/i.test(name)) addForms(forms, wordsOf(name.replace(/ё/gi, 'е')), false);
  if (isLatin && /x/i.test(name)) addForms(forms, wordsOf(name.replace(/x/gi, 'ks')), false);
  return forms.list;
}

/**
 * Returns the readings of a query. The first reading is always the query as typed. The other readings omit
 * initials, normalize generic words to a single spelling, read x as ks, dh as d and ю after a consonant as ү,
 * or complete an unfinished last letter.
 */
export function readingsOf(words: readonly Word[]): Reading[] {
  const readings: Reading[] = [];
  if (words.length === 0) return readings;
  const plain = withoutInitials(words);
  addReading(readings, words, false);
  addReading(readings, plain, false);
  if (!isCaseFormAlone(plain)) addReading(readings, canonicalWords(plain), false);
  if (plain.some((word) => word.foreign !== null))
    addReading(readings, canonicalWords(plain.map((word) => ({ ...word, ...word.foreign }))), false);
  const last = words[words.length - 1];
  if (last.open !== null) {
    const opened: Word = { ...last, strict: last.open, loose: last.open.replaceAll('o', 'u'), open: null };
    addReading(readings, [...words.slice(0, -1), opened], true);
  }
  return readings;
}

/** Adds the reading, unless the list already contains a reading with the same keys. */
function addReading(readings: Reading[], words: readonly Word[], isOpen: boolean): void {
  if (words.length === 0 || readings.some((known) => areAlike(known.words, words))) return;
  readings.push({ words, isOpen, isTranslated: words.some((word) => word.isTranslated) });
}

function areAlike(a: readonly Word[], b: readonly Word[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++)
    if (a[i].strict !== b[i].strict || a[i].loose !== b[i].loose) return false;
  return true;
}

function addForms(forms: FormSet, words: readonly Word[], isWritten: boolean): void {
  if (words.length === 0) return;
  const plain = withoutInitials(words);
  forms.add(words, isWritten);
  forms.add(plain, false);
  forms.add(canonicalWords(plain), false);
  const short = withoutNational(plain);
  if (short.length > 0 && short.length < plain.length) {
    // People use the initials as a name, in the same way as a listed abbreviation.
    forms.add(short, isWritten && !plain.some((word) => word.strict === NAMED_AFTER));
    forms.add(canonicalWords(short), false);
  }
}

function withoutInitials(words: readonly Word[]): readonly Word[] {
  if (!words.some((word) => word.isInitial)) return words;
  const rest = words.filter((word) => !word.isInitial);
  return rest.length > 0 && rest.length < words.length ? rest : words;
}

function withoutNational(words: readonly Word[]): readonly Word[] {
  const named = words.findIndex((word) => word.strict === NAMED_AFTER);
  if (named >= 0) return words.slice(named + 1);
  const prefix = NATIONAL.find((keys) => keys.every((key, i) => words[i]?.strict === key));
  return prefix === undefined ? words : words.slice(prefix.length);
}

/** Returns a string that is the same for forms with the same keys, ordinals and doubled consonants. */
export function formIdentity({ strict, loose, ordinals, isDoubled }: NameForm): string {
  return `${strict === null ? '' : strict.join(' ')}|${loose.join(' ')}|${ordinals}|${isDoubled}`;
}

/** The fields that may differ between merged forms. */
type MergedForm = Pick<NameForm, 'isWritten' | 'isTranslated' | 'spelling'>;

/**
 * The forms of the names of one place, without duplicates. Every written spelling of a name keeps its own
 * form; other forms are kept only if no other form has the same words.
 */
export class DistinctForms<Form extends MergedForm> {
  readonly list: Form[] = [];
  readonly #known = new Map<string, Form[]>();

  /**
   * @param identity a string that is the same for forms with the same words
   *
   * @returns the form that represents it
   */
  add(identity: string, form: Form): Form {
    const known = this.#known.get(identity) ?? [];
    const isSame = (other: Form): boolean =>
      !form.isWritten || !other.isWritten || other.spelling === form.spelling;
    const same = known.find(isSame);
    if (same === undefined) {
      this.#known.set(identity, [...known, form]);
      this.list.push(form);
      return form;
    }
    if (!same.isWritten) same.spelling = form.spelling;
    same.isWritten ||= form.isWritten;
    same.isTranslated &&= form.isTranslated;
    return same;
  }
}

/**
 * Whether a consonant is doubled, within a word or where two words meet. Joined keys contain it once, so that
 * Цагаан нуур and Цагааннуур are equal; this flag distinguishes them from Цагаан-Үүр.
 */
export function hasDoubled(words: readonly Word[]): boolean {
  return words.some(
    ({ isDoubled, strict }, i) =>
      isDoubled ||
      (i > 0 && !isVowelSign(strict.charAt(0)) && words[i - 1].strict.endsWith(strict.charAt(0))),
  );
}

/** Returns which of the numbers among the words are ordinals: bit i is set if the i-th number is one. */
export function ordinalsOf(words: readonly Word[]): number {
  let ordinals = 0;
  let bit = 1;
  for (const { isNumber, isOrdinal } of words) {
    if (!isNumber) continue;
    if (isOrdinal) ordinals |= bit;
    bit <<= 1;
  }
  return ordinals;
}

class FormSet {
  readonly #forms = new DistinctForms<NameForm>();
  readonly #isLatin: boolean;

  constructor(isLatin: boolean) {
    this.#isLatin = isLatin;
  }

  get list(): NameForm[] {
    return this.#forms.list;
  }

  add(words: readonly Word[], isWritten: boolean): void {
    const form: NameForm = {
      strict: this.#isLatin && !isWritten ? null : words.map((word) => word.strict),
      loose: words.map((word) => word.loose),
      isWritten,
      isTranslated: words.some((word) => word.isTranslated),
      ordinals: ordinalsOf(words),
      isDoubled: hasDoubled(words),
      spelling: isWritten ? joinSpellings(words) : '',
    };
    const identity = formIdentity(this.#isLatin ? { ...form, strict: null } : form);
    this.#forms.add(identity, form).strict ??= form.strict;
  }
}

/**
 * Returns the name as a single word without spaces, which is used to check whether two names are the same.
 * Uses strict keys, normalizes generic words to a single spelling, and leaves out initials.
 */
export function sameNameKey(name: string): string {
  return joinKeys(canonicalWords(withoutInitials(wordsOf(name))).map((word) => word.strict)).key;
}
