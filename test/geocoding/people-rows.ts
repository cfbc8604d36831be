import { inCase } from '../../src/text/add-case.js';
import { latinText } from '../../src/text/romanise.js';
import { seededRandom } from '../seeded-random.js';
import {
  CATEGORIES,
  contains,
  metresTo,
  type GroundTruth,
  type Spot,
  type Thing,
} from './probes/ground-truth.js';
import { pick, rowOf, rows, withError, type SheetRow } from './sheet-rows.js';

/** An answer this near a landmark is beside it, and this near a crossing is the crossing. Metres. */
const BESIDE_M = 400;
const AT_THE_CROSSING_M = 100;
/** A point in a town this large is in the town. Metres. */
const IN_THE_TOWN_M: Readonly<Record<string, number>> = {
  city: 8000,
  town: 4000,
  village: 2500,
  hamlet: 1000,
};
/** Streets this near meet. Metres. */
const MEET_M = 5;
/** Districts as people abbreviate them. */
const DISTRICTS: Readonly<Record<string, string>> = {
  Баянзүрх: 'БЗД',
  Баянгол: 'БГД',
  Сүхбаатар: 'СБД',
  Чингэлтэй: 'ЧД',
  Сонгинохайрхан: 'СХД',
  'Хан-Уул': 'ХУД',
};
const LANDMARKS = /^(marketplace|university|hospital|theatre|bus_station|cinema|townhall|embassy|library)$/;

/**
 * Writes queries as people type them into an app: known places more often than others, what is beside a
 * landmark, crossings, areas, and what an area has. The other rows of SheetRows draw all places evenly.
 */
export class PeopleRows {
  readonly #truth: GroundTruth;
  readonly #named: Thing[];
  readonly #businesses: Thing[];
  readonly #landmarks: Thing[];
  readonly #streets: Thing[];
  readonly #towns: Thing[];
  /** The sum of the fames of the named things up to each. */
  readonly #fame: Float64Array;

  constructor(truth: GroundTruth) {
    this.#truth = truth;
    const named = truth.things.filter(({ name }) => /^[\p{Script=Cyrillic}\p{N}\s.-]{3,40}$/u.test(name));
    this.#named = named.filter(
      ({ name, tags }) =>
        tags['boundary'] === undefined &&
        tags['place'] === undefined &&
        (tags['highway'] ?? 'bus_stop') === 'bus_stop' &&
        !/\bгудамж|сумын\b/.test(name),
    );
    this.#streets = named.filter(
      ({ tags }) => tags['highway'] !== undefined && tags['highway'] !== 'bus_stop',
    );
    this.#towns = named
      .filter(({ tags }) => (tags['place'] ?? '') in IN_THE_TOWN_M)
      .filter(({ name }) => !/\d/.test(name));
    this.#businesses = this.#named.filter(isBusiness);
    this.#landmarks = this.#named.filter(
      (thing) =>
        (LANDMARKS.test(thing.tags['amenity'] ?? '') ||
          /^(mall|department_store)$/.test(thing.tags['shop'] ?? '') ||
          thing.tags['wikidata'] !== undefined) &&
        thing.tags['waterway'] === undefined &&
        thing.tags['natural'] === undefined &&
        truth.called(thing.name).every((other) => metresTo(other, thing) < BESIDE_M),
    );
    let sum = 0;
    this.#fame = Float64Array.from(this.#named, (thing) => {
      // A person who knows that many things have a name says more than the name.
      const namesakes = truth.called(thing.name).length;
      return (sum += fameOf(thing) / namesakes ** 1.5);
    });
  }

  mixed(count: number, seed: number): SheetRow[] {
    const random = seededRandom(seed);
    const place = (write: (name: string) => string): SheetRow => {
      const thing = this.#known(random);
      return rowOf('known place', thing, write(thing.name));
    };
    const makers: readonly [share: number, () => SheetRow | null][] = [
      [16, () => place((name) => name.toLowerCase())],
      [8, () => place((name) => latinText(name).toLowerCase())],
      [4, () => place((name) => withError(random, name.toLowerCase()))],
      [14, () => this.#beside(random)],
      [6, () => this.#side(random)],
      [6, () => this.#crossing(random)],
      [6, () => this.#town(random)],
      [8, () => this.#khoroo(random)],
      [8, () => this.#kindIn(random)],
    ];
    const all = makers.reduce((sum, [share]) => sum + share, 0);
    return rows(count, () => {
      let at = random() * all;
      return makers.find(([share]) => (at -= share) < 0)![1]();
    });
  }

  /** A named thing; a famous one more often. */
  #known(random: () => number): Thing {
    const at = random() * this.#fame.at(-1)!;
    return this.#named[this.#fame.findIndex((sum) => sum > at)];
  }

  /** A kind or a brand beside a landmark, where there is one. */
  #beside(random: () => number): SheetRow | null {
    const landmark = pick(random, this.#landmarks);
    const near = this.#businesses.filter(
      (other) =>
        other.name !== landmark.name && isClose(landmark, other) && metresTo(landmark, other) <= BESIDE_M,
    );
    if (near.length === 0) return null;
    const thing = pick(random, near);
    const category = CATEGORIES.find((one) => one.fits(thing.tags));
    const isBrand = category === undefined || random() < 0.5;
    const what = isBrand ? thing.name : category.words[0];
    const write = pick(random, [
      () => `${landmark.name} ${what}`,
      () => `${inCase(landmark.name, 'genitive')} хажууд ${what}`,
      () => `${inCase(landmark.name, 'genitive')} ойролцоо ${what}`,
      () => `${what} ${landmark.name}`,
      () => latinText(`${landmark.name} ${what}`),
    ]);
    return {
      kind: 'beside',
      text: write().toLowerCase(),
      isRight: ({ id, longitude: lon, latitude: lat }) => {
        const found = this.#truth.byId.get(id);
        const isOne = found !== undefined && (isBrand ? isLike(found, thing) : category.fits(found.tags));
        return isOne && metresTo(landmark, { lon, lat }) <= BESIDE_M;
      },
    };
  }

  #side(random: () => number): SheetRow {
    const landmark = pick(random, this.#landmarks);
    const side = pick(random, ['урд', 'ард', 'хажууд', 'урд талд', 'зүүн талд', 'ойролцоо']);
    return rowOf('side', landmark, `${inCase(landmark.name, 'genitive')} ${side}`);
  }

  #crossing(random: () => number): SheetRow | null {
    const street = pick(random, this.#streets);
    const at = 2 * Math.floor((random() * street.positions.length) / 2);
    const spot = { lon: street.positions[at], lat: street.positions[at + 1] };
    const other = this.#streets.find(
      (one) => one.name !== street.name && isClose(one, spot) && metresTo(one, spot) <= MEET_M,
    );
    if (other === undefined) return null;
    const write = pick(random, [
      () => `${street.name} ${other.name} уулзвар`,
      () => `${street.name}, ${other.name}`,
      () => latinText(`${street.name} ${other.name} uulzvar`),
    ]);
    const [ones, others] = [street, other].map(({ name }) =>
      this.#truth.called(name).filter(({ tags }) => tags['highway'] !== undefined),
    );
    return {
      kind: 'crossing',
      text: write().toLowerCase(),
      isRight: ({ longitude: lon, latitude: lat }) =>
        [ones, others].every((parts) =>
          parts.some((part) => metresTo(part, { lon, lat }) <= AT_THE_CROSSING_M),
        ),
    };
  }

  #town(random: () => number): SheetRow {
    const town = pick(random, this.#towns);
    const write = pick(random, [
      (name: string) => name,
      (name: string) => name.toLowerCase(),
      (name: string) => latinText(name).toLowerCase(),
      (name: string) => `${name} хот`,
    ]);
    return {
      ...rowOf('town', town, write(town.name)),
      isRight: ({ longitude: lon, latitude: lat, layer }) =>
        /^(settlement|area)$/.test(layer ?? '') &&
        metresTo(town, { lon, lat }) <= IN_THE_TOWN_M[town.tags['place']],
    };
  }

  #khoroo(random: () => number): SheetRow | null {
    const khoroo = pick(
      random,
      this.#truth.outlines.filter(({ level }) => level === 8),
    );
    const [lon, lat] = khoroo.rings[0];
    const soum = this.#truth.around({ lon, lat }, [6]).find(({ name }) => name !== '');
    const number = /\d+/.exec(khoroo.name)?.[0];
    if (soum === undefined || number === undefined) return null;
    const district = DISTRICTS[soum.name.replace(/ дүүрэг$/, '')] ?? soum.name;
    const text = pick(random, [`${district} ${number}-р хороо`, `${district}, ${number} хороо`]);
    return {
      kind: 'khoroo',
      text,
      isRight: ({ name, longitude, latitude, layer }) =>
        layer === 'area' && name.includes(number) && contains(khoroo, longitude, latitude),
    };
  }

  #kindIn(random: () => number): SheetRow | null {
    const thing = pick(random, this.#named);
    const category = CATEGORIES.find((one) => one.fits(thing.tags));
    const soum = this.#truth.around(thing, [6]).at(-1);
    if (category === undefined || soum === undefined) return null;
    return {
      kind: 'kind in an area',
      text: `${soum.name} ${category.words[0]}`,
      isRight: ({ id, longitude: lon, latitude: lat }) => {
        const found = this.#truth.byId.get(id);
        return found !== undefined && category.fits(found.tags) && contains(soum, lon, lat);
      },
    };
  }
}

/** How often people ask for a thing, compared to others. */
function fameOf({ tags }: Thing): number {
  const isSign = ['wikidata', 'wikipedia', 'name:en', 'website'].filter((key) => key in tags).length;
  const isSeen = ['tourism', 'shop', 'amenity', 'natural', 'leisure', 'public_transport', 'highway'].some(
    (key) => key in tags,
  );
  return (isSeen ? 1 : 0.3) * (1 + 3 * isSign);
}

/** Whether two spots are less than a few kilometres apart, which is quick to tell. */
function isClose(a: Spot, b: Spot): boolean {
  return Math.abs(a.lat - b.lat) < 0.05 && Math.abs(a.lon - b.lon) < 0.05;
}

function isBusiness({ tags }: Thing): boolean {
  return (tags['amenity'] ?? tags['shop'] ?? tags['office'] ?? tags['tourism']) !== undefined;
}

function isLike(found: Thing, wanted: Thing): boolean {
  return found.name.toLowerCase().includes(wanted.name.toLowerCase());
}
