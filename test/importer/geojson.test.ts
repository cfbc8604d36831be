import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { readMapping, type PropertyMapping } from '../../src/importer/collect/property-tags.js';
import { Skipped } from '../../src/importer/collect/skipped.js';
import { geodata, hasGeodata } from '../geodata.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-geojson-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(content: unknown, mapping: PropertyMapping | null = null) {
  const path = join(folder, 'layer.geojson');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  const skipped = new Skipped();
  return { features: readGeojsonLayer(path, mapping, skipped).features, skipped: skipped.list() };
}

const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const point = (properties: unknown, coordinates: unknown = [106.9, 47.9], id?: unknown) => ({
  type: 'Feature',
  ...(id !== undefined && { id }),
  properties,
  geometry: { type: 'Point', coordinates },
});
const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];

describe('GeoJSON', () => {
  it('quotes a file that is none in one line', () => {
    const broken = 'FOOBAR\n\u001b[31m';
    expect(() => read(broken)).toThrow(/cannot read .*: Unexpected token 'F', "FOOBAR/);
    expect(() => read(broken)).not.toThrow(/\p{Cc}/u);
  });

  it('takes the usual property names without a mapping', () => {
    const { features } = read(
      collection(
        point({ name: 'Зах', name_en: 'Market', amenity: 'marketplace', other: 1 }, [106.9, 47.9], 7),
      ),
    );
    expect(features).toEqual([
      {
        id: 'geojson:layer:7',
        tags: { name: 'Зах', 'name:en': 'Market', amenity: 'marketplace' },
        geometry: { kind: 'point', lon7: 1069000000, lat7: 479000000 },
      },
    ]);
  });

  it.each([
    ['hstore', String.raw`"shop"=>"florist","alt_name"=>"А \"Б\" В","operator"=>"Номин","x"=>"=>"`],
    ['JSON', JSON.stringify({ shop: 'florist', alt_name: 'А "Б" В', operator: 'Номин', x: '=>' })],
  ])('reads the tags that ogr2ogr has no property for, as %s', (_, other_tags) => {
    const properties = { osm_id: null, osm_way_id: '5', name: 'Дэлгүүр', type: null, shop: null, other_tags };
    const tags = { name: 'Дэлгүүр', shop: 'florist', alt_name: 'А "Б" В', operator: 'Номин', x: '=>' };
    expect(read(collection(point(properties))).features).toEqual([
      expect.objectContaining({ id: 'geojson:layer:way/5', tags }),
    ]);
    const mapped = read(collection(point(properties)), { name: 'name', brand: 'operator' }).features;
    expect(mapped[0].tags).toEqual({ name: 'Дэлгүүр', brand: 'Номин', 'gazarch:type': 'place' });
  });

  it('reads administrative levels', () => {
    const area = {
      type: 'Feature',
      properties: { level: 'khoroo', district_mn: 'Баянгол', name_mn: '1-р хороо', number: 1 },
      geometry: { type: 'Polygon', coordinates: square },
    };
    const { features } = read(collection(area));
    expect(features[0]).toMatchObject({
      id: 'geojson:layer:Баянгол-1-1-р_хороо',
      tags: {
        name: '1-р хороо',
        boundary: 'administrative',
        admin_level: '8',
        'gazarch:type': 'khoroo',
        'gazarch:district': 'Баянгол',
      },
      geometry: { kind: 'area' },
    });
  });

  it('follows a mapping: properties, literals, templates', () => {
    const mapping = readMapping('name=NER,place==suburb,alt_name={NER} {N}');
    const { features } = read(collection(point({ NER: 'Ард', N: 3 }), point({ NER: 'Бат' })), mapping);
    expect(features.map((f) => f.tags)).toEqual([
      { name: 'Ард', place: 'suburb', alt_name: 'Ард 3' },
      { name: 'Бат', place: 'suburb' },
    ]);
  });

  it('reads lines, polygons with holes and several polygons', () => {
    const shapes = [
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
          [
            [2, 2],
            [3, 3],
          ],
        ],
      },
      {
        type: 'Polygon',
        coordinates: [
          ...square,
          [
            [0.1, 0.1],
            [0.2, 0.1],
            [0.2, 0.2],
            [0.1, 0.1],
          ],
        ],
      },
      { type: 'MultiPolygon', coordinates: [square, square] },
    ];
    const { features } = read(
      collection(
        ...shapes.map((geometry, i) => ({ type: 'Feature', id: i, properties: { name: 'x' }, geometry })),
      ),
    );
    expect(
      features.map(({ geometry: g }) =>
        g.kind === 'line' ? g.lines.length : g.kind === 'area' ? g.polygons.map((p) => p.length) : 0,
      ),
    ).toEqual([1, 2, [2], [1, 1]]);
  });

  it('skips and counts what makes no sense, and loses nothing else', () => {
    const { features, skipped } = read(
      collection(
        point({ name: 'good' }),
        point({}),
        point({ name: 'off' }, [200, 0]),
        point({ name: 'text' }, ['1', '2']),
        null,
        5,
        { type: 'Feature', properties: { name: 'none' }, geometry: null },
        {
          type: 'Feature',
          properties: { name: 'open' },
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ],
            ],
          },
        },
      ),
    );
    expect(features.map((f) => f.tags['name'])).toEqual(['good']);
    expect(skipped.map(({ reason, count }) => [reason, count])).toEqual([
      ['GeoJSON: geometry type missing is not supported', 3],
      ['GeoJSON: a position is not a valid longitude and latitude in degrees', 2],
      ['GeoJSON: a ring is not closed or has fewer than four positions', 1],
      ['GeoJSON: no name', 1],
    ]);
  });

  it('refuses what is not GeoJSON, naming the file', () => {
    for (const bad of [
      '',
      '{',
      '[]',
      'null',
      '{"type":"Topology"}',
      '{"type":"FeatureCollection","features":5}',
    ]) {
      expect(() => read(bad), bad).toThrow(InputError);
      expect(() => read(bad), bad).toThrow(/layer\.geojson/);
    }
    expect(() => readMapping('name')).toThrow(/must look like/);
  });

  it.skipIf(!hasGeodata)('reads all 204 khoroo of the capital with distinct ids', () => {
    const skipped = new Skipped();
    const features = readGeojsonLayer(geodata('ub-khoroo.geojson'), null, skipped).features;
    expect(skipped.list()).toEqual([]);
    expect(features.length).toBe(204);
    expect(new Set(features.map((f) => f.id)).size).toBe(204);
    expect(features.every((f) => f.tags['gazarch:type'] === 'khoroo' && f.geometry.kind === 'area')).toBe(
      true,
    );
  });

  it('reads a file with a byte order mark', () => {
    const { features } = read(`\ufeff${JSON.stringify(collection(point({ name: 'Бом', amenity: 'cafe' })))}`);
    expect(features.map(({ tags }) => tags['name'])).toEqual(['Бом']);
  });

  it.each(['boundary', 'multipolygon', 'way'])('takes type=%s of overpass-turbo for no kind', (type) => {
    const properties = { type, boundary: 'administrative', admin_level: '8', name: '9-р хороо' };
    const geometry = { type: 'Polygon', coordinates: square };
    const { features } = read(collection({ type: 'Feature', id: 'relation/9', properties, geometry }));
    expect(features[0].tags).toEqual({ boundary: 'administrative', admin_level: '8', name: '9-р хороо' });
  });

  it('counts what is no feature, and leaves the others their numbers', () => {
    const { features, skipped } = read(
      collection(null, 7, point({ amenity: 'cafe', ref: '1', 'name:de': 'A' })),
    );
    expect(features.map(({ id }) => id)).toEqual(['geojson:layer:3']);
    expect(skipped.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  it('says that longitude and latitude are exchanged', () => {
    const { skipped } = read(collection(point({ name: 'A', amenity: 'cafe' }, [47.9, 106.9])));
    expect(skipped[0].reason).toBe(
      'GeoJSON: longitude and latitude are swapped; GeoJSON puts the longitude first',
    );
  });
});
