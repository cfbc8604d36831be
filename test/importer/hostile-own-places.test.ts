import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { cleanText } from '../../src/importer/collect/clean-text.js';
import { withoutLongValues } from '../../src/importer/collect/import-limits.js';
import { checkOverlaps } from '../../src/importer/build/overlapping-areas.js';
import { readShapes } from '../../src/importer/collect/read-shapes.js';
import { readOwnPlaces } from '../../src/importer/collect/read-own-places.js';
import { Skipped } from '../../src/importer/collect/skipped.js';

/** Files of own places that would take all memory or all time, and names that are not what they look like. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-own-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

it('gives places with one name numbers without trying each number for each place', () => {
  const count = 2_000;
  const has = vi.spyOn(Map.prototype, 'has');
  onTestFinished(() => has.mockRestore());
  const rows = 'Салбар,47.9,106.9\n'.repeat(count);
  const { features } = readOwnPlaces(file('alike.csv', `name,lat,lon\n${rows}`), null);
  const tries = has.mock.calls.length;
  expect(features.map(({ id }) => id).slice(0, 3)).toEqual(['Салбар', 'Салбар-2', 'Салбар-3']);
  expect(new Set(features.map(({ id }) => id)).size).toBe(count);
  expect(tries).toBeLessThan(50 * count);
});

it('refuses a table with too many columns, in one short line', () => {
  const names = Array.from({ length: 5_000 }, (_, i) => `c${i}`);
  for (const text of [
    `${names.join(',')}\n1,2\n`,
    `name,lat,lon\n${'1,'.repeat(5_000)}\n`,
    `name,lat,lon\n"a\nb",${'1,'.repeat(5_000)}\n`,
  ]) {
    const read = (): unknown => readOwnPlaces(file('wide.csv', text), null);
    expect(read).toThrow(/line \d has more than 1000 columns; remove some$/);
  }
  expect(() => readOwnPlaces(file('many.csv', `${names.slice(0, 900).join(',')}\n1\n`), null)).toThrow(
    /its columns are c0, .*, c29 and 870 more\./,
  );
  const shape = `"POLYGON((${'1 2,'.repeat(5_000)}1 2))"`;
  expect(
    readOwnPlaces(file('shape.csv', `name,lat,lon,wkt\nA,47,106,${shape}\n`), null).features,
  ).toHaveLength(1);
});

it('leaves out of the map what goes around the world', async () => {
  const nodes = [
    [85, 179],
    [-85, -179],
    [47.9, 106.9],
    [47.91, 106.91],
  ]
    .map(([lat, lon], i) => `<node id="${i + 1}" lat="${lat}" lon="${lon}"/>`)
    .join('');
  const way = (id: number): string =>
    `<way id="${id}"><nd ref="${2 * id - 1}"/><nd ref="${2 * id}"/><tag k="highway" v="primary"/></way>`;
  const shapes = await readShapes([file('world.osm', `<osm version="0.6">${nodes}${way(1)}${way(2)}</osm>`)]);
  expect([shapes.length, shapes.leftOut]).toEqual([1, 1]);
});

describe('a file with more places than there may be', () => {
  const rows = (count: number): string =>
    `name,lat,lon\n${Array.from({ length: count }, (_, i) => `Салбар ${i},47.9,106.9`).join('\n')}\n`;

  it('is not read to its end when it is a table', () => {
    // The last bytes are no UTF-8: they are a row without a place.
    const path = join(folder, 'many.csv');
    writeFileSync(path, Buffer.concat([Buffer.from(rows(60)), Buffer.from([0xff, 0xfe])]));
    expect(() => readOwnPlaces(path, null, 50)).toThrow(/has more than 50 places, and all layers together/);
    expect(readOwnPlaces(path, null, 60).features).toHaveLength(60);
  });

  it('counts rows, not lines', () => {
    const text = 'name,lat,lon\n\n"one\nlong\nname",47.9,106.9\r\n\r\ntwo,47.9,106.9';
    expect(readOwnPlaces(file('lines.csv', text), null, 2).features).toHaveLength(2);
    expect(() => readOwnPlaces(file('three.csv', `${text}\nthree,47.9,106.9\n`), null, 2)).toThrow(
      /more than 2/,
    );
  });

  it('is not parsed when it is GeoJSON', () => {
    const one = {
      type: 'Feature',
      properties: { name: 'x' },
      geometry: { type: 'Point', coordinates: [106, 47] },
    };
    const text = JSON.stringify({ type: 'FeatureCollection', features: new Array(60).fill(one) });
    expect(() => readOwnPlaces(file('many.geojson', `${text}}`), null, 50)).toThrow(/more than 50 places/);
    expect(() => readOwnPlaces(file('cut.geojson', `${text}}`), null, 60)).toThrow(/JSON/);
  });
});

describe('areas that lie over one another', () => {
  const squares = (count: number, step7: number): Feature[] =>
    Array.from({ length: count }, (_, i) => {
      const [west, south] = [1_069_000_000 + (i % 200) * step7, 479_000_000 + Math.floor(i / 200) * step7];
      const ring = Int32Array.of(
        ...[west, south, west + 400_000, south, west + 400_000, south + 400_000, west, south + 400_000],
        ...[west, south],
      );
      return { id: `${i}`, tags: { name: `${i}` }, geometry: { kind: 'area', polygons: [[ring]] } };
    });

  it('are refused by the thousand, in one line', () => {
    const start = process.cpuUsage();
    expect(() => checkOverlaps(squares(20_000, 1_000), 'zones.geojson')).toThrow(
      /^zones\.geojson: too many areas overlap, \d+ of them at 4\d\.\d+, 10\d\.\d+; leave/,
    );
    // A second of processor time would be a hundred times what it takes.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });

  it('are taken where they hardly do', () => {
    expect(() => checkOverlaps(squares(20_000, 300_000), 'zones.geojson')).not.toThrow();
    expect(() => checkOverlaps(squares(1_900, 100), 'zones.geojson')).not.toThrow();
  });
});

describe('names', () => {
  it('lose what is not to be seen, and keep joiners', () => {
    expect(cleanText('Кафе\u0000 \u001b[31mулаан\u202eнаалу')).toBe('Кафе [31mулааннаалу');
    expect(cleanText('a\r\n b\u2028c\u0085d')).toBe('a b c d'.replace('a b', 'a  b'));
    for (const kept of ['ᠮᠣᠩᠭᠣᠯ\u180eᠠ', '👩\u200d👩\u200d👧', 'Ө.Ү "Х"']) expect(cleanText(kept)).toBe(kept);
  });

  it('are cleaned in tables, in GeoJSON, in OSM, and in what is left out', () => {
    const csv = readOwnPlaces(
      file('names.csv', 'name,lat,lon\nA\u001b[2J\u202eb,47.9,106.9\n"x\ny",0,0\n'),
      null,
    );
    expect(csv.features[0].tags['name']).toBe('A[2Jb');
    expect(csv.leftOut[0].name).toBe('x y');
    expect(withoutLongValues({ name: 'a\u0007b' }, 'osm:node:1', new Skipped())).toEqual({ name: 'ab' });
  });
});
