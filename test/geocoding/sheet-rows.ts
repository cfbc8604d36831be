import { seededRandom } from '../seeded-random.js';
import { metresTo, plain, type GroundTruth, type Thing } from './probes/ground-truth.js';

/** The fields of an answer that tell whether it is right. */
interface Answer {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
  layer?: string;
}

/** A row of a table as somebody could write it, and what is meant. */
export interface SheetRow {
  kind: string;
  text: string;
  /** Whether a place is what was meant. No place is right where nothing of that kind is there. */
  isRight: (place: Answer) => boolean;
}

/** An answer this near is the house, and this near another thing. Metres. */
const AT_THE_HOUSE_M = 50;
const AT_THE_PLACE_M = 200;

/** Levels of aimags, soums and khoroos. */
const AREAS = [4, 6, 8];

const WAYS: readonly ((p: Parts) => string)[] = [
  (p) => `${p.aimag}, ${p.soum}, ${p.khoroo} ${p.street} ${p.number}`,
  (p) => `${p.street} ${p.number}, ${p.khoroo} ${p.soum}, ${p.aimag}`,
  (p) => `${p.soum} ${p.street} ${p.number}`,
  (p) => `${p.street} ${p.number}, ${p.soum}`,
  (p) => `${p.number} ${p.street}, ${p.soum}`,
  (p) => `${p.khoroo} ${p.soum} ${p.street} ${p.number} байр`,
  (p) => `${p.soum} ${p.street} ${p.number} тоот`,
];

type Around = Record<'aimag' | 'soum' | 'khoroo', string>;

interface Parts extends Around {
  street: string;
  number: string;
}

/** Writes rows of tables from the data of a country: what people write, also wrong and unclear things. */
export class SheetRows {
  readonly #truth: GroundTruth;
  readonly #houses: Thing[];
  readonly #named: Thing[];
  readonly #streets: Thing[];
  readonly #areas: Thing[];
  readonly #sameAddress = new Map<string, Thing[]>();
  readonly #around = new Map<Thing, Around>();

  constructor(truth: GroundTruth) {
    this.#truth = truth;
    const { things } = truth;
    this.#houses = things.filter(isHouse);
    for (const house of this.#houses) {
      const key = addressOf(house);
      this.#sameAddress.set(key, [...(this.#sameAddress.get(key) ?? []), house]);
    }
    const named = things.filter(({ name }) => /\p{L}{3}/u.test(name));
    this.#streets = named.filter(({ tags }) => tags['highway'] !== undefined && tags['name'] !== undefined);
    this.#areas = named.filter(({ tags }) => /^(city|town|village|hamlet)$/.test(tags['place'] ?? ''));
    this.#named = named.filter(
      ({ tags }) => (tags['amenity'] ?? tags['shop'] ?? tags['office'] ?? tags['tourism']) !== undefined,
    );
  }

  /** Addresses of houses in seven ways, in turn. */
  addresses(count: number, seed: number): SheetRow[] {
    const random = seededRandom(seed);
    return rows(count, (i) => this.#house(random, WAYS[i % WAYS.length]));
  }

  /** What comes in a table of a shop or an office: most rows are right, some are wrong or unclear. */
  mixed(count: number, seed: number): SheetRow[] {
    const random = seededRandom(seed);
    const makers: readonly [share: number, () => SheetRow | null][] = [
      [30, () => this.#house(random, pick(random, WAYS))],
      [6, () => this.#house(random, pick(random, WAYS), (text) => withError(random, text))],
      [5, () => this.#house(random, (p) => `${p.street} ${p.number}`)],
      [6, () => this.#noHouse(random)],
      [12, () => this.#place(random, (name, soum) => `${name}, ${soum}`)],
      [4, () => this.#place(random, (name, soum) => withError(random, `${name}, ${soum}`))],
      [12, () => this.#place(random, (name) => name)],
      [5, () => this.#place(random, (name) => withError(random, name))],
      [5, () => this.#elsewhere(random)],
      [7, () => this.#street(random, (name, soum) => `${soum}, ${name}`)],
      [4, () => this.#area(random)],
      [4, () => this.#madeUp(random)],
    ];
    const all = makers.reduce((sum, [share]) => sum + share, 0);
    return rows(count, () => {
      let at = random() * all;
      return makers.find(([share]) => (at -= share) < 0)![1]();
    });
  }

  #house(
    random: () => number,
    write: (parts: Parts) => string,
    change: (text: string) => string = (text) => text,
  ): SheetRow | null {
    const house = pick(random, this.#houses);
    const parts = this.#partsOf(house);
    if (parts === null) return null;
    const text = change(write(parts));
    const same = this.#sameAddress
      .get(addressOf(house))!
      .filter((other) => this.#areasOf(other).soum === parts.soum);
    return {
      kind: 'house',
      text: text.replace(/\s+/g, ' ').trim(),
      isRight: ({ longitude: lon, latitude: lat }) =>
        same.some((other) => metresTo(other, { lon, lat }) <= AT_THE_HOUSE_M),
    };
  }

  /** A number that the street does not have. */
  #noHouse(random: () => number): SheetRow | null {
    const parts = this.#partsOf(pick(random, this.#houses));
    if (parts === null) return null;
    const number = String(300 + Math.floor(600 * random()));
    const text = pick(
      random,
      WAYS,
    )({ ...parts, number })
      .replace(/\s+/g, ' ')
      .trim();
    return { kind: 'no such house', text, isRight: () => false };
  }

  #place(random: () => number, write: (name: string, soum: string) => string): SheetRow | null {
    const thing = pick(random, this.#named);
    const { soum } = this.#areasOf(thing);
    return soum === '' ? null : rowOf('place', thing, write(thing.name, soum));
  }

  #street(random: () => number, write: (name: string, soum: string) => string): SheetRow | null {
    const street = pick(random, this.#streets);
    const { soum } = this.#areasOf(street);
    if (soum === '') return null;
    const parts = this.#truth.called(street.name).filter((other) => this.#areasOf(other).soum === soum);
    return {
      kind: 'street',
      text: write(street.name, soum),
      isRight: ({ longitude: lon, latitude: lat }) =>
        parts.some((other) => metresTo(other, { lon, lat }) <= AT_THE_PLACE_M),
    };
  }

  #area(random: () => number): SheetRow | null {
    const thing = pick(random, this.#areas);
    const { aimag } = this.#areasOf(thing);
    return aimag === '' ? null : rowOf('settlement', thing, `${aimag} ${thing.name}`);
  }

  /** A name that is not in that soum. */
  #elsewhere(random: () => number): SheetRow | null {
    const thing = pick(random, this.#named);
    const { soum } = this.#areasOf(pick(random, this.#named));
    const isThere = this.#truth.called(thing.name).some((other) => this.#areasOf(other).soum === soum);
    return soum === '' || isThere
      ? null
      : { kind: 'elsewhere', text: `${thing.name}, ${soum}`, isRight: () => false };
  }

  /** The beginning of one name and the end of another. */
  #madeUp(random: () => number): SheetRow | null {
    const [a, b] = [pick(random, this.#named).name, pick(random, this.#named).name];
    const name = a.slice(0, Math.ceil(a.length / 2)) + b.slice(Math.ceil(b.length / 2)).toLowerCase();
    return this.#truth.called(name).length > 0
      ? null
      : { kind: 'made up', text: name.replace(/\s+/g, ' ').trim(), isRight: () => false };
  }

  #partsOf(house: Thing): Parts | null {
    const { aimag, soum, khoroo } = this.#areasOf(house);
    if (aimag === '' || soum === '') return null;
    return {
      aimag,
      soum,
      khoroo: khoroo === '' ? '' : `${khoroo},`,
      street: house.tags['addr:street'],
      number: house.tags['addr:housenumber'],
    };
  }

  #areasOf(thing: Thing): Around {
    const known = this.#around.get(thing);
    if (known !== undefined) return known;
    const around = this.#truth.around(thing, AREAS);
    const [aimag, soum, khoroo] = AREAS.map(
      (level) => around.find((outline) => outline.level === level)?.name ?? '',
    );
    const own = { aimag: aimag === '' || aimag === 'Улаанбаатар' ? aimag : `${aimag} аймаг`, soum, khoroo };
    this.#around.set(thing, own);
    return own;
  }
}

/** A row that means one thing, by its id or its position. */
export function rowOf(kind: string, thing: Thing, text: string): SheetRow {
  return {
    kind,
    text,
    isRight: ({ id, longitude: lon, latitude: lat }) =>
      id === thing.id || metresTo(thing, { lon, lat }) <= AT_THE_PLACE_M,
  };
}

export function rows(count: number, make: (i: number) => SheetRow | null): SheetRow[] {
  const made: SheetRow[] = [];
  while (made.length < count) {
    const row = make(made.length);
    if (row !== null && row.text.length >= 2) made.push(row);
  }
  return made;
}

function isHouse({ tags }: Thing): boolean {
  return (
    /^[^;]+$/.test(tags['addr:street'] ?? '') && /^\d+[а-яА-Яa-z]?$/.test(tags['addr:housenumber'] ?? '')
  );
}

function addressOf({ tags }: Thing): string {
  return `${plain(tags['addr:street'])}|${plain(tags['addr:housenumber'])}`;
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)];
}

/** Two letters exchanged, or one left out. */
export function withError(random: () => number, text: string): string {
  const at = 1 + Math.floor(random() * Math.max(1, Math.min(text.length, 12) - 2));
  return random() < 0.5
    ? text.slice(0, at) + text.slice(at + 1)
    : text.slice(0, at) + (text[at + 1] ?? '') + text[at] + text.slice(at + 2);
}
