import { joinedKey } from '../../text/join.js';
import { isNearWord, withoutSide } from '../../text/near-words.js';
import { isStopWord } from '../../text/canonical.js';
import type { Word } from '../../text/words.js';
import type { Searched } from '../finding/searched.js';
import type { HitList } from './hit-list.js';
import { haveEqualKeys, WHOLE_OR_BEGUN } from './placed.js';
import { alikeInTurn } from './taken.js';
import { mayBeName } from './words-left-out.js';

/** Neither a name nor a landmark has more words. */
const MOST_WORDS = 4;
/** A shorter beginning is that of too many names. */
const SHORTEST_BEGUN = 4;

/**
 * Takes what has some words as its whole name, or else begins with them, and stands beside what is called as
 * the others, nearest first: «Хаан банк Барс зах», «CU Их дэлгүүрийн хажууд». Of two names that may be the
 * landmark, the one of fewer places is.
 *
 * @param asked receives the words that were looked for
 */
export function takeBeside(list: HitList, searched: Searched, asked: (readonly Word[])[]): void {
  const [typed] = asked;
  const cuts = splitsOf(typed).flatMap(({ name, place }) => {
    const beside = searched.isCalled(name) ? searched.besideOf(place) : null;
    return beside === null ? [] : [{ name, place, ...beside }];
  });
  for (const { name, place, distanceOf } of cuts.sort((a, b) => a.landmarks - b.landmarks)) {
    if (searched.effort.isSpent) return;
    const words = [...place, ...name];
    const relaxation = haveEqualKeys(words, typed) ? 0 : asked.push(words) - 1;
    const how = { group: 5, key: 'strict', relaxation } as const;
    const names = searched.plan(name).names();
    for (const group of WHOLE_OR_BEGUN) {
      if (group === 2 && joinedKey(name.map(({ strict }) => strict)).length < SHORTEST_BEGUN) break;
      list.takeNearest(alikeInTurn(names, group), how, distanceOf);
      if (list.hits.length > 0) return;
    }
    if (relaxation > 0) asked.pop();
  }
}

/** Words of a name, and of a landmark that it stands beside. */
export interface BesideWords {
  name: readonly Word[];
  place: readonly Word[];
}

/** The ways to cut words in two, the longest place first; of equal ones that which stands behind the name. */
export function splitsOf(words: readonly Word[]): BesideWords[] {
  const bare = withoutSide(words, words.length).filter((word) => !isNearWord(word) && !isStopWord(word));
  if (bare.length > 2 * MOST_WORDS) return [];
  const splits: BesideWords[] = [];
  for (let length = Math.min(MOST_WORDS, bare.length - 1); length > 0; length--) {
    if (bare.length - length > MOST_WORDS) continue;
    splits.push({ name: bare.slice(0, -length), place: bare.slice(-length) });
    splits.push({ name: bare.slice(length), place: bare.slice(0, length) });
  }
  return splits.filter(({ name }) => mayBeName(name));
}
