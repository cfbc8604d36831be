import { layerOf } from '../../src/geocoding/places/layer.js';
import type { SearchModel } from '../../src/geocoding/places/search-model.js';
import { romanise } from '../../src/text/romanise.js';

/** What queries are made of. */
export interface QuerySource extends Pick<SearchModel, 'names' | 'contexts' | 'rowContexts'> {
  rows: readonly { name: string }[];
  addresses: readonly { row: number; number: string; street: number }[];
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ү/g, 'у'],
  [/ө/g, 'о'],
  [/ү/g, 'v'],
  [/([аэоөуүи])\1/g, '$1'],
  [/й/g, 'и'],
  [/ь/g, ''],
  [/-р /g, ' '],
  [/-р /g, 'р '],
  [/-/g, ' '],
  [/-/g, ''],
  [/х/g, 'х'],
  [/ы/g, 'и'],
];
const CHAT: readonly (readonly [RegExp, string])[] = [
  [/kh/g, 'h'],
  [/kh/g, 'x'],
  [/ts/g, 'c'],
  [/ö/g, 'o'],
  [/ü/g, 'u'],
  [/ö/g, 'u'],
  [/ü/g, 'v'],
  [/y/g, 'i'],
  [/z/g, 'dz'],
  [/(.)\1/g, '$1'],
  [/ye/g, 'e'],
];
const GENERIC = [
  'гудамж',
  'хороо',
  '4-р хороо',
  'бзд',
  'улаанбаатар',
  'street',
  'hotel',
  'дэлгүүр',
  '15',
  '8б',
  '12 байр',
  '40 тоот',
  'баруун талд',
  'сум',
  'төв',
  'буудал',
  'банк',
  'эмийн сан',
  'кафе',
  'дэргэд кафе',
  'near',
];
const LETTERS = 'абвгдежзиклмнопрстуүөфхцчшabcdefghiklmnoprstuvxyz';

/**
 * A query as people might type it: a real name, cut, respelt, shuffled, joined, with words left out or
 * added, with typing errors. One in twenty is gibberish.
 */
export function randomQuery(model: QuerySource, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const chance = (share: number): boolean => random() < share;
  if (chance(0.05))
    return Array.from({ length: 2 + Math.floor(random() * 10) }, () => pick([...LETTERS])).join('');
  let query = someText(model, pick, chance);
  if (chance(0.35)) query = respell(romanise(query), CHAT, chance);
  else if (chance(0.5)) query = respell(query.toLowerCase(), SPELLINGS, chance);
  const words = query.split(' ');
  if (chance(0.15)) words.reverse();
  if (chance(0.2) && words.length > 1) words.splice(Math.floor(random() * words.length), 1);
  if (chance(0.15)) words.push(pick(GENERIC));
  if (chance(0.05)) words.unshift(pick(GENERIC));
  query = words.join(chance(0.05) ? '' : ' ');
  if (chance(0.2)) query = mistyped(query, random, pick);
  if (chance(0.4)) query = query.slice(0, Math.max(2, Math.floor(random() * query.length)));
  return query.trim();
}

/** None of them is a word of asking. */
const AROUND = ['хүүхдээ', 'гэнэт', 'дуулна', 'нохойтой', 'инээнэ', 'хурдхан', 'аажуухан'];
const CASES = ['', 'д', 'т', 'ын', 'ийн', 'аас', 'ад'];

/** A sentence, the name in it, and the area that it says the thing is in; empty for none. */
interface RandomSentence {
  text: string;
  name: string;
  area: string;
}

/** The name of a thing, often one with a number, and an area around it, in any case, among other words. */
export function randomSentence(model: SearchModel, random: () => number): RandomSentence {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const chance = (share: number): boolean => random() < share;
  const others = (most: number): string[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(AROUND));
  const isNumbered = chance(0.3);
  const rows = model.rows.flatMap((row, i) =>
    layerOf(row) === 'poi' && (isNumbered ? /^\d.*\p{L}{4}/u : /^\D+$/).test(row.name) ? [i] : [],
  );
  const row = pick(rows);
  const inside = model.rowContexts[row].flatMap((at) => model.contexts[at].slice(0, 1));
  const areas = inside.filter((name) => /(?:хороо|дүүрэг)$/.test(name));
  const area = areas.length > 0 && chance(0.8) ? pick(areas) : '';
  const { name } = model.rows[row];
  const parts = [area === '' ? '' : area + pick(CASES), ...others(1), name + pick(CASES)];
  if (chance(0.3)) parts.reverse();
  const text = [pick(AROUND), ...others(2), ...parts, ...others(2)].filter((part) => part !== '').join(' ');
  return { text, name, area };
}

function someText(
  model: QuerySource,
  pick: <T>(list: readonly T[]) => T,
  chance: (share: number) => boolean,
): string {
  if (chance(0.15) && model.addresses.length > 0) {
    const entry = pick(model.addresses);
    const area = chance(0.4) ? pick(model.contexts[pick(model.rowContexts[entry.row])]) : '';
    return `${area} ${pick(model.contexts[entry.street])} ${entry.number}`.trim();
  }
  const row = Math.floor(pick(model.rows.map((_, i) => i)));
  const name = model.names[row].length > 0 ? pick(model.names[row]) : model.rows[row].name;
  const contexts = model.rowContexts[row];
  return chance(0.2) && contexts.length > 0 ? `${name} ${pick(model.contexts[pick(contexts)])}` : name;
}

function respell(
  text: string,
  rules: readonly (readonly [RegExp, string])[],
  chance: (share: number) => boolean,
): string {
  return rules.reduce((spelt, [from, to]) => (chance(0.25) ? spelt.replace(from, to) : spelt), text);
}

function mistyped(text: string, random: () => number, pick: <T>(list: readonly T[]) => T): string {
  const at = 1 + Math.floor(random() * text.length);
  const letter = pick([...LETTERS]);
  return pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ]);
}
