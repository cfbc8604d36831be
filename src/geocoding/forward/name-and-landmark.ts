import { joinedKey } from '../../text/join.js';
import { isNearWord, withoutSide } from '../../text/near-words.js';
import { stemsOf, withoutLastCase } from '../../text/strip-case.js';
import { canonicalWords, isGeneric, isStopWord } from '../../text/canonical.js';
import { areEqual, type Word } from '../../text/words.js';
import type { NameGroup } from '../finding/forward-hit.js';
import { rowsIn } from '../finding/kind-rows.js';
import type { Beside, Searched, SearchPlan } from '../finding/search-contract.js';
import type { HitList } from './hit-list.js';
import { haveEqualKeys, WHOLE_OR_BEGUN } from './name-and-town.js';
import { alikeInTurn, branchesInTurn } from './matches-in-turn.js';
import { mayBeName } from './may-be-name.js';
import { kindOf } from './kind-and-town.js';

/** The maximum number of words in a name or in a landmark, including words that indicate a side. */
const MOST_WORDS = 4;
const MOST_WITH_SIDES = 10;
/** A shorter prefix matches too many names. */
const SHORTEST_BEGUN = 4;

/**
 * Splits the query into the name of a place and the name of a landmark beside it, and adds the places,
 * nearest first: «Хаан банк Барс зах», «CU Их дэлгүүрийн хажууд». Whole names rank ahead of names that only
 * begin with the typed words. If either part may be the landmark, the part with fewer places is chosen.
 *
 * @param asked receives the words of each search performed
 */
export function takeBeside(list: HitList, searched: Searched, asked: (readonly Word[])[]): void {
  const [typed] = asked;
  const cuts = splitsOf(typed).flatMap(({ names, place }) => {
    const name = names.find((some) => searched.isCalled(some));
    const brand = name === undefined ? brandOf(names[0], searched) : null;
    const called = name ?? brand?.name;
    const beside = called === undefined ? null : searched.besideOf(place);
    if (called === undefined || beside === null || !mayStandBeside(called, place, searched)) return [];
    return [
      { name: called, place, ...beside, ...(brand !== null && onlyOfKind(brand.kind, beside, searched)) },
    ];
  });
  cuts.sort((a, b) => a.rank - b.rank);
  // A place with exactly this name near any landmark comes before a place whose name only begins with it.
  for (const group of WHOLE_OR_BEGUN)
    for (const { name, place, ...beside } of cuts) {
      if (searched.effort.isSpent) return;
      const words = [...place, ...name];
      const relaxation = haveEqualKeys(words, typed) ? 0 : asked.push(words) - 1;
      takeCalled(list, searched, { plan: searched.plan(name), name, group, ...beside }, relaxation);
      if (list.hits.length > 0) return;
      if (relaxation > 0) asked.pop();
    }
}

/**
 * Adds the landmarks whose names have all words before a side, if the last one is a word for a kind: «Драгон
 * төвийн ард», «Сансар үйлчилгээний төвийн урд».
 */
export function takeLandmark(list: HitList, searched: Searched, asked: (readonly Word[])[]): void {
  const told = withoutSide(asked[0], asked[0].length);
  const last = told[told.length - 1];
  if (told.length === asked[0].length || told.length < 2) return;
  const kind = [last, ...stemsOf(last)].find(isGeneric);
  if (kind === undefined) return;
  const words = [...told.slice(0, -1), ...canonicalWords([kind])];
  const group = searched.isCalled(words) ? 1 : 3;
  const relaxation = asked.push(words) - 1;
  list.take(searched.plan(words).names().alike(group), { group: 5, key: 'strict', relaxation });
  if (list.hits.length === 0) asked.pop();
}

/**
 * Adds the places near a landmark whose whole name is the given name; if there are none, adds places whose
 * name begins with it, or places of a brand before a word for its kind.
 */
export function takeNearLandmark(
  list: HitList,
  searched: Searched,
  { plan, name, ...beside }: Beside & { plan: SearchPlan; name: readonly Word[] },
): void {
  for (const group of WHOLE_OR_BEGUN) {
    takeCalled(list, searched, { ...beside, plan, name, group }, 0);
    if (list.hits.length > 0) return;
  }
  const brand = brandOf(name, searched);
  if (brand === null) return;
  const ofKind = onlyOfKind(brand.kind, beside, searched);
  takeCalled(list, searched, { ...brand, ...ofKind, plan: searched.plan(brand.name), group: 1 }, 0);
}

/** Splits a name into a brand and a word for its kind: «Петровис шатахуун». Returns null if it is neither. */
function brandOf(
  name: readonly Word[],
  searched: Searched,
): { name: readonly Word[]; kind: readonly Word[] } | null {
  for (let at = 1; at < name.length; at++) {
    const kind = kindOf(name.slice(at));
    if (kind !== undefined && searched.isCalled(name.slice(0, at))) return { name: name.slice(0, at), kind };
  }
  return null;
}

/** Limits the distances from a landmark to places of a kind. */
function onlyOfKind(
  kind: readonly Word[],
  { distanceOf }: Pick<Beside, 'distanceOf'>,
  searched: Searched,
): Pick<Beside, 'distanceOf'> {
  searched.effort.addNames(kind.length);
  const rows = new Set<number>();
  for (const found of searched.category(kind)?.rows('strict', () => true) ?? [])
    if ('streams' in found) for (const row of rowsIn(found)) rows.add(row);
  return { distanceOf: (row) => (rows.has(row) ? distanceOf(row) : Infinity) };
}

interface Called extends Pick<Beside, 'distanceOf'> {
  plan: SearchPlan;
  name: readonly Word[];
  group: NameGroup;
}

/**
 * Adds the matches of one group that are within a landmark's radius, nearest first. Whole names include those
 * of branches.
 */
function takeCalled(
  list: HitList,
  searched: Pick<Searched, 'namesOf'>,
  { plan, name, group, distanceOf }: Called,
  relaxation: number,
): void {
  const mayBegin = joinedKey(name.map(({ strict }) => strict)).length >= SHORTEST_BEGUN;
  if (group === 2 && !mayBegin) return;
  const matches =
    group === 1 && mayBegin ? branchesInTurn(plan, distanceOf, searched) : alikeInTurn(plan.names(), group);
  list.takeNearest(matches, { group: 5, key: 'strict', relaxation }, distanceOf);
}

/**
 * Whether people name a place by this landmark. They do not name a settlement by a place in it: «118-р
 * сургууль Яармаг» means the school.
 */
export function mayStandBeside(
  name: readonly Word[],
  landmark: readonly Word[],
  searched: Pick<Searched, 'isTown' | 'besideOf'>,
): boolean {
  const isSettlement = (words: readonly Word[]): boolean =>
    searched.isTown(words) || searched.besideOf(words)?.isQuarter === true;
  return !isSettlement(name) || isSettlement(landmark);
}

/** The words of a name, and the words of a landmark beside it. */
export interface BesideWords {
  /**
   * The words as typed, without a case ending if they follow a word that indicates a side («Барс захын урд
   * талын Хаан банкны гадаа»), and with words for kinds as in names («МТ колонк»).
   */
  names: readonly (readonly Word[])[];
  place: readonly Word[];
}

/**
 * Returns the ways to split the words into a name and a landmark, with the longest landmark first. Among
 * landmarks of equal length, the one that follows the name comes first. Words that indicate a side are
 * ignored at the end of either part: «Барс захын урд талын Хаан банкны гадаа».
 */
export function splitsOf(words: readonly Word[]): BesideWords[] {
  const told = withoutSides(words);
  if (told.length > MOST_WITH_SIDES) return [];
  const splits: BesideWords[] = [];
  for (let cut = 1; cut < told.length; cut++)
    splits.push({ names: [told.slice(0, cut)], place: told.slice(cut) });
  for (let cut = 1; cut < told.length; cut++) {
    const [head, name] = [told.slice(0, cut), told.slice(cut)];
    const place = withoutSides(head);
    // Only the words that follow a side word cannot be part of the landmark.
    splits.push({ names: place.length < cut ? [name, ...withoutLastCase(name)] : [name], place });
  }
  return splits
    .filter(
      ({ names: [name], place }) => mayBeName(name) && Math.max(name.length, place.length) <= MOST_WORDS,
    )
    .map(({ names, place }) => ({ names: [...names, ...asInNames(names[0])], place }))
    .sort((a, b) => b.place.length - a.place.length);
}

/**
 * Returns the words with the words for kinds that names have: «МТ колонк», «Хаан банкны АТМ». A landmark in
 * the genitive is no name: «Барс захын».
 */
function asInNames(words: readonly Word[]): (readonly Word[])[] {
  const canonical = canonicalWords(words);
  const last = canonical[canonical.length - 1];
  const isGenitive = !last.isTranslated && last.strict !== words[words.length - 1].strict;
  return isGenitive || areEqual(canonical, words) ? [] : [canonical];
}

/** Removes trailing words that indicate a side, and words like «near». */
function withoutSides(words: readonly Word[]): readonly Word[] {
  return withoutSide(words, words.length).filter((word) => !isNearWord(word) && !isStopWord(word));
}
