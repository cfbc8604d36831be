import { seededRandom } from '../seeded-random.js';
import { contains, type Thing } from '../geocoding/probes/ground-truth.js';
import { addressOf, type Khoroo, type MadeCountry, type Soum } from './made-country.js';

/** A text as people write addresses, and what is right for it. */
export interface MadeRow {
  form: string;
  text: string;
  /** Ids of what is meant; null: anything that lies inside. */
  wanted: ReadonlySet<string> | null;
  /** Whether words have to be left out; null: as it comes. */
  isPartial: boolean | null;
  /** Whether a point lies in the area that the text names. */
  isInside: (lon: number, lat: number) => boolean;
}

type Row = Omit<MadeRow, 'form'>;
type Make = () => Row | null;

/** Names that no map of the country has; those that it has after all are left out. */
const STREETS = ['Цоохорбуурлын', 'Ширмэлдэнгийн', 'Зэвгэлхангайн', 'Булганхадын', 'Тэнүүнболдын'];
const NAMES = ['Хөхдөлгөөн', 'Цэлгэрмандах', 'Нарлагмөнхийн', 'Өнөржаргалант', 'Сүлжмэлчин'];
const PLACES = ['Хярганатын хөтөл', 'Шовгордой', 'Зурагтбулан', 'Мөгсөндөө'];
const LATIN = ['Qarlmek', 'Zhovirdan', 'Tselberg', 'Wuldanik'];
const SIDES = ['урд', 'хойно', 'ард', 'зүүн талд', 'баруун талд', 'хажууд', 'дэргэд', 'чанх хойно'];

/** Rows of all forms, each with so many; a form that the map has nothing for is left out. */
export class AddressForms {
  readonly #country: MadeCountry;
  readonly #random: () => number;
  readonly #forms = new Map<string, Make>();
  readonly #lists: Record<'streets' | 'names' | 'places' | 'latin', string[]>;
  readonly #withHouses: Khoroo[];

  constructor(country: MadeCountry, seed: number) {
    this.#country = country;
    this.#random = seededRandom(seed);
    const unknown = (names: readonly string[]): string[] => names.filter((name) => country.isUnknown(name));
    this.#lists = {
      ...{ streets: unknown(STREETS), names: unknown(NAMES) },
      ...{ places: unknown(PLACES), latin: unknown(LATIN) },
    };
    this.#withHouses = country.khoroo.filter(({ houses }) => houses.length > 3);
    this.#addKhoroo();
    this.#addUnknown();
    this.#addKnown();
    this.#addLong();
    this.#addEnglish();
    this.#addCountry();
    this.#addDetails();
  }

  rows(each: number): MadeRow[] {
    return [...this.#forms].flatMap(([form, make]) => {
      const rows: MadeRow[] = [];
      for (let tries = 0; rows.length < each && tries < 20 * each; tries++) {
        const row = make();
        if (row !== null) rows.push({ form, ...row });
      }
      return rows;
    });
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)];
  }

  #number(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  get #street(): string {
    return this.#pick(this.#lists.streets);
  }

  get #name(): string {
    return this.#pick(this.#lists.names);
  }

  get #place(): string {
    return this.#pick(this.#lists.places);
  }

  get #latin(): string {
    return this.#pick(this.#lists.latin);
  }

  /** A form whose answer is the khoroo. */
  #khoroo(
    form: string,
    isPartial: boolean | null,
    write: (k: Khoroo, d: string, at: string) => string,
  ): void {
    this.#forms.set(form, () => {
      const k = this.#pick(this.#country.khoroo);
      const at = `${k.district.short} ${k.number}-р хороо`;
      return { text: write(k, k.district.short, at), wanted: new Set([k.id]), isPartial, ...inKhoroo(k) };
    });
  }

  #addKhoroo(): void {
    this.#khoroo('d n-р хороо', false, (_, _d, at) => at);
    this.#khoroo('d n хороо', false, (k, d) => `${d} ${k.number} хороо`);
    this.#khoroo(
      'd n дугаар хороо',
      false,
      (k, d) => `${d} ${k.number} ${this.#pick(['дүгээр', 'дугаар'])} хороо`,
    );
    this.#khoroo('d, n-р хороо,', false, (k, d) => `${d}, ${k.number}-р хороо,`);
    this.#khoroo(
      'УБ — D, D, Хороо n',
      false,
      ({ district: { name }, number }) => `УБ — ${name}, ${name}, Хороо ${number}`,
    );
  }

  #addUnknown(): void {
    const n = (from: number, to: number): number => this.#number(from, to);
    this.#khoroo(
      'D дүүрэг, n, street',
      true,
      (k) => `${k.district.name} дүүрэг, ${k.number}-р хороо, ${this.#street} гудамж`,
    );
    this.#khoroo('d n, street house', true, (_, _d, at) => `${at}, ${this.#street} гудамж ${n(1, 90)}`);
    this.#khoroo(
      'd n, house/part-р байр, name',
      true,
      (_, _d, at) => `${at}, ${n(1, 60)}/${n(1, 5)}-р байр, ${this.#name}`,
    );
    this.#khoroo('d n, Сhouse', true, (_, _d, at) => `${at}, С${n(1, 99)}`);
    this.#khoroo('d n, street-house', true, (_, _d, at) => `${at}, ${this.#street}-${n(1, 99)}`);
    this.#khoroo(
      'd n m-р хороолол house байр',
      true,
      (_, _d, at) => `${at} ${n(25, 40)}-р хороолол ${n(1, 90)} байр`,
    );
    for (const side of SIDES)
      this.#khoroo(`d n, place ${side}`, true, (_, _d, at) => `${at}, ${this.#place}-ын ${side}`);
    this.#khoroo('d n, (place side)', true, (_, _d, at) => `${at}, (${this.#place}-ын баруун талд)`);
    this.#khoroo(
      'd n, name ХХК-ийн байр',
      true,
      (_, _d, at) => `${at}, ${this.#name} ХХК-ийн байр, ${n(1, 9)} давхарт`,
    );
    this.#khoroo(
      'd n, "name" төв',
      true,
      (_, _d, at) => `${at}, "${this.#name}" төв, ${n(1, 9)} давхар ${n(100, 400)} тоот`,
    );
    this.#khoroo(
      'd n, suburb p-р гудамж q тоот',
      true,
      (_, _d, at) => `${at}, ${this.#place} ${n(30, 70)}-р гудамж ${n(300, 900)} тоот`,
    );
    this.#khoroo('d n  house-door', true, (_, _d, at) => `${at}  ${n(20, 90)}-${n(1, 9)}`);
    const district = (form: string, isPartial: boolean | null, write: (name: string) => string): void =>
      void this.#forms.set(form, () => {
        const { name, id, outline } = this.#pick(this.#country.districts);
        const isInside = (lon: number, lat: number): boolean => contains(outline, lon, lat);
        return { text: write(name), wanted: new Set([id]), isPartial, isInside };
      });
    district('D, m-р хороолол', true, (name) => `${name}, ${n(25, 40)}-р хороолол`);
    district('УБ — D, place', true, (name) => `УБ — ${name}, ${this.#place}`);
    district('УБ, D, house-door', true, (name) => `УБ, ${name}, ${n(1, 90)}-${n(1, 90)}`);
  }

  /** With what the map has, in the khoroo and elsewhere. */
  #addKnown(): void {
    const house = (): { k: Khoroo; house: Thing } => {
      const k = this.#pick(this.#withHouses);
      return { k, house: this.#pick(k.houses) };
    };
    const known = (form: string, write: (k: Khoroo, house: Thing) => string): void =>
      void this.#forms.set(form, () => {
        const own = house();
        return {
          text: write(own.k, own.house),
          wanted: new Set([own.house.id]),
          isPartial: false,
          ...inKhoroo(own.k),
        };
      });
    const at = (k: Khoroo): string => `${k.district.short} ${k.number}-р хороо`;
    known('d n, known street, house there', (k, own) => `${at(k)}, ${addressOf(own)}`);
    known(
      'УБ, d, n, known street house',
      (k, own) => `УБ, ${k.district.short}, ${k.number}-р хороо, ${addressOf(own)}`,
    );
    this.#forms.set('d n, known street, house not there', () => {
      const { k, house: own } = house();
      const street = own.tags['addr:street'];
      const parts = k.streets.get(street);
      if (parts === undefined) return null;
      // A street is one thing on the map, under the id of any of its parts in the khoroo or beyond.
      const ids = this.#country.truth.called(street).map(({ id }) => id);
      return {
        text: `${at(k)}, ${street} ${this.#number(400, 900)}`,
        wanted: new Set(ids),
        isPartial: true,
        ...inKhoroo(k),
      };
    });
    this.#forms.set('d n, street of another district', () => {
      const k = this.#pick(this.#country.khoroo);
      const { k: other, house: own } = house();
      const street = own.tags['addr:street'];
      const isHere = k.streets.has(street) || k.houses.some(({ tags }) => tags['addr:street'] === street);
      if (other.district === k.district || isHere) return null;
      return {
        text: `${at(k)}, ${addressOf(own)}`,
        wanted: new Set([k.id]),
        isPartial: true,
        ...inKhoroo(k),
      };
    });
    this.#forms.set('d n house-р байр', () => {
      const k = this.#pick(this.#country.khoroo);
      const number = String(this.#number(1, 120));
      const own = k.houses.filter(({ tags }) => tags['addr:housenumber'] === number).map(({ id }) => id);
      return {
        text: `${at(k)} ${number}-р байр`,
        wanted: new Set([k.id, ...own]),
        isPartial: null,
        ...inKhoroo(k),
      };
    });
    const place = (form: string, write: (k: Khoroo, other: Khoroo) => Row | null): void =>
      void this.#forms.set(form, () =>
        write(this.#pick(this.#country.khoroo), this.#pick(this.#country.khoroo)),
      );
    place('d n, known place in it, side', (k) => {
      const own = k.places.length === 0 ? null : this.#pick(k.places);
      return (
        own && { text: `${at(k)}, ${own.name}ын урд талд`, wanted: null, isPartial: null, ...inKhoroo(k) }
      );
    });
    place('d n, known place elsewhere, side', (k, other) => {
      const own = other.places.length === 0 ? null : this.#pick(other.places);
      if (own === null || k.district === other.district) return null;
      if (this.#country.truth.called(own.name).some(({ lon, lat }) => contains(k.outline, lon, lat)))
        return null;
      return {
        text: `${at(k)}, ${own.name}ын урд талд`,
        wanted: new Set([k.id]),
        isPartial: true,
        ...inKhoroo(k),
      };
    });
    place('d-ийн n, suburb', (k) => {
      const own = k.suburbs.length === 0 ? null : this.#pick(k.suburbs);
      if (own === null) return null;
      const text = `${k.district.short}-ийн ${k.number}-р хороо, ${own.name}`;
      return { text, wanted: new Set([own.id, k.id]), isPartial: null, ...inKhoroo(k) };
    });
  }

  #addLong(): void {
    const n = (from: number, to: number): number => this.#number(from, to);
    this.#khoroo(
      'Монгол Улс, … postcode',
      true,
      ({ district: { name }, number }) =>
        `Монгол Улс, Улаанбаатар хот, ${n(13_000, 18_999)}, ${name} дүүрэг, ` +
        `${number}-р хороо, ${this.#street} гудамж-${n(1, 99)}, ${this.#name}`,
    );
    this.#khoroo(
      'Улаанбаатар хот, D дүүрэг, n дугаар',
      true,
      ({ district: { name }, number }) =>
        `Улаанбаатар хот, ${name} дүүрэг, ${number} дугаар хороо, ` +
        `${this.#street} гудамж, ${n(1, 90)}-${n(1, 90)} тоот`,
    );
    this.#khoroo(
      'D дүүрэг … Улаанбаатар хот, Монгол улс',
      true,
      ({ district: { name }, number }) =>
        `${name} дүүрэг, ${number}-р хороо, ${this.#place}-1, ${this.#street} гудамж, ` +
        `${n(1, 200)}-р байр, ${n(1, 200)} тоот, Улаанбаатар хот, Монгол улс`,
    );
    this.#khoroo(
      'Улаанбаатар, D, n, name хотхон',
      true,
      ({ district: { name }, number }) =>
        `Улаанбаатар, ${name}, ${number}-р хороо, ${this.#name} хотхон ${n(1, 90)}-р байр`,
    );
  }

  #addEnglish(): void {
    const n = (from: number, to: number): number => this.#number(from, to);
    const th = (number: string): string => {
      const isTeen = /^1\d$/.test(number);
      return number + (isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][Number(number) % 10] ?? 'th'));
    };
    const end = 'Ulaanbaatar, Mongolia';
    this.#khoroo(
      'nth khoroo, D district',
      false,
      ({ district: { latin }, number }) => `${th(number)} khoroo, ${latin} district, Ulaanbaatar`,
    );
    this.#khoroo(
      'Khoroo n, Street house',
      true,
      ({ district: { latin }, number }) =>
        `Khoroo ${number}, ${this.#latin} Street ${n(1, 90)}, ${latin} District, ${end}`,
    );
    this.#khoroo(
      'Street house, nth Khoroo, postcode',
      true,
      ({ district: { latin }, number }) =>
        `${this.#latin} Street ${n(1, 90)}, ${th(number)} Khoroo, ` +
        `${latin} District, Ulaanbaatar ${n(13_000, 18_999)}, Mongolia`,
    );
    this.#khoroo(
      'floor, Tower, Khoroo-n',
      true,
      ({ district: { latin }, number }) =>
        `${n(1, 20)}F, ${this.#latin} Tower, ${this.#latin} Street ${n(1, 90)}/1, ` +
        `Khoroo-${number}, ${latin} District, ${end}`,
    );
    this.#khoroo(
      'Center - door, khoroo n',
      true,
      ({ district: { latin }, number }) =>
        `${this.#latin} Center - ${n(100, 400)}, khoroo ${number}, ${latin} district, ${end}`,
    );
  }

  #addCountry(): void {
    const soum = (
      form: string,
      isPartial: boolean | null,
      write: (s: Soum, bag: string) => [text: string, ids: string[]],
    ): void =>
      void this.#forms.set(form, () => {
        const own = this.#pick(this.#country.soums);
        const numbers = [...own.bags.keys()];
        if (numbers.length === 0) return null;
        const [text, ids] = write(own, this.#pick(numbers));
        const isInside = (lon: number, lat: number): boolean => contains(own.outline, lon, lat);
        return { text, wanted: new Set(ids), isPartial, isInside };
      });
    const n = (from: number, to: number): number => this.#number(from, to);
    soum('aimag аймаг, soum сум, b-р баг', false, ({ aimag, name, bags }, bag) => [
      `${aimag} аймаг, ${name} сум, ${bag}-р баг`,
      [bags.get(bag)!.id],
    ]);
    soum('aimag, soum, street', true, ({ aimag, name, id }) => [
      `${aimag}, ${name}, ${this.#street} ${n(1, 30)}-${n(1, 30)}`,
      [id, ...this.#country.truth.called(name).map((thing) => thing.id)],
    ]);
    soum('aimag аймгийн soum сумын b дүгээр баг, place', true, ({ aimag, name, id, bags }, bag) => [
      `${aimag} аймгийн ${name} сумын ${bag} дүгээр баг, ${this.#place}`,
      [bags.get(bag)!.id, id],
    ]);
  }

  /** What stands behind a house and says nothing of where. */
  #addDetails(): void {
    const details = (form: string, write: (house: string) => string): void =>
      void this.#forms.set(form, () => {
        const k = this.#pick(this.#withHouses);
        const own = this.#pick(k.houses);
        return {
          text: write(addressOf(own)),
          wanted: this.#country.sameAddress(own),
          isPartial: false,
          isInside: () => true,
        };
      });
    for (const [form, make] of Object.entries(detailWays(this.#random)))
      details(`house ${form}`, (own) => make(own));
  }
}

function inKhoroo({ outline }: Khoroo): Pick<MadeRow, 'isInside'> {
  return { isInside: (lon, lat) => contains(outline, lon, lat) };
}

/** Nineteen ways to go on behind a house. */
function detailWays(random: () => number): Record<string, (text: string) => string> {
  const n = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  return {
    'орц e': (text) => `${text} орц ${n(1, 6)}`,
    'e-р орц': (text) => `${text} ${n(1, 6)}-р орц`,
    давхар: (text) => `${text} ${n(1, 12)} давхар`,
    'f-р давхарт': (text) => `${text}, ${n(1, 12)}-р давхарт`,
    тоот: (text) => `${text} ${n(1, 99)} тоот`,
    entrance: (text) => `${text} entrance ${n(1, 5)}`,
    apt: (text) => `${text} apt ${n(1, 99)}`,
    floor: (text) => `${text} floor ${n(1, 9)}`,
    код: (text) => `${text}, код ${n(1000, 9999)}`,
    'орцны код': (text) => `${text}, орцны код ${n(1000, 9999)}`,
    '12#34': (text) => `${text}, ${n(10, 99)}#${n(10, 99)}`,
    kod: (text) => `${text}, kod ${n(1000, 9999)}`,
    code: (text) => `${text}, code ${n(1000, 9999)}`,
    утас: (text) => `${text}, утас ${n(88_000_000, 99_999_999)}`,
    '9911-2233': (text) => `${text}, ${n(8800, 9999)}-${n(1000, 9999)}`,
    '99112233': (text) => `${text} ${n(88_000_000, 99_999_999)}`,
    'tel +976': (text) => `${text}, tel +976 ${n(88_000_000, 99_999_999)}`,
    ХХК: (text) => `${text}, Цэлгэрмандах ХХК`,
    postcode: (text) => `${n(13_000, 18_999)} ${text}`,
  };
}
