import { WINDS, type Wind } from '../../geo/bearing.js';
import { inCase, withoutOddEnding } from '../../text/add-case.js';
import { KIND_TABLE } from '../../text/kind-table.js';
import { keysIn, wordsOf } from '../../text/words.js';
import { SPOKEN_WORDS } from './spoken-kinds.js';

/** A landmark for which a sentence gives a distance or direction. */
export interface AskedLandmark {
  /** The landmark's possible names, most likely first. */
  names: readonly string[];
  /** The direction from the landmark to the point, or null if the point is beside or inside the landmark. */
  wind: Wind | null;
  /** The distance, or null if the sentence does not state one. */
  distance_m: number | null;
}

/** The location of a point, as a query describes it. */
export interface AskedPoint {
  /** One or two landmarks, the more informative one first. The first landmark has a compass direction. */
  landmarks: readonly AskedLandmark[];
  /** The surrounding area, such as `Баянгол дүүрэг 4-р хороо`, or empty if none is named. */
  area: string;
  /**
   * The rest of the query without its landmarks and areas, such as a name or an address; the rest may be
   * empty.
   */
  rest: string;
}

/** A kind of place on one side of a landmark: Баянзүрх захын урд талын эмийн сан. */
export interface AskedSide {
  landmark: AskedLandmark;
  wind: Wind;
}

/** A kilometer of a road: Дархан зам 40 км. */
export interface AskedKilometre {
  road: string;
  km: number;
}

const CROSSING = [
  'уулз|нийл|огтло| булан|ulzvar|ogtlolts| bulan|corner|intersection|crossing|junction| & ',
  'угол |углу |перекр',
  '(?:гудамж|чөлөө|тойруу).*(?:гудамж|чөлөө|тойруу)',
  '(?:gudamj|street|avenue|toiruu).*(?:gudamj|street|avenue|toiruu)',
];
/** A crossroads may also be part of a name, so a query with it alone is no sentence: Баруун 4 зам. */
const MAY_BE_CROSSING = new RegExp([...CROSSING, String.raw`(?:4|дөрвөн)\s+зам`].join('|'), 'iu');
const DASH = ' [–—-] ';
const HAS_DASH = new RegExp(DASH, 'u');
/** Most queries contain none of these words and are not examined further. */
const MAY_BE = new RegExp(
  [
    DASH,
    String.raw`\d(?:-р)?\s?(?:к?м|k?m)(?![\p{L}\p{N}])|(?:к?м|km)\.?\s?\d`,
    'урд|ард| ар |хой[дншх]|урагш|өмнө|зүүн|баруун|дэргэд',
    'hoi|urag|zuun|baruun|north|south|east|west|behind|front',
    ...CROSSING,
  ].join('|'),
  'iu',
);

/** Whether a query may be a sentence that describes a place. */
export function mayBeSentence(text: string): boolean {
  return MAY_BE.test(text);
}

/** Whether a query may be the names of two streets with a dash between them. Roads, too, have such names. */
export function hasDash(text: string): boolean {
  return HAS_DASH.test(text);
}

/** Whether a query may describe the crossing of two streets. */
export function mayBeCrossing(text: string): boolean {
  return MAY_BE_CROSSING.test(text);
}

/**
 * The words for sides, by their strict keys. «In front of a house» means south of it, because doors face
 * south.
 */
const NORTH = keysIn('хойш хойшоо хойд хойно хойгуур хойхно ард ар');
const SOUTH = keysIn('урагш урагшаа урд урдуур өмнө өмнөд');
const EAST = keysIn('зүүн зүүнтэй');
const WEST = keysIn('баруун баруунтай');
const FILLERS = keysIn('тийш тийшээ талд талын тал зүгт зүг руу орчим орчимд ойролцоо чигт зайд зайтай');
const BESIDE = keysIn('дэргэд дэргэдэх хажууд хажуугийн дотор');
const SAYS_WHERE = [NORTH, SOUTH, EAST, WEST, FILLERS, BESIDE];
/** Matches a phrase for one side of a street, which does not help to locate a point. */
const OF_STREET = /(?:мөн|нөгөө) талд$/i;
const AREA = /(?:хороо|дүүрэг|баг|сум|аймаг|khoroo|district|bag|soum|aimag|sum|düüreg)$/i;
const METRES = /^(\d+(?:[.,]\d+)?)(м|метр|m|metres?|meters?|км|километр|km|kilometres?)$/i;
const UNIT = /^(?:м|метр|m|metres?|meters?|км|километр|km|kilometres?)\.?$/i;
const ENGLISH = new RegExp(
  String.raw`^(?:(\d+(?:[.,]\d+)?)\s?(k?m|(?:kilo)?met(?:re|er)s?)\s+)?` +
    String.raw`(?:to the\s+)?(north|south|east|west)[- ]?(east|west)?\s+(?:of|from)\s+(.+)$`,
  'i',
);
const ENGLISH_SIDE = /^(beside|inside|next to|behind|in front of)\s+(.+)$/i;

/** Distances from a river are measured from its line rather than from the point that a search returns. */
const WATER = /\p{L} (?:гол|мөрөн|горхи|нуур|river|lake|stream)$/iu;
/** The greatest distance from a place that people state. */
const FARTHEST_M = 300_000;

/** Returns the location of a point as the query describes it, or null if the query does not describe one. */
export function askedPoint(text: string): AskedPoint | null {
  const landmarks: AskedLandmark[] = [];
  const areas: string[] = [];
  const rest: string[] = [];
  for (const segment of text.split(/\s*[,;:]\s+|\s*[,;:]$/)) {
    const landmark = OF_STREET.test(segment)
      ? null
      : (englishLandmark(segment) ?? mongolianLandmark(segment));
    if (landmark !== null) landmarks.push(landmark);
    else if (AREA.test(segment)) areas.push(segment);
    else if (!OF_STREET.test(segment) && /\p{L}/u.test(segment)) rest.push(segment);
  }
  if (!landmarks.some(({ wind }) => wind !== null)) return null;
  if (landmarks.some(({ distance_m }) => distance_m !== null && distance_m > FARTHEST_M)) return null;
  landmarks.sort((a, b) => vaguenessOf(a) - vaguenessOf(b));
  return { landmarks: landmarks.slice(0, 2), area: areas.join(' '), rest: rest.join(' ') };
}

/**
 * Sorts landmarks: a landmark with a direction is more informative than one that is next to the point or
 * contains it, and a place is more informative than a river.
 */
function vaguenessOf({ names, wind }: AskedLandmark): number {
  if (wind === null) return 2;
  return names.some((name) => WATER.test(name)) ? 1 : 0;
}

function englishLandmark(segment: string): AskedLandmark | null {
  const [, number, unit, first, second, name] = ENGLISH.exec(segment) ?? [];
  if (name !== undefined) {
    const wind = WINDS.find((own) => own === `${first}${second ?? ''}`.toLowerCase());
    if (wind === undefined) return null;
    const distance_m = number === undefined ? null : metresOf(number, unit);
    return { names: namesIn(name), wind, distance_m };
  }
  const [, side, place] = ENGLISH_SIDE.exec(segment) ?? [];
  if (place === undefined) return null;
  const wind = /behind/i.test(side) ? 'north' : /front/i.test(side) ? 'south' : null;
  return { names: namesIn(place), wind, distance_m: wind === null ? 0 : null };
}

/**
 * Splits off the words at the end of a segment that state a distance and a side. The landmark's name precedes
 * these words.
 */
function mongolianLandmark(segment: string): AskedLandmark | null {
  const words = segment.split(' ');
  let end = words.length;
  const side = { ns: '', ew: '', isBeside: false, distance_m: null as number | null };
  while (end > 0 && takesWord(words, end, side)) end -= UNIT.test(words[end - 1]) ? 2 : 1;
  if (end === 0 || end === words.length) return null;
  const wind = WINDS.find((own) => own === side.ns + side.ew) ?? null;
  if (wind === null && !side.isBeside) return null;
  return {
    names: mongolianNames(words.slice(0, end).join(' ')),
    wind,
    distance_m: wind === null ? 0 : side.distance_m,
  };
}

/**
 * Removes the last word, and the number before it if the word is a unit. Returns `false` if the last word
 * belongs to the name.
 */
function takesWord(
  words: readonly string[],
  end: number,
  side: { ns: string; ew: string; isBeside: boolean; distance_m: number | null },
): boolean {
  const word = words[end - 1];
  const [, number, unit] = METRES.exec(UNIT.test(word) && end > 1 ? words[end - 2] + word : word) ?? [];
  if (number !== undefined) {
    if (side.distance_m !== null) return false;
    side.distance_m = metresOf(number, unit);
    return true;
  }
  const keys = wordsOf(word).map(({ strict }) => strict);
  // Баруун-Урт is a town and does not mean a western side; баруун-хойд is a side.
  if (keys.length === 0 || !keys.every((key) => SAYS_WHERE.some((words) => words.has(key)))) return false;
  return keys.reverse().every((key) => takesKey(key, side));
}

function takesKey(key: string, side: { ns: string; ew: string; isBeside: boolean }): boolean {
  if (FILLERS.has(key)) return true;
  if (BESIDE.has(key)) return (side.isBeside = true);
  if (side.ns === '' && (NORTH.has(key) || SOUTH.has(key))) {
    side.ns = NORTH.has(key) ? 'north' : 'south';
    return true;
  }
  if (side.ew !== '' || !(EAST.has(key) || WEST.has(key))) return false;
  side.ew = EAST.has(key) ? 'east' : 'west';
  return true;
}

function metresOf(number: string, unit: string): number {
  return Number(number.replace(',', '.')) * (/^[кk]/i.test(unit) ? 1_000 : 1);
}

/**
 * Returns the names with and without the word for the kind that sentences add after a name: Номин дэлгүүрээс.
 */
function mongolianNames(typed: string): readonly string[] {
  const bare = withoutOddEnding(typed.replace(/-(?:ээс|ийн)$/, ''));
  for (const word of SPOKEN_WORDS) {
    for (const form of [inCase(word, 'ablative'), inCase(word, 'genitive'), word]) {
      if (!bare.endsWith(` ${form}`)) continue;
      const name = bare.slice(0, -form.length - 1);
      return [`${name} ${word}`, name];
    }
  }
  return [bare];
}

/** Example: Nomin (supermarket). */
function namesIn(typed: string): readonly string[] {
  const bare = typed.replace(/\s*\([^)]*\)$/, '');
  return bare === typed ? [typed] : [bare, typed.replace(/[()]/g, '')];
}

const KINDS: ReadonlySet<string> = new Set(KIND_TABLE.flatMap(({ words }) => words));

/**
 * Splits a query into a landmark, a side of the landmark, and a kind of place. Returns null for other
 * queries, such as Баян зүүн салаа.
 */
export function askedSide(text: string): AskedSide | null {
  const words = text.split(' ');
  for (let end = words.length - 1; end > 1; end--) {
    if (!KINDS.has(words.slice(end).join(' ').toLowerCase())) continue;
    const landmark = mongolianLandmark(words.slice(0, end).join(' '));
    if (landmark?.wind != null && landmark.distance_m === null) return { landmark, wind: landmark.wind };
  }
  return null;
}

const NUMBER = String.raw`(\d{1,4}(?:[.,]\d)?)`;
const KILOMETRE = new RegExp(
  String.raw`(?:^|\s)(?:(?:км|km)\.?\s?${NUMBER}|${NUMBER}(?:-р)?\s?(?:км|km)(?:-т|т|-д)?)(?=\s|$)`,
  'i',
);

/** Splits a query into a road and a number of kilometers along it. */
export function askedKilometre(text: string): AskedKilometre | null {
  const found = KILOMETRE.exec(text);
  if (found === null) return null;
  const road = text
    .replace(found[0], ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ын$|ийн$|ны$/, '');
  return road.length < 2 ? null : { road, km: Number((found[1] ?? found[2]).replace(',', '.')) };
}
