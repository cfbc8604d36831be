import { MOST_MASKED_WORDS, wordRange, type ContextIndex } from './context-index.js';
import type { ContextMasks } from './context-masks.js';
import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';
import type { LayerQuery } from './name-search.js';

/** Words of more names than this are not marked: every row may have them, which the forms then tell. */
const MARKED_NAMES = 6000;

/** Rows by the number of words that are not in their name, then by group; nothing at 0. */
export type ContextRows = Record<5 | 6, number[]>[];

/**
 * Groups 5 and 6: every word starts a word of the name (of one form) or of what the row is in or of, at least one in the
 * name: `номин баянзүрх`. The fewer words only the address has, the better: УБ, СБД, 1-р хороо is that khoroo, not a school
 * in it. In group 5 one of the words is the first of the name. A number must be the whole number.
 */
export function rowsByContext(layer: KeyLayer, contexts: ContextIndex, contextLayer: KeyLayer, query: LayerQuery): ContextRows {
  const count = query.words.length;
  if (count < 2 || count > MOST_MASKED_WORDS) return [];
  const rows: ContextRows = Array.from({ length: count }, () => ({ 5: [], 6: [] }));
  const names = query.words.map((word, i) => wordRange(layer, word, query.isNumber[i], query.tails[i]));
  const around = contexts.ranges(contextLayer, query.words.map((key, i) => ({ key, isNumber: query.isNumber[i] })));
  const inNames = names.map((range) => range.to - range.from);
  const anywhere = inNames.map((size, i) => size + contexts.countRows(contextLayer, around[i]));
  const rarest = anywhere.reduce((best, size, i) => (size < anywhere[best] ? i : best), 0);
  if (anywhere[rarest] === 0) return rows;
  const sought = { names, goesWithNext: query.goesWithNext, masks: contexts.masks(contextLayer, around), rows };
  const marked = contexts.markNames(layer, names, MARKED_NAMES);
  const visits = contexts.beginVisits();
  const visit = (row: number): void => {
    const inName = marked.ofRow(row);
    if (inName !== 0 && visits.isFirst(row)) judge(layer, row, inName, sought);
  };
  const visitNames = ({ from, to }: SlotRange): void => {
    for (let slot = from; slot < to; slot++) visit(layer.tailRows[slot]);
  };
  // Every match has the rarest word, in its name or around it; and every match has some word in its name.
  if (inNames.reduce((sum, size) => sum + size, 0) <= anywhere[rarest]) names.forEach(visitNames);
  else {
    visitNames(names[rarest]);
    contexts.eachRow(contextLayer, around[rarest], visit);
  }
  marked.clear();
  return rows;
}

interface Sought {
  names: readonly SlotRange[];
  /** See LayerQuery. */
  goesWithNext: readonly boolean[];
  masks: ContextMasks;
  rows: ContextRows;
}

/** @param inName words that the row's names have, as bits; some may be in different names */
function judge(layer: KeyLayer, row: number, inName: number, { names, goesWithNext, masks, rows }: Sought): void {
  const around = masks.ofRow(row);
  if ((inName | around) !== 2 ** names.length - 1) return;
  const found = bestForm(layer, row, { names, goesWithNext, around });
  if (found !== null) rows[found.away][found.group].push(row);
}

interface SoughtWords {
  names: readonly SlotRange[];
  /** See LayerQuery. */
  goesWithNext: readonly boolean[];
  /** Words that are around the row, as bits. */
  around: number;
}

/** The best of the row's forms that has at least one of the words, and all that are not around. */
function bestForm(layer: KeyLayer, row: number, sought: SoughtWords): { away: number; group: 5 | 6 } | null {
  let best: { away: number; group: 5 | 6 } | null = null;
  for (let form = layer.firstFormOf(row); form < layer.firstFormOf(row + 1); form++) {
    const away = wordsAway(layer, form, sought);
    if (away === null || (best !== null && away > best.away)) continue;
    const group = sought.names.some((range) => layer.beginsWith(form, range)) ? 5 : 6;
    if (best === null || away < best.away || group < best.group) best = { away, group };
  }
  return best;
}

/** How many of the words are only around; null when one is neither in the form nor around, or none is in the form. */
function wordsAway(layer: KeyLayer, form: number, { names, goesWithNext, around }: SoughtWords): number | null {
  let away = 0;
  for (let i = 0; i < names.length; i++) {
    // The 1 of 1-р хороо is not that of 1-р эмнэлэг.
    const isInForm = layer.hasTail(form, names[i]) && (!goesWithNext[i] || layer.hasTail(form, names[i + 1]));
    if (isInForm) continue;
    if (!(around & (1 << i))) return null;
    away++;
  }
  return away < names.length ? away : null;
}
