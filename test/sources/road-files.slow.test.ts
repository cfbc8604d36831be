import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNotMapped } from '../../src/dataset/map-file.js';
import type { RoadFiles as RoadFilesType } from '../../src/sources/embedded/roads/road-files.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

/** Files of the roads of now: made by a process, so of the built program. */

const root = resolve(import.meta.dirname, '../..');
const built = (path: string): Promise<unknown> => import(join(root, 'dist', path));

let folder: string;
let dataset: { path: string; stamp: string };
let RoadFiles: typeof RoadFilesType;
let number = 0;
const NOW = { year: 2027, month: 1, day: 15, weekday: 5, minute: 600 };
/** Roads of the sample: a change of them changes the file. */
const ROADS = [
  ...readFileSync(join(root, 'sample/ulaanbaatar.osm'), 'utf8').matchAll(
    /<way id="(\d+)"(?:(?!<\/way>)[^])*?k="highway" v="(?:primary|secondary|tertiary)"/g,
  ),
].map(([, id]) => Number(id));
/** @param road 1, 2, 3: which one is closed */
const wanted = (road: number, minute = 600) =>
  ({
    changes: { driving: [{ way: ROADS[road - 1], factor: 0 }], walking: [] },
    now: { ...NOW, minute },
  }) as unknown as Parameters<RoadFilesType['fileOf']>[1];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-roads-'));
  const own = join(folder, 'dataset');
  await copySampleDataset(own);
  const path = join(
    own,
    readdirSync(own).find((name) => name.endsWith('.gazarch'))!,
  );
  const { stampOf } = (await built('dataset/verified-files.js')) as {
    stampOf: (fd: number, path: string) => string;
  };
  const { openRegularFile } = (await built('dataset/regular-file.js')) as {
    openRegularFile: (path: string) => number;
  };
  dataset = { path, stamp: stampOf(openRegularFile(path), path) };
  ({ RoadFiles } = (await built('sources/embedded/roads/road-files.js')) as {
    RoadFiles: typeof RoadFilesType;
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function setUp(own = join(folder, `own-${++number}`)) {
  mkdirSync(own, { recursive: true });
  const problems: (string | null)[] = [];
  const files = new RoadFiles(own, (problem) => problems.push(problem?.message ?? null));
  return { own, files, problems, names: () => readdirSync(own).sort() };
}

describe.skipIf(whyNotMapped() !== null)('a file of the roads of now', () => {
  it('is made once, whoever asks, and for half an hour', async () => {
    const { files, names } = setUp();
    const [one, two] = await Promise.all([
      files.fileOf(dataset, wanted(1)),
      files.fileOf(dataset, wanted(1)),
    ]);
    expect(one).toBe(two);
    const { ino, mode } = statSync(one);
    expect(mode & 0o777).toBe(0o444);
    expect(await files.fileOf(dataset, wanted(1, 629))).toBe(one);
    expect(statSync(one).ino).toBe(ino);
    expect(names()).toHaveLength(1);
  });

  it('gives way to the next, and is made again when it is gone', async () => {
    const { files, names } = setUp();
    const first = await files.fileOf(dataset, wanted(1));
    const second = await files.fileOf(dataset, wanted(2));
    expect(names().map((name) => second.endsWith(name))).toEqual([true]);
    expect(existsSync(first)).toBe(false);
    rmSync(second);
    expect(await files.fileOf(dataset, wanted(2))).toBe(second);
    expect(existsSync(second)).toBe(true);
    expect(await files.fileOf(dataset, wanted(1))).toBe(first);
  });

  it('has the same bytes made of the one before, and beside one that is damaged', async () => {
    const { files } = setUp();
    await files.fileOf(dataset, wanted(1));
    const second = readFileSync(await files.fileOf(dataset, wanted(2)));
    expect(second.length).toBeGreaterThan(10_000);
    const alone = readFileSync(await setUp().files.fileOf(dataset, wanted(2)));
    expect(alone.equals(second)).toBe(true);
    const bytesAfter = async (damage: (bytes: Buffer) => Buffer): Promise<Buffer> => {
      const other = setUp();
      const first = await other.files.fileOf(dataset, wanted(3));
      chmodSync(first, 0o644);
      writeFileSync(first, damage(readFileSync(first)));
      const made = readFileSync(await other.files.fileOf(dataset, wanted(2)));
      expect(other.problems).toEqual([]);
      return made;
    };
    expect((await bytesAfter(() => Buffer.from('no sections'))).equals(second)).toBe(true);
    // Readable, with other costs.
    const withOtherNumbers = (bytes: Buffer): Buffer =>
      bytes.fill(1, bytes.length >> 1, (bytes.length >> 1) + 999);
    expect((await bytesAfter(withOtherNumbers)).equals(second)).toBe(true);
  });

  it('goes when roads are as imported, and is made again when they are not', async () => {
    const { files, names } = setUp();
    const path = await files.fileOf(dataset, wanted(1));
    files.letGo();
    expect(names()).toEqual([]);
    expect(await files.fileOf(dataset, wanted(1))).toBe(path);
    expect(names()).toHaveLength(1);
  });

  it('serves the next start, but not when it is damaged', async () => {
    const { own, files } = setUp();
    const path = await files.fileOf(dataset, wanted(1));
    const { ino } = statSync(path);
    expect(await setUp(own).files.fileOf(dataset, wanted(1))).toBe(path);
    expect(statSync(path).ino).toBe(ino);
    const bytes = readFileSync(path);
    const damaged = Buffer.from(bytes).fill(1, bytes.length >> 1);
    chmodSync(path, 0o644);
    writeFileSync(path, damaged);
    await setUp(own).files.fileOf(dataset, wanted(1));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('is made anew when somebody writes to it while in use, and kept when nothing was written', async () => {
    const { files } = setUp();
    const path = await files.fileOf(dataset, wanted(1));
    const bytes = readFileSync(path);
    const damaged: string[] = [];
    const look = (): Promise<void> => files.look((found) => damaged.push(found));
    chmodSync(path, 0o644);
    linkSync(path, `${path}.backup`);
    await look();
    expect(damaged).toEqual([]);
    expect(existsSync(path)).toBe(true);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, Buffer.from(bytes).fill(0, bytes.length >> 1, (bytes.length >> 1) + 4096));
    utimesSync(path, atime, mtime);
    await look();
    expect(damaged).toEqual([path]);
    expect(readFileSync(await files.fileOf(dataset, wanted(1))).equals(bytes)).toBe(true);
    await look();
    expect(damaged).toHaveLength(1);
  });

  it('cannot be made of a dataset that is another file by now; that is said once, and its end', async () => {
    const { files, problems, names } = setUp();
    const other = { ...dataset, stamp: 'another' };
    for (let i = 0; i < 2; i++)
      await expect(files.fileOf(other, wanted(1))).rejects.toThrow(/has been replaced by another file/);
    await files.fileOf(dataset, wanted(1));
    expect(problems).toEqual([expect.stringMatching(/has been replaced by another file/), null]);
    expect(names()).toHaveLength(1);
  });

  it('cannot be made in a folder that is gone', async () => {
    const { own, files, problems } = setUp();
    rmSync(own, { recursive: true });
    await expect(files.fileOf(dataset, wanted(1))).rejects.toThrow(/ENOENT/);
    expect(problems).toEqual([expect.stringMatching(/ENOENT/)]);
  });
});
