import {
  contains,
  plain,
  type GroundTruth,
  type Outline,
  type Spot,
  type Thing,
} from '../geocoding/probes/ground-truth.js';

/** What addresses are made of, read from the source files by brute force and never from the index. */

export interface District {
  id: string;
  /** As addresses write it: Баянзүрх, БЗД, Bayanzurkh. */
  name: string;
  short: string;
  latin: string;
  outline: Outline;
}

export interface Khoroo {
  id: string;
  number: string;
  district: District;
  outline: Outline;
  /** Of houses whose street and number stand once in it. */
  houses: Thing[];
  /** By name: the parts of a street that pass it. */
  streets: ReadonlyMap<string, Thing[]>;
  suburbs: Thing[];
  /** Places of two Mongolian words. */
  places: Thing[];
}

export interface Soum {
  id: string;
  name: string;
  aimag: string;
  outline: Outline;
  /** By number: only those that are there once. */
  bags: ReadonlyMap<string, Thing>;
}

const DISTRICTS = [
  ['Баянзүрх', 'БЗД', 'Bayanzurkh'],
  ['Сүхбаатар', 'СБД', 'Sukhbaatar'],
  ['Хан-Уул', 'ХУД', 'Khan-Uul'],
  ['Баянгол', 'БГД', 'Bayangol'],
  ['Чингэлтэй', 'ЧД', 'Chingeltei'],
  ['Сонгинохайрхан', 'СХД', 'Songinokhairkhan'],
  ['Налайх', 'НД', 'Nalaikh'],
] as const;

const MONGOLIAN = /^[А-Яа-яӨөҮүЁё -]+$/;

export class MadeCountry {
  readonly districts: District[];
  readonly khoroo: Khoroo[];
  readonly soums: Soum[];
  readonly truth: GroundTruth;
  readonly #byAddress = new Map<string, Set<string>>();
  readonly #areas: (readonly [Thing, Outline])[];

  constructor(truth: GroundTruth) {
    this.truth = truth;
    const areas = truth.things.filter(({ tags }) => tags['boundary'] === 'administrative');
    this.#areas = areas.map((area) => [area, this.#outlineOf(area)] as const).filter(isOutlined);
    this.districts = DISTRICTS.flatMap(([name, short, latin]) => {
      const found = this.#areas.find(([area]) => area.name === `${name} дүүрэг`);
      return found === undefined ? [] : [{ name, short, latin, outline: found[1], id: found[0].id }];
    });
    this.khoroo = this.districts.flatMap((district) => this.#khorooOf(district));
    this.#fill();
    this.soums = this.#soumsOf();
  }

  /** Whether no name of the map has one of the words. */
  isUnknown(text: string): boolean {
    const words = text.toLowerCase().split(' ');
    return !this.truth.things.some(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  }

  #khorooOf(district: District): Khoroo[] {
    return this.#areas.flatMap(([{ id, name, tags }, outline]) => {
      const number = /^(\d+)-р хороо$/.exec(name)?.[1];
      if (number === undefined || tags['gazarch:district'] !== district.name) return [];
      const own = { houses: [], streets: new Map<string, Thing[]>(), suburbs: [], places: [] };
      return [{ id, number, district, outline, ...own }];
    });
  }

  #fill(): void {
    for (const thing of this.truth.things) {
      const { tags, name } = thing;
      if (tags['addr:housenumber'] !== undefined) this.#addHouse(thing);
      if (!MONGOLIAN.test(name)) continue;
      if (tags['highway'] !== undefined && tags['highway'] !== 'bus_stop') this.#addStreet(thing);
      const khoroo = this.#at(thing);
      if (khoroo === undefined) continue;
      if (/^(suburb|neighbourhood|quarter)$/.test(tags['place'] ?? '')) khoroo.suburbs.push(thing);
      const isPlace = (tags['amenity'] ?? tags['shop'] ?? tags['office']) !== undefined;
      if (isPlace && /^[А-ЯӨҮЁа-яөүё]{4,} [а-яөүё]{4,}$/i.test(name)) khoroo.places.push(thing);
    }
    for (const khoroo of this.khoroo) {
      const count = new Map<string, number>();
      for (const house of khoroo.houses) count.set(addressOf(house), (count.get(addressOf(house)) ?? 0) + 1);
      khoroo.houses = khoroo.houses.filter((house) => count.get(addressOf(house)) === 1);
    }
  }

  /** Ids of all houses with that street and number, wherever. */
  sameAddress(house: Thing): ReadonlySet<string> {
    return this.#byAddress.get(plain(addressOf(house)))!;
  }

  #addHouse(house: Thing): void {
    const { 'addr:street': street = '', 'addr:housenumber': number = '' } = house.tags;
    const key = plain(addressOf(house));
    this.#byAddress.set(key, (this.#byAddress.get(key) ?? new Set()).add(house.id));
    // Энх тайвны and Энхтайваны are one avenue under two names.
    if (MONGOLIAN.test(street) && /^\d+$/.test(number) && !street.startsWith('Энх'))
      this.#at(house)?.houses.push(house);
  }

  #addStreet(street: Thing): void {
    const { positions, name } = street;
    const passed = new Set<Khoroo>();
    for (let i = 0; i < positions.length; i += 2) {
      const khoroo = this.#at({ lon: positions[i], lat: positions[i + 1] });
      if (khoroo !== undefined) passed.add(khoroo);
    }
    for (const { streets } of passed)
      (streets as Map<string, Thing[]>).set(name, [...(streets.get(name) ?? []), street]);
  }

  #at({ lon, lat }: Spot): Khoroo | undefined {
    return this.khoroo.find(({ outline }) => contains(outline, lon, lat));
  }

  #outlineOf({ name, positions: [lon, lat] }: Thing): Outline | undefined {
    return this.truth.outlines.find(
      (own) => own.name === name && own.rings[0][0] === lon && own.rings[0][1] === lat,
    );
  }

  #soumsOf(): Soum[] {
    const bags = this.truth.things.filter(
      ({ name, tags }) => tags['place'] !== undefined && /^\d+-р баг/.test(name),
    );
    const seen = new Map<string, number>();
    for (const [{ name }] of this.#areas) seen.set(name, (seen.get(name) ?? 0) + 1);
    return this.#areas.flatMap(([{ id }, outline]) => {
      const name =
        / сум$/.test(outline.name) && seen.get(outline.name) === 1 ? outline.name.slice(0, -4) : '';
      if (name === '') return [];
      const inside = bags.filter(({ lon, lat }) => contains(outline, lon, lat));
      const [spot] = inside;
      if (spot === undefined) return [];
      const aimag = this.truth.around(spot).find(({ level }) => level === 4);
      if (aimag === undefined) return [];
      const numbers = inside.map((bag) => /^\d+/.exec(bag.name)![0]);
      const once = inside.filter((_, i) => numbers.filter((own) => own === numbers[i]).length === 1);
      return [
        {
          ...{ id, name, aimag: aimag.name, outline },
          bags: new Map(once.map((bag) => [/^\d+/.exec(bag.name)![0], bag])),
        },
      ];
    });
  }
}

function isOutlined(pair: readonly [Thing, Outline | undefined]): pair is readonly [Thing, Outline] {
  return pair[1] !== undefined;
}

/** Street and number as people write them. */
export function addressOf({ tags }: Thing): string {
  return `${tags['addr:street']} ${tags['addr:housenumber']}`;
}
