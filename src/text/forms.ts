import { canonicalWords, isCaseFormAlone } from './canonical.js';
import { joinKeys, joinSpellings } from './join.js';
import { isVowelSign } from './letters.js';
import { romanise } from './romanise.js';
import { wordsOf, type Word } from './words.js';

/** One form in which a search can find a name: its words in order, with both keys of each. */
export interface NameForm {
  /** Null for a form of a Latin name that is not the name itself: its o and u may stand for о, ө, у or ү. */
  strict: readonly string[] | null;
  loose: readonly string[];
  /**
   * Whether the words are those of the name, unchanged or in the standard's Latin: none was left out or
   * respelled. National institutions are also named without their first words.
   */
  isWritten: boolean;
  /** Whether a word stands for one of another language; see Word. */
  isTranslated: boolean;
  /** The numbers that are ordinals: bit i for the i-th number. */
  ordinals: number;
  /** See hasDoubled(). */
  isDoubled: boolean;
  /**
   * The spelling of the letters in a written form's strict key; see joinSpellings(). Empty for other forms.
   */
  spelling: string;
}

/** One way in which a query can be read. */
export interface Reading {
  words: readonly Word[];
  /**
   * Whether the last word ends in half a pair of letters that was completed (`suk` read as сух). Such a
   * reading is the beginning of a name, never a whole name.
   */
  isOpen: boolean;
  /** Whether a word stands for one of another language: гудамж for `street`; see Word. */
  isTranslated: boolean;
}

/**
 * Strict keys of the first words of national institutions that people leave out: Улсын их дэлгүүр, Монгол
 * Улсын Их Сургууль, State Circus.
 */
const NATIONAL: readonly (readonly string[])[] = [
  ['mongol', 'ulsin'],
  ['ulsin'],
  ['undesni'],
  ['state'],
  ['national'],
];
/** «named after». Шастины нэрэмжит гуравдугаар төв эмнэлэг is also known by the words after it. */
const NAMED_AFTER = 'neremjit';

/**
 * The forms of one name, no two equal:
 * - as written;
 * - without initials;
 * - with generic words in one spelling;
 * - without the first words of a national institution, or without the words up to «named after»;
 * - in the standard's Latin spelling, if that folds differently (Батсүх is Batsükh, whose ts might be ц);
 * - for a Latin name, with x written as ks.
 *
 * @param isTagged whether somebody tagged the name; if we made it, none of its forms is written
 * @param isEnd whether a tagged name ends with it: a match by е for ё is then no whole name
 */
export function nameForms(name: string, isTagged = true, isEnd = false): NameForm[] {
  const isLatin = /\p{Script=Latin}/u.test(name) && !/\p{Script=Cyrillic}/u.test(name);
  const forms = new FormSet(isLatin);
  addForms(forms, wordsOf(name), isTagged);
  if (/[сС][хХ]|[тТ][сС]|[ьъЬЪ]/.test(name)) addForms(forms, wordsOf(romanise(name)), isTagged);
  // Many people type е for ё. For the bag «3-р баг, Ёлын ам», that must not come before the valley Ёлын ам.
  if (!isEnd && /ё/i.test(name)) addForms(forms, wordsOf(name.replace(/ё/gi, 'е')), false);
  if (isLatin && /x/i.test(name)) addForms(forms, wordsOf(name.replace(/x/gi, 'ks')), false);
  return forms.list;
}

/**
 * The readings of a query. The first one is always as typed. Others are without initials, with generic words
 * in one spelling, with x as ks and dh as d, and with an open last letter completed.
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

/** Adds the reading unless one with the same keys exists. */
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
    // People use it as a name, like a listed abbreviation.
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

/** A text that is equal for forms with the same keys, ordinals and doubled consonants. */
export function formIdentity({ strict, loose, ordinals, isDoubled }: NameForm): string {
  return `${strict === null ? '' : strict.join(' ')}|${loose.join(' ')}|${ordinals}|${isDoubled}`;
}

/** The fields in which merged forms may differ. */
type MergedForm = Pick<NameForm, 'isWritten' | 'isTranslated' | 'spelling'>;

/**
 * Forms of one owner, without redundant ones: it keeps a form for each spelling of a name, and one that is
 * not written only if no other has its words.
 */
export class DistinctForms<Form extends MergedForm> {
  readonly list: Form[] = [];
  readonly #known = new Map<string, Form[]>();

  /**
   * @param identity equal for forms with the same words
   *
   * @returns the form that stands for it
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
 * Whether a consonant stands twice, in a word or where two words meet. Joined keys have it once, so that
 * Цагаан нуур and Цагааннуур are equal; this distinguishes them from Цагаан-Үүр.
 */
export function hasDoubled(words: readonly Word[]): boolean {
  return words.some(
    ({ isDoubled, strict }, i) =>
      isDoubled ||
      (i > 0 && !isVowelSign(strict.charAt(0)) && words[i - 1].strict.endsWith(strict.charAt(0))),
  );
}

/** The numbers among the words that are ordinals: bit i for the i-th number. */
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
 * The name as one word without blanks, to tell whether two names are the same. It has strict keys, with
 * generic words in one spelling and without initials.
 */
export function sameNameKey(name: string): string {
  return joinKeys(canonicalWords(withoutInitials(wordsOf(name))).map((word) => word.strict)).key;
}
