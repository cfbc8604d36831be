import { MOST_BESIDE } from '../../src/geocoding/finding/areas-called.js';
import { categoryKey } from '../../src/geocoding/finding/category-key.js';
import { NO_CATEGORY } from '../../src/geocoding/places/kinds.js';
import {
  canonicalWords,
  endsKind,
  isAreaWord,
  isGeneric,
  isSettlementWord,
  isStopWord,
  isStreetWord,
} from '../../src/text/canonical.js';
import { stemsOf, withoutLastCase } from '../../src/text/strip-case.js';
import { KIND_TABLE } from '../../src/text/kind-table.js';
import { isNearWord, withoutSide } from '../../src/text/near-words.js';
import { isHouseWord } from '../../src/text/house-number.js';
import { joinKeys } from '../../src/text/join.js';
import { wordsOf, type Word } from '../../src/text/words.js';
import { hasWord, type Form } from './slow-forms.js';

type Words = readonly Word[];

/** A query read as kinds of things (contexts) and words for where they are. */
export interface Category {
  kinds: readonly number[];
  asked: readonly Word[];
  rest: readonly Word[];
  /** The rest as typed, when it stands together; else empty. */
  place: readonly Word[];
  isNear: boolean;
}

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

/** Whether the words are more than kinds: 102-р цэцэрлэг is, 7-р баг, 7-р гудамж and 12-р байр are not. */
export function isNamed(words: Words): boolean {
  const areKinds = words
    .slice(1)
    .every((word) => !word.isNumber && ![isAreaWord, isStreetWord, isHouseWord].some((is) => is(word)));
  return (
    words.some((word) => !isGeneric(word) && !isAreaWord(word) && !word.isNumber) ||
    (words.length > 1 && words[0].isNumber && areKinds)
  );
}

/** What the words of a place may be called: as typed, without a case ending, without a word like хот. */
function placeNames(place: Words): Words[] {
  const last = canonicalWords(place.slice(-1));
  const isOfTown = place.length > 1 && last.every((word) => isSettlementWord(word) && !isAreaWord(word));
  const all = [
    place,
    ...withoutLastCase(place),
    canonicalWords(place),
    ...(isOfTown ? [place.slice(0, -1)] : []),
  ];
  return all.filter((some) => some.length > 0);
}

/** All ways to read a query as a name and a place before or behind it, which may be in a case. */
export function namesAndPlaces(words: Words): { name: Words; places: Words[] }[] {
  return [3, 2, 1]
    .filter((length) => length < words.length)
    .flatMap((length) => [
      { typed: words.slice(0, length), rest: words.slice(length) },
      { typed: words.slice(-length), rest: words.slice(0, -length) },
    ])
    .map(({ typed, rest }) => ({
      name: rest.filter((word) => !isStopWord(word)),
      places: placeNames(typed.filter((word) => !isStopWord(word))),
    }))
    .filter(({ name }) => isNamed(name) || name.some(({ isNumber }) => isNumber));
}

/**
 * All ways to read a query as a name and a landmark before or behind it, of at most four words each. A name
 * behind a side may be in a case.
 */
export function namesBeside(
  words: Words,
  isCalled: (name: Words) => boolean,
): { name: Words; place: Words }[] {
  const bare = (some: Words): Words =>
    withoutSide(some, some.length).filter((word) => !isNearWord(word) && !isStopWord(word));
  const told = bare(words);
  const heads = told.slice(1).map((_, at) => [told.slice(0, at + 1), told.slice(at + 1)] as const);
  const behind = heads.map(([head, name]) => ({
    names: bare(head).length < head.length ? [name, ...withoutLastCase(name)] : [name],
    place: bare(head),
  }));
  const cuts = [...heads.map(([name, place]) => ({ names: [name], place })), ...behind];
  return [4, 3, 2, 1]
    .flatMap((length) => cuts.filter(({ place }) => place.length === length && told.length <= 10))
    .filter(({ names: [name] }) => isNamed(name) && name.length <= 4)
    .flatMap(({ names, place }) => {
      const canonical = canonicalWords(names[0]);
      const [last, typed] = [canonical, names[0]].map((some) => some[some.length - 1]);
      const isGenitive = !last.isTranslated && last.strict !== typed.strict;
      const name = [...names, ...(isGenitive ? [] : [canonical])].find(isCalled);
      return name === undefined ? [] : [{ name, place }];
    });
}

/** Those of the places that have the words in a written name, if few have, and one word tells them apart. */
export function namedWith(
  words: Words,
  places: ReadonlySet<number>,
  formsOf: (row: number) => readonly Form[],
): Set<number> {
  const tells = (word: Word): boolean => word.strict.length >= 6 && !word.isNumber && !isGeneric(word);
  const hasAll = (form: Form): boolean =>
    form.isWritten && !form.exactOnly && words.every((word) => hasWord(form, word.strict, word.isNumber));
  const rows = words.some(tells) ? [...places].filter((row) => formsOf(row).some(hasAll)) : [];
  return new Set(rows.length > 25 ? [] : rows);
}

/**
 * What is called so, or begins so, inside; of a name with a number else what has all the words.
 *
 * @param isWhole whether what begins so counts only where nothing is called so
 */
export function calledInside<Hit extends { row: number; key: string; group: number }>(
  name: readonly Word[],
  hits: readonly Hit[],
  isInside: (row: number) => boolean,
  isWhole = false,
): Hit[] {
  const inside = hits.filter(({ row, key }) => key === 'strict' && isInside(row));
  const whole = isWhole && inside.some(({ group }) => group === 1);
  const called = inside.filter(({ group }) => group <= (whole ? 1 : 2));
  const hasNumber = name.some(({ isNumber }) => isNumber);
  return called.length > 0 || !hasNumber ? called : inside.filter(({ group }) => group === 3);
}

/** Whether at least one word, other than a bare number, is in the name of the street. */
export function isStreetNamed(
  street: readonly { tails: readonly string[] }[],
  words: Words,
  kind: 'strict' | 'loose',
): boolean {
  return words.some((word, i) => {
    if (word.isNumber && (i + 1 === words.length || words[i + 1].isNumber)) return false;
    const key = word.isNumber ? `${word[kind]} ${words[i + 1][kind]}` : word[kind];
    return street.some((form) => form.tails.some((tail) => tail.startsWith(key)));
  });
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

/** The words of a khoroo and its district, with the district's full name; null for any others. */
export function asKhoroo(words: Words): Words | null {
  const full = canonicalWords(words);
  if (full.length < 3 || !full.at(-2)!.isNumber || !isAreaWord(full.at(-1)!)) return null;
  const [district, khoroo] = wordsOf('дүүрэг хороо');
  const isFull = full.at(-1)!.strict !== khoroo.strict || full.at(-3)!.strict === district.strict;
  return isFull ? full : [...full.slice(0, -2), district, ...full.slice(-2)];
}

/** Whether the words are the whole of one of the names. */
export function isCalledSo(
  names: readonly { joined: string }[],
  words: Words,
  kind: 'strict' | 'loose',
): boolean {
  const { key } = joinKeys(words.map((word) => word[kind]));
  return names.some(({ joined }) => joined === key);
}

/**
 * Whether a row is in two areas whose names stand side by side in the text, at the first place where it falls
 * into two such names. One of the two is no aimag: the second where both are none.
 */
export function insideBoth(
  { kinds, rowContexts }: { kinds: readonly number[]; rowContexts: readonly (readonly number[])[] },
  words: Words,
  isCalled: (words: Words, context: number) => boolean,
): (row: number) => boolean {
  if (words.length > MOST_BESIDE) return () => false;
  const contexts = [...new Set(rowContexts.flat())].filter((context) => !kinds.includes(context));
  for (let at = 1; at < words.length; at++) {
    const names = [words.slice(0, at), words.slice(at)];
    const [first, second] = names.map((name) => contexts.filter((context) => isCalled(name, context)));
    const [smallFirst, smallSecond] = [first, second].map((areas, i) =>
      areas.filter((context) => !isCalled([...names[i], ...wordsOf('аймаг')], context)),
    );
    if (first.length === 0 || second.length === 0) continue;
    const both =
      smallSecond.length > 0 ? [first, smallSecond] : smallFirst.length > 0 ? [second, smallFirst] : null;
    if (both === null) continue;
    return (row) => both.every((areas) => areas.some((area) => rowContexts[row].includes(area)));
  }
  return () => false;
}
