import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import { parsePostgisAddress } from '../../src/sources/postgis-address.js';
import { PostgisGeocoder } from '../../src/sources/postgis/postgis-geocoder.js';
import { exportTo, hasPostgis, makeGeoDatabase, postgisUrl } from '../postgis.js';
import { usePostgres } from '../postgres.js';

/** Degrees east and north of 106 and 47. */
type At = readonly [east: number, north: number];

let ids = 0;
const units = ([east, north]: At): [number, number] => [
  Math.round((106 + east) * 1e7),
  Math.round((47 + north) * 1e7),
];

function point(at: At, tags: Tags): Feature {
  const [lon7, lat7] = units(at);
  return { id: `osm:node:${++ids}`, tags, geometry: { kind: 'point', lon7, lat7 } };
}

function street(name: string, ...points: readonly At[]): Feature {
  const line = Int32Array.from(points.flatMap(units));
  return {
    id: `osm:way:${++ids}`,
    tags: { highway: 'residential', name },
    geometry: { kind: 'line', lines: [line] },
  };
}

function house(at: At, on: string, number: string, more: Tags = {}): Feature {
  return point(at, { 'addr:street': on, 'addr:housenumber': number, building: 'yes', ...more });
}

/** @param box west, south, east, north */
function area(name: string, level: number, [w, s, e, n]: readonly [number, number, number, number]): Feature {
  const corners: At[] = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  return {
    id: `osm:relation:${++ids}`,
    tags: { boundary: 'administrative', admin_level: `${level}`, name },
    geometry: { kind: 'area', polygons: [[Int32Array.from(corners.flatMap(units))]] },
  };
}

/** A capital of two districts of two khoroo each, and an aimag with two soums. */
const FEATURES = [
  area('Улаанбаатар', 4, [0, 0, 1, 1]),
  area('Баянзүрх дүүрэг', 6, [0, 0, 0.5, 1]),
  area('Хан-Уул дүүрэг', 6, [0.5, 0, 1, 1]),
  area('БЗД-ийн 1-р хороо', 8, [0, 0, 0.5, 0.5]),
  area('БЗД-ийн 2-р хороо', 8, [0, 0.5, 0.5, 1]),
  area('ХУД-ийн 1-р хороо', 8, [0.5, 0, 1, 0.5]),
  area('ХУД-ийн 2-р хороо', 8, [0.5, 0.5, 1, 1]),
  area('Төв аймаг', 4, [1, 0, 3, 1]),
  area('Алтанбулаг сум', 6, [1, 0, 2, 1]),
  area('Сэргэлэн сум', 6, [2, 0, 3, 1]),
  // It passes two khoroo.
  street('Нарны гудамж', [0.2, 0.1], [0.2, 0.4], [0.2, 0.55], [0.2, 0.7]),
  street('Нарны гудамж', [0.7, 0.1], [0.7, 0.3]),
  ...['5', '7', '45'].map((number, i) => house([0.2, 0.1 + i / 10], 'Нарны гудамж', number)),
  house([0.7, 0.2], 'Нарны гудамж', '5'),
  house([0.8, 0.8], 'Салхины гудамж', '45', { name: '45-р байр' }),
  point([0.1, 0.1], { amenity: 'pharmacy', name: 'Монос эмийн сан' }),
  point([0.6, 0.1], { amenity: 'pharmacy', name: 'Монос эмийн сан' }),
  point([0.3, 0.8], { amenity: 'school', name: '14-р сургууль' }),
  point([1.5, 0.5], { amenity: 'school', name: '14-р сургууль' }),
  point([2.5, 0.5], { amenity: 'hospital', name: 'Сэргэлэн сумын эрүүл мэндийн төв' }),
  point([0.65, 0.75], { shop: 'supermarket', name: 'Номин супермаркет' }),
];

const TEXTS = [
  'БЗД 1-р хороо',
  'БЗД, 2-р хороо, Нарны гудамж',
  'БЗД 1-р хороо Нарны гудамж 7',
  'Нарны гудамж 5, ХУД',
  'Улаанбаатар хот, Хан-Уул дүүрэг, 2-р хороо, 45-р байр',
  'Баянзүрх дүүрэг 1-р хороо, Гэрэлтийн гудамж 12',
  'ХУД, Монос эмийн сан',
  'БЗД-ийн 2-р хороо, эмийн сан',
  'Төв аймаг, Алтанбулаг сум, 14-р сургууль',
  'Төв аймгийн Сэргэлэн сумын эрүүл мэндийн төв',
  'Нарны гудамж 7, 3 давхар, 12 тоот',
  'Нарны гудамж 7 утас 99112233, Монгол улс',
  'Хан-Уул дүүрэг, Номен супермаркет',
  'БЗД, yfhys гудамж',
  'ХУД 9-р хороо',
  'Нарны гудамжинд',
  'Номин супермаркет, ХУД, 2-р хор',
];

describe.skipIf(!hasPostgis)('addresses over PostGIS and over a dataset', () => {
  const server = usePostgres();
  let embedded: EmbeddedGeocoder;
  let geocoder: PostgisGeocoder;

  beforeAll(async () => {
    const { sections } = buildGeocoding(FEATURES);
    const geocoding = GeocodingIndex.from(sections);
    const dataset = { pinned: () => ({ geocoding }) } as unknown as CurrentDataset;
    embedded = new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII });
    const url = server.url(await makeGeoDatabase(server));
    await exportTo(url, sections);
    geocoder = new PostgisGeocoder(parsePostgisAddress(postgisUrl(url))!, {
      radii: DEFAULT_REVERSE_RADII,
      connections: 2,
      requestTimeout_ms: 60_000,
    });
    await geocoder.start();
  });
  afterAll(() => geocoder.close());

  it.each(TEXTS)('%s', async (text) => {
    const wanted = embedded.search({ text, limit: 5 });
    expect(wanted.length).toBeGreaterThan(0);
    expect(await geocoder.search({ text, limit: 5 })).toEqual(wanted);
  });
});
