import { canonicalWords } from '../../text/canonical.js';
import { withoutLastCase } from '../../text/strip-case.js';
import { keysIn, wordsOf, type Word } from '../../text/words.js';
import type { Searched } from '../finding/search-contract.js';

const GENERAL_HOSPITAL = wordsOf('ерөнхий эмнэлэг');
const HOSPITAL = GENERAL_HOSPITAL[1].strict;
const SEAT_OF_AIMAG = wordsOf('аймгийн төв');
const [SOUM] = wordsOf('сум');
const OF_SOUM = wordsOf('сумын')[0].strict;
const OF_AIMAG = SEAT_OF_AIMAG[0].strict;
/** Words that mark the following hospital as the hospital of a town, a soum or an aimag. */
const RANKS = keysIn('төв нэгдсэн ерөнхий аймгийн сумын хотын general central main');
/** The capital has many hospitals. */
const CAPITAL = wordsOf('улаанбаатар')[0].strict;

/**
 * Returns words for the general hospital of a known area: «нэгдсэн эмнэлэг». All other words are returned
 * unchanged.
 *
 * @param isOfArea whether the words follow the area in the genitive: сумын эмнэлэг
 */
export function withGeneralHospitalOf(words: readonly Word[], isOfArea: boolean): readonly Word[] {
  const last = words.length - 1;
  if (last < 0 || canonicalWords([words[last]])[0].strict !== HOSPITAL) return words;
  const isGeneral = last === 0 ? isOfArea : words.slice(0, last).every(({ strict }) => RANKS.has(strict));
  return isGeneral ? GENERAL_HOSPITAL : words;
}

/**
 * Returns words for the town and its hospital if the query refers to the town's general hospital: «Дархан
 * нэгдсэн эмнэлэг», «Увс аймгийн эмнэлэг». Such a hospital often has another name, and a dental clinic does
 * not count as one. All other words are returned unchanged.
 */
export function withGeneralHospital(
  words: readonly Word[],
  searched: Pick<Searched, 'insideOf' | 'isTown'>,
): readonly Word[] {
  const last = words.length - 1;
  if (last < 1 || canonicalWords([words[last]])[0].strict !== HOSPITAL) return words;
  let from = last;
  // Төв аймаг is the name of an aimag.
  while (from > 1 && RANKS.has(words[from - 1].strict)) from--;
  if (from === last) return words;
  const place = words.slice(0, from);
  const kind = GENERAL_HOSPITAL;
  const seat = [...place, ...SEAT_OF_AIMAG];
  if (words[from].strict === OF_AIMAG && searched.insideOf(seat) !== null) return [...seat, ...kind];
  const soum = [...place, SOUM];
  if (words[from].strict === OF_SOUM && searched.insideOf(soum) !== null) return [...soum, ...kind];
  const town = [place, ...withoutLastCase(place)].find((some) => searched.isTown(some));
  return town === undefined || town[0].strict === CAPITAL ? words : [...town, ...kind];
}
