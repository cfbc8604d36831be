import { categoryKey } from '../../src/geocoding/forward/category-search.js';
import { NO_CATEGORY } from '../../src/geocoding/places/kinds.js';
import { canonicalWords, endsKind, isSettlementWord, isStopWord } from '../../src/text/canonical.js';
import { stemsOf, withoutLastCase } from '../../src/text/cases.js';
import { KIND_TABLE } from '../../src/text/kind-table.js';
import { isNearWord, withoutSide } from '../../src/text/near-words.js';
import { wordsOf, type Word } from '../../src/text/words.js';

type Words = readonly Word[];

/** Kinds of the table, whether the data has them or not. */
const KINDS: ReadonlySet<string> = new Set(
  KIND_TABLE.filter(({ types }) => types.length > 0 && !types.some((type) => NO_CATEGORY.has(type)))
    .flatMap(({ words }) => words.map((phrase) => categoryKey(wordsOf(phrase))))
    .filter((key) => key !== ''),
);

/**
 * All ways to read a query as a kind at one of its ends and a town: the longest kind first, then the one that
 * stands first; the town as typed, without a word like хот, without each case ending.
 */
export function kindsAndTowns(words: Words): { kind: Words; town: Words }[] {
  return [3, 2, 1]
    .filter((length) => length < words.length)
    .flatMap((length) => [
      { asked: words.slice(0, length), rest: words.slice(length), at: 0 },
      { asked: words.slice(-length), rest: words.slice(0, -length), at: words.length - length },
    ])
    .flatMap(({ asked, rest, at }) => {
      const stems = stemsOf(asked[asked.length - 1]).map((stem) => [...asked.slice(0, -1), stem]);
      const isKind = (some: Words): boolean => endsKind(some.at(-1)!.strict) && KINDS.has(categoryKey(some));
      const kind = [asked, ...stems].find(isKind);
      const place = withoutSide(rest, at).filter((word) => !isNearWord(word) && !isStopWord(word));
      const isOfTown = canonicalWords(place.slice(-1)).every(isSettlementWord);
      const towns = [place, ...(isOfTown ? [place.slice(0, -1)] : []), ...withoutLastCase(place)];
      return kind === undefined ? [] : towns.map((town) => ({ kind, town }));
    })
    .filter(({ town }) => town.length > 0);
}
