import { GrowableUint32, GrowableUint8 } from '../../arrays/growable.js';
import type { Sections } from '../../arrays/sections.js';
import { joinKeys } from '../../text/join.js';
import { byteOffset, compareKeys, keyTextSections, packKeys } from './key-text.js';
import { rankMinima } from './rank-tree.js';

/** One searchable form: the words of a name in the keys of this layer. */
export interface LayerForm {
  /** Forms come in ascending order of rows. */
  row: number;
  words: readonly string[];
  /** Found by its whole key only: the ref of a road. */
  isExactOnly: boolean;
  /** Its words stand so in a name, none has been put into another spelling. */
  isWritten: boolean;
}

/** Stands before the key of a form that is found by its whole key only, so that no prefix comes near it. */
export const EXACT_ONLY = '\u0001';

/**
 * The arrays of one KeyLayer, by section after the prefix:
 *
 *     row           row of each form, ascending; row_forms first form of each row up to the last that has one, and the end
 *     form_*        joined key of each form; written 1 where its words stand so in a name
 *     heads         positions in form_bytes where a key starts, sorted by key; heads_row, heads_min: rank tree
 *     tails         positions in form_bytes where a word starts, sorted by the text from there to the end of the key
 *     tails_form    form of each tail                            tails_row, tails_min
 *     words         first word of each form in the next two; `words_tail` its tail, `words_word` its number in the vocabulary
 *     word_*        vocabulary, sorted; word_lcp letters that a word shares with the one before it
 *     uses, use     forms that have a word, ascending
 *     parts         positions in word_bytes, sorted by the text from there to the end of the word; parts_word, parts_row, parts_min
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
    [`${prefix}written`]: Uint8Array.from(forms, (form) => (form.isWritten ? 1 : 0)),
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
  // Occurrences come by ascending form; a form that has a word twice is listed once.
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

/** Every place in every word where a letter starts, sorted by what follows. */
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

/** Bytes that each word shares with the one before it, at most 255. */
function sharedLetters(words: readonly string[]): Uint8Array {
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

/** Numbers from 0 to count - 1 in the order of their texts; equal ones stay in order. */
function sortedBy(count: number, textOf: (number: number) => string): Uint32Array {
  const texts = Array.from({ length: count }, (_, i) => textOf(i));
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  return order.sort((a, b) => compareKeys(texts[a], texts[b]) || a - b);
}
