import { isAreaWord } from '../../text/canonical.js';
import type { Word } from '../../text/words.js';
import { RowList } from '../lookup/row-stream.js';
import { BEGINNINGS, type LayerKind, type NameGroup } from '../finding/forward-hit.js';
import type { HitList } from './hit-list.js';
import { onlyWhere, rowsIn } from '../finding/kind-rows.js';
import type {
  Beside,
  Matches,
  NameFinder,
  Searched,
  SearchedCategory,
  SearchPlan,
} from '../finding/search-contract.js';

const LOWERED = [1, 2] as const;

/** Yields places with this name and places of this kind. Read each result before requesting the next one. */
export function* ofNameOrKind(names: NameFinder, category: SearchedCategory): Generator<Matches> {
  yield names.literal(1);
  yield names.folded(1);
  for (const matches of category.rows('strict', () => true)) if ('streams' in matches) yield matches;
}

/**
 * Returns the matches for a town's numbered area, such as Эрдэнэт 7-р баг, or an empty list if there is none.
 */
export function numberedAreas(words: readonly Word[], searched: Searched): Matches[] {
  const at = words.length - 2;
  if (at < 1 || !words[at].isNumber || !isAreaWord(words[at + 1])) return [];
  const isInside = searched.insideOf(words.slice(0, at));
  if (isInside === null) return [];
  const names = searched.plan(words.slice(at)).names();
  return BEGINNINGS.flatMap((group) => {
    const rows = rowsIn(onlyWhere(names.alike(group), isInside));
    return rows.length === 0 ? [] : [{ streams: [new RowList(rows)] }];
  });
}

/** Adds the derived matches from groups 1 and 2 that rank no higher than group 3. */
export function takeLowered(matches: NameFinder, key: LayerKind, list: HitList): void {
  for (const group of LOWERED)
    if (!list.isFull) list.take(matches.lowered(group, key), { group: 3, key, relaxation: 0 });
}

/**
 * Yields all strict-key matches of a group for a query that is itself derived. Among whole names and
 * beginnings, names with the typed letters come first: of Номин отель and Номин зочид буудал, the typed one.
 * Most such queries find no match, so literal matches are not searched separately.
 */
export function* alikeInTurn(matches: NameFinder, group: NameGroup): Generator<Matches> {
  const alike = matches.alike(group);
  if (alike.streams.every(({ row }) => row === Infinity)) return;
  if (group <= 2) {
    yield matches.literal(group);
    yield matches.folded(group);
  }
  yield alike;
}

/**
 * Yields the places near a landmark with this whole name, and then those that share another name with them:
 * if one branch of Номин супермаркет also has the name Номин, people call each of them so.
 */
export function* branchesInTurn(
  plan: SearchPlan,
  distanceOf: Beside['distanceOf'],
  searched: Pick<Searched, 'namesOf'>,
): Generator<Matches> {
  const isNear = (row: number): boolean => distanceOf(row) < Infinity;
  const names = new Set<string>();
  for (const matches of alikeInTurn(plan.names(), 1)) {
    const rows = rowsIn(onlyWhere(matches, isNear));
    for (const name of rows.flatMap((row) => searched.namesOf(row))) names.add(name);
    yield { streams: [new RowList(rows)] };
  }
  if (names.size === 0) return;
  const isBranch = (row: number): boolean => searched.namesOf(row).some((name) => names.has(name));
  yield onlyWhere(plan.names().alike(2), (row) => isNear(row) && isBranch(row));
}
