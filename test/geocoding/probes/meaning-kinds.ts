import type { Category, Thing } from './ground-truth.js';

const has =
  (key: string, ...values: readonly string[]) =>
  (tags: Thing['tags']): boolean =>
    tags[key] !== undefined && values.includes(tags[key]);
const any =
  (...tests: readonly ((tags: Thing['tags']) => boolean)[]) =>
  (tags: Thing['tags']): boolean =>
    tests.some((test) => test(tags));

const FOOD = ['supermarket', 'convenience', 'grocery', 'greengrocer', 'general', 'food', 'kiosk'];

/** Words that people type for a kind and nothing else, and what they may be shown. */
export const MEANT_KINDS: readonly Category[] = [
  { words: ['эмийн сан', 'аптек', 'pharmacy', 'эмийн санд'], fits: has('amenity', 'pharmacy') },
  {
    words: ['эмнэлэг', 'hospital', 'больница'],
    fits: any(has('amenity', 'hospital', 'clinic', 'doctors', 'dentist'), (tags) => 'healthcare' in tags),
  },
  {
    words: ['сургууль', 'school', 'школа'],
    fits: has('amenity', 'school', 'university', 'college'),
  },
  { words: ['цэцэрлэг', 'kindergarten'], fits: has('amenity', 'kindergarten') },
  { words: ['дэлгүүр', 'shop', 'магазин'], fits: (tags) => 'shop' in tags },
  { words: ['хүнсний дэлгүүр'], fits: has('shop', ...FOOD) },
  {
    words: ['хоол', 'хоолны газар', 'restaurant', 'ресторан'],
    fits: has('amenity', 'restaurant', 'fast_food', 'cafe', 'food_court'),
  },
  { words: ['кафе', 'cafe', 'кофе шоп'], fits: any(has('amenity', 'cafe'), has('shop', 'coffee')) },
  { words: ['паб', 'bar'], fits: has('amenity', 'pub', 'bar') },
  {
    words: ['зочид буудал', 'hotel', 'гостиница'],
    fits: has('tourism', 'hotel', 'hostel', 'guest_house', 'motel', 'camp_site', 'apartment'),
  },
  {
    words: ['ШТС', 'шатахуун', 'fuel', 'gas station', 'заправка', 'бензин'],
    fits: has('amenity', 'fuel'),
  },
  { words: ['банк', 'bank'], fits: has('amenity', 'bank', 'atm') },
  { words: ['АТМ', 'atm', 'банкомат'], fits: has('amenity', 'atm', 'bank') },
  { words: ['шуудан', 'post office'], fits: has('amenity', 'post_office') },
  { words: ['цагдаа', 'police'], fits: has('amenity', 'police') },
  { words: ['музей', 'museum'], fits: has('tourism', 'museum') },
  { words: ['номын сан', 'library'], fits: has('amenity', 'library') },
  { words: ['үсчин', 'hairdresser'], fits: has('shop', 'hairdresser', 'beauty') },
  { words: ['авто засвар'], fits: has('shop', 'car_repair') },
  { words: ['зогсоол', 'parking'], fits: any(has('amenity', 'parking'), has('highway', 'bus_stop')) },
];
