import { isHouseWord } from '../../text/house-number.js';
import { keysIn, type TypedWord } from '../../text/words.js';
import {
  ADDRESS_WORDS,
  areaKindOf,
  isApart,
  isClose,
  isShortForArea,
  SIDES,
  STREET_WORDS,
} from './word-sets.js';

/**
 * The meaning of a word that does not name a place:
 *
 *     country   Монгол улс
 *     phone     99112233, 9911-2233, 99-11-22-33
 *     time      14 цагаас хойш, 09-18 цаг
 *     postcode  15160
 *     code      #1234, 12#34
 *     unit      3 давхар, орц 2, 45 тоот, apt 5
 *     plot      the 30 in «63-30 тоот»: a plot on 63rd street, or a door in house 63
 *     look      the description of a house: урд талын «улаан байр», «цагаан хаалгатай» хашаа
 *     form      ХХК
 *     company   the name before ХХК
 *     street    the last word of «Их тойруу гудамж», whose name on maps is Их тойруу
 */
type Aside =
  | 'country'
  | 'phone'
  | 'time'
  | 'postcode'
  | 'code'
  | 'unit'
  | 'plot'
  | 'look'
  | 'form'
  | 'company'
  | 'street';
/** Per word: its meaning if it does not name a place, else null. */
export type Asides = readonly (Aside | null)[];

/** Words that follow a number: 3 давхар. */
const BEHIND_NUMBER = keysIn('давхар давхарт дав давх тоот тоотод тоотын өрөө өрөөнд uruu');
/** Words that precede a number or follow an ordinal: орц 2, 2-р орц. */
const BEFORE_NUMBER = keysIn(
  'орц орцны орцонд entrance floor apt apartment room flat suite код code утас утасны tel phone телефон тел',
);
/** Words that precede another word for a unit: орцны код 1234. */
const LEADING = keysIn('код code орцны утасны');
const UNITS: ReadonlySet<string> = new Set([...BEHIND_NUMBER, ...BEFORE_NUMBER]);
const FLOORS = keysIn('давхар давхарт дав давх');
const DOORS = keysIn('тоот тоотод тоотын');
/** Words that describe a house, the words for houses that they precede, and words for what a house has. */
const LOOKS = keysIn(
  'улаан цагаан ногоон шар цэнхэр хөх хар бор хүрэн саарал ягаан улбар цайвар ' +
    'тоосгон модон төмөр шилэн блок өндөр том жижиг шинэ хуучин',
);
const HOUSES = keysIn(
  'байр байранд байрны байшин байшинд байшингийн барилга барилгад барилгын хашаа хашаанд хашааны ' +
    'хаалга хаус вилла айл гэр',
);
const HAVING = keysIn('хаалгатай дээвэртэй хашаатай өнгөтэй өнгийн будагтай');
const HOUR = keysIn('цаг цагт цагаас цагийн');
const SINCE = keysIn('хойш хойно өмнө дараа хүртэл');
const FORMS = keysIn('ххк хк llc ltd ххн');
const MONGOL = keysIn('монгол mongol');
const MONGOLIA = keysIn('mongolia монголия');
const STATE = keysIn('улс улсын улсад uls');
const STREET = keysIn('гудамж гудамжны гудамжинд гуд street st');
/** Words for a street after which names have no other word for one. */
const AVENUES = keysIn('тойруу чөлөө');
/** The maximum number of words in a company's name. */
const MOST_COMPANY_WORDS = 3;

/** Returns the meaning of each word that does not name a place, and null for every other word. */
export function asidesOf(words: readonly TypedWord[]): Asides {
  const asides: (Aside | null)[] = words.map(() => null);
  const take = (from: number, to: number, aside: Aside): void => {
    for (let i = from; i < to; i++) asides[i] ??= aside;
  };
  for (let i = 0; i < words.length; i++) {
    if (asides[i] !== null) continue;
    takeDoor(words, i, take);
    if (words[i].word.isNumber) takeNumber(words, i, take);
    else {
      const country = countryAt(words, i);
      if (country > 0) take(i, i + country, 'country');
      else if (i > 0 && FORMS.has(words[i].word.strict)) takeCompany(words, i, take);
      else if (isSurplusStreet(words, i)) take(i, i + 1, 'street');
    }
  }
  for (let i = 1; i < words.length; i++) take(i, i + lookAt(words, i), 'look');
  for (let i = 0; i < words.length; i++) if (asides[i] === null) takeUnit(words, i, asides, take);
  return asides;
}

type Take = (from: number, to: number, aside: Aside) => void;

function takeNumber(words: readonly TypedWord[], at: number, take: Take): void {
  const digits = words[at].word.strict;
  const next = words[at + 1];
  const isHalf = (word: TypedWord | undefined): boolean => /^\d{4}$/.test(word?.word.strict ?? '');
  const isCountry = words[at - 1]?.word.strict === '976';
  if (/^\d{8}$|^\d{10,}$/.test(digits)) take(isCountry ? at - 1 : at, at + 1, 'phone');
  else if (isHalf(words[at]) && isHalf(next) && /^[\s-]$/.test(next.before))
    take(isCountry ? at - 1 : at, at + 2, 'phone');
  else if (isPhoneOfPairs(words, at)) take(at, at + 4, 'phone');
  else if (timeAt(words, at) > 0) take(at, at + timeAt(words, at), 'time');
  else if (/^\d{5,6}$/.test(digits) && words.length > 1) take(at, at + 1, 'postcode');
  else if (words[at].before.endsWith('#'))
    take(words[at].before === '#' && words[at - 1]?.word.isNumber ? at - 1 : at, at + 1, 'code');
  else if (/^\d+f$/.test(digits) && words.length > 2) take(at, at + 1, 'unit');
}

/** 99-00-11-22 */
function isPhoneOfPairs(words: readonly TypedWord[], at: number): boolean {
  const pairs = words.slice(at, at + 4);
  const isPair = ({ typed, before }: TypedWord, i: number): boolean =>
    /^\d\d$/.test(typed) && (i === 0 || before === '-');
  return pairs.length === 4 && pairs.every(isPair);
}

/**
 * Returns the number of words at this position that express one or two times of day, including the words
 * after the time: «14 цагаас хойш», «09-18 цаг».
 */
function timeAt(words: readonly TypedWord[], at: number): number {
  const isRange = words[at + 1]?.word.isNumber && /^\s*[-–—]\s*$/.test(words[at + 1].before);
  const end = isRange ? at + 2 : at + 1;
  // Shops that never close are named «24 цаг».
  if (!isClose(words, end) || !HOUR.has(words[end].word.strict) || words[at].word.strict === '24') return 0;
  const isFollowed = isClose(words, end + 1) && SINCE.has(words[end + 1].word.strict);
  return end + (isFollowed ? 2 : 1) - at;
}

/**
 * Returns the number of words at this position that name the country, or 0 if there are none. The name of the
 * country is at the start or end of the query, or is separated from all other words.
 */
function countryAt(words: readonly TypedWord[], at: number): number {
  const { strict } = words[at].word;
  const isMongol =
    MONGOL.has(strict) || (strict.length === 6 && isNextToState(words, at) && isMisspelt(strict, 'mongol'));
  if (!isMongol && !MONGOLIA.has(strict)) return 0;
  const hasState = isMongol && isNextToState(words, at);
  const length = hasState ? 2 : 1;
  const end = at + length;
  if (length === words.length) return 0;
  const isAlone = isApart(words, at) && isApart(words, end);
  const isAtEnd = end === words.length && (hasState || !isMongol);
  // «Монгол улсын их сургууль» does not name the country: the following words must be separate.
  return isAlone || isAtEnd ? length : 0;
}

function isSurplusStreet(words: readonly TypedWord[], at: number): boolean {
  return (
    at > 0 &&
    STREET.has(words[at].word.strict) &&
    isClose(words, at) &&
    AVENUES.has(words[at - 1].word.strict)
  );
}

function isNextToState(words: readonly TypedWord[], at: number): boolean {
  return isClose(words, at + 1) && STATE.has(words[at + 1].word.strict);
}

/** Whether the words differ only in two swapped adjacent letters or in one wrong letter. */
function isMisspelt(key: string, meant: string): boolean {
  const wrong = [...meant].flatMap((letter, i) => (letter === key[i] ? [] : [i]));
  const [a, b] = wrong;
  return (
    wrong.length === 1 || (wrong.length === 2 && b === a + 1 && key[a] === meant[b] && key[b] === meant[a])
  );
}

/** «14-р байр 75» at the end of a part: 75 is a door number that follows a house number. */
function takeDoor(words: readonly TypedWord[], at: number, take: Take): void {
  if (!isHouseWord(words[at].word) || at === 0 || at + 1 >= words.length) return;
  const [house, door] = [words[at - 1], words[at + 1]];
  const areNumbers = house.word.isNumber && /^\d{1,4}$/.test(door.word.strict);
  if (areNumbers && isClose(words, at) && isClose(words, at + 1) && isApart(words, at + 2))
    take(at + 1, at + 2, 'unit');
}

/**
 * Returns the number of words at this position that describe a house behind a landmark: words after a side or
 * next to a floor, door or entrance, or words for what the house has. Elsewhere, Цагаан байр is a name.
 */
function lookAt(words: readonly TypedWord[], at: number): number {
  const isIn = (set: ReadonlySet<string>, i: number): boolean => set.has(words[i]?.word.strict);
  const endOf = (from: number, ...sets: readonly ReadonlySet<string>[]): number => {
    let end = from;
    while (sets.some((set) => isIn(set, end)) && (end === at || isClose(words, end))) end++;
    return end;
  };
  const noun = endOf(at, LOOKS);
  const end = endOf(noun, HOUSES, HAVING, LOOKS);
  const hasNoun = end > noun;
  const isBehindSide = isIn(SIDES, at - 1) || isIn(UNITS, at - 1);
  const isBehind = hasNoun && (isIn(FLOORS, at - 1) || (isBehindSide && noun > at));
  const hasUnit = isIn(UNITS, end) || (words[end]?.word.isNumber && isIn(hasNoun ? UNITS : FLOORS, end + 1));
  const isHaving = words.slice(noun, end).some(({ word }) => HAVING.has(word.strict));
  return isBehind || isHaving || (noun > at && hasUnit) ? end - at : 0;
}

function takeCompany(words: readonly TypedWord[], at: number, take: Take): void {
  take(at, at + 1, 'form');
  for (let i = at - 1; i >= 0 && i >= at - MOST_COMPANY_WORDS; i--) {
    if (words[i].word.isNumber || areaKindOf(words[i].word) !== null) return;
    take(i, i + 1, 'company');
    if (isApart(words, i)) return;
  }
}

function takeUnit(words: readonly TypedWord[], at: number, asides: Asides, take: Take): void {
  const key = words[at].word.strict;
  const isBehind = BEHIND_NUMBER.has(key);
  if (words[at].word.isNumber || (!isBehind && !BEFORE_NUMBER.has(key))) return;
  const isFree = (i: number): boolean => words[i]?.word.isNumber && asides[i] === null;
  const before = isFree(at - 1) && isClose(words, at) ? at - 1 : -1;
  const lead =
    LEADING.has(key) && words[at + 1] !== undefined && BEFORE_NUMBER.has(words[at + 1].word.strict) ? 1 : 0;
  const next = at + 1 + lead;
  const isTaken = isClose(words, next + 1) && BEHIND_NUMBER.has(words[next + 1].word.strict);
  const after = isFree(next) && /^[\s:.№#\-+]{0,3}$/.test(words[next].before) && !isTaken ? next : -1;
  // People who state a floor or an entrance live in an apartment house.
  const hasUnit = words.some(({ word }, i) => i < at && !DOORS.has(word.strict) && UNITS.has(word.strict));
  const first = isJoined(words, before) ? before - 1 : before;
  // «тоот 25, Усны гудамж»: without another number, 25 is the house number.
  const isOnlyNumber = words.every(({ word }, i) => i === next || !word.isNumber);
  const hasHouse = hasUnit || words.some((_, i) => i < first && isHouseNumber(words, i, asides));
  if (DOORS.has(key) && after >= 0 && isOnlyNumber) take(at, at + 1, 'unit');
  else if (DOORS.has(key) && before >= 0 && !hasHouse) {
    // Without another number, «47 тоот» is the plot number, as is «47/4 тоот». In «47-4 тоот», 4 is the door.
    const isPart =
      before > 0 &&
      words[before - 1].word.isNumber &&
      isClose(words, before) &&
      !isInGenitive(words[before - 1]);
    take(isPart && first === before ? before : at, at + 1, 'unit');
  } else if (DOORS.has(key) && isBehindStreet(words, before)) {
    take(before, at, 'plot');
    take(at, at + 1, 'unit');
  } else if (before >= 0 && (isBehind || words[before].word.isOrdinal)) {
    take(before, at + 1, 'unit');
    // 6 давхар 603
    const isDoor = /^\d{2,4}$/.test(words[at + 1]?.word.strict ?? '') && isClose(words, at + 1);
    if (FLOORS.has(key) && isDoor && isApart(words, at + 2)) take(at + 1, at + 2, 'unit');
  } else if (after >= 0) {
    take(at, after + 1, 'unit');
    // орц 2#1234
    if (isFree(after + 1) && /^[#-]$/.test(words[after + 1].before)) take(after + 1, after + 2, 'unit');
  } else {
    const isOfHouse = before === 0 || hasHouse || asides[before - 1] === 'look';
    take(before >= 0 && isOfHouse ? before : at, at + 1, 'unit');
  }
}

/** Whether the number follows another number and a hyphen, or the number of a street: 63-30, «Дэнж 63 30». */
function isBehindStreet(words: readonly TypedWord[], at: number): boolean {
  if (at < 1 || !words[at - 1].word.isNumber) return false;
  const name = isClose(words, at - 1) ? words[at - 2].word : null;
  const isName = name !== null && !name.isNumber && !ADDRESS_WORDS.has(name.strict);
  return words[at].before === '-' || (words[at].before === ' ' && isName);
}

/** «60-ийн 9 тоот»: 60 is a street number. */
function isInGenitive({ typed }: TypedWord): boolean {
  return /\d[-‐]?(ийн|ын|н)$/iu.test(typed);
}

/** Whether the number is a continuation of the previous number: 11/3. */
function isJoined(words: readonly TypedWord[], at: number): boolean {
  return at > 0 && words[at].before === '/' && words[at - 1].word.isNumber;
}

/**
 * Whether a number may be a house number. Door numbers, numbers of areas and streets («56 гудамж»), and
 * ordinals, except before байр, are not.
 */
function isHouseNumber(words: readonly TypedWord[], at: number, asides: Asides): boolean {
  const { word } = words[at];
  if (!word.isNumber || asides[at] !== null || isInGenitive(words[at])) return false;
  // «СХД 28»: 28 is a khoroo number.
  if (at > 0 && isClose(words, at) && isShortForArea(words[at - 1])) return false;
  const next = isClose(words, at + 1) ? words[at + 1].word : null;
  if (word.isOrdinal) return next !== null && isHouseWord(next);
  if (next === null) return true;
  // «37 тоот 2 орц»: 37 is a plot number.
  if (BEHIND_NUMBER.has(next.strict)) return DOORS.has(next.strict) && asides[at + 1] !== null;
  return areaKindOf(next) === null && !STREET_WORDS.has(next.strict);
}
