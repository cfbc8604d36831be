import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { importCommand } from '../../src/cli/commands/data/import-command.js';
import { tilesCommand } from '../../src/cli/commands/data/tiles-command.js';
import { lockFolder } from '../../src/dataset/folder-lock.js';
import { tilesPath } from '../../src/dataset/tiles-path.js';
import { writeMap } from '../../src/importer/write/write-map.js';
import { servedDataset } from '../../src/dataset/dataset-folder.js';
import { tinyMap } from './tiny-map.js';

/** `gazarch tiles` keeps the rules of all that write into a folder of datasets. */

vi.mock(import('node:os'), async (original) => ({
  ...(await original()),
  // It would hold for the tests behind this one, too.
  setPriority: () => undefined,
}));

let base: string;
let folder: string;
let dataset: string;
let source: string;
let said: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'gazarch-tiles-'));
  [source, dataset] = [join(base, 'one.osm'), join(base, 'dataset')];
  writeFileSync(source, tinyMap('one'));
  await importMap();
});
afterAll(() => rmSync(base, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-tiles-'));
  dataset = join(folder, 'dataset');
  source = join(folder, 'one.osm');
  said = '';
  cpSync(base, folder, { recursive: true });
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const importMap = (): Promise<unknown> =>
  importCommand().parseAsync([source, '--dataset', dataset, '--tiles', 'off'], { from: 'user' });
const drawTiles = (): Promise<unknown> =>
  tilesCommand().parseAsync([source, '--dataset', dataset], { from: 'user' });

describe('gazarch tiles', () => {
  it('waits for a moment for who says nothing, as when a lock is given back', async () => {
    const lock = lockFolder(dataset, 'import of mongolia');
    rmSync(join(dataset, 'dataset.lock.json'));
    const drawn = drawTiles();
    setTimeout(() => lock.release(), 300);
    await drawn;
    const other = lockFolder(dataset, 'import of mongolia');
    rmSync(join(dataset, 'dataset.lock.json'));
    await expect(drawTiles()).rejects.toThrow('is being changed by another process');
    other.release();
  });

  it('waits for nobody who changes the folder, and names him', async () => {
    const lock = lockFolder(dataset, 'import of mongolia');
    await expect(drawTiles()).rejects.toThrow(/is being changed by import of mongolia \(process \d+ on /);
    lock.release();
    await drawTiles();
    expect(existsSync(tilesPath(servedDataset(dataset)!))).toBe(true);
  });

  it('removes what dead processes have left', async () => {
    for (const name of ['0123456789abcdef', '4711'])
      writeFileSync(join(dataset, `dataset-0001.pmtiles.${name}.tmp`), 'half');
    await drawTiles();
    expect(readdirSync(dataset).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('names its temporary file by chance: process ids are the same in two containers', async () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 2; turn++)
      await writeMap(
        { sources: [source], path: join(dataset, 'x.pmtiles'), generator: 'test', attribution: '' },
        () => readdirSync(dataset).forEach((name) => name.endsWith('.tmp') && seen.add(name)),
      );
    expect([...seen].every((name) => /^x\.pmtiles\.[0-9a-f]{16}\.tmp$/.test(name))).toBe(true);
    expect(seen.size).toBe(2);
  });

  it('says what the disk refuses in one line, and leaves nothing behind', async () => {
    // What is in the way of the finished file is refused by the system, as a full disk is.
    mkdirSync(join(tilesPath(servedDataset(dataset)!), 'in the way'), { recursive: true });
    await expect(drawTiles()).rejects.toThrow(
      /^cannot write the map \S+dataset-0001\.pmtiles: .+; the dataset is served without it$/,
    );
    expect(readdirSync(dataset).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('gazarch import', () => {
  it('waits for the end of a drawing, and says so once', async () => {
    const lock = lockFolder(dataset, 'drawing of the map for dataset-0001.gazarch', true);
    writeFileSync(source, tinyMap('two'));
    const imported = importMap();
    await expect.poll(() => said).toContain('waiting for the drawing of the map for dataset-0001');
    await new Promise((wait) => setTimeout(wait, 500));
    expect(servedDataset(dataset)!.number).toBe(1);
    lock.release();
    await imported;
    expect(servedDataset(dataset)!.number).toBe(2);
    expect(said.split('waiting for').length).toBe(2);
  });

  it('waits for no other import', async () => {
    const lock = lockFolder(dataset, 'import of mongolia');
    await expect(importMap()).rejects.toThrow('is being changed by import of mongolia');
    lock.release();
  });
});
