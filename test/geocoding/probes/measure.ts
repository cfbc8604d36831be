import type { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import { addressRows, type AddressCase } from './address-rows.js';
import type { GroundTruth } from './ground-truth.js';
import { probeRows, type ProbeCase } from './probe-rows.js';

/** Shares of right answers in percent, and of addresses the number that lead somewhere else. */
export interface ProbeResult {
  name: string;
  cases: number;
  first: number;
  inFive: number;
  farOff: number;
  /** Some that are not first, for the message of a failure. */
  misses: string[];
}

const MISSES_SHOWN = 12;

/**
 * By row: the least share that is first, the least that is in the first five, in percent; of addresses also
 * how many answers may lie somewhere else.
 */
export const FLOORS: Readonly<Record<string, readonly [number, number, number?]>> = {
  'category + town, soum or aimag called so': [97, 98.2],
  'category + town, soum and aimag called otherwise': [97, 98.5],
  'category + neighbourhood': [97, 99],
  'category near a landmark': [97, 99],
  'category + landmark, or called so': [97, 99],
  'a plain category: of the kind, or called so': [97, 99],
  'a plain category: of the kind': [70.8, 90.1],
  '«A аймаг X сум»': [97, 99],
  '«X сум A»': [97, 99],
  '«A X»': [97, 99],
  '«A aimag X sum»': [97, 99],
  '«Төв аймаг X сум»': [97, 99],
  'area + street that begins with a direction': [97, 99],
  'street that begins with a direction + area': [97, 99],
  'area + numbered street': [97, 99],
  'numbered street + area': [97, 99],
  'numbered street, number bare + area': [97, 99],
  'a street name of several towns: the largest': [97, 99],
  'a post code': [97, 99],
  'town + город, хот, town, city': [97, 99],
  'towns as Germans spell them': [97, 99],
  'towns as the French spell them': [97, 99],
  'a settlement by its name': [97, 99],
  'typing error in a word of 4 letters': [76, 80.9],
  'typing error in a word of 5 letters': [84.3, 88.7],
  'typing error in a word of 6 letters': [87.5, 90.3],
  'typing error in a word of 7 letters': [85.9, 90.3],
  'typing error in a word of 8 letters': [92, 95.6],
  'own address: city, district, khoroo, street, number': [99, 99, 0],
  'own address: street, number, khoroo, district, city': [99, 99, 0],
  'own address: district, street, number': [99, 99, 0],
  'own address: street, number, district': [99, 99, 0],
  'own address: number, street, district': [99, 99, 0],
  'own address: khoroo, district, street, number байр': [99, 99, 0],
  'own address: district, street, number тоот': [99, 99, 0],
};

/** Asks all rows. */
export function measure(index: GeocodingIndex, truth: GroundTruth): ProbeResult[] {
  return [...probeRows(truth), ...addressRows(truth)].map(({ name, cases }) => resultOf(index, name, cases));
}

export function tableOf(results: readonly ProbeResult[]): string {
  return results
    .map(
      ({ name, cases, first, inFive, farOff }) =>
        `${name.padEnd(52)} ${String(cases).padStart(5)} cases  first ${first.toFixed(1).padStart(5)} %  ` +
        `in five ${inFive.toFixed(1).padStart(5)} %${farOff > 0 ? `  ${farOff} far off` : ''}`,
    )
    .join('\n');
}

function resultOf(index: GeocodingIndex, name: string, cases: readonly ProbeCase[]): ProbeResult {
  let [first, inFive, farOff] = [0, 0, 0];
  const misses: string[] = [];
  for (const one of cases) {
    const found = index.search(one.query, 5);
    const at = found.findIndex((hit) => one.fits(hit));
    if (at === 0) first++;
    if (at >= 0) inFive++;
    if ('isFarOff' in one && found.length > 0 && (one as AddressCase).isFarOff(found[0])) farOff++;
    if (at === 0 || misses.length >= MISSES_SHOWN) continue;
    const shown = found.slice(0, 3).map((hit) => `${hit.name} (${hit.type}, ${hit.address})`);
    misses.push(`${one.query} => ${shown.join('; ') || '(none)'}`);
  }
  const share = (count: number): number => Math.floor((1000 * count) / cases.length) / 10;
  return { name, cases: cases.length, first: share(first), inFive: share(inFive), farOff, misses };
}
