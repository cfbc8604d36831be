import { hasWord, isInRange, MOST_MASKED_WORDS, wordRange, type ContextIndex } from './context-index.js';
import type { KeyLayer } from './key-layer.js';
import type { LayerQuery } from './name-search.js';
import { RowList, type RowStream } from './row-stream.js';

/**
 * Group 5: every word starts a word of the name (of one form) or of what the row is in or of, at least one in the name:
 * `номин баянзүрх`. A number must be the whole number in both.
 */
export function rowsByContext(layer: KeyLayer, contexts: ContextIndex, contextLayer: KeyLayer, query: LayerQuery): RowStream | null {
  const count = query.words.length;
  if (count < 2 || count > MOST_MASKED_WORDS) return null;
  const ranges = query.words.map((word, i) => wordRange(layer, word, query.isNumber[i]));
  const masks = contexts.masks(contextLayer, query.words.map((word, i) => wordRange(contextLayer, word, query.isNumber[i])));
  const all = 2 ** count - 1;
  const rows: number[] = [];
  for (const driver of drivers(ranges.map((range) => range.to - range.from), masks.found)) {
    const range = ranges[driver];
    for (let slot = range.from; slot < range.to; slot++) {
      if (!isInRange(slot, range)) continue;
      const form = layer.formOfTail(slot);
      const row = layer.formRow[form];
      let missing = all & ~contexts.maskOfRow(row, masks);
      for (let i = 0; missing >> i > 0; i++) if (missing & (1 << i) && hasWord(layer, form, ranges[i])) missing &= ~(1 << i);
      if (missing === 0) rows.push(row);
    }
  }
  return new RowList(rows);
}

/** A word that no context has must be in the name, and the rarest of such words leads; else any word may be the one in the name. */
function drivers(sizes: readonly number[], inContext: number): number[] {
  const needed = sizes.map((_, i) => i).filter((i) => !(inContext & (1 << i)));
  if (needed.length === 0) return sizes.map((_, i) => i);
  return [needed.reduce((best, i) => (sizes[i] < sizes[best] ? i : best))];
}
