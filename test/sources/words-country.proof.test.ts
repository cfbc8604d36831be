import pluscodes from 'pluscodes';
import { beforeAll, describe, expect, it } from 'vitest';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { buildOwnPlaces } from '../../src/geocoding/build-own-places.js';
import { bearingOf, between } from '../../src/geo/bearing.js';
import { saidMetres, stepOf } from '../../src/geocoding/describe/spoken-distance.js';
import { MapAround } from '../../src/geocoding/map-around.js';
import { OverlaidIndex } from '../../src/geocoding/overlaid-index.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import { pointOfShortCode, typedPoint } from '../../src/http/geocode/typed-point.js';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { Skipped } from '../../src/importer/collect/skipped.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import { inCase, takesEndings } from '../../src/text/add-case.js';
import { countrySections } from '../country.js';
import { geodata, hasGeodata } from '../geodata.js';
import { caseProblem } from '../oracles/slow-cases.js';
import { slowGeodesic } from '../oracles/slow-geodesic.js';
import { seededRandom } from '../seeded-random.js';

/** Sentences about points of a whole country, with own places beside the map. */

type Position = [lon: number, lat: number];
const SEED = 11;

let map: GeocodingIndex;
let both: OverlaidIndex;
let geocoder: EmbeddedGeocoder;

/** Seeded points by what is around: a city, its outskirts, soum centres, open country, mountains, lakes. */
function* points(seed: number): Generator<{ group: string; point: Position }> {
  const random = seededRandom(seed);
  const rowsOf = (types: string[]): number[] =>
    Array.from({ length: map.size }, (_, row) => row).filter((row) => types.includes(map.typeOf(row)));
  const around = (types: string[], spread: number): (() => Position) => {
    const rows = rowsOf(types);
    return () => {
      const { lon7, lat7 } = map.place(rows[Math.floor(random() * rows.length)]);
      return [lon7 / 1e7 + (random() - 0.5) * 1.5 * spread, lat7 / 1e7 + (random() - 0.5) * spread];
    };
  };
  const groups: Readonly<Record<string, () => Position>> = {
    city: () => [106.85 + random() * 0.15, 47.895 + random() * 0.04],
    outskirts: () => [106.8 + random() * 0.3, 47.93 + random() * 0.05],
    soum: around(['town', 'village'], 0.02),
    steppe: () => [90 + random() * 27, 43.5 + random() * 6],
    mountain: around(['peak'], 0.1),
    lake: around(['lake'], 0.15),
  };
  for (;;) {
    for (const [group, next] of Object.entries(groups)) {
      const [lon, lat] = next();
      yield { group, point: [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6] };
    }
  }
}

/** The winds as sentences say them, and in steps of how many metres: written apart from what writes them. */
const SAID_WINDS: Readonly<Record<'mn' | 'en', readonly string[]>> = {
  mn: [
    ...['хойш', 'зүүн хойш', 'зүүн тийш', 'зүүн урагш'],
    ...['урагш', 'баруун урагш', 'баруун тийш', 'баруун хойш'],
  ],
  en: ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'],
};
const SAID = {
  mn: /((?:(?:зүүн|баруун) )?(?:хойш|урагш)|(?:зүүн|баруун) тийш) ([\d.]+) (к?м)(?=,|$)/gu,
  en: /(?<=^|, )([\d.]+) (k?m) (north|south|(?:north|south)?(?:east|west)) of /gu,
};

/** The winds and metres that stand in a sentence, in their order. */
function saidIn(text: string, lang: 'mn' | 'en'): { bearing: number; metres: number }[] {
  return [...text.matchAll(SAID[lang])].map(([, ...found]) => {
    const [wind, number, unit] = lang === 'mn' ? found : [found[2], found[0], found[1]];
    const metres = Number(number) * (/^[кk]/.test(unit) ? 1_000 : 1);
    return { bearing: 45 * SAID_WINDS[lang].indexOf(wind), metres };
  });
}

function halfStep(metres: number): number {
  if (metres < 200) return 5;
  if (metres < 1_000) return 25;
  if (metres < 10_000) return 50;
  return metres < 100_000 ? 250 : 500;
}

function* described(seed: number, lang?: 'en') {
  for (const { group, point } of points(seed)) {
    const [longitude, latitude] = point;
    const place = geocoder.reverse({ longitude, latitude, describe: true, ...(lang && { lang }) });
    if (place !== null) yield { group, point, description: place.description! };
  }
}

describe.skipIf(!hasGeodata)('points of a country in words', () => {
  beforeAll(async () => {
    const sections = await countrySections();
    map = GeocodingIndex.from(sections);
    const own = readGeojsonLayer(geodata('mn-places-extra.geojson'), null, new Skipped()).features;
    const index = buildOwnPlaces(own, new MapAround(sections, map));
    both = new OverlaidIndex(map, GeocodingIndex.ofOwnPlaces(index, map));
    const dataset = { geocoding: both, map, mapSections: sections };
    const current = { pinned: () => dataset, state: () => 'ok' } as unknown as CurrentDataset;
    geocoder = new EmbeddedGeocoder(current, { radii: DEFAULT_REVERSE_RADII });
  }, 600_000);

  it('says 300 of them truly: directions, distances, names', () => {
    let count = 0;
    for (const { point, description } of described(SEED)) {
      if (count++ === 300) break;
      const { text, landmarks } = description;
      const repeat = `seed ${SEED}, ${point.join()}: ${text}`;
      expect(text.length, repeat).toBeLessThanOrEqual(180);
      expect(text, repeat).not.toMatch(/undefined|null|NaN/);
      for (const { id, name, longitude, latitude, direction, distance_m } of landmarks) {
        const { azimuth, distance_m: true_m } = slowGeodesic([longitude, latitude], point);
        expect(between(azimuth, bearingOf(direction)), repeat).toBeLessThanOrEqual(22.51);
        expect(Math.abs(distance_m - true_m), repeat).toBeLessThan(1 + true_m / 10_000);
        const said = saidMetres(distance_m);
        if (distance_m >= 15)
          expect(Math.abs(said - true_m), repeat).toBeLessThanOrEqual(0.51 * stepOf(said) + 5);
        expect(both.place(both.rowOf(id)).name, repeat).toBe(name);
      }
    }
  });

  it.each(['mn', 'en'] as const)('writes numbers and winds that are true into the sentence, %s', (lang) => {
    let [count, told, away] = [0, 0, 0];
    for (const { point, description } of described(SEED + 6, lang === 'en' ? 'en' : undefined)) {
      if (count++ === 300) break;
      const repeat = `seed ${SEED + 6}, ${point.join()}: ${description.text}`;
      const landmarks = description.landmarks
        .map(({ longitude, latitude }) => slowGeodesic([longitude, latitude], point))
        .filter(({ distance_m }) => distance_m >= 15);
      const said = saidIn(description.text, lang);
      [told, away] = [told + said.length, away + landmarks.length];
      expect(said.length, repeat).toBeLessThanOrEqual(landmarks.length);
      said.forEach(({ bearing, metres }, i) => {
        expect(between(landmarks[i].azimuth, bearing), repeat).toBeLessThanOrEqual(22.51);
        expect(Math.abs(metres - landmarks[i].distance_m), repeat).toBeLessThan(halfStep(metres) + 2);
      });
    }
    // Where a sentence would be too long, the second landmark is left out.
    expect(told / away, `seed ${SEED + 6}`).toBeGreaterThan(0.95);
  });

  it('finds 9 of 10 of 1,000 points by their sentences', { timeout: 600_000 }, () => {
    const near: Readonly<Record<string, number>> = { city: 100, outskirts: 100 };
    let count = 0;
    const missed: string[] = [];
    for (const lang of [undefined, 'en'] as const) {
      let own = 0;
      for (const { group, point, description } of described(SEED + 1, lang)) {
        if (own++ === 500) break;
        count++;
        const found = geocoder.search({ text: description.text, limit: 1, ...(lang && { lang }) }).at(0);
        const away_m =
          found === undefined ? Infinity : slowGeodesic([found.longitude, found.latitude], point).distance_m;
        if (away_m > (near[group] ?? 500))
          missed.push(`${point.join()}, ${away_m.toFixed(0)} m: ${description.text}`);
      }
    }
    expect(
      missed.length,
      `of ${count}, seed ${SEED + 1}:\n${missed.slice(0, 20).join('\n')}`,
    ).toBeLessThanOrEqual(100);
  });

  it('puts 500 names into their cases', () => {
    const random = seededRandom(SEED + 2);
    const names = new Set<string>();
    while (names.size < 500) {
      const { name } = map.place(Math.floor(random() * map.size));
      if (takesEndings(name)) names.add(name);
    }
    const problems = [...names].flatMap((name) =>
      (['ablative', 'genitive'] as const).flatMap((wanted) => {
        const form = inCase(name, wanted);
        const problem = caseProblem(name, form, wanted);
        return problem === null ? [] : [`${name}: ${form}: ${problem}`];
      }),
    );
    expect(problems, `seed ${SEED + 2}`).toEqual([]);
  });

  it('resolves 5,000 random ids, own places, and every id that an answer gives', () => {
    const random = seededRandom(SEED + 3);
    for (let i = 0; i < 5_000; i++) {
      const row = Math.floor(random() * both.size);
      const { id, name } = both.place(row);
      expect(geocoder.place({ id }), `seed ${SEED + 3}, ${id}`).toMatchObject({ id, name });
    }
    for (const text of ['Номингийн ард', 'эмийн сан', 'Баянгол дүүрэг', 'Их дэлгүүрээс хойш 200 м', '15'])
      for (const { id } of geocoder.search({ text, limit: 20 })) expect(geocoder.place({ id })?.id).toBe(id);
    let count = 0;
    for (const { description } of described(SEED + 4)) {
      if (count++ === 200) break;
      for (const { id } of description.landmarks) expect(geocoder.place({ id })?.id).toBe(id);
    }
    expect(geocoder.place({ id: 'osm:node:1' })).toBeNull();
  });

  it('takes 10,000 plus codes back, short ones too', () => {
    const random = seededRandom(SEED + 5);
    // Half a box, and what the library rounds: 0.1 m.
    const half = 0.125 / 2000 + 1e-6;
    for (let i = 0; i < 10_000; i++) {
      const near = { longitude: 88 + random() * 31, latitude: 42 + random() * 10 };
      const point = {
        longitude: near.longitude + (random() - 0.5) * 0.6,
        latitude: near.latitude + (random() - 0.5) * 0.6,
      };
      const code = pluscodes.encode(point)!;
      const repeat = `seed ${SEED + 5}, ${point.longitude},${point.latitude}: ${code}`;
      const back = typedPoint(code);
      const short = pluscodes.shorten(code, near);
      const places = [back, short === null ? null : pointOfShortCode(short, near)].filter(
        (own) => own !== null,
      );
      expect(places.length, repeat).toBeGreaterThan(0);
      for (const own of places) {
        if (own === null || !('longitude' in own)) throw new Error(repeat);
        expect(Math.abs(own.longitude - point.longitude), repeat).toBeLessThanOrEqual(half);
        expect(Math.abs(own.latitude - point.latitude), repeat).toBeLessThanOrEqual(half);
      }
    }
  });
});
