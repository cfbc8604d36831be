import { romanise } from '../../../src/text/romanise.js';
import { ABBREVIATIONS, KIND_SYNONYMS } from '../../../src/text/vocabulary.js';
import { seededRandom } from '../../seeded-random.js';
import { CATEGORIES, type GroundTruth } from '../probes/ground-truth.js';
import { taggedNames } from './match-checker.js';

const LETTERS = 'абвгдежзиклмнопрстуүөфхцчшэ';
const LOOSE: readonly (readonly [RegExp, string])[] = [
  [/ү/g, 'у'],
  [/ө/g, 'о'],
  [/([аэоөуүи])\1/g, '$1'],
  [/ь/g, ''],
  [/-р /g, ' '],
  [/-/g, ' '],
];

/**
 * Seeded queries over the tagged names: beginnings, words, two of them, typing errors, two letters,
 * abbreviations, loose and Latin spellings, kinds alone and with a name.
 */
export function groupQueries(truth: GroundTruth, count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const things = truth.things.filter((thing) => thing.name !== '');
  const kinds = [...KIND_SYNONYMS.flat(), ...CATEGORIES.flatMap(({ words }) => words)];
  const short = ABBREVIATIONS.map(([, abbreviation]) => abbreviation);
  const name = (): string => pick(taggedNames(pick(things))) ?? 'Улаанбаатар';
  const word = (): string => pick(name().split(/[\s,]+/));
  const makers: (() => string)[] = [
    () => start(name(), random),
    () => start(name(), random),
    () => word(),
    () => `${word()} ${word()}`,
    () => name().split(/\s+/).reverse().join(' '),
    () => start(name().split(/\s+/).slice(1).join(' ') || name(), random),
    () => name().slice(0, 2 + Math.floor(random() * 2)),
    () => pick([...LETTERS]) + pick([...LETTERS]),
    () => `${1 + Math.floor(random() * 40)}${pick(['', '-р', ' '])} ${start(word(), random)}`,
    () => (random() < 0.3 ? pick(short) : `${pick(short)} ${word()}`),
    () => loose(name().toLowerCase(), random),
    () => start(loose(name().toLowerCase(), random), random),
    () => romanise(name()),
    () => start(romanise(name()), random),
    () => pick(kinds),
    () => start(pick(kinds), random),
    () => `${pick(kinds)} ${word()}`,
    () => `${word()} ${pick(kinds)}`,
    () => mistyped(name(), random),
  ];
  const queries: string[] = [];
  while (queries.length < count) {
    const query = pick(makers)().replace(/\s+/g, ' ').trim();
    if (/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(query) && query.length <= 200) queries.push(query);
  }
  return queries;
}

function start(text: string, random: () => number): string {
  return text.slice(0, 2 + Math.floor(random() * Math.max(1, text.length - 1)));
}

function loose(text: string, random: () => number): string {
  return LOOSE.reduce((spelt, [from, to]) => (random() < 0.4 ? spelt.replace(from, to) : spelt), text);
}

function mistyped(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * text.length);
  return text.slice(0, at) + text.slice(at + 1);
}
