import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { buildGeocoding, collectModel } from '../../src/geocoding/build-geocoding.js';
import { buildOwnPlaces, ownPlaceOf } from '../../src/geocoding/build-own-places.js';
import { explainSearch } from '../../src/geocoding/explain-search.js';
import type { Refinement } from '../../src/geocoding/forward/refinement.js';
import { freezeModel } from '../../src/geocoding/freeze-model.js';
import { GeocodingIndex, type PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import { LANGUAGES } from '../../src/geocoding/languages.js';
import { MapAround } from '../../src/geocoding/map-around.js';
import { OverlaidIndex } from '../../src/geocoding/overlaid-index.js';
import type { SearchModel } from '../../src/geocoding/places/search-model.js';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import { collectFeatures } from '../collect.js';
import { seededRandom } from '../seeded-random.js';
import { randomQuery } from './random-queries.js';

/** Queries of each seed. For a longer proof: GAZARCH_OWN_QUERIES=20000. */
const QUERIES = Number(process.env['GAZARCH_OWN_QUERIES'] ?? 1000);
/** Each so-manieth place of the sample is an own place. */
const SHARES = [2, 7, 40];

const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
let all: Feature[];
beforeAll(async () => {
  all = await collectFeatures(sample);
});

/** Own places do not take the number of a building of the map, so nothing does here. */
const WITHOUT = { numbersOfBuildings: false };

interface Worlds {
  /** A map and own places beside it. */
  overlaid: PlaceIndex;
  /** The same places in one index. */
  whole: PlaceIndex;
  model: SearchModel;
  own: ReadonlySet<string>;
}

function indexOf(model: SearchModel): GeocodingIndex {
  return GeocodingIndex.from({ ...freezeModel(model), ...buildReverse(model.rows) });
}

/**
 * Both worlds. The whole differs from an import in three ways, which are decided so: own places are no twins
 * of anything, each answers for its house number, and people who moved the point of an area are in the map.
 */
function worlds(share: number): Worlds {
  const built = collectModel(all, WITHOUT).model;
  const known = new Set(built.rows.map(({ id }) => id));
  const isOwn = (feature: Feature, i: number): boolean =>
    i % share === 0 && known.has(feature.id) && typeof ownPlaceOf(feature) !== 'string';
  const own = all.filter(isOwn);
  const rest = all.filter((feature, i) => !isOwn(feature, i));
  const sections = buildGeocoding(rest, WITHOUT).sections;
  const map = GeocodingIndex.from(sections);
  const ownSections = buildOwnPlaces(own, new MapAround(sections, map));
  const overlaid = new OverlaidIndex(map, GeocodingIndex.ofOwnPlaces(ownSections, map));
  const ofMap = collectModel(rest, WITHOUT).model;
  const rowOf = new Map(built.rows.map(({ id }, row) => [id, row]));
  const twins = Uint32Array.from(built.rows, (_, row) => row);
  ofMap.rows.forEach(({ id }, row) => {
    twins[rowOf.get(id)!] = rowOf.get(ofMap.rows[ofMap.twins[row]].id)!;
  });
  const points = new Map(ofMap.rows.map((row) => [row.id, row]));
  for (const row of built.rows) {
    const { lon7, lat7 } = points.get(row.id) ?? row;
    Object.assign(row, { lon7, lat7 });
  }
  const model = { ...built, twins };
  return { overlaid, whole: indexOf(model), model, own: new Set(own.map(({ id }) => id)) };
}

function refinementFrom(random: () => number): Refinement | undefined {
  const point = (): [number, number] => [106.88 + 0.08 * random(), 47.9 + 0.03 * random()];
  const kind = random();
  if (kind < 0.5) return undefined;
  if (kind < 0.7) return { near: point() };
  if (kind < 0.8)
    return { types: [['poi', 'address', 'street', 'restaurant', 'bank'][Math.floor(random() * 5)]] };
  const [west, south] = point();
  const bbox = [west, south, west + 0.03, south + 0.01] as const;
  return kind < 0.9 ? { bbox } : { bbox, near: point() };
}

describe.each(SHARES)('a map and each %i. place beside it', (share) => {
  let made: Worlds;
  beforeAll(() => {
    made = worlds(share);
  });

  it('have the same places in the same order as one index of all', () => {
    const { overlaid, whole, own } = made;
    expect(overlaid.size).toBe(whole.size);
    expect(own.size).toBeGreaterThan(800 / share / 3);
    for (let row = 0; row < whole.size; row++)
      for (const language of LANGUAGES)
        expect(overlaid.place(row, language), `row ${row}`).toEqual(whole.place(row, language));
  });

  it(`find the same in the same order, for the same reasons (${QUERIES} queries)`, () => {
    const { overlaid, whole, model, own } = made;
    const random = seededRandom(share);
    // Of two names with as many typing errors, either may be the one that is told.
    const isSure = ({ group }: { group: number }): boolean => group !== 7;
    const shown = (index: PlaceIndex, text: string, limit: number, refinement?: Refinement): unknown => {
      const { results, next } = explainSearch(index, text, Math.min(limit, 5), refinement);
      return [
        index.find(text, limit, refinement).map((hit) => (isSure(hit) ? hit : hit.row)),
        [...results, next].map((hit) => (hit === null || isSure(hit) ? hit : { ...hit, matched: null })),
      ];
    };
    let withOwn = 0;
    for (let i = 0; i < QUERIES; i++) {
      const query = randomQuery(model, random);
      const limit = 1 + Math.floor(random() * 20);
      const refinement = refinementFrom(random);
      const expected = shown(whole, query, limit, refinement);
      const what = `query ${i} of ${share}: "${query}", ${limit}, ${JSON.stringify(refinement)}`;
      expect(shown(overlaid, query, limit, refinement), what).toEqual(expected);
      if (whole.find(query, limit, refinement).some(({ row }) => own.has(whole.place(row).id))) withOwn++;
    }
    expect(withOwn).toBeGreaterThan(QUERIES / share / 4);
  });

  it(`are looked up at ${QUERIES} points with the same answers`, () => {
    const { overlaid, whole, own } = made;
    const random = seededRandom(share + 1);
    let ofOwn = 0;
    for (let i = 0; i < QUERIES; i++) {
      const place = whole.place(Math.floor(random() * whole.size));
      // Near a place and exactly at it.
      const off = random() < 0.1 ? 0 : 0.003 * random();
      const lon = place.lon7 / 1e7 + off * (random() - 0.5);
      const lat = place.lat7 / 1e7 + off * (random() - 0.5);
      const expected = whole.nearest(lon, lat, DEFAULT_REVERSE_RADII);
      const found = overlaid.nearest(lon, lat, DEFAULT_REVERSE_RADII);
      const what = `point ${i} of ${share}: ${lat},${lon}`;
      expect(found?.distance_m, what).toBe(expected?.distance_m);
      if (found === null || expected === null) continue;
      const chains = [overlaid, whole].map((index) => index.chainAt(found.row, lon, lat));
      expect(overlaid.place(found.row, 'mn', chains[0]), what).toEqual(
        whole.place(found.row, 'mn', chains[1]),
      );
      // At the same distance an own place wins.
      const isOwn = own.has(whole.place(found.row).id);
      if (isOwn) ofOwn++;
      if (!isOwn || own.has(whole.place(expected.row).id)) expect(found, what).toEqual(expected);
    }
    expect(ofOwn).toBeGreaterThan(QUERIES / share / 8);
  });
});
