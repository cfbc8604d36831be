import { wordsOf } from '../../text/words.js';
import type { BitSet } from '../lookup/bit-set.js';
import { NO_INNER_WORDS, type InnerWords, type KeyLayer } from '../lookup/key-layer.js';
import { encodeKey, type SlotRange } from '../lookup/key-text.js';
import { DOUBLED, MOST_ORDINALS, ORDINALS_SHIFT, TRANSLATED, WRITTEN } from '../lookup/key-layer-build.js';
import type { NameGroup } from './forward-hit.js';
import { MOST_REMEMBERED, type LayerQuery } from './layer-query.js';
import {
  ContainingRows,
  LiteralRows,
  RowList,
  type Nearness,
  type RowStream,
  type SortedOut,
} from '../lookup/row-stream.js';

/** The factor by which marking a form is cheaper than inspecting it. */
const MARKING = 8;
const AIMAG = wordsOf('аймаг')[0].strict;
const NO_FORMS: readonly number[] = [];

/**
 * Adds the rows of one match group (specification, section 4.1, rule 4) for one reading of the query in one
 * layer. The result may include rows of a better group, but not necessarily all of them.
 *
 *     1  the name is the query
 *     2  the name begins with the query
 *     3  every word begins a word of the name, on its own or joined with the words after it
 *     4  every word is inside a word of the name, or matches as in 3
 *
 * All words of a match must be in the same form.
 */
export function addRowsOfGroup(query: LayerQuery, group: NameGroup, streams: RowStream[]): void {
  const { layer } = query;
  switch (group) {
    case 1:
      if (query.isOpen) return;
      if (query.whole.from < query.whole.to) streams.push(layer.headCursor(query.whole));
      if (query.refs.from < query.refs.to) streams.push(layer.headCursor(query.refs));
      return;
    case 2:
      if (query.heads.from < query.heads.to) streams.push(layer.headCursor(query.heads));
      return;
    case 3:
      return addStarting(query, streams);
    case 4:
      return addContaining(query, streams);
  }
}

/**
 * Adds the rows of group 1 or 2 that match as typed, under the same conditions as addRowsOfGroup(). The query
 * must not contain a number.
 *
 * @param others receives the other rows in the group
 */
export function addLiteralRows(
  query: LayerQuery,
  group: 1 | 2,
  streams: RowStream[],
  others: SortedOut,
): void {
  const { layer } = query;
  const isWhole = group === 1;
  const ranges = (isWhole ? [query.whole, query.refs] : [query.heads]).filter(({ from, to }) => from < to);
  if (ranges.length === 0) return;
  const { spelling } = query;
  const mask = isWhole ? WRITTEN | DOUBLED : WRITTEN;
  const wanted = isWhole && query.isDoubled ? mask : WRITTEN;
  const nearnessOf = (slot: number): Nearness => {
    const form = layer.headForms[slot];
    if ((layer.flags[form] & mask) !== wanted) return 'rest';
    return layer.isSpelt(form, spelling, isWhole) ? 'literal' : 'folded';
  };
  for (const range of ranges) streams.push(new LiteralRows(layer.headCursor(range), nearnessOf, others));
}

/** Returns the form by which addRowsOfGroup() finds the row, or null if it would not find the row. */
export function formInGroup(query: LayerQuery, group: NameGroup, row: number): number | null {
  const { layer } = query;
  const end = layer.firstFormOf(row + 1);
  for (let form = layer.firstFormOf(row); form < end; form++) if (isInGroup(query, group, form)) return form;
  return null;
}

/**
 * Returns the form that makes the row a strict match: a complete tagged name with the same ordinals as the
 * query.
 *
 * @param query the query as typed, expressed in the strict layer
 * @param isLiteral whether the name must match letter for letter
 */
export function strictForm(
  query: LayerQuery,
  group: NameGroup,
  row: number,
  isLiteral: boolean,
): number | null {
  const { layer } = query;
  const end = layer.firstFormOf(row + 1);
  for (let form = layer.firstFormOf(row); form < end; form++)
    if (isStrict(query, group, form) && (!isLiteral || isAsTyped(query, group, form))) return form;
  return null;
}

/** Returns how well the row's names match. One of the names must be in the group. */
export function nearnessOf(query: LayerQuery, group: NameGroup, row: number): Nearness {
  const { layer } = query;
  const end = layer.firstFormOf(row + 1);
  let nearness: Nearness = 'rest';
  for (let form = layer.firstFormOf(row); form < end; form++) {
    if (!isStrict(query, group, form)) continue;
    if (isAsTyped(query, group, form)) return 'literal';
    nearness = 'folded';
  }
  return nearness;
}

/** Whether a form is a tagged name that belongs to this group and has the same ordinals as the query. */
function isStrict(query: LayerQuery, group: NameGroup, form: number): boolean {
  const flags = query.layer.flags[form];
  return (
    (flags & WRITTEN) !== 0 &&
    isInGroup(query, group, form) &&
    (group > 1 || query.isDoubled === ((flags & DOUBLED) !== 0)) &&
    hasOrdinals(query, group, form)
  );
}

/** Whether a form in this group contains the query words letter for letter. */
function isAsTyped(query: LayerQuery, group: NameGroup, form: number): boolean {
  const { layer, tails, words, wordSpellings: spellings } = query;
  if (group <= 2) return layer.isSpelt(form, query.spelling, group === 1);
  return tails.every(
    (range, i) =>
      spellings[i].length > 0 &&
      (layer.hasSpeltTail(form, range, spellings[i]) ||
        (group === 4 && layer.hasSpeltInside(form, encodeKey(words[i]), spellings[i]))),
  );
}

/** Whether a form without translated words puts the row in the group. */
export function isInGroupUntranslated(query: LayerQuery, group: NameGroup, row: number): boolean {
  const { layer } = query;
  const end = layer.firstFormOf(row + 1);
  for (let form = layer.firstFormOf(row); form < end; form++)
    if ((layer.flags[form] & TRANSLATED) === 0 && isInGroup(query, group, form)) return true;
  return false;
}

/**
 * Whether the row has a generated name, other than a translation, that consists of the query words and at
 * most the additional word аймаг.
 */
export function isWholeMadeName(query: LayerQuery, row: number): boolean {
  const { layer } = query;
  const end = layer.firstFormOf(row + 1);
  for (let form = layer.firstFormOf(row); form < end; form++)
    if (
      (layer.flags[form] & (TRANSLATED | WRITTEN)) === 0 &&
      isInGroup(query, 3, form) &&
      hasNoOtherWord(query, form)
    )
      return true;
  return false;
}

function hasNoOtherWord({ layer, tails }: LayerQuery, form: number): boolean {
  const aimag = layer.tailRange(AIMAG);
  for (let i = layer.formWords[form]; i < layer.formWords[form + 1]; i++) {
    const tail = layer.wordsTail[i];
    const isKnown = ({ from, to }: SlotRange): boolean => tail >= from && tail < to;
    if (!isKnown(aimag) && !tails.some(isKnown)) return false;
  }
  return true;
}

function isInGroup(query: LayerQuery, group: NameGroup, form: number): boolean {
  const { layer, tails } = query;
  switch (group) {
    case 1:
      return !query.isOpen && layer.compareForm(form, query.key) === 'whole';
    case 2:
      return !layer.isExactOnly(form) && layer.compareForm(form, query.key) !== null;
    case 3:
      return tails.every((range) => layer.hasTail(form, range));
    case 4:
      return tails.every((range, i) => isIn(layer, form, range, query.inner[i]));
  }
}

/**
 * Whether a form in this group has the same numbers as the query. Ordinals and cardinals are distinct: 3-р б
 * is not a prefix of 3 баг. But 3 is a prefix of 3-р баг, because a typed number may be incomplete, just as a
 * word may be.
 */
function hasOrdinals(query: LayerQuery, group: NameGroup, form: number): boolean {
  const { layer, isNumber, ordinals } = query;
  if (!isNumber.includes(true)) return true;
  const last = isNumber.length - 1;
  const ofForm = layer.flags[form] >> ORDINALS_SHIFT;
  if (group <= 2) {
    // A number at the end of the query may be incomplete: 3 may be the start of 3-р or 35.
    const goesOn = group === 2 && isNumber[last] && !query.isOrdinal(last);
    if (group === 2 && isNumber[last] && !goesOn && layer.compareForm(form, query.key) === 'begun')
      return false;
    const count = isNumber.filter((is) => is).length - (goesOn ? 1 : 0);
    const mask = 2 ** Math.min(count, MOST_ORDINALS) - 1;
    return (ofForm & mask) === (ordinals & mask);
  }
  return isNumber.every((_, i) => !query.isOrdinal(i) || hasOrdinal(query, i, form));
}

/** Whether the form contains this ordinal. */
function hasOrdinal({ layer, wholeTails }: LayerQuery, word: number, form: number): boolean {
  const { from, to } = wholeTails[word];
  let bit = 1 << ORDINALS_SHIFT;
  for (let i = layer.formWords[form]; i < layer.formWords[form + 1]; i++) {
    if (!layer.isNumber(layer.wordsWord[i])) continue;
    const tail = layer.wordsTail[i];
    if ((layer.flags[form] & bit) !== 0 && tail >= from && tail < to) return true;
    bit <<= 1;
  }
  return false;
}

function addStarting(query: LayerQuery, streams: RowStream[]): void {
  const { layer } = query;
  const known = query.starting;
  if (known !== null) {
    if (known.length > 0) addRowsOf(layer, (query.starting = startingAmong(query, known)), streams);
    return;
  }
  const { tails } = query;
  if (tails.some(isEmpty)) {
    query.starting = NO_FORMS;
    return;
  }
  if (tails.length === 1) {
    streams.push(layer.tailCursor(tails[0]));
    return;
  }
  const [driver, ...others] = tails
    .map((range): WordMatch => ({ tails: range, inner: NO_INNER_WORDS, weight: range.to - range.from }))
    .sort(byWeight);
  layer.seenForms.clear();
  const count = withAll(layer, findForms(layer, driver), others);
  query.starting = listed(layer, count);
  if (query.starting === null) addRows(layer, count, streams);
  else addRowsOf(layer, query.starting, streams);
}

/**
 * Adds only rows that are not in group 3; in these rows, at least one query word occurs inside a word rather
 * than at its beginning.
 */
function addContaining(query: LayerQuery, streams: RowStream[]): void {
  const { layer, words } = query;
  const known = query.containing;
  if (known?.length === 0) return;
  const { inner, tails } = query;
  if (words.length === 1) {
    if (inner[0].uses > 0) streams.push(new ContainingRows(layer, layer.partRange(words[0])));
    return;
  }
  if (known !== null) {
    addRowsOf(layer, (query.containing = containingAmong(query, known)), streams);
    return;
  }
  if (!inner.some((word) => word.uses > 0)) {
    query.containing = NO_FORMS;
    return;
  }
  const matches = inner
    .map((word, i): WordMatch => ({
      tails: tails[i],
      inner: word,
      weight: tails[i].to - tails[i].from + word.uses,
    }))
    .sort(byWeight);
  const count = formsContaining(layer, matches);
  query.containing = listed(layer, count);
  if (query.containing === null) addRows(layer, count, streams);
  else addRowsOf(layer, query.containing, streams);
}

function formsContaining(layer: KeyLayer, matches: readonly WordMatch[]): number {
  let insides = 0;
  for (const { inner } of matches) insides += inner.uses;
  const [driver, ...others] = matches;
  if (driver.weight === 0) return 0;
  layer.seenForms.clear();
  if (driver.weight <= insides) return withAll(layer, findForms(layer, driver), others);
  let count = 0;
  for (const match of matches) count = addFormsInside(layer, match.inner, count);
  return withAll(layer, count, matches);
}

function startingAmong({ layer, tails }: LayerQuery, forms: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (let at = 0; at < forms.length; at++) {
    let i = 0;
    while (i < tails.length && layer.hasTail(forms[at], tails[i])) i++;
    if (i === tails.length) kept.push(forms[at]);
  }
  return kept;
}

function containingAmong({ layer, tails, inner }: LayerQuery, forms: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (let at = 0; at < forms.length; at++) {
    let i = 0;
    while (i < tails.length && isIn(layer, forms[at], tails[i], inner[i])) i++;
    if (i === tails.length) kept.push(forms[at]);
  }
  return kept;
}

/** Returns the forms found, as a list, or null if there are too many to remember. */
function listed({ foundForms }: KeyLayer, count: number): readonly number[] | null {
  if (count === 0) return NO_FORMS;
  if (count > MOST_REMEMBERED) return null;
  const forms: number[] = [];
  for (let i = 0; i < count; i++) forms.push(foundForms[i]);
  return forms;
}

function addRowsOf({ formRow }: KeyLayer, forms: readonly number[], streams: RowStream[]): void {
  if (forms.length === 0) return;
  const rows: number[] = [];
  for (let i = 0; i < forms.length; i++) rows.push(formRow[forms[i]]);
  streams.push(new RowList(rows));
}

/** The forms that contain one query word. */
interface WordMatch {
  tails: SlotRange;
  inner: InnerWords;
  /** The approximate number of forms that contain the word, or 0 if there are none. */
  weight: number;
}

function byWeight(a: WordMatch, b: WordMatch): number {
  return a.weight - b.weight;
}

/**
 * Finds the forms that contain the word.
 *
 * @returns the number of forms found
 */
function findForms(layer: KeyLayer, { tails, inner }: WordMatch): number {
  const { tailForm, seenForms, foundForms } = layer;
  let count = 0;
  for (let slot = tails.from; slot < tails.to; slot++) {
    const form = tailForm[slot];
    if (seenForms.has(form)) continue;
    seenForms.add(form);
    foundForms[count++] = form;
  }
  return inner.uses > 0 ? addFormsInside(layer, inner, count) : count;
}

function addFormsInside(
  { uses, use, seenForms, foundForms }: KeyLayer,
  { words }: InnerWords,
  count: number,
): number {
  for (let at = 0; at < words.length; at++) {
    const end = uses[words[at] + 1];
    for (let i = uses[words[at]]; i < end; i++) {
      const form = use[i];
      if (seenForms.has(form)) continue;
      seenForms.add(form);
      foundForms[count++] = form;
    }
  }
  return count;
}

/**
 * Keeps only the forms that contain all the words, from the `count` forms found so far. Works best if rare
 * words are listed first.
 *
 * @returns the number of forms kept
 */
function withAll(layer: KeyLayer, count: number, words: readonly WordMatch[]): number {
  const { foundForms, markedForms } = layer;
  let left = count;
  for (const word of words) {
    if (left === 0) break;
    const isMarked = word.weight <= MARKING * left;
    if (isMarked) mark(layer, word, markedForms.clear());
    let kept = 0;
    for (let i = 0; i < left; i++) {
      const form = foundForms[i];
      if (isMarked ? markedForms.has(form) : isIn(layer, form, word.tails, word.inner))
        foundForms[kept++] = form;
    }
    left = kept;
  }
  return left;
}

function mark(
  { tailForm, uses, use }: KeyLayer,
  { tails, inner: { words } }: WordMatch,
  marked: BitSet,
): void {
  for (let slot = tails.from; slot < tails.to; slot++) marked.add(tailForm[slot]);
  for (let at = 0; at < words.length; at++)
    for (let i = uses[words[at]]; i < uses[words[at] + 1]; i++) marked.add(use[i]);
}

function isIn(
  { formWords, wordsTail, wordsWord }: KeyLayer,
  form: number,
  tails: SlotRange,
  inner: InnerWords,
): boolean {
  const end = formWords[form + 1];
  for (let i = formWords[form]; i < end; i++) {
    const tail = wordsTail[i];
    if (tail >= tails.from && tail < tails.to) return true;
    if (inner.uses > 0 && includes(inner.words, wordsWord[i])) return true;
  }
  return false;
}

function addRows({ foundForms, formRow }: KeyLayer, count: number, streams: RowStream[]): void {
  const rows = foundForms.slice(0, count);
  for (let i = 0; i < count; i++) rows[i] = formRow[rows[i]];
  streams.push(new RowList(rows));
}

/** @param sorted ascending numbers */
function includes(sorted: Uint32Array, number: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low] === number;
}

function isEmpty({ from, to }: SlotRange): boolean {
  return from >= to;
}
