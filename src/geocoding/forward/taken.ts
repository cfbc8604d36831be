import { isAreaWord } from '../../text/canonical.js';
import type { Word } from '../../text/words.js';
import { RowList } from '../lookup/row-stream.js';
import { BEGINNINGS, type LayerKind, type NameGroup } from '../finding/forward-hit.js';
import type { HitList } from './hit-list.js';
import type { Matches, NameFinder, Searched, SearchedCategory } from '../finding/searched.js';

const LOWERED = [1, 2] as const;

/** What is called so, and what is of the kind. Each is to be read before the next one is asked for. */
export function* ofNameOrKind(names: NameFinder, category: SearchedCategory): Generator<Matches> {
  yield names.literal(1);
  yield names.folded(1);
  for (const matches of category.rows('strict', () => true)) if ('streams' in matches) yield matches;
}

/** The 7-р баг of the town that stands before it: Эрдэнэт 7-р баг. Empty when there is none. */
export function numberedAreas(words: readonly Word[], searched: Searched): Matches[] {
  const at = words.length - 2;
  if (at < 1 || !words[at].isNumber || !isAreaWord(words[at + 1])) return [];
  const isInside = searched.insideOf(words.slice(0, at));
  if (isInside === null) return [];
  const names = searched.plan(words.slice(at)).names();
  return BEGINNINGS.flatMap((group) => {
    const rows: number[] = [];
    for (const stream of names.alike(group, 'strict').streams)
      for (; stream.row !== Infinity; stream.next()) if (isInside(stream.row)) rows.push(stream.row);
    return rows.length === 0 ? [] : [{ streams: [new RowList(rows)] }];
  });
}

/** Takes derived matches of groups 1 and 2 that are no better than group 3. */
export function takeLowered(matches: NameFinder, key: LayerKind, list: HitList): void {
  for (const group of LOWERED)
    if (!list.isFull) list.take(matches.lowered(group, key), { group: 3, key, relaxation: 0 });
}

/**
 * Takes all matches of a group for a query that is derived itself; of whole names and beginnings those first
 * that have its letters: of Номин отель and Номин зочид буудал, the one that was typed.
 */
export function takeAlike(matches: NameFinder, group: NameGroup, list: HitList, relaxation: number): void {
  const how = { group, key: 'strict', relaxation } as const;
  for (const found of alikeInTurn(matches, group)) list.take(found, how);
  if (!list.isFull) list.take(matches.alike(group, 'loose'), { ...how, key: 'loose' });
}

/** The same for strict keys. Most such queries find nothing, and then what is literal is not looked for. */
export function* alikeInTurn(matches: NameFinder, group: NameGroup): Generator<Matches> {
  const alike = matches.alike(group, 'strict');
  if (alike.streams.every(({ row }) => row === Infinity)) return;
  if (group <= 2) {
    yield matches.literal(group);
    yield matches.folded(group);
  }
  yield alike;
}
