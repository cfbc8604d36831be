import { expect, it } from 'vitest';
import type { Feature, Tags } from '../../../src/geo/feature.js';
import { buildGeocoding } from '../../../src/geocoding/build-geocoding.js';
import { Describer, type Description } from '../../../src/geocoding/describe/describer.js';
import { PointFinder } from '../../../src/geocoding/describe/point-finder.js';
import { askedPoint } from '../../../src/geocoding/describe/sentence-query.js';
import { spokenName, spokenStreet } from '../../../src/geocoding/describe/spoken-kinds.js';
import { GeocodingIndex } from '../../../src/geocoding/geocoding-index.js';
import { slowGeodesic } from '../../oracles/slow-geodesic.js';

/** Open country: which landmarks tell a point, rivers by their lines, and how things are called. */

type Position = readonly [lon: number, lat: number];
const unit = (degrees: number): number => Math.round(degrees * 1e7);
const place = (id: number, tags: Tags, [lon, lat]: Position): Feature => ({
  id: `osm:node:${id}`,
  tags,
  geometry: { kind: 'point', lon7: unit(lon), lat7: unit(lat) },
});
const line = (id: number, tags: Tags, positions: readonly Position[]): Feature => ({
  id: `osm:way:${id}`,
  tags,
  geometry: { kind: 'line', lines: [Int32Array.from(positions.flat().map(unit))] },
});

/** A village with its hospital, a mountain at a right angle to it, and a river along 47.1 degrees. */
const VILLAGE: Position = [104, 47];
const RIVER_LAT = 47.1;
const FEATURES: readonly Feature[] = [
  place(1, { place: 'village', name: 'Цэнгэл' }, VILLAGE),
  place(2, { amenity: 'hospital', name: 'Цэнгэл эмнэлэг', wikidata: 'Q2' }, [104.001, 47.001]),
  place(3, { natural: 'peak', name: 'Хонгор уул' }, [104.33, 47.09]),
  line(4, { waterway: 'river', name: 'Сэлэнгэ мөрөн' }, [
    [103, RIVER_LAT],
    [104, RIVER_LAT],
    [105, RIVER_LAT],
  ]),
];
const POINT: Position = [104, 47.09];

function described(features: readonly Feature[], point: Position, language: 'mn' | 'en' = 'mn'): Description {
  return new Describer(GeocodingIndex.from(buildGeocoding([...features]).sections).parts).describe(
    point,
    [],
    language,
  );
}

it('takes a mountain to the side rather than two things in one village', () => {
  const names = described(FEATURES, POINT).landmarks.map(({ name }) => name);
  expect(names.slice(0, 2).sort()).toEqual(['Хонгор уул', 'Цэнгэл']);
});

it('names a river that is nearer than any landmark, measured from its line', () => {
  const { text, landmarks } = described(FEATURES, POINT);
  const river = landmarks.at(-1)!;
  expect(river).toMatchObject({ id: 'osm:way:4', type: 'river', direction: 'south' });
  expect(river.latitude).toBeCloseTo(RIVER_LAT, 6);
  const { distance_m } = slowGeodesic([river.longitude, river.latitude], [...POINT]);
  expect(Math.abs(river.distance_m - distance_m)).toBeLessThan(1);
  expect(text).toContain('Сэлэнгэ мөрнөөс урагш 1.1 км');
  expect(described(FEATURES, POINT, 'en').text).toContain('1.1 km south of');
});

it('leaves a river out that is far, behind a landmark, or beside a street', () => {
  const types = (features: readonly Feature[], point: Position): string[] =>
    described(features, point).landmarks.map(({ type }) => type);
  expect(types(FEATURES, [104, 47.04])).not.toContain('river');
  const spring = place(5, { natural: 'spring', name: 'Мөнх булаг' }, [104.001, 47.091]);
  expect(types([...FEATURES, spring], POINT)).not.toContain('river');
  const street = line(6, { highway: 'residential', name: 'Нарны зам' }, [
    [103.99, 47.0901],
    [104.01, 47.0901],
  ]);
  expect(types([...FEATURES, street], POINT)).not.toContain('river');
});

it('finds such a point again by its two places, though the river goes far', () => {
  const finder = new PointFinder(GeocodingIndex.from(buildGeocoding([...FEATURES]).sections));
  for (const language of ['mn', 'en'] as const) {
    const { text } = described(FEATURES, POINT, language);
    const [found] = finder.points(askedPoint(text)!, undefined);
    expect(slowGeodesic([found.longitude, found.latitude], [...POINT]).distance_m, text).toBeLessThan(500);
  }
});

it('begins with what stands beside the point, before what is better known', () => {
  const cafe = place(7, { amenity: 'cafe', name: 'Мандах' }, [104, 47.09005]);
  const hospital = place(
    8,
    { amenity: 'hospital', name: 'Төв эмнэлэг', wikidata: 'Q1' },
    [104.0005, 47.0903],
  );
  expect(described([...FEATURES, cafe, hospital], POINT).text).toMatch(
    /^Мандах кафегийн дэргэд, Төв эмнэлгээс/,
  );
});

it.each([
  ['БЗД-ийн 2-р хороо', 'government', 'mn', 'БЗД-ийн 2-р хорооны байр'],
  ['BZD-iin 2-r khoroo', 'government', 'en', 'BZD-iin 2-r khoroo (office)'],
  ['Татварын хэлтэс', 'government', 'mn', 'Татварын хэлтэс'],
  ['Naran khiid', 'place_of_worship', 'en', 'Naran khiid (place of worship)'],
  ['Gerelt Monastery', 'place_of_worship', 'en', 'Gerelt Monastery'],
  ['Номин', 'supermarket', 'mn', 'Номин дэлгүүр'],
] as const)('calls «%s», a %s, in a sentence as people do (%s)', (name, type, language, spoken) => {
  expect(spokenName(name, type, language)).toBe(spoken);
});

it.each([
  ['Худалдаачдын гудамж Traders St', 'Худалдаачдын гудамж Traders St'],
  ['Улаанбаатар - Дархан', 'Улаанбаатар - Дархан зам'],
  ['Нарны зам', 'Нарны зам'],
  ['Forest', 'Forest зам'],
])('calls the street «%s» so', (name, spoken) => {
  expect(spokenStreet(name, 'mn')).toBe(spoken);
});

it('takes a town for a town that is called as a kind of water', () => {
  const landmarks = askedPoint('Туул голоос хойш 450 м, Мөрөнгөөс зүүн хойш 29 км')!.landmarks;
  expect(landmarks.map(({ names }) => names[0].toLowerCase())).toEqual(['мөрөн', 'туул гол']);
});
