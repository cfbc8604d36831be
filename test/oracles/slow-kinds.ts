import { categoryKey } from '../../src/geocoding/forward/category-search.js';
import { NO_CATEGORY } from '../../src/geocoding/places/kinds.js';
import {
  canonicalWords,
  endsKind,
  isAreaWord,
  isGeneric,
  isSettlementWord,
  isStopWord,
} from '../../src/text/canonical.js';
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

/** Whether the words are more than kinds; a number and a kind are (102-р цэцэрлэг), but 7-р баг is not. */
export function isNamed(words: Words): boolean {
  const areKinds = words.slice(1).every((word) => !word.isNumber && !isAreaWord(word));
  return (
    words.some((word) => !isGeneric(word) && !isAreaWord(word) && !word.isNumber) ||
    (words.length > 1 && words[0].isNumber && areKinds)
  );
}

/** All ways to read a query as a name and a place before or behind it, which may be in a case. */
export function namesAndPlaces(words: Words): { name: Words; places: Words[] }[] {
  return [3, 2, 1]
    .filter((length) => length < words.length)
    .flatMap((length) => [
      { typed: words.slice(0, length), rest: words.slice(length) },
      { typed: words.slice(-length), rest: words.slice(0, -length) },
    ])
    .map(({ typed, rest }) => {
      const place = typed.filter((word) => !isStopWord(word));
      const last = canonicalWords(place.slice(-1));
      const isOfTown = place.length > 1 && last.every((word) => isSettlementWord(word) && !isAreaWord(word));
      const places = [place, ...withoutLastCase(place), ...(isOfTown ? [place.slice(0, -1)] : [])];
      return {
        name: rest.filter((word) => !isStopWord(word)),
        places: places.filter((some) => some.length > 0),
      };
    })
    .filter(({ name }) => isNamed(name) || name.some(({ isNumber }) => isNumber));
}

/** What a query for the general hospital of an aimag, a soum or a town may mean, the likeliest first. */
export function generalHospitals(words: Words): { words: Words; place: Words; isArea: boolean }[] {
  const [general, hospital] = wordsOf('ерөнхий эмнэлэг');
  const ranks = wordsOf('төв нэгдсэн ерөнхий аймгийн сумын хотын general central main');
  if (words.length < 2 || canonicalWords(words.slice(-1))[0].strict !== hospital.strict) return [];
  const isRank = ({ strict }: Word): boolean => ranks.some((rank) => rank.strict === strict);
  const before = words.slice(0, -1);
  const from = Math.max(1, before.findLastIndex((word) => !isRank(word)) + 1);
  if (from === before.length) return [];
  const place = words.slice(0, from);
  const isOf = (word: string): boolean => words[from].strict === wordsOf(word)[0].strict;
  const towns = [place, ...withoutLastCase(place)].filter((town) => town[0].strict !== 'ulanbatar');
  return [
    ...(isOf('аймгийн') ? [{ place: [...place, ...wordsOf('аймгийн төв')], isArea: true }] : []),
    ...(isOf('сумын') ? [{ place: [...place, ...wordsOf('сум')], isArea: true }] : []),
    ...towns.map((town) => ({ place: town, isArea: false })),
  ].map((found) => ({ ...found, words: [...found.place, general, hospital] }));
}
