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
  const ranges = query.words.map((word, i) => wordRange(layer, word, query.isNumber[i], query.tails[i]));
  const masks = contexts.masks(contextLayer, query.words.map((key, i) => ({ key, isNumber: query.isNumber[i] })));
  const all = 2 ** count - 1;
  const { tailRows } = layer;
  for (const driver of drivers(ranges.map((range) => range.to - range.from), masks.found)) {
    const others = all & ~(1 << driver);
    for (let slot = ranges[driver].from; slot < ranges[driver].to; slot++) {
      const missing = others & ~contexts.maskOfRow(tailRows[slot], masks);
      const form = layer.formOfTail(slot);
      if (missing !== 0 && !isInForm(layer, form, missing, ranges)) continue;
      rows[ranges.some((range) => layer.beginsWith(form, range)) ? 5 : 6].push(tailRows[slot]);
    }
  }
  return rows;
}

function isInForm(layer: KeyLayer, form: number, words: number, ranges: readonly SlotRange[]): boolean {
  for (let i = 0; words >> i > 0; i++) if (words & (1 << i) && !layer.hasTail(form, ranges[i])) return false;
  return true;
}

/** A word that no context has must be in the name, and the rarest of such words leads; else any word may be the one in the name. */
function drivers(sizes: readonly number[], inContext: number): number[] {
  const needed = sizes.map((_, i) => i).filter((i) => !(inContext & (1 << i)));
  if (needed.length === 0) return sizes.map((_, i) => i);
  return [needed.reduce((best, i) => (sizes[i] < sizes[best] ? i : best))];
}
