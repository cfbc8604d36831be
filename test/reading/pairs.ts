import type { PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import { seededRandom } from '../seeded-random.js';
import { CATEGORIES, metres, type Thing } from '../geocoding/probes/ground-truth.js';
import { addressOf, type MadeCountry } from './made-country.js';
import { pairsOfWays, WAYS } from './typing-ways.js';

/** A plain text, and which first result is right for it, by the source files alone. */
interface Plain {
  text: string;
  isRight: (id: string) => boolean;
}

const NEAR_TOWN_M = 30_000;
/** As far as a kind is looked for around a town. */
const KIND_REACH_M = 100_000;
const KINDS = ['музей', 'эмнэлэг', 'зочид буудал', 'эмийн сан', 'номын сан'];

/** Seeded plain queries: towns, kinds and names in towns, names of two words, khoroo, houses. */
export function plainQueries(country: MadeCountry, seed: number): Plain[] {
  const random = seededRandom(seed);
  const { truth } = country;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const some = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const ids = (things: readonly { id: string }[]): ((id: string) => boolean) => {
    const all = new Set(things.map(({ id }) => id));
    return (id) => all.has(id);
  };
  const isTown = ({ tags }: Thing): boolean => /^(city|town)$/.test(tags['place'] ?? '');
  const towns = truth.things.filter((thing) => isTown(thing) && /^\p{L}{4,}$/u.test(thing.name));
  const placesOf = (town: Thing): readonly Thing[] =>
    truth.called(town.name).filter(({ tags }) => (tags['place'] ?? tags['boundary']) !== undefined);
  /** What lies around a place that has the name of a town: of several, each may be meant. */
  const around = (town: Thing, things: readonly Thing[], reach_m: number): Thing[] => {
    const places = placesOf(town);
    return things.filter((thing) => places.some((place) => metres(thing, place) <= reach_m));
  };
  const named = country.khoroo
    .flatMap(({ places }) => places)
    .filter(({ name }) => truth.called(name).length === 1);
  const banks = truth.called('Хаан банк');
  const branches = towns.filter((town) => around(town, banks, NEAR_TOWN_M).length > 0);
  const houses = country.khoroo.flatMap((khoroo) => khoroo.houses);
  const kinds = CATEGORIES.filter(({ words }) => KINDS.includes(words[0])).map((category) => ({
    kind: category.words[0],
    things: truth.things.filter(({ tags }) => category.fits(tags)),
  }));
  return [
    ...some(20, () => pick(towns)).map((town) => ({ text: town.name, isRight: ids(placesOf(town)) })),
    ...some(30, () => [pick(kinds), pick(towns)] as const).map(([{ kind, things }, town]) => {
      const there = around(town, things, KIND_REACH_M);
      return { text: `${kind} ${town.name}`, isRight: ids(there.length > 0 ? there : placesOf(town)) };
    }),
    ...(branches.length === 0 ? [] : some(10, () => pick(branches))).map((town) => ({
      text: `Хаан банк ${town.name}`,
      isRight: ids(around(town, banks, NEAR_TOWN_M)),
    })),
    ...some(20, () => pick(named)).map((thing) => ({ text: thing.name, isRight: ids([thing]) })),
    ...some(15, () => pick(country.khoroo)).map(({ id, number, district }) => ({
      text: `${district.name} дүүрэг ${number}-р хороо`,
      isRight: (found: string) => found === id,
    })),
    ...some(20, () => pick(houses)).map((house) => ({
      text: addressOf(house),
      isRight: (id: string) => country.sameAddress(house).has(id),
    })),
  ];
}

export interface WayResult {
  way: string;
  right: number;
  all: number;
  misses: string[];
}

/**
 * Each plain query typed in each way, and in each pair of ways. All count, also where a single way, or the
 * plain text, is wrong already.
 */
export function judgeWays(
  index: PlaceIndex,
  queries: readonly Plain[],
): { single: WayResult[]; pairs: WayResult[] } {
  const judge = (way: string, change: (text: string) => string | null): WayResult => {
    const result: WayResult = { way, right: 0, all: 0, misses: [] };
    for (const { text, isRight } of queries) {
      const typed = change(text);
      if (typed === null) continue;
      result.all++;
      const [hit] = index.find(typed, 1);
      if (hit !== undefined && isRight(index.place(hit.row).id)) result.right++;
      else result.misses.push(`${typed} -> ${hit === undefined ? 'nothing' : index.place(hit.row).name}`);
    }
    return result;
  };
  const single = [
    judge('plain', (text) => text),
    ...Object.entries(WAYS).map(([name, way]) => judge(name, way)),
  ];
  const pairs = pairsOfWays().map(([a, b]) =>
    judge(`${a} + ${b}`, (text) => {
      const once = WAYS[a](text);
      return once === null ? null : WAYS[b](once);
    }),
  );
  return { single, pairs };
}

export function tableOfWays(results: readonly WayResult[]): string {
  return results
    .map(
      ({ way, right, all }) => `${way.padEnd(24)}${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`,
    )
    .join('\n');
}

export function shareOf(results: readonly WayResult[]): number {
  const sum = (of: (result: WayResult) => number): number => results.reduce((all, own) => all + of(own), 0);
  return sum(({ right }) => right) / sum(({ all }) => all);
}
