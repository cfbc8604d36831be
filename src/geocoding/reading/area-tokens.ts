import { isGeneric, isStreetWord } from '../../text/canonical.js';
import { isHouseWord } from '../../text/house-number.js';
import { stemKeysOf, stemsOf } from '../../text/strip-case.js';
import { spelledNumberAt } from '../../text/numbers.js';
import { toleranceOf } from '../../text/typing-errors.js';
import { wordsOf, type TypedWord, type Word } from '../../text/words.js';
import { DistanceTable } from '../lookup/distance-table.js';
import { encodeKey } from '../lookup/key-text.js';
import type { Area, AreaLexicon } from './area-lexicon.js';
import { COSTS } from './costs.js';
import {
  areaKindOf,
  isApart,
  isClose,
  isInCase,
  isShortForArea,
  isSideAt,
  NUMBERED_KINDS,
  QUARTER,
  STREET_WORDS,
  type AreaKind,
} from './word-sets.js';
import type { Asides } from './asides.js';

/** Words that may name areas. */
export interface AreaToken {
  from: number;
  to: number;
  /** The position where the area's name ends, before a word for the kind of area. */
  nameEnd: number;
  /** The areas to which the words may refer. Empty if the number of the khoroo or bag is not in the data. */
  areas: readonly Area[];
  cost: number;
  /**
   * Whether the words certainly refer to an area, because they contain an abbreviation or a word for the kind
   * of area.
   */
  isSure: boolean;
  /** Whether this is a khoroo or a bag that is identified by its number. */
  isNumbered: boolean;
  /** Whether there are punctuation marks both before and after the area. */
  isAlone: boolean;
  /** Whether there is a punctuation mark before or after the area. */
  isParted: boolean;
}

const MOST_NAME_WORDS = 3;
/** A query with more numbered areas than this is not treated as naming areas. */
const MOST_NUMBERED = 6;
const SHORTEST_LOOSE = 3;
const SHORTEST_MISSPELT = 5;
/** Matches the spaces and hyphens between two adjacent words. Any other punctuation ends a name. */
const SIDE_BY_SIDE = /^[\s\-‐‑]{0,3}$/;
/** Endings that also end the phrase: Сүхбаатарт аймгийн … does not name an aimag. */
const ELSEWHERE = /(д|т|нд|аас|ээс|оос|өөс|аар|ээр|оор|өөр|руу|рүү)$/i;
/** A genitive that the user is still typing: «БГД-ий». */
const UNFINISHED = /^-ий?$/i;
const [CENTRE] = wordsOf('төв');
/** For each word for a kind of area: the levels of the areas whose names it may follow. */
const FITS: Readonly<Record<AreaKind, (area: Area) => boolean>> = {
  khoroo: () => false,
  bag: () => false,
  district: ({ type }) => type === 'district',
  soum: ({ type, level }) => type === 'soum' || level === 'town',
  aimag: ({ type }) => type === 'aimag',
  city: ({ type, level }) => level === 'town' || type === 'city',
  village: ({ level }) => level === 'town',
};
/** If several levels are possible, these come first: «хот» prefers a town, «сум» prefers a soum. */
const FITS_BEST: Partial<Record<AreaKind, (area: Area) => boolean>> = {
  soum: ({ type }) => type === 'soum',
  city: ({ type }) => type === 'city' || type === 'town',
};

/** Returns all words of a query that may name areas: large areas first, then khoroos and bags. */
export function areaTokens(words: readonly TypedWord[], asides: Asides, lexicon: AreaLexicon): AreaToken[] {
  const reader = new AreaReader(words, asides, lexicon);
  const named: AreaToken[] = [];
  const numbered: AreaToken[] = [];
  // Алаг-Эрдэнэ does not mean Эрдэнэ.
  let end = 0;
  for (let at = 0; at < words.length; at++) {
    if (asides[at] !== null && asides[at] !== 'company') continue;
    const tokens = reader.numberedAt(at);
    if (tokens === null && at < end) continue;
    if (tokens === null) {
      const found = reader.namedAt(at);
      named.push(...found, ...found.flatMap((token) => reader.khorooBehind(token)));
      end = Math.max(end, ...found.map(({ nameEnd }) => nameEnd));
    }
    if (tokens !== null && numbered.length < MOST_NUMBERED) numbered.push(...tokens);
  }
  return [...named, ...numbered];
}

interface Candidate {
  area: Area;
  cost: number;
}

class AreaReader {
  readonly #words: readonly TypedWord[];
  readonly #asides: Asides;
  readonly #lexicon: AreaLexicon;
  readonly #keys: readonly string[];
  readonly #spelled: readonly Word[];

  constructor(words: readonly TypedWord[], asides: Asides, lexicon: AreaLexicon) {
    [this.#words, this.#asides, this.#lexicon] = [words, asides, lexicon];
    this.#spelled = words.map(({ word }) => word);
    this.#keys = this.#spelled.map(({ strict }) => strict);
  }

  /** Reads «4-р хороо», «хороо 4», or «4-р баг, Наран». Returns null if no numbered area starts here. */
  numberedAt(at: number): AreaToken[] | null {
    const words = this.#words;
    const number = this.#numberAt(at);
    const name = number === null ? this.#bagNameAt(at) : null;
    if (name !== null) return this.#numberedTokens('bag', name.key, at, name.to);
    if (number !== null) {
      const end = at + number.length;
      const kind = isClose(words, end) ? this.#kindAt(end) : null;
      if (kind !== 'khoroo' && kind !== 'bag') return words[at].word.isNumber ? [] : null;
      return this.#numberedTokens(kind, number.value, at, end + 1);
    }
    const kind = this.#kindAt(at);
    if ((kind !== 'khoroo' && kind !== 'bag') || !isClose(words, at + 1)) return null;
    const next = this.#numberAt(at + 1);
    return next === null ? null : this.#numberedTokens(kind, next.value, at, at + 1 + next.length);
  }

  /** Returns the bag's name that precedes a word for a bag, and the end of that word: «Чигэстэй баг». */
  #bagNameAt(at: number): { key: string; to: number } | null {
    for (let end = at + 1; end < this.#words.length && end <= at + MOST_NAME_WORDS; end++) {
      if (!isClose(this.#words, end)) return null;
      const key = this.#keys.slice(at, end).join(' ');
      if (this.#kindAt(end) === 'bag' && this.#lexicon.numbered('bag', key).length > 0)
        return { key, to: end + 1 };
    }
    return null;
  }

  #numberedTokens(kind: 'khoroo' | 'bag', number: string, from: number, to: number): AreaToken[] {
    const areas = this.#lexicon.numbered(kind, number);
    const token = { from, nameEnd: to, isSure: true, isNumbered: true, isAlone: true, isParted: true };
    const tokens: AreaToken[] = [{ ...token, to, areas, cost: 0 }];
    for (let end = Math.min(this.#words.length, to + MOST_NAME_WORDS); end > to; end--) {
      const name = this.#keys.slice(to, end).join(' ');
      const own = areas.filter(({ bagName }) => bagName === name);
      if (own.length === 0) continue;
      const named = { ...token, to: end, areas: own, cost: -COSTS.areaInCase };
      // «6-р баг Жаргалан»: the name does not ask for a place in the bag.
      if (isApart(this.#words, end)) return [named];
      tokens.push(named);
      break;
    }
    return tokens;
  }

  /**
   * Recognizes a district followed by a khoroo's number without the word for a khoroo: «ХУД-15, …», or
   * «Хан-Уул дүүрэг, 15» at the end. «ХУД 15 сургууль» means a school with a number.
   */
  khorooBehind({ to, areas, ...token }: AreaToken): AreaToken[] {
    const words = this.#words;
    const isBehind = isClose(words, to) || to + 1 === words.length;
    const number = isBehind && token.cost === 0 ? this.#numberAt(to) : null;
    if (number === null) return [];
    const end = to + number.length;
    const next = isClose(words, end) ? words[end].word : null;
    if (next !== null && isGeneric(next) && (words[to].before.includes(' ') || isCounted(next))) return [];
    const districts = areas.filter(({ type }) => type === 'district');
    const khoroo = this.#lexicon
      .numbered('khoroo', number.value)
      .filter(({ around }) => districts.some(({ row }) => around.has(row)));
    if (khoroo.length === 0) return [];
    return [{ ...token, to: end, nameEnd: end, areas: khoroo, cost: COSTS.khorooByNumber }];
  }

  namedAt(at: number): AreaToken[] {
    const words = this.#words;
    // 36-р цэцэрлэг is a kindergarten rather than a town.
    const isOfNumber =
      at > 0 &&
      words[at - 1].word.isNumber &&
      this.#asides[at - 1] === null &&
      SIDE_BY_SIDE.test(words[at].before);
    // Өргөн is a village, but «өргөн чөлөө» is an avenue.
    const isAvenue =
      STREET_WORDS.has(this.#keys[at]) && isClose(words, at + 1) && isStreet(words[at + 1].word);
    if (isOfNumber || isAvenue) return [];
    const tokens: AreaToken[] = [];
    const longest = this.#lexicon.beginsLongName(words[at].word) ? MOST_NAME_WORDS : 1;
    for (let length = Math.min(longest, words.length - at); length > 0; length--) {
      if (!this.#isName(at, length)) continue;
      const found = this.#candidates(at, length);
      if (found.length === 0) continue;
      tokens.push(...this.#tokensOf(found, at, at + length));
      if (length > 1) return tokens;
    }
    return [...this.#joinedAt(at), ...tokens];
  }

  /** Recognizes a name that is typed as two words: «Сонгино хайрхан дүүрэг». */
  #joinedAt(at: number): AreaToken[] {
    const end = at + 2;
    if (!isClose(this.#words, end) || this.#kindAt(end) === null || !this.#isName(at, 2)) return [];
    const areas = this.#lexicon.named(this.#keys.slice(at, end).join(''));
    const found = areas.map((area) => ({ area, cost: 0 }));
    return found.length === 0 ? [] : this.#tokensOf(found, at, end);
  }

  #isName(at: number, length: number): boolean {
    for (let i = at; i < at + length; i++)
      if (
        this.#words[i].word.isNumber ||
        this.#asides[i] !== null ||
        (i > at && !SIDE_BY_SIDE.test(this.#words[i].before))
      )
        return false;
    return true;
  }

  #candidates(at: number, length: number): Candidate[] {
    const last = this.#spelled[at + length - 1];
    const keyOf = (layer: 'strict' | 'loose', lastKey: string): string => {
      let key = lastKey;
      for (let i = at + length - 2; i >= at; i--) key = `${this.#spelled[i][layer]} ${key}`;
      return key;
    };
    const found: Candidate[] = [];
    const add = (areas: readonly Area[], cost: number): void => {
      for (const area of areas) if (!found.some((known) => known.area === area)) found.push({ area, cost });
    };
    add(this.#lexicon.named(keyOf('strict', last.strict)), 0);
    // In «shd», which is СХД, the letters sh do not stand for ш.
    if (length === 1 && isShortForArea(this.#words[at]))
      add(this.#lexicon.named(this.#words[at].typed.toLowerCase()), 0);
    if (this.#keys[at].length >= SHORTEST_LOOSE)
      add(this.#lexicon.named(keyOf('loose', last.loose), 'loose'), COSTS.areaReadsAlike);
    if (found.length > 0) return found;
    for (const stem of stemKeysOf(last)) add(this.#lexicon.named(keyOf('strict', stem)), COSTS.areaInCase);
    const kind = isClose(this.#words, at + length) ? this.#kindAt(at + length) : null;
    if (found.length > 0 || kind === null || kind === 'khoroo' || kind === 'bag') return found;
    const key = keyOf('strict', last.strict).replaceAll(' ', '');
    // «Вива сити» is no town.
    if (key.length < (kind === 'city' ? SHORTEST_MISSPELT : SHORTEST_MISSPELT - 1)) return found;
    for (const areas of misspelt(key, this.#lexicon)) add(areas.filter(FITS[kind]), COSTS.areaMisspelt);
    return found;
  }

  #tokensOf(found: readonly Candidate[], from: number, to: number): AreaToken[] {
    const words = this.#words;
    const kind = isClose(words, to) && this.#asides[to] === null ? this.#kindAt(to) : null;
    const tokens: AreaToken[] = [];
    const isWide = kind !== null && kind !== 'khoroo' && kind !== 'bag';
    const fitting = isWide ? found.filter(({ area }) => FITS[kind](area)) : [];
    const best =
      isWide && FITS_BEST[kind] !== undefined ? fitting.filter(({ area }) => FITS_BEST[kind]!(area)) : [];
    const fit = best.length > 0 ? [...best, ...(kind === 'soum' ? townsBeside(best, fitting) : [])] : fitting;
    // Улаанбаатар 14201
    const isEnd = (at: number): boolean => isApart(words, at) || this.#asides[at] === 'postcode';
    const token = (list: readonly Candidate[], end: number, cost: number, isSure: boolean): AreaToken => ({
      ...{ from, to: end, nameEnd: to, areas: list.map(({ area }) => area), isSure, isNumbered: false },
      cost: Math.min(...list.map((each) => each.cost)) + cost,
      isAlone: isApart(words, from) && isEnd(end),
      isParted: (from > 0 && isApart(words, from)) || (end < words.length && isEnd(end)),
    });
    if (isWide) {
      const isElsewhere = isInCase(words[to].word) && ELSEWHERE.test(words[to - 1].typed);
      const isOfAnother = isElsewhere && fit.every(({ cost }) => cost > 0);
      const others = found.filter(({ area }) => !fit.some((each) => each.area === area));
      if (!isOfAnother && others.length > 0) tokens.push(token(others, to + 1, COSTS.wrongAreaWord, true));
      if (!isOfAnother && fit.length > 0) tokens.push(token(fit, to + 1, 0, true));
      // Булган, Аймгийн Засаг даргын тамгын газар
      if (to + 1 < words.length && isInCase(words[to].word))
        tokens.push(token(found, to, COSTS.areaWordOfName, true));
      const seats = this.#seats(kind, fit, to);
      if (seats.length > 0) {
        tokens.push(token(seats, to + 2, 0, true));
        tokens.push(token(fit, to + 2, COSTS.notInCentre, true));
      }
      return tokens;
    }
    const isShort = isShortForArea(words[from]);
    // «Од цэцэрлэгийн урд» is beside a kindergarten, not near the town of Цэцэрлэг.
    const isOfLandmark = isClose(words, from) && to < words.length && isSideAt(words, to);
    if ((words[from].word.strict.length < SHORTEST_LOOSE || isOfLandmark) && !isShort) return tokens;
    const bare = isShort
      ? found.filter(({ area }) => area.type === 'district' || area.type === 'city')
      : found;
    if (bare.length === 0) return tokens;
    // An area name that stands alone before another word is probably part of a longer name.
    const next =
      to < words.length && this.#asides[to] === null && !words[to].word.isNumber && !isApart(words, to)
        ? words[to].word
        : null;
    const isJoined = kind === null && next !== null && !isShort;
    const cost = isJoined ? (isGeneric(next) ? COSTS.knownWord : COSTS.unknownWord) : 0;
    const isUnfinished =
      isShort && to + 1 === words.length && UNFINISHED.test(words[to].before + words[to].typed);
    tokens.push(isUnfinished ? token(bare, to + 1, COSTS.completed, true) : token(bare, to, cost, isShort));
    return tokens;
  }

  /** Returns the seats of aimags and soums whose center the query names: Увс аймгийн төв. */
  #seats(kind: AreaKind, found: readonly Candidate[], to: number): Candidate[] {
    const words = this.#words;
    if (kind !== 'aimag' && kind !== 'soum') return [];
    if (!isInCase(words[to].word) || !isClose(words, to + 1) || !isCentre(words[to + 1].word)) return [];
    return found.flatMap(({ area, cost }) => {
      const seat = this.#lexicon.seatOf(area);
      return seat === null ? [] : [{ area: seat, cost }];
    });
  }

  #kindAt(at: number): AreaKind | null {
    return at < this.#words.length ? areaKindOf(this.#words[at].word) : null;
  }

  /** Returns a number written in digits or words, together with the count of its words. */
  #numberAt(at: number): { value: string; length: number } | null {
    if (at >= this.#words.length || this.#asides[at] !== null) return null;
    if (this.#words[at].word.isNumber) return { value: this.#keys[at], length: 1 };
    const spelled = spelledNumberAt(this.#spelled, at);
    return spelled === null ? null : { value: String(spelled.value), length: spelled.length };
  }
}

/** Returns the towns of the same aimag that are outside the soum with their name: outlines are not exact. */
function townsBeside(soums: readonly Candidate[], fitting: readonly Candidate[]): readonly Candidate[] {
  return fitting.filter(({ area: { type, around } }) =>
    soums.some(({ area }) => {
      const [aimag] = area.around;
      return type !== 'village' && type !== 'soum' && around.has(aimag) && !around.has(area.row);
    }),
  );
}

/** Whether a number before the word probably belongs to it: 15 байр, 15 сургууль. */
function isCounted(word: Word): boolean {
  const { strict } = word;
  const isOfAddress = isHouseWord(word) || isStreetWord(word) || areaKindOf(word) !== null;
  return isOfAddress || QUARTER.has(strict) || NUMBERED_KINDS.has(strict);
}

/** Whether the word is a word for a street in any case. */
function isStreet(word: Word): boolean {
  return [word, ...stemsOf(word)].some(({ strict }) => STREET_WORDS.has(strict));
}

function isCentre(word: Word): boolean {
  return [word, ...stemsOf(word)].some(({ strict }) => strict === CENTRE.strict);
}

/** Returns the areas that the word may name, allowing typing errors. */
function misspelt(key: string, lexicon: AreaLexicon): (readonly Area[])[] {
  const tolerance = { ...toleranceOf(key), isBeginning: false };
  const found: (readonly Area[])[] = [];
  for (const [words, areas] of lexicon.names) {
    const name = words.replaceAll(' ', '');
    if (name[0] !== key[0] || Math.abs(name.length - key.length) > tolerance.errors) continue;
    const table = new DistanceTable(key, tolerance);
    for (const letter of encodeKey(name)) if (table.depth < table.maxDepth) table.add(letter);
    if (table.errors(name.length) <= tolerance.errors) found.push(areas);
  }
  return found;
}
