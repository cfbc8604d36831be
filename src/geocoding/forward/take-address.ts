import {
  houseNumberAt,
  isHouseWord,
  LONGEST_HOUSE_NUMBER,
  mayBeginWithLetters,
  mayBeHouseNumber,
} from '../../text/house-number.js';
import type { Word } from '../../text/words.js';
import { RowList } from '../lookup/row-stream.js';
import { AddressHits, groupOf, isAlike, isWholeName, layerOf, rowOf } from '../finding/context-search.js';
import { LAYER_KINDS } from '../finding/forward-hit.js';
import type { HitList } from './hit-list.js';
import type { Searched, SearchPlan } from '../finding/search-contract.js';

/** A query with more words than this is treated as a sentence. */
const MOST_WORDS = 30;

/**
 * Adds rows whose whole name was typed, then houses, then other rows by the number of words outside the name.
 * A street named Баян уул 3 therefore comes before a house with the number 3.
 */
export function takeAddress(plan: SearchPlan, list: HitList): void {
  if (list.isFull) return;
  const hits = new AddressHits();
  const houses = LAYER_KINDS.map((key) => plan.houses(key));
  plan.around('strict', hits);
  if (houses.flat().some((rows) => rows.length > 0)) {
    plan.around('loose', hits);
    const sorted = hits.sorted();
    addHits(Array.from(sorted).filter(isWholeName), list, 0);
    for (const [i, key] of LAYER_KINDS.entries())
      for (const rows of houses[i])
        list.take({ streams: [new RowList(rows)] }, { group: 5, key, relaxation: 0 });
    addHits(sorted, list, 0);
    return;
  }
  // The best hits found by strict keys come before all hits found by loose keys. If the strict hits fill the
  // list, the loose keys are not searched.
  addHits(hits.best(), list, 0);
  if (list.isFull) return;
  plan.around('loose', hits);
  addHits(hits.sorted(), list, 0);
}

/**
 * Adds places in a house with a number, by their name and the street: Нарны зам 36 Цэлмэг кафе.
 *
 * @returns the words without the number, or null if they find no place
 */
export function takeInHouse(
  words: readonly Word[],
  searched: Searched,
  list: HitList,
  relaxation: number,
): { words: readonly Word[]; plan: SearchPlan } | null {
  if (words.length < 3 || words.length > MOST_WORDS) return null;
  for (let at = 0; at < words.length; at++) {
    if (!mayBeHouseNumber(words, at) && !mayBeginWithLetters(words, at)) continue;
    for (let length = Math.min(LONGEST_HOUSE_NUMBER, words.length - at); length > 0; length--) {
      const key = houseNumberAt(words, at, length);
      if (key === null) continue;
      const rest = words.filter((word, i) => (i < at || i >= at + length) && !isHouseWord(word));
      if (rest.length === 0) continue;
      if (searched.effort.isSpent) return null;
      const plan = searched.plan(rest);
      const hits = new AddressHits();
      plan.around('strict', hits);
      const isThere = (hit: number): boolean => searched.hasNumber(rowOf(hit), key);
      addHits(Array.from(hits.sorted()).filter(isThere), list, relaxation);
      if (list.hits.length > 0) return { words: rest, plan };
    }
  }
  return null;
}

function addHits(hits: ArrayLike<number>, list: HitList, relaxation: number): void {
  for (let i = 0; i < hits.length && !list.isFull;) {
    const how = { group: groupOf(hits[i]), key: LAYER_KINDS[layerOf(hits[i])], relaxation };
    if (!list.isRanked) {
      list.add(rowOf(hits[i++]), how);
      continue;
    }
    const rows: number[] = [];
    for (const first = hits[i]; i < hits.length && isAlike(hits[i], first); i++) rows.push(rowOf(hits[i]));
    list.take({ streams: [new RowList(rows)] }, how);
  }
}
