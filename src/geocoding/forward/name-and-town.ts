import { canonicalWords, isAreaWord, isSettlementWord, isStopWord } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/strip-case.js';
import type { Word } from '../../text/words.js';
import type { NameGroup } from '../finding/forward-hit.js';
import type { HitList } from './hit-list.js';
import type { Matches, Searched, SearchPlan } from '../finding/search-contract.js';
import { alikeInTurn } from './matches-in-turn.js';
import { onlyWhere } from '../finding/kind-rows.js';
import { mayBeName } from './may-be-name.js';

/** A name, with the town or area before or after it: «Сайншандад Хаан банк». */
interface PlacedName {
  /** The words of the place, without case endings. */
  place: readonly Word[];
  name: readonly Word[];
  /** Whether the name's last word may be incomplete and does not form a number with the place after it. */
  isOpen: boolean;
  /** Whether a row is inside the place. */
  isInside: (row: number) => boolean;
}

/** The maximum number of words in the name of a town or an area: Увс аймгийн төв. */
const MOST_PLACE_WORDS = 3;
/** The match groups for whole names and for names that begin with the words. */
export const WHOLE_OR_BEGUN: readonly NameGroup[] = [1, 2];

/**
 * Adds rows inside the place whose name is the given name or begins with it. Does not apply to houses, which
 * are found by street.
 *
 * @param plan the plan for the words as typed
 */
export function takePlaced(
  list: HitList,
  searched: Searched,
  asked: (readonly Word[])[],
  plan: SearchPlan,
): void {
  const [typed] = asked;
  if (typed.some(({ isNumber }) => isNumber) && hasHouses(plan)) return;
  for (const { place, name, isOpen, isInside } of placedNames(typed, searched)) {
    const beside = searched.besideOf(place);
    const distanceOf = beside?.isQuarter === true ? beside.distanceOf : null;
    for (const called of [name, searched.calledByStem(name)]) {
      if (called === null || searched.effort.isSpent) continue;
      const words = [...place, ...called];
      const relaxation = haveEqualKeys(words, typed) ? 0 : asked.push(words) - 1;
      const inTown = searched.inTown(place);
      if (inTown !== null) {
        const isThere = (row: number): boolean => inTown(row) && isInside(row);
        takeInside(list, searched, { name: called, isOpen, isInside: isThere }, relaxation);
      }
      takeInside(list, searched, { name: called, isOpen, isInside, distanceOf }, relaxation);
      if (list.hits.length > 0) return;
      if (relaxation > 0) asked.pop();
    }
  }
}

interface Inside extends Pick<PlacedName, 'name' | 'isInside'> {
  isOpen?: boolean;
  /**
   * The distance from a quarter, in meters: the outline of the quarter is unknown, so the nearest places come
   * first. Null for other places.
   */
  distanceOf?: ((row: number) => number) | null;
}

/**
 * Adds the places inside the given place that have the given name or a name that begins with it. If there are
 * none and the given name contains a number, adds the places with all its words in their names: a 27-р дунд
 * сургууль is a town's 27-р сургууль.
 */
function takeInside(
  list: HitList,
  searched: Searched,
  { name, isOpen = true, isInside, distanceOf = null }: Inside,
  relaxation: number,
): void {
  const names = searched.plan(name).names();
  const how = { group: 5, key: 'strict', relaxation } as const;
  for (const group of WHOLE_OR_BEGUN) {
    if (!isOpen && list.hits.length > 0) continue;
    if (distanceOf !== null)
      list.takeNearest(eachWhere(alikeInTurn(names, group), isInside), how, distanceOf);
    for (const matches of eachWhere(alikeInTurn(names, group), isInside)) list.take(matches, how);
  }
  if (list.hits.length === 0 && name.some(({ isNumber }) => isNumber))
    list.take(onlyWhere(names.alike(3), isInside), how);
}

function* eachWhere(all: Iterable<Matches>, isInside: (row: number) => boolean): Generator<Matches> {
  for (const matches of all) yield onlyWhere(matches, isInside);
}

/** Whether both lists contain the same words, in any order. */
export function haveEqualKeys(a: readonly Word[], b: readonly Word[]): boolean {
  const [keys, others] = [a, b].map((words) => words.map(({ strict }) => strict).sort());
  return keys.join(' ') === others.join(' ');
}

function hasHouses(plan: SearchPlan): boolean {
  return plan.houses('strict').some((rows) => rows.length > 0);
}

/**
 * Returns the ways to interpret the words as a name inside a place. Longer place names come first, then place
 * names that precede the name.
 */
function placedNames(words: readonly Word[], searched: Searched): PlacedName[] {
  const found: PlacedName[] = [];
  for (let length = Math.min(MOST_PLACE_WORDS, words.length - 1); length > 0; length--) {
    for (const at of [0, words.length - length]) {
      const typed = words.slice(at, at + length).filter((word) => !isStopWord(word));
      const places = placeReadings(typed, searched);
      if (places.length === 0) continue;
      const name = words.filter((word, i) => (i < at || i >= at + length) && !isStopWord(word));
      // A query that consists only of a kind is handled by the search for kinds.
      if (!mayBeName(name) && !name.some(({ isNumber }) => isNumber)) continue;
      for (const place of places) {
        const isInside = searched.insideOf(place);
        if (isInside === null || !isPlace(place, searched)) continue;
        // A 13-р байр in Цэцэрлэг comes before any 132-р цэцэрлэг, and is shown without them.
        const last = name.at(-1);
        const isOpen = last?.isNumber !== true || last === words.at(-1);
        found.push({ place, name, isOpen, isInside });
        break;
      }
    }
  }
  return found;
}

/**
 * Whether the words name a place. Words that follow a kind can also be interpreted as being «in» it, but a
 * kind is not a place unless a town has that name (Цэцэрлэг).
 */
function isPlace(words: readonly Word[], searched: Searched): boolean {
  if (searched.isTown(words)) return true;
  return (words.length > 1 || mayBeName(words)) && searched.category(words)?.isAlone !== true;
}

/**
 * Returns the ways to interpret words as a place name: without the last word's case ending, and without a
 * following word like хот. The list is empty if no place has a similar name.
 */
function placeReadings(place: readonly Word[], searched: Searched): (readonly Word[])[] {
  if (place.length === 0) return [];
  const last = place[place.length - 1];
  const isOfTown = place.length > 1 && canonicalWords([last]).every(isSettlementWord) && !isAreaWord(last);
  const town = place.slice(0, -1);
  const canonical = canonicalWords(place);
  const inCases = [...withoutLastCase(place), ...(canonical === place ? [] : [canonical])];
  const readings = searched.mayHaveInside(place) ? [place, ...inCases] : [];
  return isOfTown && searched.mayHaveInside(town) ? [...readings, town] : readings;
}
