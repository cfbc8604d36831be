import { canonicalWords, isAreaWord, isSettlementWord, isStopWord } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/cases.js';
import { areEqual } from '../../text/relaxations.js';
import type { Word } from '../../text/words.js';
import type { NameGroup } from './forward-hit.js';
import type { HitList } from './hit-list.js';
import type { Matches, Searched, SearchPlan } from './searched.js';
import { mayBeName } from './words-left-out.js';

/** A name and the town or area that stands before or behind it: «Сайншандад Хаан банк». */
interface PlacedName {
  /** As they are without case endings. */
  place: readonly Word[];
  name: readonly Word[];
  /** Whether a row lies there. */
  isInside: (row: number) => boolean;
}

/** No town or area has a longer name: Увс аймгийн төв. */
const MOST_PLACE_WORDS = 3;
const WHOLE_OR_BEGUN: readonly NameGroup[] = [1, 2];

/**
 * Takes what has the name as its whole name, or begins with it, and lies in the place. Not for a house: that
 * is found by its street.
 */
export function takePlaced(list: HitList, searched: Searched, asked: (readonly Word[])[]): void {
  const [typed] = asked;
  if (typed.some(({ isNumber }) => isNumber) && hasHouses(searched.plan(typed))) return;
  for (const { place, name, isInside } of placedNames(typed, searched)) {
    for (const called of [name, searched.calledByStem(name)]) {
      if (called === null) continue;
      const words = [...place, ...called];
      const relaxation = areEqual(words, typed) ? 0 : asked.push(words) - 1;
      const names = searched.plan(called).names();
      for (const group of WHOLE_OR_BEGUN)
        for (const matches of [names.literal(group), names.folded(group), names.alike(group, 'strict')])
          list.take(inside(matches, isInside), { group: 5, key: 'strict', relaxation });
      if (list.hits.length > 0) return;
      if (relaxation > 0) asked.pop();
    }
  }
}

function hasHouses(plan: SearchPlan): boolean {
  return plan.houses('strict').some((rows) => rows.length > 0);
}

function inside({ streams, accepts }: Matches, isInside: (row: number) => boolean): Matches {
  return { streams, accepts: (row) => isInside(row) && (accepts === undefined || accepts(row)) };
}

/** The ways to read words as a name in a place, the longest place first, one before the name first. */
function placedNames(words: readonly Word[], searched: Searched): PlacedName[] {
  const found: PlacedName[] = [];
  for (let length = Math.min(MOST_PLACE_WORDS, words.length - 1); length > 0; length--) {
    for (const at of [0, words.length - length]) {
      const name = words.filter((_, i) => i < at || i >= at + length).filter((word) => !isStopWord(word));
      // A kind alone is for those who look for kinds.
      if (!mayBeName(name) && !name.some(({ isNumber }) => isNumber)) continue;
      for (const place of readingsOf(words.slice(at, at + length))) {
        const isInside = place.length === 0 ? null : searched.insideOf(place);
        if (isInside === null || !isPlace(place, searched)) continue;
        found.push({ place, name, isInside });
        break;
      }
    }
  }
  return found;
}

/** What is of a kind is «in» it, too: a kind is no place, unless a town is called so (Цэцэрлэг). */
function isPlace(words: readonly Word[], searched: Searched): boolean {
  if (searched.isTown(words)) return true;
  return (words.length > 1 || mayBeName(words)) && searched.category(words)?.isAlone !== true;
}

/** The words, without a word like хот behind them, and without the case ending of the last one. */
function readingsOf(typed: readonly Word[]): (readonly Word[])[] {
  const place = typed.filter((word) => !isStopWord(word));
  const isOfTown = place.length > 1 && canonicalWords(place.slice(-1)).every(isSettlementWord);
  const all = [place, ...withoutLastCase(place)];
  return isOfTown && !isAreaWord(place[place.length - 1]) ? [...all, place.slice(0, -1)] : all;
}
