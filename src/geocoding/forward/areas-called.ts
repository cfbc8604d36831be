import { joinedKey } from '../../text/join.js';
import { wordsOf, type Word } from '../../text/words.js';
import type { KeyLayer } from '../lookup/key-layer.js';
import { encodeKey } from '../lookup/key-text.js';
import type { LayerKind } from './forward-hit.js';

const [AIMAG] = wordsOf('аймаг');

/** Contexts with the words as a whole name. */
export interface AreasCalled {
  areas: readonly number[];
  /** Those of them that are no aimag. */
  small: readonly number[];
}

/** What is called so in a layer of contexts, by its keys of that kind. */
export function areasCalled(layer: KeyLayer, words: readonly Word[], kind: LayerKind): AreasCalled {
  const key = encodeKey(joinedKey(words.map((word) => word[kind])));
  const { from, to } = layer.wholeRange(key, layer.headRange(key));
  if (from === to) return { areas: [], small: [] };
  const areas = [...new Set(layer.headRows.subarray(from, to))];
  const aimag = encodeKey(joinedKey([...words, AIMAG].map((word) => word[kind])));
  return { areas, small: areas.filter((area) => !isCalled(layer, area, aimag)) };
}

function isCalled(layer: KeyLayer, area: number, key: Uint8Array): boolean {
  for (let form = layer.firstFormOf(area); form < layer.firstFormOf(area + 1); form++)
    if (layer.compareForm(form, key) === 'whole') return true;
  return false;
}
