import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import { romanise } from '../../../src/text/romanise.js';
import { seededRandom } from '../../seeded-random.js';
import {
  bare,
  CATEGORIES,
  contains,
  metres,
  metresTo,
  plain,
  type Category,
  type GroundTruth,
  type Spot,
  type Thing,
} from './ground-truth.js';
import { MatchChecker } from '../groups/match-checker.js';
import { typoRows } from './typo-rows.js';

export interface ProbeCase {
  query: string;
  fits(hit: PlaceHit): boolean;
}

/** A loop over the data. */
export interface ProbeRow {
  name: string;
  cases: ProbeCase[];
}

/** How far from its point somebody still says to be in a settlement. Metres, by `place`. */
const REACH_M: Readonly<Record<string, number>> = { city: 10_000, town: 6000, village: 5000 };
/** A neighbourhood, and a landmark that something lies near. Metres. */
const QUARTER_M = 2000;
const NEAR_M = 1500;
/** The most cases of one row. More of them take time and say no more. */
const MOST_CASES = 400;

export function spotOf(hit: PlaceHit): Spot {
  return { lon: hit.lon7 / 1e7, lat: hit.lat7 / 1e7 };
}

/** All rows but the addresses, see address-rows.ts. */
export function probeRows(truth: GroundTruth): ProbeRow[] {
  const checker = new MatchChecker(truth);
  return [
    ...townRows(truth, checker),
    ...quarterRows(truth, checker),
    ...plainCategoryRows(truth, checker),
    ...soumRows(truth),
    ...streetRows(truth),
    ...otherRows(truth, checker),
    ...typoRows(truth, some),
  ];
}

/** At most MOST_CASES of the list, the same in each run. */
export function some<T>(list: readonly T[], most = MOST_CASES): T[] {
  const random = seededRandom(list.length + 1);
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ item }) => item);
}

function isOf(truth: GroundTruth, category: Category, hit: PlaceHit): boolean {
  const thing = truth.byId.get(hit.id);
  return thing !== undefined && category.fits(thing.tags);
}

/**
 * Each town with each category that is there. What is called so comes first, by the contract: Жаргалант кафе,
 * wherever it is, for «кафе Жаргалант».
 */
function townRows(truth: GroundTruth, checker: MatchChecker): ProbeRow[] {
  const [same, other]: ProbeCase[][] = [[], []];
  const towns = truth.things.filter(
    (thing) => REACH_M[thing.tags['place']] !== undefined && thing.name !== '',
  );
  for (const category of CATEGORIES) {
    const things = truth.of(category);
    for (const town of towns) {
      const kind = town.tags['place'];
      if (!things.some((thing) => metres(thing, town) < 1500)) continue;
      const isSame = truth.around(town).some((outline) => bare(outline.name) === bare(town.name));
      for (const word of category.words) {
        const isThere = (hit: PlaceHit): boolean =>
          isOf(truth, category, hit) && truth.isIn(spotOf(hit), town.name, REACH_M[kind]);
        for (const query of [`${word} ${town.name}`, `${town.name} ${word}`])
          (isSame ? same : other).push({
            query,
            fits: (hit) => isThere(hit) || checker.isCalledSo(query, hit),
          });
      }
    }
  }
  return [
    { name: 'category + town, soum or aimag called so', cases: some(same) },
    { name: 'category + town, soum and aimag called otherwise', cases: some(other) },
  ];
}

function quarterRows(truth: GroundTruth, checker: MatchChecker): ProbeRow[] {
  const quarters = truth.things.filter((thing) =>
    ['suburb', 'neighbourhood', 'quarter'].includes(thing.tags['place']),
  );
  const landmarks = some(
    truth.things.filter(
      (thing) =>
        thing.name.length > 4 &&
        (thing.tags['tourism'] === 'museum' ||
          ['hospital', 'university', 'marketplace', 'theatre'].includes(thing.tags['amenity']) ||
          ['mall', 'department_store'].includes(thing.tags['shop'])) &&
        truth.called(thing.name).length === 1,
    ),
    60,
  );
  const near = (
    place: Thing,
    reach_m: number,
    forms: (word: string, name: string) => string[],
  ): ProbeCase[] =>
    CATEGORIES.flatMap((category) => {
      const things = truth.of(category);
      if (category.fits(place.tags) || !things.some((thing) => metres(thing, place) < reach_m / 2)) return [];
      const fits = (hit: PlaceHit): boolean =>
        isOf(truth, category, hit) &&
        truth.called(place.name).some((thing) => metresTo(thing, spotOf(hit)) <= reach_m);
      return category.words.flatMap((word) => forms(word, place.name).map((query) => ({ query, fits })));
    });
  return [
    {
      name: 'category + neighbourhood',
      cases: some(
        quarters.flatMap((place) =>
          near(place, QUARTER_M, (word, name) => [`${word} ${name}`, `${name} ${word}`]),
        ),
      ),
    },
    {
      name: 'category near a landmark',
      cases: some(
        landmarks.flatMap((place) =>
          near(place, NEAR_M, (word, name) => [`${name} дэргэд ${word}`, `${word} near ${name}`]),
        ),
      ),
    },
    {
      name: 'category + landmark, or called so',
      cases: some(
        landmarks.flatMap((place) =>
          near(place, NEAR_M, (word, name) => [`${word} ${name}`, `${name} ${word}`]),
        ),
      ).map((one) => ({
        query: one.query,
        fits: (hit) => one.fits(hit) || checker.isCalledSo(one.query, hit),
      })),
    },
  ];
}

/**
 * What is called so comes before what is of the kind, by the contract. The first row counts both as right.
 * The second counts only things of the kind, to show what the contract costs.
 */
function plainCategoryRows(truth: GroundTruth, checker: MatchChecker): ProbeRow[] {
  const cases = (fits: (category: Category, query: string, hit: PlaceHit) => boolean): ProbeCase[] =>
    CATEGORIES.flatMap((category) =>
      category.words.map((query) => ({ query, fits: (hit: PlaceHit) => fits(category, query, hit) })),
    );
  return [
    {
      name: 'a plain category: of the kind, or called so',
      cases: cases((category, query, hit) => isOf(truth, category, hit) || checker.isCalledSo(query, hit)),
    },
    {
      name: 'a plain category: of the kind',
      cases: cases((category, _, hit) => isOf(truth, category, hit)),
    },
  ];
}

function soumRows(truth: GroundTruth): ProbeRow[] {
  const aimags = truth.outlines.filter((outline) => outline.level === 4 && outline.name !== 'Улаанбаатар');
  const rows: ProbeRow[] = [
    { name: '«A аймаг X сум»', cases: [] },
    { name: '«X сум A»', cases: [] },
    { name: '«A X»', cases: [] },
    { name: '«A aimag X sum»', cases: [] },
    { name: '«Төв аймаг X сум»', cases: [] },
  ];
  for (const soum of truth.outlines.filter((outline) => outline.level === 6)) {
    // The statistical office numbers soums by their aimag: MN6234 is in MN62.
    const aimag = aimags.find(({ code }) => soum.code.startsWith(code));
    if (aimag === undefined) continue;
    const name = soum.name.replace(/\s+сум$/i, '');
    const fits = (hit: PlaceHit): boolean =>
      bare(hit.name) === plain(name) &&
      contains(aimag, hit.lon7 / 1e7, hit.lat7 / 1e7) &&
      ['soum', 'village', 'town', 'city', 'hamlet'].includes(hit.type);
    const latin = (text: string): string => romanise(text);
    [
      `${aimag.name} аймаг ${name} сум`,
      `${name} сум ${aimag.name}`,
      `${aimag.name} ${name}`,
      `${latin(aimag.name)} aimag ${latin(name)} sum`,
    ].forEach((query, i) => rows[i].cases.push({ query, fits }));
    if (aimag.name === 'Төв')
      for (const query of [`Төв аймаг ${name} сум`, `Төв аймгийн ${name} сум`, `төв аймаг ${name}`])
        rows[4].cases.push({ query, fits });
  }
  return rows;
}

function streetRows(truth: GroundTruth): ProbeRow[] {
  const streets = truth.things.filter(
    (thing) => thing.tags['highway'] !== undefined && thing.positions.length > 2 && thing.name !== '',
  );
  const rowOf = (
    name: string,
    list: readonly Thing[],
    query: (street: string, area: string) => string,
  ): ProbeRow => ({
    name,
    cases: some(list).flatMap((street) => {
      const area = truth.around(street).find((outline) => outline.level === 6);
      if (area === undefined) return [];
      const same = truth.called(street.name).filter((thing) => thing.tags['highway'] !== undefined);
      const inArea = same.filter((thing) => contains(area, thing.lon, thing.lat));
      const fits = (hit: PlaceHit): boolean =>
        plain(hit.name) === plain(street.name) &&
        (contains(area, hit.lon7 / 1e7, hit.lat7 / 1e7) ||
          inArea.some((thing) => metresTo(thing, spotOf(hit)) < 2000));
      return [{ query: query(street.name, area.name), fits }];
    }),
  });
  const directed = streets.filter(({ name }) => /^(Баруун|Зүүн|Дунд|Хойд|Урд|Өмнөд|Ар) /.test(name));
  const numbered = streets.filter(({ name }) => /\d/.test(name) && /гудамж/.test(name));
  return [
    rowOf('area + street that begins with a direction', directed, (street, area) => `${area} ${street}`),
    rowOf('street that begins with a direction + area', directed, (street, area) => `${street} ${area}`),
    rowOf('area + numbered street', numbered, (street, area) => `${area} ${street}`),
    rowOf('numbered street + area', numbered, (street, area) => `${street}, ${area}`),
    rowOf(
      'numbered street, number bare + area',
      numbered,
      (street, area) => `${street.replace(/-р /, ' ')} ${bareName(area)}`,
    ),
    chainStreets(truth, streets),
  ];
}

function bareName(area: string): string {
  return area.replace(/\s+(сум|дүүрэг)$/, '');
}

/** A street name of several towns means the one in the largest of them. */
function chainStreets(truth: GroundTruth, streets: readonly Thing[]): ProbeRow {
  const capital = truth.things.find((thing) => thing.tags['capital'] === 'yes')!;
  const towns = truth.things.filter((thing) => REACH_M[thing.tags['place']] !== undefined);
  const people = (thing: Thing): number => Number(thing.tags['population'] ?? 0);
  const names = [...new Set(streets.map((street) => street.name))];
  const cases = names.flatMap((name): ProbeCase[] => {
    if (!/(гудамж|өргөн чөлөө|тойруу)$/.test(name) || /\d|-[А-ЯӨҮ]/.test(name)) return [];
    const inTown = new Set<Thing>();
    for (const street of streets.filter((thing) => thing.name === name)) {
      const town = towns
        .filter((thing) => metres(thing, street) < (thing === capital ? 20_000 : 5000))
        .sort((a, b) => metres(a, street) - metres(b, street))[0];
      if (town !== undefined) inTown.add(metres(capital, street) < 20_000 ? capital : town);
    }
    if (inTown.size < 2) return [];
    const [largest, second] = [...inTown].sort((a, b) => people(b) - people(a));
    if (people(largest) < 2 * people(second)) return [];
    const reach_m = largest === capital ? 25_000 : 7000;
    return [
      {
        query: name,
        fits: (hit) => plain(hit.name) === plain(name) && metres(largest, spotOf(hit)) < reach_m,
      },
    ];
  });
  return { name: 'a street name of several towns: the largest', cases: some(cases) };
}

function otherRows(truth: GroundTruth, checker: MatchChecker): ProbeRow[] {
  const coded = truth.things.filter((thing) => thing.tags['addr:postcode'] !== undefined);
  const postcodes = [...new Set(coded.map((thing) => thing.tags['addr:postcode']))];
  const cities = truth.things.filter((thing) => ['city', 'town'].includes(thing.tags['place']));
  const isTown = (town: Thing) => (hit: PlaceHit) =>
    bare(hit.name) === bare(town.name) && ['city', 'town', 'village', 'soum', 'aimag'].includes(hit.type);
  const places = truth.things.filter(
    (thing) => ['city', 'town', 'village', 'suburb'].includes(thing.tags['place']) && thing.name !== '',
  );
  return [
    {
      name: 'a post code',
      cases: some(postcodes, 200).map((query) => ({
        query,
        fits: (hit) => hit.type === 'postcode' && hit.name === query,
      })),
    },
    {
      name: 'town + город, хот, town, city',
      cases: cities.flatMap((town) =>
        ['город', 'хот', 'town', 'city'].map((word) => ({
          query: `${town.name} ${word}`,
          fits: isTown(town),
        })),
      ),
    },
    {
      name: 'towns as Germans spell them',
      cases: cities.map((town) => ({ query: german(town.name), fits: isTown(town) })),
    },
    {
      name: 'towns as the French spell them',
      cases: cities.map((town) => ({ query: french(town.name), fits: isTown(town) })),
    },
    {
      name: 'a settlement by its name',
      cases: places.map((place) => ({
        query: place.name,
        fits: (hit) => checker.strictGroup(place.name, hit) === 1,
      })),
    },
  ];
}

function german(name: string): string {
  return spelt(name, { х: 'ch', ч: 'tsch', ш: 'sch', ж: 'dsch', з: 'ds', ц: 'z', й: 'i', в: 'w', я: 'ja' });
}

function french(name: string): string {
  return spelt(name, {
    х: 'kh',
    ч: 'tch',
    ш: 'ch',
    ж: 'j',
    з: 'z',
    ц: 'ts',
    й: 'i',
    в: 'v',
    у: 'ou',
    я: 'ia',
  });
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    г: 'g',
    д: 'd',
    е: 'je',
    ё: 'jo',
    и: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    ө: 'ö',
  },
  ...{ п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'ü', ф: 'f', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'ju' },
};

function spelt(name: string, letters: Readonly<Record<string, string>>): string {
  return [...name.toLowerCase()].map((letter) => letters[letter] ?? LETTERS[letter] ?? letter).join('');
}
