import type { Matches } from './searched.js';

type IsWanted = (row: number) => boolean;

/** Those of the rows that are wanted. */
export function onlyWhere({ streams, accepts }: Matches, isWanted: IsWanted): Matches {
  return { streams, accepts: (row) => isWanted(row) && (accepts === undefined || accepts(row)) };
}

/**
 * The same steps twice: for what is in a town first, then for all. Many a soum is called like a town: who
 * asks for a bank in Дархан means the city, and not the soum of that name in Хэнтий.
 *
 * @param isThere whether a row is in the town; null when none is meant: then the first time gives nothing
 * @param count of the steps: two indexes that are searched together keep step
 */
export function* townFirst(
  isThere: IsWanted | null,
  count: number,
  steps: () => Iterable<Matches>,
): Generator<Matches> {
  if (isThere === null) for (let step = 0; step < count; step++) yield { streams: [] };
  else for (const matches of steps()) yield onlyWhere(matches, isThere);
  yield* steps();
}
