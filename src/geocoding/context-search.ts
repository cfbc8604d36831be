import { hasWord, isInRange, MOST_MASKED_WORDS, wordRange, type ContextIndex, type WordRange } from './context-index.js';
import type { KeyLayer } from './key-layer.js';
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
  const masks = contexts.masks(contextLayer, query.words.map((word, i) => wordRange(contextLayer, word, query.isNumber[i])));
  const all = 2 ** count - 1;
  const { tailRows } = layer;
  for (const driver of drivers(ranges.map((range) => range.to - range.from), masks.found)) {
    const range = ranges[driver];
    const others = all & ~(1 << driver);
    for (let slot = range.from; slot < range.to; slot++) {
      if (slot === range.gapFrom && range.gapTo > slot) {
        slot = range.gapTo - 1;
        continue;
      }
      const missing = others & ~contexts.maskOfRow(tailRows[slot], masks);
      if (missing !== 0 && !isInForm(layer, layer.formOfTail(slot), missing, ranges)) continue;
      rows[beginsName(layer, layer.formOfTail(slot), ranges) ? 5 : 6].push(tailRows[slot]);
    }
  }
  return rows;
}

function beginsName(layer: KeyLayer, form: number, ranges: readonly WordRange[]): boolean {
  const first = layer.wordTail(layer.firstWord(form));
  return ranges.some((range) => isInRange(first, range));
}

function isInForm(layer: KeyLayer, form: number, words: number, ranges: readonly WordRange[]): boolean {
  for (let i = 0; words >> i > 0; i++) if (words & (1 << i) && !hasWord(layer, form, ranges[i])) return false;
  return true;
}

/** A word that no context has must be in the name, and the rarest of such words leads; else any word may be the one in the name. */
function drivers(sizes: readonly number[], inContext: number): number[] {
  const needed = sizes.map((_, i) => i).filter((i) => !(inContext & (1 << i)));
  if (needed.length === 0) return sizes.map((_, i) => i);
  return [needed.reduce((best, i) => (sizes[i] < sizes[best] ? i : best))];
}
