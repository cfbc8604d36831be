import { MOST_MASKED_WORDS, wordRange, type ContextIndex } from './context-index.js';
import type { KeyLayer } from './key-layer.js';
import type { SlotRange } from './key-text.js';
import type { LayerQuery } from './name-search.js';

/** Rows by group. */
export type ContextRows = Record<5 | 6, number[]>;

/**
 * Groups 5 and 6: every word starts a word of the name (of one form) or of what the row is in or of, at least one in the
 * name: `номин баянзүрх`. In group 5 one of them is the first word of the name. A number must be the whole number.
 */
export function rowsByContext(layer: KeyLayer, contexts: ContextIndex, contextLayer: KeyLayer, query: LayerQuery): ContextRows {
  const count = query.words.length;
  const rows: ContextRows = { 5: [], 6: [] };
  if (count < 2 || count > MOST_MASKED_WORDS) return rows;
  const names = query.words.map((word, i) => wordRange(layer, word, query.isNumber[i], query.tails[i]));
  const around = contexts.ranges(contextLayer, query.words.map((key, i) => ({ key, isNumber: query.isNumber[i] })));
  const inNames = names.map((range) => range.to - range.from);
  const anywhere = inNames.map((size, i) => size + contexts.countRows(contextLayer, around[i]));
  const rarest = anywhere.reduce((best, size, i) => (size < anywhere[best] ? i : best), 0);
  if (anywhere[rarest] === 0) return rows;
  const masks = contexts.masks(contextLayer, around);
  contexts.beginVisits();
  const visit = (row: number): void => {
    if (!contexts.isFirstVisit(row)) return;
    const group = groupOf(layer, row, names, contexts.maskOfRow(row, masks));
    if (group !== null) rows[group].push(row);
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
  return rows;
}

/** By the best of the row's forms that has at least one of the words, and all that are not around. */
function groupOf(layer: KeyLayer, row: number, names: readonly SlotRange[], around: number): 5 | 6 | null {
  let group: 5 | 6 | null = null;
  for (let form = layer.firstFormOf(row); form < layer.firstFormOf(row + 1); form++) {
    let inName = false;
    let isMissing = false;
    for (let i = 0; i < names.length && !isMissing; i++) {
      if (layer.hasTail(form, names[i])) inName = true;
      else isMissing = !(around & (1 << i));
    }
    if (isMissing || !inName) continue;
    if (names.some((range) => layer.beginsWith(form, range))) return 5;
    group = 6;
  }
  return group;
}
