import type { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import type { GroundTruth } from './ground-truth.js';
import { meaningRows, type MeaningCase } from './meaning-rows.js';
import { placedRows } from './placed-rows.js';
import { areaKindRows } from './area-kind-rows.js';
import { townKindRows } from './town-kind-rows.js';

/** By row: the least share that is first and in the first five, in percent, as it was seen. */
export const MEANING_FLOORS: Readonly<Record<string, readonly [first: number, inFive: number]>> = {
  'a kind near me: one of the five nearest': [98, 98],
  'ё as typed': [99, 99],
  'е typed for ё': [99, 99],
  'a landmark in the genitive, then a kind': [97, 97],
  'a kind, then a landmark in the genitive': [97, 97],
  'town + N-р баг': [98, 99],
  'N сургууль, with and without -р': [97, 99],
  'N эмнэлэг, with and without -р': [97, 99],
  'case: genitive': [96, 98],
  'case: dative': [97, 99],
  'case: ablative': [97, 99],
  'case: ablative with г': [96, 98],
  'case: accusative': [98, 99],
  'case: instrumental': [97, 99],
  'case: comitative': [97, 99],
  'case: directive': [97, 98],
  'Latin keys for Cyrillic': [93, 95],
  'Cyrillic keys for Latin': [95, 98],
  'one unknown word before': [97, 99],
  'one unknown word behind': [97, 99],
  'beginnings of translated kinds': [94, 97],
  'a sentence about a kind near me': [98, 98],
  'the nearest of a kind, in words': [99, 99],
  'the nearest of a kind, nobody says where': [99, 99],
  'a sentence about a place: Mongolian': [98, 99],
  'a sentence about a place: English': [98, 99],
  'a sentence about a place: Russian': [98, 99],
  'nonsense answers nothing': [98, 98],
  'town + kind, that has it': [99, 99.5],
  'kind + town, that has it': [99, 99.5],
  'town in a case + kind, that has it': [99, 99.5],
  'kind in town, that has it': [99, 99.5],
  'town + kind, that has none: the nearest': [98, 98],
  'kind + town, that has none: the nearest': [98, 98],
  'town in a case + kind, that has none: the nearest': [96, 96],
  'kind in town, that has none: the nearest': [97, 97],
  'town + kind, far from any: the town': [98, 98],
  'kind + town, far from any: the town': [98, 98],
  'town in a case + kind, far from any: the town': [97.5, 97.5],
  'kind in town, far from any: the town': [96.5, 96.5],
  'a town of two words and a kind': [96, 97.5],
  'town in the dative + name': [99.5, 99.5],
  'name + town in the dative': [99.5, 99.5],
  'town in the genitive + name': [96, 96],
  'aimag in a case + name': [98.5, 99.5],
  'centre of an aimag + name': [96, 98],
  'soum in a case + name': [98, 99.5],
  'town in the dative + N-р kind': [96, 99.5],
  'town in the genitive + N-р kind': [98, 99.5],
  'town of a name that others have + name': [98, 99.5],
  'town of a name that others have + kind': [99.5, 99.5],
  'aimag + soum + kind': [97.5, 99],
  'district + khoroo + kind': [99, 99],
  'town + its general hospital': [99.5, 99.5],
  'town in a case + its general hospital': [99.5, 99.5],
  'aimag + its general hospital': [98, 98],
  'a sentence around a numbered thing': [99.5, 99.5],
  'a sentence around a name': [94.5, 96],
};

export interface Measured {
  name: string;
  first: number;
  inFive: number;
  misses: string[];
}

export function measureMeaning(index: GeocodingIndex, truth: GroundTruth): Measured[] {
  return [...meaningRows(truth), ...townKindRows(truth), ...placedRows(truth), ...areaKindRows(truth)].map(
    ({ name, cases }) => {
      const places = cases.map((one) => placeOf(index, one));
      const share = (isRight: (place: number) => boolean): number =>
        (100 * places.filter(isRight).length) / places.length;
      return {
        name,
        first: share((place) => place === 0),
        inFive: share((place) => place >= 0),
        misses: cases.filter((_, i) => places[i] !== 0).map(({ query }) => query),
      };
    },
  );
}

/** Where the right answer stands, from 0; -1 for nowhere. */
function placeOf(index: GeocodingIndex, one: MeaningCase): number {
  const found = index.search(one.query, 5, one.near === undefined ? undefined : { near: one.near });
  if (one.isNonsense === true) return found.length === 0 ? 0 : -1;
  return found.findIndex((hit) => one.fits(hit));
}
