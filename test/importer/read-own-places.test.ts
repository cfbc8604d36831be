import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { readOwnPlaces, type OwnPlacesRead } from '../../src/importer/collect/read-own-places.js';
import { runImport } from '../../src/importer/run-import.js';
import { Skipped } from '../../src/importer/collect/skipped.js';
import { layerText, parseLayer } from '../../src/dataset/layers/layer-file.js';
import { tinyMap } from '../cli/tiny-map.js';
import { seededRandom } from '../seeded-random.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-own-read-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const read = (name: string, content: string | Buffer): OwnPlacesRead =>
  readOwnPlaces(file(name, content), null);

describe('a table of own places', () => {
  it('is read with any of the usual separators, line ends, quotes and names of columns', () => {
    const rows = [
      ['код', 'Нэр', 'өргөрөг', 'уртраг', 'Төрөл', 'name_en'],
      ['7', '"Сараана, ""төв"""', '47.9', '106.9', 'эмийн сан', 'Saraana'],
    ];
    for (const [separator, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\r'],
    ]) {
      const text = rows.map((row) => row.join(separator)).join(end);
      const { features, leftOut } = read('x.csv', `\uFEFF${text}${end}`);
      expect(leftOut).toEqual([]);
      expect(features).toEqual([
        {
          id: '7',
          tags: { 'name:en': 'Saraana', name: 'Сараана, "төв"', 'gazarch:type': 'pharmacy' },
          geometry: { kind: 'point', lon7: 1_069_000_000, lat7: 479_000_000 },
        },
      ]);
    }
  });

  it('loses the broken rows only, wherever a quotation mark is too much', () => {
    const good = Array.from({ length: 40 }, (_, i) => `${i},Газар ${i},47.9,106.${100 + i}`);
    const random = seededRandom(12);
    for (let round = 0; round < 40; round++) {
      const at = Math.floor(random() * good.length);
      const broken = ['x,"Газар,47.9,106.9', 'x,Га"зар,47.9,106.9', 'x,"Га" зар,47.9,106.9'][round % 3];
      const rows = [...good.slice(0, at), broken, ...good.slice(at)];
      const { features, leftOut } = read('x.csv', ['id,name,lat,lon', ...rows].join('\n'));
      expect(
        features.map(({ id }) => id),
        `round ${round}`,
      ).toEqual(good.map((_, i) => String(i)));
      expect(leftOut.map(({ where }) => where)).toEqual([`line ${at + 2}`]);
    }
  });
});

it('survives hostile files: each is read, or refused in one line (seeded)', () => {
  const table = 'id,name,lat,lon,category,closed\n1,"А ""б""",47.9,106.9,shop=bakery,no\n2,В,48,107,cafe,\n';
  const point = { type: 'Point', coordinates: [106.9, 47.9] };
  const names = ['constructor', '__proto__', 'toString', 'А'];
  const json = JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((name) => ({
      type: 'Feature',
      properties: { name, category: name },
      geometry: point,
    })),
  });
  const random = seededRandom(7);
  for (let round = 0; round < 400; round++) {
    const [name, text] = round % 2 === 0 ? ['f.csv', table] : ['f.geojson', json];
    const bytes = Buffer.from(text);
    for (let changes = Math.floor(random() * 4); changes >= 0; changes--) {
      const at = Math.floor(random() * bytes.length);
      const odd = '",;\n{}[]0\\n\u0000'.charCodeAt(Math.floor(random() * 12));
      bytes[at] = random() < 0.7 ? odd : Math.floor(random() * 256);
    }
    try {
      const { features } = read(name, bytes.subarray(0, bytes.length - (round % 5 === 0 ? round % 40 : 0)));
      const source = { name, bytes: 1, sha256: 'x' };
      const head = { name: 'x', written_at: 'now', source, places: features.length, left_out: [] };
      expect(parseLayer(layerText({ ...head, features })).features).toEqual(features);
      buildGeocoding(features);
    } catch (error) {
      expect(error, `round ${round}: ${bytes.toString()}`).toBeInstanceOf(InputError);
      expect((error as Error).message).not.toContain('\n    at');
    }
  }
});

describe('GeoJSON in an import of a map', () => {
  const collection = (...properties: object[]): string =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: properties.map((each) => ({
        type: 'Feature',
        properties: each,
        geometry: { type: 'Point', coordinates: [106.9, 47.9] },
      })),
    });

  it('makes a place of each named feature, and counts the others', () => {
    const skipped = new Skipped();
    const text = collection({ name: 'Нэг' }, { name: 'Хоёр', 'disused:shop': 'yes' }, { a: 1 });
    const features = readGeojsonLayer(file('a.geojson', text), null, skipped).features;
    expect(buildGeocoding(features).report.byType).toEqual({ place: 1 });
    expect(skipped.list().map(({ reason, count }) => [reason, count])).toEqual([
      ['GeoJSON: disused or planned', 1],
      ['GeoJSON: no name', 1],
    ]);
  });

  it('is an error when nothing of one source is kept; the same sources twice add no dataset', async () => {
    const map = file('map.osm', tinyMap('Хот'));
    const none = file('none.geojson', collection({ a: 1 }, { b: 2 }));
    const untagged = file('nodes.osm', '<osm version="0.6"><node id="9" lat="47.9" lon="106.9"/></osm>');
    const out = join(folder, 'out');
    const run = (...sources: string[]) =>
      runImport(
        { sources, out, mapping: null, force: false, generator: 'test' },
        { onProgress: () => undefined },
      );
    await expect(run(map, none)).rejects.toThrow(
      /none of the features of .*none.geojson .* 2 × no name; leave/,
    );
    await expect(run(map, untagged)).rejects.toThrow(
      /nodes.osm contains no named places, addresses or roads/,
    );
    expect(await run(map)).toMatchObject({ dataset: 1, isNew: true });
    const other = file('other.osm', tinyMap('Өөр'));
    expect(await run(other)).toMatchObject({ dataset: 2, isNew: true });
    expect(await run(other)).toMatchObject({ dataset: 2, isNew: false, removed: [] });
  });
});
