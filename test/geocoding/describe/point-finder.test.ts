import { expect, it } from 'vitest';
import type { Feature } from '../../../src/geo/feature.js';
import { buildGeocoding } from '../../../src/geocoding/build-geocoding.js';
import { PointFinder, type FoundPoint } from '../../../src/geocoding/describe/point-finder.js';
import { askedPoint } from '../../../src/geocoding/describe/sentence-query.js';
import { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import { seededRandom } from '../../seeded-random.js';

const SEED = 7;

function indexOf(places: readonly [tags: Feature['tags'], lon: number, lat: number][]): GeocodingIndex {
  const features = places.map(([tags, lon, lat], i): Feature => ({
    id: `osm:node:${i + 1}`,
    tags,
    geometry: { kind: 'point', lon7: Math.round(lon * 1e7), lat7: Math.round(lat * 1e7) },
  }));
  return GeocodingIndex.from(buildGeocoding(features).sections);
}

function points(index: GeocodingIndex, text: string): FoundPoint[] {
  return new PointFinder(index).points(askedPoint(text)!, undefined);
}

it('looks closely at few pairs, however many places two names have', () => {
  const random = seededRandom(SEED);
  const index = indexOf(
    Array.from({ length: 700 }, (_, i) => [
      i % 2 === 0 ? { amenity: 'bank', name: 'Хаан банк' } : { shop: 'supermarket', name: 'Номин' },
      90 + 25 * random(),
      44 + 6 * random(),
    ]),
  );
  for (const text of [
    'Номин дэлгүүрээс хойш 100 км, Номин дэлгүүрээс урагш 100 км',
    'Номин дэлгүүрээс хойш 300 км, Хаан банкнаас урагш 300 км, Хаан банкнаас зүүн тийш 200 км',
    'Номин дэлгүүрийн дэргэд, Хаан банкнаас хойш 300 км',
    '300 km north of Nomin (supermarket), 20 km south of Хаан банк',
  ]) {
    // Who looks at a position of an arc asks for the wind.
    let looks = 0;
    const asked = askedPoint(text)!;
    const landmarks = asked.landmarks.map((landmark) => ({
      ...landmark,
      get wind() {
        looks++;
        return landmark.wind;
      },
    }));
    const found = new PointFinder(index).points({ ...asked, landmarks }, undefined);
    expect(found, `seed ${SEED}, ${text}`).not.toEqual([]);
    expect(looks, `seed ${SEED}, ${text}`).toBeGreaterThan(20);
    // 60 arcs, or one whole circle each, twice at each position.
    expect(looks, `seed ${SEED}, ${text}`).toBeLessThanOrEqual(2 * 60 * 100);
  }
});

it('takes the branch of a chain that fits, however unknown, and the place that is called so', () => {
  const index = indexOf([
    ...Array.from({ length: 30 }, (_, i): [Feature['tags'], number, number] => [
      { shop: 'supermarket', name: 'Номин', wikidata: 'Q1' },
      106.9 + i / 1_000,
      47.9,
    ]),
    [{ shop: 'supermarket', name: 'Номин' }, 106.95, 47.93],
    [{ amenity: 'school', name: '5-р сургууль' }, 106.96, 47.93],
    [{ amenity: 'cafe', name: 'Мандах' }, 106.95, 47.9335],
    [{ amenity: 'hospital', name: 'Мандах эмнэлэг' }, 106.955, 47.932],
  ]);
  const [found, ...others] = points(
    index,
    'Номин дэлгүүрээс зүүн тийш 370 м, 5-р сургуулиас баруун тийш 370 м',
  );
  expect(others).toEqual([]);
  expect(found.longitude).toBeCloseTo(106.955, 3);
  expect(found.latitude).toBeCloseTo(47.93, 3);
  const [beside] = points(index, 'Мандах эмнэлгээс урагш 220 м, Номин дэлгүүрээс зүүн тийш 370 м');
  expect(beside.latitude).toBeCloseTo(47.93, 3);
  expect(index.place(beside.landmarks[0].row).name).toBe('Мандах эмнэлэг');
});

it('goes over the antimeridian', () => {
  const index = indexOf([
    [{ shop: 'supermarket', name: 'Номин' }, 179.99, 60],
    [{ amenity: 'school', name: 'Саран' }, -179.99, 60],
  ]);
  const [east] = points(index, 'Номингоос зүүн тийш 5 км');
  expect(east.longitude).toBeCloseTo(-179.92, 2);
  const [between] = points(index, 'Номингоос зүүн тийш 560 м, Сарангаас баруун тийш 560 м');
  expect(180 - Math.abs(between.longitude)).toBeLessThan(0.001);
});
