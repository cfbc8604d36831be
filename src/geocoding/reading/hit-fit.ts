import { isStrictKey, type ForwardHit } from '../finding/forward-hit.js';
import type { Word } from '../../text/words.js';
import type { NamedHit } from '../forward/forward-search.js';
import { COSTS } from './costs.js';
import type { ReadHit } from './reading-option.js';
import { mayNameArea } from './word-sets.js';

/**
 * By contract, a place whose name contains all the words, as typed, comes before a place with some of the
 * words in its address.
 */
export function hasAllInName(hit: ReadHit | undefined): boolean {
  return hit?.match !== 'partial' && hit?.group === 4 && isCalledWith(hit);
}

/** Whether the words as typed are words of the name, whatever stands before them. */
export function isCalledWith({ group, key, relaxation }: ForwardHit): boolean {
  return relaxation === 0 && (group === 3 || group === 4) && isStrictKey(key);
}

/**
 * By contract, a place with this name, or with a name that begins with it, comes first wherever the place is.
 */
export function isCalledSo(hit: ForwardHit | undefined): boolean {
  return hit !== undefined && hit.relaxation === 0 && hit.group <= 2 && isStrictKey(hit.key);
}

/**
 * Whether the query is the whole name of a place in another form (abbreviated, or in another case), or is one
 * word, so that it names no area to search in. A number may be that of a khoroo.
 */
export function isWholeName(hits: readonly ForwardHit[], words: readonly Word[]): boolean {
  const [first, second] = hits;
  if (first === undefined || first.group > 2) return false;
  if (words.length === 1) return !words[0].isNumber;
  if (first.group !== 1) return false;
  // «цагаан-үүр сумын» may be Цагааннуур сум, and the other way round.
  const isOne = second?.group !== 1 && !words.some(({ isNumber, isDoubled }) => isNumber || isDoubled);
  if (first.key !== 'strict') return isOne && isCalledSo(second);
  return isOne || !mayNameArea(words);
}

/** Returns the cost of a hit's match with the words, not counting missing words. */
export function costOf({ group, key, relaxation, match }: NamedHit): number {
  return (
    COSTS.group[group] +
    (key === 'loose' ? COSTS.readsAlike : 0) +
    (relaxation > 0 && match !== 'partial' ? COSTS.relaxed : 0)
  );
}

/**
 * Whether a hit matches all words well enough to be accepted if the query is not interpreted exactly as
 * typed.
 */
export function isSound({ group, relaxation }: ForwardHit): boolean {
  return relaxation === 0 ? group <= 3 || group === 5 || group === 6 : group === 1 || group === 5;
}
