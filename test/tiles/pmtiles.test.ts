import { closeSync, mkdtempSync, openSync, readSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PMTiles, tileIdToZxy, zxyToTileId, type Source } from 'pmtiles';
import { afterAll, describe, expect, it } from 'vitest';
import { PmtilesFile } from '../../src/tiles/pmtiles-file.js';
import { tileId } from '../../src/tiles/pmtiles-format.js';
import { PmtilesWriter } from '../../src/tiles/pmtiles-writer.js';
import { seededRandom } from '../seeded-random.js';

/** Our files against the library of those who made the format. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-tiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const METADATA = {
  minZoom: 0,
  maxZoom: 13,
  bounds: [877_000_000, 415_000_000, 1_200_000_000, 522_000_000] as const,
  json: { name: 'a test', vector_layers: [] },
};

class FileSource implements Source {
  constructor(readonly path: string) {}
  getKey(): string {
    return this.path;
  }
  getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    const fd = openSync(this.path, 'r');
    const data = new ArrayBuffer(length);
    const got = readSync(fd, new Uint8Array(data), 0, length, offset);
    closeSync(fd);
    return Promise.resolve({ data: data.slice(0, got) });
  }
}

it('numbers tiles as the format does', () => {
  const random = seededRandom(1);
  for (let i = 0; i < 2000; i++) {
    const z = Math.floor(random() * 15);
    const [x, y] = [Math.floor(random() * 2 ** z), Math.floor(random() * 2 ** z)];
    const id = tileId(z, x, y);
    expect(id, `${z}/${x}/${y}`).toBe(zxyToTileId(z, x, y));
    expect(tileIdToZxy(id)).toEqual([z, x, y]);
  }
});

describe.each([
  ['a few tiles', 20],
  ['so many that the directory needs leaves', 20_000],
])('a file of %s', (_, count) => {
  const path = join(folder, `${count}.pmtiles`);
  const tiles = new Map<string, Buffer>();
  const random = seededRandom(count);
  while (tiles.size < count) {
    const z = 4 + Math.floor(random() * 10);
    const text = random() < 0.5 ? 'steppe' : `tile ${random()}`;
    tiles.set(`${z}/${Math.floor(random() * 2 ** z)}/${Math.floor(random() * 2 ** z)}`, Buffer.from(text));
  }
  const writer = new PmtilesWriter(path);
  for (const [at, bytes] of tiles) writer.add(...zxy(at), bytes);
  const bytes = writer.finish(METADATA);

  it('is read by the library, and by us', async () => {
    const theirs = new PMTiles(new FileSource(path));
    const ours = new PmtilesFile(path);
    expect(ours.bytes).toBe(bytes);
    expect(ours.metadata()).toEqual(METADATA.json);
    expect(await theirs.getMetadata()).toEqual(METADATA.json);
    const header = await theirs.getHeader();
    expect([header.minLon, header.maxLat, header.maxZoom]).toEqual([87.7, 52.2, 13]);
    expect(header.numAddressedTiles).toBe(count);
    for (const [at, expected] of [...tiles].slice(0, 500)) {
      expect(gunzipSync(ours.tile(...zxy(at))!).toString(), at).toBe(expected.toString());
      const tile = await theirs.getZxy(...zxy(at));
      expect(Buffer.from(tile!.data).toString(), at).toBe(expected.toString());
    }
    ours.close();
  });

  it('has no tile where none was added', () => {
    const file = new PmtilesFile(path);
    for (let i = 0; i < 2000; i++) {
      const z = Math.floor(random() * 15);
      const at = `${z}/${Math.floor(random() * 2 ** z)}/${Math.floor(random() * 2 ** z)}`;
      if (!tiles.has(at)) expect(file.tile(...zxy(at)), at).toBeNull();
    }
    expect(file.tile(4, 16, 0)).toBeNull();
    file.close();
  });
});

it('refuses what is no such file', () => {
  const path = join(folder, 'other');
  for (const text of ['', 'PMTiles', 'x'.repeat(20_000)]) {
    writeFileSync(path, text);
    expect(() => new PmtilesFile(path)).toThrow(path);
  }
  const cut = join(folder, 'cut.pmtiles');
  const writer = new PmtilesWriter(cut);
  writer.add(4, 3, 2, Buffer.from('a'));
  writer.finish(METADATA);
  truncateSync(cut, 130);
  expect(() => new PmtilesFile(cut)).toThrow(cut);
});

function zxy(at: string): [number, number, number] {
  return at.split('/').map(Number) as [number, number, number];
}
