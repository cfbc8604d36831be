import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { cleanText } from '../../src/importer/collect/clean-text.js';
import { withoutLongValues } from '../../src/importer/collect/import-limits.js';
import { checkOverlaps } from '../../src/importer/build/overlapping-areas.js';
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

describe('a file with more places than there may be', () => {
  const rows = (count: number): string =>
    `name,lat,lon\n${Array.from({ length: count }, (_, i) => `Салбар ${i},47.9,106.9`).join('\n')}\n`;

  it('is not read to its end when it is a table', () => {
    // The last bytes are no UTF-8: who reads the file says so.
    const path = join(folder, 'many.csv');
    writeFileSync(path, Buffer.concat([Buffer.from(rows(60)), Buffer.from([0xff, 0xfe])]));
    expect(() => readOwnPlaces(path, null, 50)).toThrow(/has more than 50 places, and all layers together/);
    expect(() => readOwnPlaces(path, null, 60)).toThrow(/UTF-8/);
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
      /^zones\.geojson: too many areas lie over one another, \d+ of them at 4\d\.\d+, 10\d\.\d+; leave/,
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
