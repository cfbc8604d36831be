import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromFolder } from '../../src/offline/from-folder.js';
import { checkedManifest, PACKINGS, PIECE_BYTES } from '../../src/offline/kept/manifest.js';
import { FORMAT_VERSION, type SectionMap } from '../../src/dataset/format.js';
import { exportOffline, sectionsPart, type ExportOrder } from '../../src/offline/export/export-offline.js';
import { readPart, sectionsOf } from '../../src/offline/part-sections.js';
import { OfflineFolder } from '../../src/sources/embedded/offline-folder.js';
import { pathToFileURL } from 'node:url';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gazarch-pieces-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SECTIONS = {
  b: Float64Array.from({ length: 150_000 }, (_, i) => i % 97),
  'a.c': Uint8Array.of(1, 2, 3),
  d: new Uint32Array(0),
  e: Int16Array.from({ length: 1001 }, (_, i) => -i),
};

const order = (more: Partial<ExportOrder> = {}): ExportOrder => ({
  ...{ generator: 'test', made_at: '2026-01-01T00:00:00Z', area: null, sources: [], packing: 'br' as const },
  settings: {} as ExportOrder['settings'],
  parts: [sectionsPart('search', SECTIONS)],
  to: join(folder, 'area'),
  ...more,
});

/** Type and bytes of each; to compare arrays element by element takes seconds. */
const bytesOf = (sections: SectionMap): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sections).map(([name, { constructor, buffer, byteOffset, byteLength }]) => [
      name,
      `${constructor.name} ${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`,
    ]),
  );

it.each(PACKINGS)('writes pieces that are the sections again (%s)', async (packing) => {
  const manifest = checkedManifest(
    JSON.parse(JSON.stringify(await exportOffline(order({ packing })))),
    FORMAT_VERSION,
  );
  const [part] = manifest.parts;
  expect(part.pieces.length).toBe(Math.ceil(part.bytes / PIECE_BYTES));
  const source = fromFolder(pathToFileURL(join(folder, 'area')));
  expect(await source.manifest()).toEqual(manifest);
  const read = await readPart(part, manifest, source, { isKept: false });
  expect(bytesOf(sectionsOf(part, read))).toEqual(bytesOf(SECTIONS));
  const [{ file }] = part.pieces;
  const bytes = readFileSync(join(folder, 'area', file));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (own: Buffer) => own };
  expect(unpack[packing](bytes).equals(read.subarray(0, PIECE_BYTES))).toBe(true);
});

it('has the same edition for the same data, and another one for others', async () => {
  const first = await exportOffline(order());
  const again = await exportOffline(order());
  expect(again).toEqual(first);
  const other = await exportOffline(order({ parts: [sectionsPart('search', { x: Uint8Array.of(9) })] }));
  expect(other.edition).not.toBe(first.edition);
});

it('keeps the pieces of the edition before for who is downloading them, and no older ones', async () => {
  const parts = (n: number) => [sectionsPart('search', { x: Uint8Array.of(n) })];
  for (const n of [1, 2, 3]) await exportOffline(order({ parts: parts(n) }));
  writeFileSync(join(folder, 'area', 'notes.txt'), 'mine');
  await exportOffline(order({ parts: parts(4) }));
  const names = readdirSync(join(folder, 'area')).sort();
  expect(names.filter((name) => name.startsWith('search-'))).toHaveLength(2);
  expect(names.filter((name) => !name.startsWith('search-'))).toEqual(['manifest.json', 'notes.txt']);
});

it('notices a piece that was changed', async () => {
  const manifest = await exportOffline(order({ packing: 'none' }));
  const [part] = manifest.parts;
  const path = join(folder, 'area', part.pieces[1].file);
  const bytes = readFileSync(path);
  bytes[77] ^= 1;
  writeFileSync(path, bytes);
  const source = fromFolder(pathToFileURL(join(folder, 'area', 'manifest.json')));
  await expect(readPart(part, manifest, source, { isKept: false })).rejects.toMatchObject({
    reason: 'damaged',
  });
});

it('is served by name, and nothing else is', async () => {
  const manifest = await exportOffline(order());
  const areas = new OfflineFolder(folder);
  writeFileSync(join(folder, 'secret.json'), '{}');
  expect(areas.list()).toMatchObject([{ name: 'area', edition: manifest.edition, bbox: null }]);
  const { file } = manifest.parts[0].pieces[0];
  expect(areas.read('area', file)!.equals(readFileSync(join(folder, 'area', file)))).toBe(true);
  for (const [area, name] of [
    ['..', 'secret.json'],
    ['area', '../secret.json'],
    ['area', 'notes.txt'],
    ['.', 'manifest.json'],
    ['other', 'manifest.json'],
  ])
    expect(areas.read(area, name), `${area}/${name}`).toBeNull();
  writeFileSync(join(folder, 'area', 'manifest.json'), '{"half":');
  expect(areas.list()).toEqual([]);
});
