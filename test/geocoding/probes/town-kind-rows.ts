import type { PlaceHit } from '../../../src/geocoding/place-hit.js';
import { NO_CATEGORY } from '../../../src/geocoding/places/kinds.js';
import { AMBIGUOUS_KINDS, KIND_TABLE } from '../../../src/text/kind-table.js';
import { romanise } from '../../../src/text/romanise.js';
import { MatchChecker } from '../groups/match-checker.js';
import { categoryKey } from '../../../src/geocoding/finding/category-key.js';
import { wordsOf } from '../../../src/text/words.js';
import { bare, contains, metres, plain, type GroundTruth, type Spot, type Thing } from './ground-truth.js';
import { genitive, type MeaningRow } from './meaning-rows.js';
import { some, type ProbeCase } from './probe-rows.js';

/** How far from its point a town goes, metres, by `place`. The capital has an outline. */
const REACH_M: Readonly<Record<string, number>> = { city: 10_000, town: 6000, village: 4000 };
/** What is so near to the point of a town is in it for sure. */
const INSIDE_M = 1500;
/** Nobody drives farther for a kind of thing. */
const FAR_M = 100_000;
/** Of towns that have none of a kind, any of so many is right. */
const NEAREST = 3;
/** What a town may be found as. */
const PLACES: readonly string[] = ['city', 'town', 'village', 'soum', 'aimag'];
const KEYS = [
  ...['amenity', 'shop', 'tourism', 'leisure', 'historic', 'office', 'healthcare', 'railway'],
  ...['public_transport', 'aeroway', 'highway', 'building'],
];

/** A kind of the table with the things that are of it. */
interface Kind {
  words: string[];
  things: Thing[];
  /** Nothing is of it by another key: a lake is, by `water`. */
  isOfKeys: boolean;
}

/** Towns of one name, and what is in them. */
interface Towns {
  name: string;
  towns: readonly Thing[];
  isIn(spot: Spot): boolean;
}

/** A settlement and a kind, in either order, for all settlements, and all kinds in all their words. */
export function townKindRows(truth: GroundTruth): MeaningRow[] {
  const checker = new MatchChecker(truth);
  const kinds = kindsOf(truth);
  const rows: Record<string, ProbeCase[]> = {};
  const add = (row: string, query: string, fits: (hit: PlaceHit) => boolean): void =>
    void (rows[row] ??= []).push({ query, fits: (hit) => fits(hit) || checker.isCalledSo(query, hit) });
  for (const place of townsOf(truth)) {
    for (const kind of kinds) {
      const inside = kind.things.filter((thing) => place.isIn(thing));
      const isThere = inside.some((thing) => place.towns.some((town) => metres(thing, town) < INSIDE_M));
      const ids = new Set((isThere ? inside : nearestTo(place, kind.things)).map(({ id }) => id));
      if (inside.length > 0 && !isThere) continue;
      const isNowhere = ids.size === 0;
      const shown = place.name.replace(/[\u1800-\u18af\u202f]/g, '');
      if (isNowhere && !kind.isOfKeys) continue;
      const isOf = new Set(kind.things.map(({ id }) => id));
      // A hotel may be called as the town.
      const fits = (hit: PlaceHit): boolean =>
        ids.has(hit.id) ||
        (isOf.has(hit.id) && hasWords(hit.name, place.name)) ||
        (isNowhere && bare(hit.name) === bare(shown) && PLACES.includes(hit.type));
      const where = isThere
        ? 'that has it'
        : isNowhere
          ? 'far from any: the town'
          : 'that has none: the nearest';
      const ask = (row: string, query: string): void => {
        add(`${row}, ${where}`, query, fits);
        if (/[ -]/.test(place.name)) add('a town of two words and a kind', query, fits);
      };
      for (const word of kind.words) {
        ask('town + kind', `${place.name} ${word}`);
        ask('kind + town', `${word} ${place.name}`);
        if (/[a-z]/i.test(word)) ask('kind in town', `${word} in ${romanise(place.name)}`);
        else ask('town in a case + kind', `${inCase(place.name, word)} ${word}`);
      }
    }
  }
  return Object.entries(rows).map(([name, cases]) => ({ name, cases: some(cases) }));
}

function hasWords(text: string, name: string): boolean {
  return ` ${text} `.toLowerCase().includes(` ${name.toLowerCase()} `);
}

function inCase(town: string, word: string): string {
  return word.length % 2 === 0 ? genitive(town) : `${town} дахь`;
}

/** The nearest of them to each town, if the town has no other near. */
function nearestTo({ towns }: Towns, things: readonly Thing[]): Thing[] {
  return towns.flatMap((town) =>
    things
      .map((thing) => ({ thing, distance_m: metres(thing, town) }))
      .filter(({ distance_m }) => distance_m < FAR_M)
      .sort((a, b) => a.distance_m - b.distance_m)
      .slice(0, NEAREST)
      .map(({ thing }) => thing),
  );
}

function kindsOf(truth: GroundTruth): Kind[] {
  const byType = new Map<string, Thing[]>();
  const others = new Set(truth.things.flatMap(({ tags }) => Object.entries(tags).flat()));
  for (const thing of truth.things) {
    if (thing.name === '') continue;
    for (const type of new Set(KEYS.map((key) => thing.tags[key]))) {
      if (type === undefined) continue;
      const list = byType.get(type);
      if (list === undefined) byType.set(type, [thing]);
      else list.push(thing);
    }
  }
  const kinds = KIND_TABLE.filter(
    ({ words, types }) =>
      types.length > 0 && !AMBIGUOUS_KINDS.includes(words[0]) && !types.some((type) => NO_CATEGORY.has(type)),
  );
  // Words of several kinds may sound alike: маркет, market.
  const byKey = new Map<string, Kind>();
  for (const { words, types } of kinds)
    for (const word of words.filter((each) => isTyped(each, words[0]))) {
      const key = categoryKey(wordsOf(word));
      const kind = byKey.get(key) ?? { words: [], things: [], isOfKeys: true };
      kind.words.push(word);
      kind.isOfKeys &&= types.every((type) => byType.has(type) || !others.has(type));
      kind.things.push(...types.flatMap((type) => byType.get(type) ?? []));
      byKey.set(key, kind);
    }
  return [...byKey.values()];
}

/** Case forms are not typed beside a town, and no key has more than three words. */
function isTyped(word: string, first: string): boolean {
  return word.split(' ').length <= 3 && !(word !== first && word.startsWith(first.slice(0, 3)));
}

function townsOf(truth: GroundTruth): Towns[] {
  const byName = new Map<string, Thing[]>();
  for (const thing of truth.things)
    if (REACH_M[thing.tags['place']] !== undefined && thing.name !== '')
      byName.set(thing.name, [...(byName.get(thing.name) ?? []), thing]);
  return [...byName].map(([name, towns]) => {
    const outlines = truth.outlines.filter(
      (outline) => bare(outline.name) === plain(name) && !/аймаг$/.test(outline.name),
    );
    const isIn = (spot: Spot): boolean =>
      towns.some((town) => metres(spot, town) <= REACH_M[town.tags['place']]) ||
      outlines.some((outline) => contains(outline, spot.lon, spot.lat));
    return { name, towns, isIn };
  });
}
