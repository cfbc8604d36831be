import { GrowableUint32, GrowableUint8 } from '../../arrays/growable.js';
import type { Sections } from '../../arrays/sections.js';
import { joinKeys } from '../../text/join.js';
import { byteOffset, compareKeys, keyTextSections, packKeys } from './key-text.js';
import { rankMinima } from './rank-tree.js';

/** A searchable form of a name. */
export interface LayerForm {
  /** The owner of the form: a row or a context. Forms must be in ascending order of owner. */
  row: number;
  /** The words of the name, as keys of this layer. */
  words: readonly string[];
  /** Whether the form is found only by its whole key, as for a road's ref. */
  isExactOnly: boolean;
  /** Whether the words are those of a tagged name, with no words omitted or respelled. */
  isWritten: boolean;
  /** Whether a word was translated from another language. */
  isTranslated: boolean;
  /** Bit i is set if the i-th number is an ordinal. */
  ordinals: number;
  /** Whether a consonant is doubled; the key does not show this. */
  isDoubled: boolean;
  /** How the letters in the key of a written form are spelled, or empty if the spelling does not matter. */
  spelling: string;
}

/** The bits of a form's flags. The higher bits hold the ordinals of the form's first numbers. */
export const WRITTEN = 1;
export const TRANSLATED = 2;
export const DOUBLED = 4;
export const ORDINALS_SHIFT = 3;
export const MOST_ORDINALS = 5;

/**
 * Precedes the key of a form that is found only by its whole key, so that no prefix of the key matches it.
 */
export const EXACT_ONLY = '\u0001';

/**
 * Builds the arrays of one KeyLayer. Sections, after the prefix:
 *
 *     row          row of each form, ascending
 *     row_forms    first form of each row, up to the last row that has one; then the end
 *     form_*       joined key of each form
 *     written      of each form, as bits: 1 its words are those of a tagged name, 2 translated, 4 with a
 *                  doubled consonant, from 8 upward its ordinals
 *     spelling     how each byte of form_bytes is written, see spellingOf(); without a spelling, empty
 *     heads        positions in form_bytes where a key starts, sorted by key
 *     heads_row, heads_min   rank tree of the heads
 *     tails        positions in form_bytes where a word starts, sorted by the text up to the end of the key
 *     tails_form   form of each tail
 *     tails_row, tails_min   rank tree of the tails
 *     words        where each form's words begin in the next two
 *     words_tail   tail of each word
 *     words_word   number of each word in the vocabulary
 *     word_*       vocabulary, sorted
 *     word_lcp     bytes that a word shares with the previous word
 *     uses         where the forms of each vocabulary word begin in `use`
 *     use          forms that have a word, ascending
 *     parts        positions in word_bytes, sorted by the text up to the end of the word
 *     parts_word   vocabulary word of each part
 *     parts_row, parts_min   rank tree of the parts, by the best row of the word
 */
export function buildKeyLayer(prefix: string, forms: readonly LayerForm[]): Sections {
  const joined = forms.map((form) => joinKeys(form.words));
  const keys = joined.map(({ key }, form) => (forms[form].isExactOnly ? EXACT_ONLY + key : key));
  const text = packKeys(keys);
  const rows = Uint32Array.from(forms, (form) => form.row);
  const heads = sortedBy(forms.length, (form) => keys[form]);
  const wordStart = new Uint32Array(forms.length + 1);
  const occurrenceForm = new GrowableUint32();
  const occurrenceText: string[] = [];
  const occurrencePosition = new GrowableUint32();
  const occurrenceWord: string[] = [];
  forms.forEach((form, number) => {
    if (!form.isExactOnly) {
      joined[number].starts.forEach((start, i) => {
        occurrenceForm.push(number);
        occurrenceText.push(keys[number].slice(start));
        occurrencePosition.push(text.starts[number] + byteOffset(keys[number], start));
        occurrenceWord.push(form.words[i]);
      });
    }
    wordStart[number + 1] = occurrenceForm.length;
  });
  const tails = sortedBy(occurrenceText.length, (occurrence) => occurrenceText[occurrence]);
  const tailOf = new Uint32Array(tails.length);
  tails.forEach((occurrence, slot) => (tailOf[occurrence] = slot));
  const formOf = occurrenceForm.trimmed();
  const positionOf = occurrencePosition.trimmed();
  return {
    [`${prefix}row`]: rows,
    [`${prefix}row_forms`]: firstForms(rows),
    ...keyTextSections(`${prefix}form`, text),
    [`${prefix}written`]: Uint8Array.from(forms, flagsOf),
    [`${prefix}spelling`]: spellings(forms, keys, text.starts),
    ...withTree(
      `${prefix}heads`,
      heads.map((form) => text.starts[form]),
      heads.map((form) => rows[form]),
    ),
    ...withTree(
      `${prefix}tails`,
      tails.map((o) => positionOf[o]),
      tails.map((o) => rows[formOf[o]]),
    ),
    [`${prefix}tails_form`]: tails.map((occurrence) => formOf[occurrence]),
    [`${prefix}words`]: wordStart,
    [`${prefix}words_tail`]: tailOf,
    ...buildVocabulary(prefix, occurrenceWord, formOf, rows),
  };
}

/** Per byte of the keys; see `spelling`. */
function spellings(forms: readonly LayerForm[], keys: readonly string[], starts: Uint32Array): Uint8Array {
  if (forms.every(({ spelling }) => spelling === '')) return new Uint8Array();
  const bytes = new Uint8Array(starts[forms.length]);
  forms.forEach(({ spelling }, form) => {
    const key = keys[form];
    let at = starts[form + 1] - 1;
    // The loop runs from the end of the key because some keys begin with a mark.
    for (let i = spelling.length - 1, k = key.length - 1; i >= 0; i--, k--) {
      const end = at;
      at -= byteOffset(key[k], 1);
      bytes.fill(spelling.charCodeAt(i), at, end);
    }
  });
  return bytes;
}

/** The properties stored in a form's flags. */
export type FormFlags = Pick<LayerForm, 'isWritten' | 'isTranslated' | 'isDoubled' | 'ordinals'>;

export function formFlags(flags: number): FormFlags {
  return {
    isWritten: (flags & WRITTEN) !== 0,
    isTranslated: (flags & TRANSLATED) !== 0,
    isDoubled: (flags & DOUBLED) !== 0,
    ordinals: flags >> ORDINALS_SHIFT,
  };
}

export function flagsOf({ isWritten, isTranslated, isDoubled, ordinals }: FormFlags): number {
  return (
    (isWritten ? WRITTEN : 0) |
    (isTranslated ? TRANSLATED : 0) |
    (isDoubled ? DOUBLED : 0) |
    ((ordinals & (2 ** MOST_ORDINALS - 1)) << ORDINALS_SHIFT)
  );
}

/** Returns the first form of each row, followed by the end; see `row_forms`. */
function firstForms(rows: Uint32Array): Uint32Array {
  const count = rows.length === 0 ? 0 : rows[rows.length - 1] + 1;
  const first = new Uint32Array(count + 1);
  for (const row of rows) first[row + 1]++;
  for (let row = 0; row < count; row++) first[row + 1] += first[row];
  return first;
}

function buildVocabulary(
  prefix: string,
  occurrenceWord: readonly string[],
  formOf: Uint32Array,
  rows: Uint32Array,
): Sections {
  const words = [...new Set(occurrenceWord)].sort(compareKeys);
  const numbers = new Map(words.map((word, i) => [word, i]));
  const wordOf = Uint32Array.from(occurrenceWord, (word) => numbers.get(word)!);
  const text = packKeys(words);
  const uses = new Uint32Array(words.length + 1);
  const lastForm = new Int32Array(words.length).fill(-1);
  // Occurrences are in ascending order of form. A form that contains the word twice is listed once.
  const isFirst = wordOf.map((word, o) =>
    lastForm[word] === formOf[o] ? 0 : ((lastForm[word] = formOf[o]), 1),
  );
  wordOf.forEach((word, o) => (uses[word + 1] += isFirst[o]));
  for (let word = 0; word < words.length; word++) uses[word + 1] += uses[word];
  const next = uses.slice();
  const use = new Uint32Array(uses[words.length]);
  wordOf.forEach((word, o) => {
    if (isFirst[o] === 1) use[next[word]++] = formOf[o];
  });
  const parts = wordParts(words, text.starts);
  return {
    ...keyTextSections(`${prefix}word`, text),
    [`${prefix}word_lcp`]: sharedLetters(words),
    [`${prefix}words_word`]: wordOf,
    [`${prefix}uses`]: uses,
    [`${prefix}use`]: use,
    ...withTree(
      `${prefix}parts`,
      parts.positions,
      parts.words.map((word) => rows[use[uses[word]]]),
    ),
    [`${prefix}parts_word`]: parts.words,
  };
}

/** Returns every position in every word where a letter starts, sorted by the text that starts there. */
function wordParts(
  words: readonly string[],
  starts: Uint32Array,
): { positions: Uint32Array; words: Uint32Array } {
  const texts: string[] = [];
  const positions = new GrowableUint32();
  const owners = new GrowableUint32();
  words.forEach((word, number) => {
    for (let i = 0; i < word.length; i++) {
      texts.push(word.slice(i));
      positions.push(starts[number] + byteOffset(word, i));
      owners.push(number);
    }
  });
  const order = sortedBy(texts.length, (part) => texts[part]);
  return {
    positions: order.map((part) => positions.data[part]),
    words: order.map((part) => owners.data[part]),
  };
}

/** Returns the number of bytes that each word shares with the previous word, at most 255. */
export function sharedLetters(words: readonly string[]): Uint8Array {
  const shared = new GrowableUint8(words.length);
  words.forEach((word, i) => {
    const before = i === 0 ? '' : words[i - 1];
    let length = 0;
    while (length < word.length && length < 255 && word[length] === before[length]) length++;
    shared.push(byteOffset(word, length));
  });
  return shared.trimmed();
}

function withTree(name: string, slots: Uint32Array, rows: Uint32Array): Sections {
  return { [name]: slots, [`${name}_row`]: rows, [`${name}_min`]: rankMinima(rows) };
}

/**
 * Returns the numbers from 0 to count - 1, sorted by the text of each number. Numbers with equal texts keep
 * their order.
 */
function sortedBy(count: number, textOf: (number: number) => string): Uint32Array {
  const texts = Array.from({ length: count }, (_, i) => textOf(i));
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  return order.sort((a, b) => compareKeys(texts[a], texts[b]) || a - b);
}
