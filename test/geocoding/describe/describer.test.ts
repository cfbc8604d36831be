import { expect, it } from 'vitest';
import { buildGeocoding } from '../../../src/geocoding/build-geocoding.js';
import { Describer } from '../../../src/geocoding/describe/describer.js';
import { landmarkAtTurn } from '../../../src/geocoding/describe/turn-landmark.js';
import { PointFinder } from '../../../src/geocoding/describe/point-finder.js';
import { askedPoint } from '../../../src/geocoding/describe/sentence-query.js';
import type { Feature, Tags } from '../../../src/geo/feature.js';
import { bearingOf, between } from '../../../src/geo/bearing.js';
import { saidMetres, stepOf } from '../../../src/geocoding/describe/spoken-distance.js';
import { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import { slowGeodesic } from '../../oracles/slow-geodesic.js';
import { seededRandom } from '../../seeded-random.js';
import { SOUTH, STREET_LAT, STREET_LON, STREETS, townFeatures, WEST } from './town.js';

const SEED = 42;
const features = townFeatures(SEED);
const index = GeocodingIndex.from(buildGeocoding(features).sections);
const describer = new Describer(index.parts);
const finder = new PointFinder(index);

/** Seeded points of the town. */
function points(count: number): [lon: number, lat: number][] {
  const random = seededRandom(SEED + 1);
  return Array.from({ length: count }, () => [
    WEST + random() * STREETS * STREET_LON,
    SOUTH + random() * STREETS * STREET_LAT,
  ]);
}

it('says directions and distances that are true, in at most 180 characters', () => {
  for (const point of points(300)) {
    const { text, landmarks } = describer.describe(point, ['1-р хороо', 'Төв дүүрэг'], 'mn');
    const repeat = `seed ${SEED}, ${point.join()}: ${text}`;
    expect(text.length, repeat).toBeLessThanOrEqual(180);
    expect(landmarks.length, repeat).toBe(2);
    for (const { longitude, latitude, direction, distance_m, id, name } of landmarks) {
      const true_ = slowGeodesic([longitude, latitude], point);
      expect(between(true_.azimuth, bearingOf(direction)), repeat).toBeLessThanOrEqual(22.6);
      expect(Math.abs(true_.distance_m - distance_m), repeat).toBeLessThan(0.1);
      const said = saidMetres(distance_m);
      expect(Math.abs(said - true_.distance_m), repeat).toBeLessThanOrEqual(Math.max(10, stepOf(said)));
      expect(index.place(index.rowOf(id)).name, repeat).toBe(name);
      if (distance_m >= 15) expect(text, repeat).toContain(` ${said} м`);
    }
  }
});

it('keeps every sentence within 180 characters, in each language and with long names of areas', () => {
  const areas = ['Хөдөө аж ахуйн их сургуулийн хороо', 'Чингисийн өргөн чөлөөний дүүрэг', 'Улаанбаатар'];
  for (const language of ['mn', 'mn-Latn', 'en', 'ru'] as const) {
    const lengths = points(300).map((point) => describer.describe(point, areas, language).text.length);
    expect(Math.max(...lengths), language).toBeLessThanOrEqual(180);
    expect(Math.max(...lengths), `${language}: a limit that is reached`).toBeGreaterThan(150);
  }
});

it('tells the side of the street only where it is true', () => {
  let told = 0;
  for (const point of points(1_500)) {
    const { text, landmarks } = describer.describe(point, [], 'en');
    const [, side, street] = /on the (same|other) side of (.+?)(?:,|$)/.exec(text) ?? [];
    if (side === undefined) continue;
    told++;
    const way = features.find(({ id, tags }) => tags['highway'] !== undefined && nameOf(id) === street)!;
    const [line] = (way.geometry as { lines: Int32Array[] }).lines;
    const isAlong = line[1] === line[3];
    const axis = isAlong ? line[1] / 1e7 : line[0] / 1e7;
    const [first] = landmarks;
    const [own, other] = isAlong ? [point[1], first.latitude] : [point[0], first.longitude];
    expect(own > axis === other > axis, `seed ${SEED}, ${point.join()}: ${text}`).toBe(side === 'same');
  }
  expect(told).toBeGreaterThan(30);
});

function nameOf(id: string): string {
  return index.texts.nameIn(index.rowOf(id), 'en');
}

it('understands its own sentences: 9 of 10 points are found within 100 m', () => {
  for (const language of ['mn', 'en'] as const) {
    const all = points(200);
    const missed = all.filter((point) => {
      const asked = askedPoint(describer.describe(point, [], language).text);
      const [found] = asked === null ? [] : finder.points(asked, undefined);
      return found === undefined || slowGeodesic([found.longitude, found.latitude], point).distance_m > 100;
    });
    expect(missed.length, `${language}, seed ${SEED}: ${missed.slice(0, 5).join(' ')}`).toBeLessThanOrEqual(
      20,
    );
  }
});

it('writes in Latin letters', () => {
  const { text, landmarks } = describer.describe([WEST, SOUTH], ['1-р хороо'], 'mn-Latn');
  expect(text + landmarks.map(({ name }) => name).join('')).not.toMatch(/\p{Script=Cyrillic}/u);
});

it('has nothing to say where nothing is', () => {
  expect(describer.describe([0, 0], [], 'mn')).toEqual({ text: '', landmarks: [] });
  expect(describer.describe([0, 0], ['Сэлэнгэ аймаг'], 'mn').text).toBe('Сэлэнгэ аймаг');
});

it('names what stands at a turn in both languages, and nothing farther off', () => {
  const shop = (id: number, tags: Tags, lon: number): Feature => ({
    id: `osm:node:${id}`,
    tags,
    geometry: { kind: 'point', lon7: Math.round(lon * 1e7), lat7: 479_000_000 },
  });
  const { parts } = GeocodingIndex.from(
    buildGeocoding([
      shop(1, { shop: 'supermarket', name: 'Номин', 'name:en': 'Nomin' }, 106.9),
      shop(2, { amenity: 'bench', name: 'Дүнжин' }, 106.95),
    ]).sections,
  );
  const at = (lon: number, language: 'mn' | 'en') => landmarkAtTurn(parts, [lon, 47.9], language);
  expect(at(106.9003, 'mn')).toEqual({ name: 'Номин дэлгүүр', beside: 'Номин дэлгүүрийн дэргэд' });
  expect(at(106.9003, 'en')).toEqual({ name: 'Nomin (supermarket)', beside: 'at Nomin (supermarket)' });
  expect(at(106.901, 'mn')).toBeNull();
  expect(at(106.95, 'mn')).toBeNull();
});
