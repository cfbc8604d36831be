import { bareTable } from '../../bare-table.js';
import { inCase, takesEndings } from '../../text/add-case.js';
import type { Language } from '../languages.js';
import { KIND_WORDS } from '../places/kinds.js';

/** The words for kinds of places in a Mongolian sentence, and the place types that they cover. */
const SPOKEN: readonly (readonly [word: string, types: string])[] = [
  [
    'дэлгүүр',
    'supermarket convenience clothes electronics hardware kiosk shoes furniture mobile_phone doityourself',
  ],
  ['худалдааны төв', 'mall'],
  ['их дэлгүүр', 'department_store'],
  ['зах', 'marketplace'],
  ['банк', 'bank'],
  ['эмийн сан', 'pharmacy'],
  ['эмнэлэг', 'hospital clinic doctors'],
  ['шүдний эмнэлэг', 'dentist'],
  ['сургууль', 'school'],
  ['цэцэрлэг', 'kindergarten'],
  ['их сургууль', 'university'],
  ['коллеж', 'college'],
  ['ресторан', 'restaurant'],
  ['кафе', 'cafe'],
  ['хоолны газар', 'fast_food food_court'],
  ['паб', 'pub'],
  ['бар', 'bar'],
  ['зочид буудал', 'hotel guest_house'],
  ['хостел', 'hostel'],
  ['шатахуун түгээх станц', 'fuel'],
  ['шуудан', 'post_office'],
  ['номын сан', 'library'],
  ['музей', 'museum'],
  ['театр', 'theatre'],
  ['кино театр', 'cinema'],
  ['автобусны буудал', 'bus_stop bus_station'],
  ['төмөр замын буудал', 'station'],
  ['зөрлөг', 'halt'],
  ['нисэх буудал', 'aerodrome'],
  ['элчин сайдын яам', 'embassy diplomatic'],
  ['авто угаалга', 'car_wash'],
  ['авто засвар', 'car_repair'],
  ['гоо сайхны салон', 'hairdresser beauty'],
  ['гүүр', 'bridge'],
  ['хөшөө', 'monument memorial'],
  ['уул', 'peak volcano'],
  ['гол', 'river stream'],
  ['нуур', 'lake'],
  ['булаг', 'spring'],
  ['даваа', 'mountain_pass'],
  ['хөндий', 'valley'],
  ['агуй', 'cave_entrance'],
  ['хот', 'city town'],
  ['тосгон', 'village hamlet'],
  ['байр', 'apartments'],
  ['байшин', 'building'],
  ['сүм хийд', 'place_of_worship'],
  ['спорт заал', 'sports_centre fitness_centre'],
  ['нарийн боов', 'bakery'],
];
const WORD_OF: Readonly<Record<string, string>> = bareTable(
  Object.fromEntries(SPOKEN.flatMap(([word, types]) => types.split(' ').map((type) => [type, word]))),
);
/** The word used after a name that cannot take endings, if its kind is not listed. */
const ANY_PLACE = 'газар';
/** The kinds of places that are not mentioned after a name. */
const SETTLEMENT_WORDS: readonly string[] = ['хот', 'тосгон'];
/** Stops are named after the place in front of them, so the word for «stop» is always included. */
const STOP_WORDS: readonly string[] = ['автобусны буудал', 'төмөр замын буудал'];

/** Matches English names that already express their kind with a word other than their type. */
const TOLD_EN = /\b(?:monastery|temple|church|mosque|cathedral|store|shop|market|bakery|gym)$/i;

/**
 * An area's office has the same name as the area, so a sentence must make clear that the building is meant.
 */
const OFFICES: ReadonlySet<string> = new Set(['government', 'townhall', 'public_building']);
const AREA_NAME = /(?:хороо|дүүрэг|баг|сум|аймаг|khoroo|düüreg|bag|soum|sum|aimag)$/i;
const OFFICE = 'байр';

/** All words that may follow a name, longest first. */
export const SPOKEN_WORDS: readonly string[] = [...new Set([...Object.values(WORD_OF), ANY_PLACE])].sort(
  (a, b) => b.length - a.length,
);

/**
 * Returns a name as used in a sentence: Номин дэлгүүр, Nomin (supermarket). A name that already includes the
 * word for its kind is left unchanged. Mongolian names can take case endings.
 */
export function spokenName(name: string, type: string, language: Language): string {
  if (OFFICES.has(type) && AREA_NAME.test(name))
    return language === 'mn' ? `${inCase(name, 'genitive')} ${OFFICE}` : `${name} (office)`;
  if (language !== 'mn') {
    const kind = type.replaceAll('_', ' ');
    const isTold =
      kind === 'place' || kind === 'yes' || name.toLowerCase().includes(kind) || TOLD_EN.test(name);
    return isTold || WORD_OF[type] === undefined ? name : `${name} (${kind})`;
  }
  const word = WORD_OF[type];
  const lower = name.toLowerCase();
  const says = [...(KIND_WORDS[type] ?? []), ...(word === undefined ? [] : [word])];
  const isTold =
    word === undefined || SETTLEMENT_WORDS.includes(word) || says.some((own) => lower.includes(own));
  // Most names with several words already end with the word for their kind.
  const isWhole = name.includes(' ') && !STOP_WORDS.includes(word ?? '');
  if ((isTold || isWhole) && takesEndings(name)) return name;
  return isTold && word !== undefined && lower.endsWith(word) ? name : `${name} ${word ?? ANY_PLACE}`;
}

/**
 * Matches street names that contain a word for «street», even if its equivalent in another language follows.
 */
const STREET_WORDS = new RegExp(
  '(?:гудамж|чөлөө|тойруу|зам|гүүр|талбай|хороолол|' +
    'street|avenue|road|bridge|square|highway| st| ave| rd)\\.?(?: |$)',
  'i',
);

/** Returns a street's name as used in a sentence: Улаанбаатар - Дархан зам, A0301 зам. */
export function spokenStreet(name: string, language: Language): string {
  if (STREET_WORDS.test(name)) return name;
  return `${name} ${language === 'mn' ? 'зам' : 'road'}`;
}
