import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { FetchSource, PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurrentMap } from '../../src/sources/embedded/dataset/current-map.js';
import { PmtilesWriter } from '../../src/tiles/pmtiles-writer.js';
import { startServer, type TestServer } from './server.js';

/** The map over HTTP: its description, its tiles, the file by parts, and what changes with the dataset. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-map-'));
const problems: string[] = [];
let map: CurrentMap;
let server: TestServer;

beforeAll(async () => {
  dataset(1, 'first');
  map = new CurrentMap(folder, (error) => problems.push(error.message));
  map.watch();
  server = await startServer({}, { map });
});
afterAll(async () => {
  await server.stop();
  map.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { headers });

describe('the map', () => {
  it('is described as TileJSON has it', async () => {
    const answer = await ask('/map/tiles.json');
    expect(answer.status).toBe(200);
    const json = (await answer.json()) as { tiles: string[] };
    expect(json).toMatchObject({
      tilejson: '3.0.0',
      minzoom: 3,
      maxzoom: 13,
      bounds: [87.7, 41.5, 120, 52.2],
      attribution: '© OpenStreetMap contributors',
    });
    // A page of another origin needs whole addresses.
    const [before, after] = json.tiles[0].split('{z}/{x}/{y}');
    expect(before).toBe(`${server.url}/map/tiles/`);
    expect(after).toMatch(/^\?v=./);
  });

  it('has a style with whole addresses, in two colours and two languages', async () => {
    const style = async (query: string): Promise<Record<string, unknown>> =>
      (await (await ask(`/map/style.json${query}`)).json()) as Record<string, unknown>;
    const plain = await style('');
    expect(plain).toEqual(await style('?theme=light&lang=mn'));
    const { tiles } = (await (await ask('/map/tiles.json')).json()) as { tiles: string[] };
    expect(plain['sources']).toMatchObject({ map: { type: 'vector', tiles } });
    expect(plain['sprite']).toBe(`${server.url}/map/sprites/light`);
    expect(validateStyleMin(plain as never)).toEqual([]);
    const looks = await Promise.all(['?theme=dark', '?lang=en', '?theme=dark&lang=en'].map(style));
    expect(new Set([plain, ...looks].map((look) => JSON.stringify(look))).size).toBe(4);
    expect(looks[0]['sprite']).toBe(`${server.url}/map/sprites/dark`);
    for (const ratio of ['', '@2x']) {
      const index = (await (await ask(`/map/sprites/light${ratio}.json`)).json()) as object;
      const picture = await ask(`/map/sprites/light${ratio}.png`);
      expect(picture.headers.get('content-type')).toBe('image/png');
      expect(Object.keys(index)).toContain('oneway');
    }
  });

  it('filters features in words that QGIS reads, else it would draw each with every look', async () => {
    const { layers } = (await (await ask('/map/style.json')).json()) as {
      layers: { id: string; filter?: unknown[] }[];
    };
    const unread: string[] = [];
    const look = (id: string, filter: unknown[]): void => {
      const [operator, ...others] = filter;
      if (operator === 'all') for (const other of others) look(id, other as unknown[]);
      else if (operator === 'match')
        expect(others.map((part) => typeof part)).toEqual(['object', 'object', 'boolean', 'boolean']);
      else if (JSON.stringify(others.slice(1)).includes('zoom')) unread.push(id);
      else expect(['has', '==', '!=', '>']).toContain(operator);
    };
    for (const { id, filter } of layers) if (filter !== undefined) look(id, filter);
    expect(unread).toEqual(['poi', 'water-name']);
  });

  it.each([
    ['?theme=pink', 'theme', 'unknown_value'],
    ['?lang=', 'lang', 'unknown_value'],
    ['?lang=mn&lang=en', 'lang', 'repeated'],
  ])('has no style %s', async (query, field, reason) => {
    const answer = await ask(`/map/style.json${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { details: { field, reason } } });
  });

  it('names the address that a setting or a trusted proxy says', async () => {
    const spriteOf = async (settings: object, headers: Record<string, string>): Promise<unknown> => {
      const other = await startServer(settings, { map });
      const answer = await fetch(`${other.url}/map/style.json`, { headers });
      await other.stop();
      return String(((await answer.json()) as { sprite: string }).sprite).replace(other.url.slice(7), 'HOST');
    };
    const https = { 'x-forwarded-proto': 'https' };
    expect(await spriteOf({}, https)).toBe('http://HOST/map/sprites/light');
    expect(await spriteOf({ trustProxy: '127.0.0.0/8' }, https)).toBe('https://HOST/map/sprites/light');
    expect(await spriteOf({ trustProxy: '10.0.0.0/8' }, https)).toBe('http://HOST/map/sprites/light');
    expect(await spriteOf({ publicUrl: 'https://maps.example.mn/x' }, {})).toBe(
      'https://maps.example.mn/x/map/sprites/light',
    );
  });

  it('gives tiles packed, and nothing for the steppe', async () => {
    const tile = await ask('/map/tiles/4/12/5');
    expect([tile.status, tile.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.mapbox-vector-tile',
    ]);
    expect(tile.headers.get('access-control-allow-origin')).toBe('*');
    expect(await tile.text()).toBe('first');
    expect((await ask('/map/tiles/4/0/0')).status).toBe(204);
    expect((await ask('/map/tiles/20/0/0')).status).toBe(204);
  });

  it.each(['/map/tiles/', '/map/tiles/4/12', '/map/tiles/a/b/c', '/map/tiles/4/12/5/6', '/map/', '/map'])(
    'has nothing at %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );

  it('refuses other methods', async () => {
    const answer = await fetch(`${server.url}/map/tiles/4/12/5`, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('is one file for readers of PMTiles', async () => {
    const reader = new PMTiles(new FetchSource(`${server.url}/map/map.pmtiles`));
    expect((await reader.getHeader()).maxZoom).toBe(13);
    expect(Buffer.from((await reader.getZxy(4, 12, 5))!.data).toString()).toBe('first');
    const part = await ask('/map/map.pmtiles', { range: 'bytes=0-6' });
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-6\/\d+$/);
  });

  it('answers ranges and conditions as RFC 9110 has them', async () => {
    const whole = await ask('/map/map.pmtiles');
    const file = Buffer.from(await whole.arrayBuffer());
    const tag = whole.headers.get('etag')!;
    expect([whole.status, file.length]).toEqual([200, Number(whole.headers.get('content-length'))]);
    const all = [200, file.length, null];
    const end = `${file.length - 1}/${file.length}`;
    const first = [206, 7, `bytes 0-6/${file.length}`];
    const cases: [Record<string, string>, (string | number | null)[]][] = [
      [{ range: 'bytes=0-6' }, first],
      [{ range: 'bytes=-5' }, [206, 5, `bytes ${file.length - 5}-${end}`]],
      [{ range: 'bytes=-99999999' }, [206, file.length, `bytes 0-${end}`]],
      [{ range: 'bytes=5-' }, [206, file.length - 5, `bytes 5-${end}`]],
      [{ range: 'bytes=5-99999999' }, [206, file.length - 5, `bytes 5-${end}`]],
      // What is no range of bytes, and several of them, may be taken as none.
      ...['bytes=5-4', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=0-1,5-6'].map(
        (range): [Record<string, string>, (string | number | null)[]] => [{ range }, all],
      ),
      [{ range: 'bytes=0-6', 'if-range': tag }, first],
      [{ range: 'bytes=0-6', 'if-range': '"other"' }, all],
      [{ range: 'bytes=0-6', 'if-range': `W/${tag}` }, all],
      [{ range: 'bytes=0-6', 'if-range': new Date().toUTCString() }, all],
      [{ range: 'bytes=0-6', 'if-none-match': '"other"' }, first],
      [{ 'if-none-match': tag }, [304, 0, null]],
      [{ range: 'bytes=0-6', 'if-none-match': `"x", W/${tag}` }, [304, 0, null]],
      [{ 'if-none-match': '*' }, [304, 0, null]],
      [{ range: 'bytes=0-6', 'if-match': tag }, first],
    ];
    for (const [headers, expected] of cases) {
      const answer = await ask('/map/map.pmtiles', headers);
      const body = Buffer.from(await answer.arrayBuffer());
      const range = answer.headers.get('content-range');
      expect([answer.status, body.length, range], JSON.stringify(headers)).toEqual(expected);
      const at = Number(/^bytes (\d+)/.exec(range ?? '')?.[1] ?? 0);
      expect(body.equals(file.subarray(at, at + body.length)), JSON.stringify(headers)).toBe(true);
      expect(answer.headers.get('etag')).toBe(tag);
    }
  });

  it.each([
    [{ range: 'bytes=99999999-' }, 416],
    [{ range: 'bytes=-0' }, 416],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': 'W/"other"' }, 412],
  ])('refuses %j', async (headers, status) => {
    const answer = await ask('/map/map.pmtiles', headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    if (status === 416) expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
  });

  it('says the length of the whole file to HEAD', async () => {
    const answer = await fetch(`${server.url}/map/map.pmtiles`, {
      method: 'HEAD',
      headers: { range: 'bytes=0-6' },
    });
    expect([answer.status, Number(answer.headers.get('content-length')) > 100]).toEqual([200, true]);
  });

  it('answers a tile that is kept with 304', async () => {
    const tag = (await ask('/map/tiles/4/12/5')).headers.get('etag')!;
    const again = await ask('/map/tiles/4/12/5', { 'if-none-match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await ask('/map/tiles/4/12/5', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('may be kept for ever under the address of its version, and not under that of another', async () => {
    const { tiles } = (await (await ask('/map/tiles.json')).json()) as { tiles: string[] };
    const [, version] = /\?v=(.+)$/.exec(tiles[0])!;
    for (const path of ['/map/tiles/4/12/5', '/map/tiles/4/0/0', '/map/map.pmtiles']) {
      const caching = async (query: string): Promise<string | null> =>
        (await ask(`${path}${query}`, { range: 'bytes=0-9' })).headers.get('cache-control');
      expect(await caching(`?v=${version}`), path).toBe('public, max-age=31536000, immutable');
      expect(await caching(`?a=1&v=${version}`), path).toBe('public, max-age=31536000, immutable');
      expect(await caching(`?v=${version}0`), path).toBe('no-cache');
      expect(await caching(''), path).toBe('public, max-age=86400');
    }
  });

  it('stays the old one until the new dataset has one, and keeps it when that cannot be read', async () => {
    const before = await (await ask('/map/tiles.json')).text();
    dataset(2, null);
    // Longer than between two looks at the folder, so that a failure could show.
    await new Promise((done) => setTimeout(done, 1200));
    expect(await (await ask('/map/tiles/4/12/5')).text()).toBe('first');
    writeFileSync(join(folder, 'dataset-0002.pmtiles'), 'nonsense');
    await expect.poll(() => problems.join()).toContain('dataset-0002.pmtiles');
    expect(await (await ask('/map/tiles/4/12/5')).text()).toBe('first');
    rmSync(join(folder, 'dataset-0002.pmtiles'));
    dataset(2, 'second');
    await expect.poll(async () => (await ask('/map/tiles/4/12/5')).text()).toBe('second');
    expect(await (await ask('/map/tiles.json')).text()).not.toBe(before);
  });
});

describe('without a map', () => {
  it('says so where there could be one', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const none = new CurrentMap(empty, (error) => problems.push(error.message));
    none.watch();
    const other = await startServer({}, { map: none });
    const answer = await fetch(`${other.url}/map/tiles.json`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { details: { reason: 'no_map' } } });
    await other.stop();
    none.close();
  });

  it('serves nothing under /map when it is off', async () => {
    const other = await startServer();
    for (const path of ['/map/tiles.json', '/map/tiles/4/12/5', '/map/map.pmtiles', '/map/style.json'])
      expect((await fetch(`${other.url}${path}`)).status, path).toBe(404);
    await other.stop();
  });
});

it('reads packed tiles as they are in the file', () => {
  expect(gunzipSync(map.tile(4, 12, 5)!).toString()).toBe('second');
});

/** What lies in a folder of datasets. The map looks at names only, so the dataset may be empty. */
function dataset(number: number, text: string | null): void {
  const name = `dataset-000${number}`;
  writeFileSync(join(folder, `${name}.gazarch`), '');
  writeFileSync(join(folder, 'current'), `${name}.gazarch\n`);
  if (text === null) return;
  const writer = new PmtilesWriter(join(folder, `${name}.pmtiles`));
  writer.add(4, 12, 5, Buffer.from(text));
  writer.finish({
    minZoom: 3,
    maxZoom: 13,
    bounds: [877_000_000, 415_000_000, 1_200_000_000, 522_000_000],
    json: { attribution: '© OpenStreetMap contributors', vector_layers: [] },
  });
}
