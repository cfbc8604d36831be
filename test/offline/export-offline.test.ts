import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SETTINGS } from './offline-settings.js';
import { fromFolder } from '../../src/offline/from-folder.js';
import { checkedManifest, PACKINGS, PIECE_BYTES } from '../../src/offline/kept/manifest.js';
import { FORMAT_VERSION, type SectionMap } from '../../src/dataset/format.js';
import { InputError } from '../../src/errors.js';
import { exportOffline, sectionsPart, type ExportOrder } from '../../src/offline/export/export-offline.js';
import { readPart, sectionsOf } from '../../src/offline/part-sections.js';
import { OfflineFolder, offlineFolderProblem } from '../../src/sources/embedded/dataset/offline-folder.js';
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
  settings: SETTINGS,
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

it('packs a piece again that is not whole', async () => {
  const first = await exportOffline(order());
  const path = join(folder, 'area', first.parts[0].pieces[0].file);
  const whole = readFileSync(path);
  for (const broken of [whole.subarray(0, whole.length - 9), Buffer.from('half'), Buffer.alloc(0)]) {
    writeFileSync(path, broken);
    expect(await exportOffline(order())).toEqual(first);
    expect(readFileSync(path).equals(whole)).toBe(true);
  }
});

it.each(['{"name":"My app","icons":[]}', '{"half":', '[]', 'null'])(
  'leaves a manifest of something else alone: %s',
  async (text) => {
    mkdirSync(join(folder, 'area'));
    writeFileSync(join(folder, 'area', 'manifest.json'), text);
    await expect(exportOffline(order())).rejects.toThrow(/manifest\.json is not an offline manifest.*--to/);
    expect(readFileSync(join(folder, 'area', 'manifest.json'), 'utf8')).toBe(text);
    expect(readdirSync(join(folder, 'area'))).toEqual(['manifest.json']);
  },
);

it('says what is in the way, and speaks of no dataset', async () => {
  writeFileSync(join(folder, 'area'), 'a file');
  const failure = exportOffline(order());
  await expect(failure).rejects.toThrow(InputError);
  await expect(failure).rejects.toThrow(/^cannot write pieces to .*the existing manifest is unchanged$/);
});

it('writes nothing behind a failure', async () => {
  mkdirSync(join(folder, 'area'));
  const { pieces } = (await exportOffline(order())).parts[0];
  rmSync(join(folder, 'area'), { recursive: true });
  // A folder in the place of the first piece.
  mkdirSync(join(folder, 'area', pieces[0].file, 'x'), { recursive: true });
  await expect(exportOffline(order())).rejects.toThrow(/cannot write pieces/);
  const names = readdirSync(join(folder, 'area'));
  expect(names).not.toContain('manifest.json');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readdirSync(join(folder, 'area'))).toEqual(names);
});

/** A file of an area, whole; null for none. */
function bytesIn(areas: OfflineFolder, area: string, file: string): Buffer | null {
  const open = areas.open(area, file);
  if (open === null) return null;
  const bytes = open.read(0, Buffer.alloc(open.bytes));
  open.close();
  return bytes;
}

it('is served by name, and nothing else is', async () => {
  const manifest = await exportOffline(order());
  const areas = new OfflineFolder(folder);
  writeFileSync(join(folder, 'secret.json'), '{}');
  expect(areas.list()).toMatchObject([{ name: 'area', edition: manifest.edition, bbox: null }]);
  const { file } = manifest.parts[0].pieces[0];
  expect(bytesIn(areas, 'area', file)!.equals(readFileSync(join(folder, 'area', file)))).toBe(true);
  for (const [area, name] of [
    ['..', 'secret.json'],
    ['area', '../secret.json'],
    ['area', 'notes.txt'],
    ['.', 'manifest.json'],
    ['other', 'manifest.json'],
  ])
    expect(bytesIn(areas, area, name), `${area}/${name}`).toBeNull();
  const other = await exportOffline(order({ parts: [sectionsPart('search', { x: Uint8Array.of(9) })] }));
  expect(areas.list()).toMatchObject([{ edition: other.edition }]);
  writeFileSync(join(folder, 'area', 'manifest.json'), '{"half":');
  expect(areas.list()).toEqual([]);
});

it('is not served from a folder that is not there, or under a name that no address has', async () => {
  expect(offlineFolderProblem(folder)).toBeNull();
  expect(offlineFolderProblem(join(folder, 'typo'))).toMatch(
    /typo does not exist.*gazarch export offline --to/,
  );
  await exportOffline(order());
  expect(offlineFolderProblem(folder)).toBeNull();
  expect(offlineFolderProblem(join(folder, 'area'))).toMatch(/is itself an area.*folder that contains it/);
  expect(offlineFolderProblem(join(folder, 'area', 'manifest.json'))).toMatch(/is not a folder/);
  await exportOffline(order({ to: join(folder, 'Улаанбаатар') }));
  expect(offlineFolderProblem(folder)).toMatch(/Улаанбаатар cannot be served under this name: .*; rename/);
});
