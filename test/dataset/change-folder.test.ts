import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  identicalDataset,
  install,
  nextNumber,
  pointTo,
  prune,
  takeOver,
} from '../../src/dataset/change-folder.js';
import {
  datasetName,
  LEGACY_FILE,
  LEGACY_PREVIOUS_FILE,
  listDatasets,
  numberOf,
  olderDatasets,
  POINTER_FILE,
  servedDataset,
  servedPath,
} from '../../src/dataset/dataset-folder.js';
import { lockFolder, type FolderLock } from '../../src/dataset/folder-lock.js';
import { readDataset } from '../../src/dataset/read-dataset.js';
import { writeDataset } from '../../src/dataset/write-dataset.js';

let folder: string;
let lock: FolderLock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-folder-'));
  lock = lockFolder(folder, 'test');
});
afterEach(() => {
  lock.release();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds a dataset whose one byte is `value`, and points to it. */
function add(value: number): number {
  const number = install(lock, writeDataset(lock, { 'a/x': Uint8Array.of(value) }).path);
  pointTo(lock, number);
  return number;
}

const served = (): number => readDataset(servedPath(folder))['a/x'][0];
const numbers = (): (number | null)[] => listDatasets(folder).map(({ number }) => number);
const put = (name: string, text = ''): void => writeFileSync(join(folder, name), text);

describe('a folder of datasets', () => {
  it('numbers what is installed, and serves what the pointer names', () => {
    expect(servedDataset(folder)).toBeNull();
    expect([add(11), add(12), add(13)]).toEqual([1, 2, 3]);
    expect(served()).toBe(13);
    expect(readFileSync(join(folder, POINTER_FILE), 'utf8')).toBe('dataset-0003.gazarch\n');
    pointTo(lock, 1);
    expect(served()).toBe(11);
    expect(add(14)).toBe(4);
    expect(numbers()).toEqual([4, 3, 2, 1]);
    expect(() => pointTo(lock, 9)).toThrow(/dataset-0009\.gazarch: there is no such dataset/);
    expect(served()).toBe(14);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('knows its own names and no others', () => {
    for (const number of [1, 9999, 10_000, 123_456_789]) expect(numberOf(datasetName(number))).toBe(number);
    for (const name of ['dataset-0000', 'dataset-00001', 'dataset-12', 'dataset-1e10', 'x-0001'])
      expect(numberOf(`${name}.gazarch`)).toBeNull();
    for (const name of ['dataset-0002.gazarch.bak', 'notes.txt', 'dataset.lock']) put(name);
    expect(listDatasets(folder)).toEqual([]);
  });

  it('uses no number twice, not even that of a dataset that is gone', () => {
    add(1);
    rmSync(join(folder, datasetName(add(2))));
    expect(nextNumber(folder)).toBe(3);
  });

  it('keeps the newest and the one that is served', () => {
    for (let i = 1; i <= 5; i++) add(i);
    pointTo(lock, 1);
    expect(prune(lock, 2)).toEqual([3, 2]);
    expect(numbers()).toEqual([5, 4, 1]);
    expect(prune(lock, 1000)).toEqual([]);
  });

  it('warns of a dataset that cannot be removed, and goes on', () => {
    // A folder of that name, because root may remove any file.
    mkdirSync(join(folder, datasetName(1)));
    for (let i = 2; i <= 4; i++) add(i);
    expect(prune(lock, 1)).toEqual([3, 2]);
    expect(lock.warnings).toEqual([expect.stringMatching(/dataset-0001\.gazarch cannot be removed: /)]);
  });

  it('finds a dataset of the same bytes', () => {
    add(1);
    add(2);
    const again = writeDataset(lock, { 'a/x': Uint8Array.of(1) }).path;
    expect(identicalDataset(lock, again)).toBe(1);
    expect(identicalDataset(lock, writeDataset(lock, { 'a/x': Uint8Array.of(3) }).path)).toBeNull();
  });

  it('does not wait for a pointer that is a FIFO, and says what is wrong with one', () => {
    add(1);
    const pointer = join(folder, POINTER_FILE);
    for (const [text, message] of [
      ['', /names no dataset; choose a dataset with "gazarch rollback NUMBER"/],
      ['../../etc/passwd\n', /names no dataset/],
      ['x'.repeat(5000), /it is too large/],
    ] as const) {
      writeFileSync(pointer, text);
      expect(() => servedDataset(folder), text.slice(0, 20)).toThrow(message);
    }
    rmSync(pointer);
    execFileSync('mkfifo', [pointer]);
    expect(() => servedDataset(folder)).toThrow(/cannot read the pointer .*it is not a regular file/);
    pointTo(lock, 1);
    expect(served()).toBe(1);
  });

  it('names what may stand in for a dataset that is no good', () => {
    for (let i = 1; i <= 3; i++) add(i);
    put(LEGACY_FILE);
    const names = (number: number | null): string[] =>
      olderDatasets(
        folder,
        number === null ? null : listDatasets(folder).find((file) => file.number === number)!,
      ).map(({ name }) => name);
    expect(names(2)).toEqual([datasetName(1), LEGACY_FILE]);
    expect(names(null)).toEqual([3, 2, 1].map(datasetName).concat(LEGACY_FILE));
  });
});

describe('a folder without numbers', () => {
  beforeEach(() => {
    put(LEGACY_FILE, 'served');
    put(LEGACY_PREVIOUS_FILE, 'previous');
  });

  it('is served as it is', () => {
    const before = readdirSync(folder);
    expect(servedPath(folder)).toBe(join(folder, LEGACY_FILE));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is numbered without a copy', () => {
    const { ino } = statSync(join(folder, LEGACY_FILE));
    takeOver(lock);
    expect(servedDataset(folder)!.number).toBe(2);
    expect(statSync(servedPath(folder)).ino).toBe(ino);
    expect(listDatasets(folder).map(({ path }) => readFileSync(path, 'utf8'))).toEqual([
      'served',
      'previous',
    ]);
    takeOver(lock);
    expect(numbers()).toEqual([2, 1]);
  });

  it('with a previous dataset alone serves none', () => {
    rmSync(join(folder, LEGACY_FILE));
    expect(servedDataset(folder)).toBeNull();
    expect(() => servedPath(folder)).toThrow(/there is no dataset in/);
  });
});

describe('the lock of a folder', () => {
  it('names its holder to a second one, and is free after the release', () => {
    expect(() => lockFolder(folder, 'import of b')).toThrow(
      new RegExp(`is being changed by test \\(process ${process.pid} on .+, since .+\\); try again when`),
    );
    lock.release();
    lock = lockFolder(folder, 'import of b');
    expect(() => lockFolder(folder, 'rollback')).toThrow(/is being changed by import of b/);
  });

  it('removes what dead processes left, and nothing else', () => {
    const leftovers = [
      `dataset.${'a'.repeat(16)}.tmp`,
      `current.${'0'.repeat(16)}.tmp`,
      `layer-shops.geojson.${'1'.repeat(16)}.tmp`,
      `previous-layer-shops.geojson.${'2'.repeat(16)}.tmp`,
      'dataset.gazarch.123.tmp',
      'dataset.previous.gazarch.123.tmp',
      'dataset.gazarch.123.rollback.tmp',
    ];
    const others = ['mine.tmp', 'dataset.tmp', 'overlay.gazarch'];
    [...leftovers, ...others].forEach((name) => put(name));
    expect(() => lockFolder(folder, 'x')).toThrow();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(leftovers));
    lock.release();
    lock = lockFolder(folder, 'x');
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
    expect(readdirSync(folder).filter((name) => leftovers.includes(name))).toEqual([]);
  });

  it('says what is wrong with a folder', () => {
    put('file');
    expect(() => lockFolder(join(folder, 'file', 'below'), 'x')).toThrow(
      /cannot write to the folder .*; choose another folder with --dataset/,
    );
    mkdirSync(join(folder, 'other', 'dataset.lock'), { recursive: true });
    expect(() => lockFolder(join(folder, 'other'), 'x')).toThrow(/cannot lock the folder .*dataset\.lock/);
  });
});
