import { joinedKey } from '../../text/join.js';
import { wordsOf, type Word } from '../../text/words.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey } from '../lookup/key-text.js';
import type { LayerKind } from './forward-hit.js';

const [AIMAG] = wordsOf('аймаг');
/**
 * The maximum number of words that the names of two areas may have in total. In a longer query, every
 * possible split would require looking up all of its words.
 */
export const MOST_BESIDE = 8;

/** The contexts whose complete name consists of the given words. */
export interface AreasCalled {
  areas: readonly number[];
  /** The contexts that are not aimags. */
  small: readonly number[];
}

/** Returns the contexts of a layer that have exactly this name, compared by the layer's kind of key. */
export function areasCalled(layer: KeyLayer, words: readonly Word[], kind: LayerKind): AreasCalled {
  const key = encodeKey(joinedKey(words.map((word) => word[kind])));
  const { from, to } = layer.wholeRange(key, layer.headRange(key));
  if (from === to) return { areas: [], small: [] };
  const areas = [...new Set(layer.headRows.subarray(from, to))];
  const aimag = encodeKey(joinedKey([...words, AIMAG].map((word) => word[kind])));
  return { areas, small: areas.filter((area) => !isCalled(layer, area, aimag)) };
}

/**
 * Two areas whose names are side by side, for example Сүхбаатар аймаг Сүхбаатар сум. At most one of the two
 * areas is an aimag.
 */
export interface AreasBeside {
  first: readonly number[];
  second: readonly number[];
}

/**
 * Splits the words into the complete names of two areas, at the first position where both areas exist.
 * Returns null if there is no such position or the query has more than MOST_BESIDE words.
 *
 * @param kinds contexts that are not areas
 */
export function areasBeside(
  layer: KeyLayer,
  words: readonly Word[],
  kind: LayerKind,
  kinds: Uint32Array,
): AreasBeside | null {
  if (words.length > MOST_BESIDE) return null;
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [words.slice(0, at), words.slice(at)].map((name) => {
      const { areas, small } = areasCalled(layer, name, kind);
      return {
        areas: areas.filter((area) => !kinds.includes(area)),
        small: small.filter((area) => !kinds.includes(area)),
      };
    });
    if (first.areas.length === 0 || second.areas.length === 0) continue;
    if (second.small.length > 0) return { first: first.areas, second: second.small };
    if (first.small.length > 0) return { first: second.areas, second: first.small };
  }
  return null;
}

function isCalled(layer: KeyLayer, area: number, key: Uint8Array): boolean {
  for (let form = layer.firstFormOf(area); form < layer.firstFormOf(area + 1); form++)
    if (layer.compareForm(form, key) === 'whole') return true;
  return false;
}
