import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import {
  bare,
  CATEGORIES,
  contains,
  metres,
  metresTo,
  plain,
  type GroundTruth,
  type Spot,
  type Thing,
} from './ground-truth.js';
import { MEANT_KINDS } from './meaning-kinds.js';
import { some, spotOf, type ProbeCase } from './probe-rows.js';
import { sentenceRows } from './sentence-rows.js';

/** A query, and perhaps where the person is who sends it. */
export interface MeaningCase extends ProbeCase {
  near?: readonly [longitude: number, latitude: number];
  /** Nothing is the right answer. */
  isNonsense?: boolean;
}

export interface MeaningRow {
  name: string;
  cases: MeaningCase[];
}

/** Where people are who ask for a kind: squares of towns, and two quarters of the capital. */
const SPOTS: readonly (readonly [longitude: number, latitude: number])[] = [
  [106.9176, 47.9189],
  [106.928, 47.921],
  [106.9105, 47.8845],
  [105.9541, 49.4862],
  [104.0586, 49.0333],
  [114.532, 48.0745],
  [91.6419, 48.0056],
  [100.1625, 49.6342],
  [110.1389, 44.8917],
  [104.4253, 43.5708],
];
const NEAREST = 5;
const FRAMES = 12;

/** Loops over what people mean: kinds near them, cases, numbers, keyboards, unknown words, nonsense. */
export function meaningRows(truth: GroundTruth): MeaningRow[] {
  return [
    kindRow(truth),
    namesRow('ё as typed', truth, (name) => (/ё/i.test(name) ? [name] : [])),
    namesRow('е typed for ё', truth, (name) =>
      /ё/i.test(name) ? [name.replaceAll('ё', 'е').replaceAll('Ё', 'Е')] : [],
    ),
    landmarkRow(truth, false),
    landmarkRow(truth, true),
    bagRow(truth),
    numberedRow(truth, 'school', 'сургууль'),
    numberedRow(truth, 'hospital', 'эмнэлэг'),
    ...caseRows(truth),
    layoutRow('Latin keys for Cyrillic', truth, (name) =>
      /^[а-яёөү ]+$/i.test(name) ? [typedOn(MONGOLIAN, LATIN, name), typedOn(RUSSIAN, LATIN, name)] : [],
    ),
    latinRow(truth),
    namesRow('one unknown word before', truth, (name) => [`квзрт ${name}`], isSight),
    namesRow('one unknown word behind', truth, (name) => [`${name} qzwrtk`], isSight),
    beginningsRow(truth),
    ...sentenceRows(
      kindRow(truth).cases,
      kindsAnywhere(truth),
      namesRow('', truth, (name) => [name], isSight).cases,
    ),
    nonsenseRow(),
  ];
}

/** One of the five nearest, whatever it is called. */
function kindRow(truth: GroundTruth): MeaningRow {
  const cases = MEANT_KINDS.flatMap((kind) => {
    const things = truth.things.filter((thing) => thing.name !== '' && kind.fits(thing.tags));
    return SPOTS.flatMap((near) => {
      const here = { lon: near[0], lat: near[1] };
      const byDistance = things.map((thing) => metres(thing, here)).sort((a, b) => a - b);
      const farthest_m = byDistance[Math.min(NEAREST, byDistance.length) - 1] ?? 0;
      // The point of a large thing is not the middle of its outline.
      const limit_m = farthest_m * 1.02 + 60;
      const fits = (hit: PlaceHit): boolean => {
        const thing = truth.byId.get(hit.id);
        return thing !== undefined && kind.fits(thing.tags) && metres(spotOf(hit), here) <= limit_m;
      };
      return kind.words.map((query) => ({ query, near, fits }));
    });
  });
  return { name: 'a kind near me: one of the five nearest', cases };
}

/** The kinds in all their words, each with any place of the kind. */
function kindsAnywhere(truth: GroundTruth): MeaningCase[] {
  return MEANT_KINDS.flatMap((kind) => {
    const fits = (hit: PlaceHit): boolean => {
      const thing = truth.byId.get(hit.id);
      return thing !== undefined && kind.fits(thing.tags);
    };
    // Once for each way of asking.
    return kind.words.flatMap((query) => Array.from({ length: FRAMES }, () => ({ query, fits })));
  });
}

/** Whether the hit is called as the thing, or is the thing. */
function isNamed(truth: GroundTruth, name: string): (hit: PlaceHit) => boolean {
  // Worked out for hits only: most names that get here become no case.
  return (hit) =>
    plain(hit.name).startsWith(plain(name)) || truth.called(name).some(({ id }) => id === hit.id);
}

function isSettlement({ tags }: Thing): boolean {
  return ['city', 'town', 'village'].includes(tags['place']);
}

function isSight({ tags, name }: Thing): boolean {
  return (
    name.includes(' ') &&
    !/\d/.test(name) &&
    (tags['tourism'] === 'museum' ||
      tags['tourism'] === 'attraction' ||
      tags['historic'] !== undefined ||
      ['theatre', 'university', 'place_of_worship', 'marketplace'].includes(tags['amenity']))
  );
}

function distinctNames(truth: GroundTruth, isWanted: (thing: Thing) => boolean): string[] {
  return [
    ...new Set(truth.things.filter((thing) => thing.name !== '' && isWanted(thing)).map(({ name }) => name)),
  ];
}

function namesRow(
  name: string,
  truth: GroundTruth,
  queriesOf: (name: string) => string[],
  isWanted: (thing: Thing) => boolean = () => true,
): MeaningRow {
  const cases = distinctNames(truth, isWanted).flatMap((text) =>
    queriesOf(text)
      .filter((query) => query !== '')
      .map((query) => ({ query, fits: isNamed(truth, text) })),
  );
  return { name, cases: some(cases) };
}

const NEAR_WORDS = ['дэргэд', 'хажууд', 'ойролцоо', 'орчим', 'урд', 'ард'];

function landmarkRow(truth: GroundTruth, isKindFirst: boolean): MeaningRow {
  const landmarks = some(
    truth.things.filter(
      (thing) =>
        thing.name.length > 4 &&
        /^[а-яёөү\- ]+$/i.test(thing.name) &&
        (thing.tags['tourism'] === 'museum' ||
          ['hospital', 'university', 'marketplace', 'theatre'].includes(thing.tags['amenity']) ||
          ['mall', 'department_store'].includes(thing.tags['shop'])) &&
        truth.called(thing.name).length === 1,
    ),
    60,
  );
  const cases = landmarks.flatMap((place) =>
    CATEGORIES.flatMap((category) => {
      if (category.fits(place.tags)) return [];
      if (!truth.of(category).some((thing) => metres(thing, place) < 700)) return [];
      const fits = (hit: PlaceHit): boolean => {
        const thing = truth.byId.get(hit.id);
        return thing !== undefined && category.fits(thing.tags) && metresTo(place, spotOf(hit)) <= 1500;
      };
      return NEAR_WORDS.map((near) => {
        const where = `${genitive(place.name)} ${near}`;
        return {
          query: isKindFirst ? `${category.words[0]} ${where}` : `${where} ${category.words[0]}`,
          fits,
        };
      });
    }),
  );
  return {
    name: isKindFirst ? 'a kind, then a landmark in the genitive' : 'a landmark in the genitive, then a kind',
    cases: some(cases),
  };
}

function bagRow(truth: GroundTruth): MeaningRow {
  const towns = truth.things.filter((thing) => ['city', 'town', 'village'].includes(thing.tags['place']));
  const cases = truth.things
    .filter((thing) => thing.tags['place'] === 'hamlet' && /^\d+-р баг/.test(thing.name))
    .flatMap((bag) => {
      const town = towns
        .filter((thing) => metres(thing, bag) < 4000)
        .sort((a, b) => metres(a, bag) - metres(b, bag))[0];
      const number = /^\d+-р баг/.exec(bag.name)![0];
      if (town === undefined) return [];
      // Several towns and soums have one name, and the query does not say which.
      const called = towns.filter(({ name }) => name === town.name);
      const soums = truth.outlines.filter(({ level, name }) => level === 6 && bare(name) === bare(town.name));
      const isIn = (spot: Spot): boolean =>
        called.some((each) => metres(spot, each) < 15_000) ||
        soums.some((soum) => contains(soum, spot.lon, spot.lat));
      const fits = (hit: PlaceHit): boolean =>
        // What has the whole query in its name is called so.
        (hit.name.startsWith(number) && isIn(spotOf(hit))) ||
        [number, town.name].every((part) => plain(hit.name).includes(plain(part)));
      return [{ query: `${town.name} ${number}`, fits }];
    });
  return { name: 'town + N-р баг', cases: some(cases) };
}

const ORDINALS: Readonly<Record<number, string>> = { 1: 'нэгдүгээр', 2: 'хоёрдугаар', 3: 'гуравдугаар' };

/** With and without the ordinal. Another thing of the number and kind is as right. */
function numberedRow(truth: GroundTruth, amenity: string, word: string): MeaningRow {
  const cases = truth.things.flatMap((thing) => {
    const number = new RegExp(`^(\\d+)-?\\s?р ${word}`, 'i').exec(thing.name)?.[1];
    if (number === undefined || thing.tags['amenity'] !== amenity) return [];
    const said = ORDINALS[Number(number)] ?? number;
    const pattern = new RegExp(`((^|\\D)${number}\\D|${said}).*${word}|${word}.*\\D${number}(\\D|$)`, 'i');
    const fits = (hit: PlaceHit): boolean => pattern.test(hit.name);
    return [`${number} ${word}`, `${number}-р ${word}`, `${number} дугаар ${word}`].map((query) => ({
      query,
      fits,
    }));
  });
  return { name: `N ${word}, with and without -р`, cases: some(cases) };
}

function caseRows(truth: GroundTruth): MeaningRow[] {
  const isMongolian = (name: string): boolean =>
    /^[а-яёөү\- ]{4,}$/i.test(name) && !/\s(хот|сум|аймаг)$/.test(name);
  const towns = some(distinctNames(truth, isSettlement).filter(isMongolian), 150);
  const streets = some(
    distinctNames(truth, ({ tags }) =>
      ['residential', 'tertiary', 'secondary', 'primary'].includes(tags['highway'] ?? ''),
    ).filter((name) => isMongolian(name) && /гудамж$|чөлөө$|талбай$/.test(name)),
    60,
  );
  const sights = some(distinctNames(truth, isSight).filter(isMongolian), 60);
  return Object.entries(CASES).map(([name, inflect]) => ({
    name: `case: ${name}`,
    cases: [...towns, ...streets, ...sights].map((text) => ({
      query: inflect(text),
      fits: isNamed(truth, text),
    })),
  }));
}

function layoutRow(name: string, truth: GroundTruth, queriesOf: (name: string) => string[]): MeaningRow {
  const isWanted = (thing: Thing): boolean =>
    thing.name.length >= 4 &&
    thing.name.length <= 14 &&
    (isSettlement(thing) || 'amenity' in thing.tags || 'shop' in thing.tags || 'tourism' in thing.tags);
  return namesRow(name, truth, queriesOf, isWanted);
}

/** Of a village and its soum with one Latin name, either is right. */
function latinRow(truth: GroundTruth): MeaningRow {
  const latinName = (thing: Thing): string => thing.tags['name:en'] ?? thing.name;
  const byName = new Map<string, Set<string>>();
  for (const thing of truth.things) {
    const key = plain(latinName(thing));
    byName.set(key, (byName.get(key) ?? new Set()).add(thing.id));
  }
  const cases = truth.things.flatMap((thing) => {
    const name = latinName(thing);
    const isCalledSo = isNamed(truth, thing.name);
    const fits = (hit: PlaceHit): boolean => isCalledSo(hit) || byName.get(plain(name))!.has(hit.id);
    if (!/^[a-z ]{4,14}$/i.test(name) || thing.tags['highway'] !== undefined) return [];
    return [typedOn(LATIN, MONGOLIAN, name), typedOn(LATIN, RUSSIAN, name)]
      .filter((query) => query !== '')
      .map((query) => ({ query, fits }));
  });
  return { name: 'Cyrillic keys for Latin', cases: some(cases) };
}

/** A landmark and the beginning of a translated word for its kind; each list has to have something in it. */
function beginningsRow(truth: GroundTruth): MeaningRow {
  const words: Readonly<Record<string, string>> = {
    marketplace: 'market',
    university: 'university',
    theatre: 'theatre',
  };
  const cases = truth.things.flatMap((thing) => {
    const word = words[thing.tags['amenity'] ?? ''];
    const [first] = thing.name.split(' ');
    if (word === undefined || first.length < 4 || !/^[а-яёөү]+$/i.test(first)) return [];
    if (!thing.name.includes(' ')) return [];
    const fits = (hit: PlaceHit): boolean => plain(hit.name).includes(plain(first));
    return [2, 3, 4, 5].map((length) => ({ query: `${first} ${word.slice(0, length)}`, fits }));
  });
  return { name: 'beginnings of translated kinds', cases: some(cases) };
}

function nonsenseRow(): MeaningRow {
  const queries = [
    ...[
      'null',
      'NaN',
      'undefined',
      'test test',
      'test',
      'asdf',
      'asdfgh',
      'qwerty',
      'йцукен',
      '1/1/1',
      'true',
      'false',
    ],
    ...["' OR 1=1 --", "'; DROP TABLE places; --", 'SELECT * FROM users', '1 OR 1=1', 'UNION SELECT NULL'],
    ...[
      'bat@gmail.com',
      'info@example.mn',
      'a.b@c.d',
      'https://example.com/x',
      'www.example.com',
      '<script>alert(1)</script>',
    ],
    ...[
      '99112233',
      '+976 9911 2233',
      '9911-2233',
      '8800 1234',
      '7700-1234',
      '(976) 11 323232',
      '+97699112233',
    ],
    ...[
      'xxxxxx',
      'хххх',
      'zzzz',
      '????',
      '!!!',
      '...',
      '---',
      '0000000',
      '123456789',
      'lorem ipsum',
      'foo bar',
    ],
    ...[
      '{"a":1}',
      '[object Object]',
      '%20',
      '&nbsp;',
      '../../etc/passwd',
      '${jndi}',
      'NaN,NaN',
      'null null',
      'none',
    ],
  ];
  return {
    name: 'nonsense answers nothing',
    cases: queries.map((query) => ({ query, isNonsense: true, fits: () => false })),
  };
}

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const MONGOLIAN = 'фцужэнгшүзкъйыбөахролдпячёсмитьв';
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбю';

/** Empty for a text with a letter that the layout does not have. */
function typedOn(from: string, to: string, text: string): string {
  if ([...text.toLowerCase()].some((letter) => letter !== ' ' && !from.includes(letter))) return '';
  return [...text.toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('');
}

/** The vowel that endings take after a word: а, о, ө or э. */
function harmony(word: string): string {
  const vowels = [...word.toLowerCase()].filter((letter) => 'аоуөүэяёюыеи'.includes(letter));
  if (vowels.some((vowel) => 'аяуюы'.includes(vowel)))
    return vowels[0] === 'о' && !vowels.some((vowel) => 'аяу'.includes(vowel)) ? 'о' : 'а';
  if (vowels.some((vowel) => 'оё'.includes(vowel))) return 'о';
  return vowels[0] === 'ө' ? 'ө' : 'э';
}

const SHORT_END = /[^аоуөүэияёюеый][аоөэ]$/i;
const LONG_END = /[аоуөүэияёюеый]{2}$|[яёеюуүий]$/i;

/** An ending that begins with a vowel: after a long vowel г comes between, a short one falls out. */
function joined(word: string, ending: (vowel: string) => string): string {
  const text = ending(harmony(word));
  if (SHORT_END.test(word)) return word.slice(0, -1) + text;
  return LONG_END.test(word) ? `${word}г${text}` : word.replace(/ь$/, 'и') + text;
}

export function genitive(word: string): string {
  const isBack = 'ао'.includes(harmony(word));
  if (/н$/.test(word)) return word + (isBack ? 'ы' : 'ий');
  if (/[аоуөүэияёюе]й$|ий$|ы$/.test(word)) return `${word}н`;
  if (LONG_END.test(word)) return `${word}гийн`;
  const stem = SHORT_END.test(word) ? word.slice(0, -1) : word.replace(/ь$/, '');
  return stem + (isBack && !/[жчшгк]$|ь$/.test(word) ? 'ын' : 'ийн');
}

export function dative(word: string): string {
  if (/[грск]$/.test(word)) return `${word}т`;
  return /[млнвй]$|[аоуөүэияёюеы]$/.test(word) ? `${word}д` : `${word}${harmony(word)}д`;
}

const CASES: Readonly<Record<string, (word: string) => string>> = {
  genitive,
  dative,
  ablative: (word) => joined(word, (vowel) => `${vowel}${vowel}с`),
  'ablative with г': (word) => (/н$/.test(word) ? `${word}г` : word) + ((v) => `${v}${v}с`)(harmony(word)),
  accusative: (word) =>
    /[аоуөүэияёюеый]$/.test(word) ? `${word}г` : word + ('ао'.includes(harmony(word)) ? 'ыг' : 'ийг'),
  instrumental: (word) => joined(word, (vowel) => `${vowel}${vowel}р`),
  comitative: (word) => `${word}т${harmony(word) === 'ө' ? 'э' : harmony(word)}й`,
  directive: (word) => `${word} ${/р$/.test(word) ? 'луу' : 'руу'}`,
};
