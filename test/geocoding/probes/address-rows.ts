import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import { metres, metresTo, plain, type GroundTruth, type Thing } from './ground-truth.js';
import { some, spotOf, type ProbeCase, type ProbeRow } from './probe-rows.js';

const HOUSES = 250;
/** An answer this near is the house. */
const AT_THE_HOUSE_M = 50;
const FAR_OFF_M = 1000;

export interface AddressCase extends ProbeCase {
  /** Whether the answer leads somewhere else altogether. */
  isFarOff(hit: PlaceHit): boolean;
}

/** Addresses of the source, written in six orders from their tags and the outlines around them. */
export function addressRows(truth: GroundTruth): (ProbeRow & { cases: AddressCase[] })[] {
  const houses = truth.things.filter(
    ({ tags }) =>
      /^[^;]+$/.test(tags['addr:street'] ?? '') && /^\d+[а-яА-Яa-z]?$/.test(tags['addr:housenumber'] ?? ''),
  );
  const byAddress = new Map<string, Thing[]>();
  for (const house of houses) {
    const key = addressOf(house);
    byAddress.set(key, [...(byAddress.get(key) ?? []), house]);
  }
  const forms = new Map<string, (parts: Parts) => string>([
    ['city, district, khoroo, street, number', (p) => `${p.aimag}, ${p.soum}, ${p.khoroo} ${p.house}`],
    ['street, number, khoroo, district, city', (p) => `${p.house}, ${p.khoroo} ${p.soum}, ${p.aimag}`],
    ['district, street, number', (p) => `${p.soum} ${p.house}`],
    ['street, number, district', (p) => `${p.house}, ${p.soum}`],
    ['number, street, district', (p) => `${p.number} ${p.street}, ${p.soum}`],
    ['khoroo, district, street, number байр', (p) => `${p.khoroo} ${p.soum} ${p.house} байр`],
    ['district, street, number тоот', (p) => `${p.soum} ${p.house} тоот`],
  ]);
  const chosen = some(houses, HOUSES);
  return [...forms].map(([name, write]) => ({
    name: `own address: ${name}`,
    cases: chosen.flatMap((house): AddressCase[] => {
      const parts = partsOf(truth, house);
      if (parts === null) return [];
      const same = byAddress
        .get(addressOf(house))!
        .filter((other) => truth.around(other).some((outline) => outline.name === parts.soum));
      return [
        {
          query: write(parts),
          fits: (hit) => same.some((other) => metresTo(other, spotOf(hit)) <= AT_THE_HOUSE_M),
          isFarOff: (hit) => same.every((other) => metres(other, spotOf(hit)) > FAR_OFF_M),
        },
      ];
    }),
  }));
}

interface Parts {
  aimag: string;
  soum: string;
  /** With a comma behind, or empty. */
  khoroo: string;
  street: string;
  number: string;
  house: string;
}

function partsOf(truth: GroundTruth, house: Thing): Parts | null {
  const around = truth.around(house);
  const [aimag, soum, khoroo] = [4, 6, 8].map(
    (level) => around.find((outline) => outline.level === level)?.name,
  );
  if (aimag === undefined || soum === undefined) return null;
  const street = house.tags['addr:street'];
  const number = house.tags['addr:housenumber'];
  return {
    aimag: aimag === 'Улаанбаатар' ? aimag : `${aimag} аймаг`,
    soum,
    khoroo: khoroo === undefined ? '' : `${khoroo},`,
    street,
    number,
    house: `${street} ${number}`,
  };
}

function addressOf({ tags }: Thing): string {
  return `${plain(tags['addr:street'])}|${plain(tags['addr:housenumber'])}`;
}
