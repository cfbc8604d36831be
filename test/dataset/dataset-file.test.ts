import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/dataset/folder-lock.js';
import { FORMAT_VERSION, type SectionMap } from '../../src/dataset/format.js';
import { asPart, partOf, readDataset, readSection } from '../../src/dataset/read-dataset.js';
import { writeDataset } from '../../src/dataset/write-dataset.js';
import { InputError } from '../../src/errors.js';
import { MONGOLIA_URL } from '../../src/importer/download.js';
import { seededRandom } from '../seeded-random.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-dataset-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const SECTIONS: SectionMap = {
  'a/bytes': Uint8Array.of(1, 2, 3),
  'a/signed': Int32Array.of(-1, 2_000_000_000),
  'b/doubles': Float64Array.of(Math.PI, -0, Number.MAX_SAFE_INTEGER),
  'b/empty': new Uint32Array(0),
  'b/half': Uint16Array.of(65535),
};

function save(sections: SectionMap): void {
  const lock = lockFolder(folder, 'test');
  renameSync(writeDataset(lock, sections).path, current());
  lock.release();
}

const current = (): string => join(folder, 'x.gazarch');

describe('dataset file', () => {
  it('gives back what was written, as aligned views on one shared buffer', () => {
    save(SECTIONS);
    const read = readDataset(current());
    expect(read).toEqual(SECTIONS);
    expect(new Set(Object.values(read).map((array) => array.buffer)).size).toBe(1);
    expect(read['a/bytes'].buffer).toBeInstanceOf(SharedArrayBuffer);
    for (const array of Object.values(read)) expect(array.byteOffset % 64).toBe(0);
  });

  it('reads one section alone', () => {
    save(SECTIONS);
    expect(readSection(current(), 'b/doubles')).toEqual(SECTIONS['b/doubles']);
    expect(() => readSection(current(), 'b/missing')).toThrow(/section b\/missing is missing/);
  });

  it('writes the same bytes for the same sections, whatever their order', () => {
    save(SECTIONS);
    const first = readFileSync(current());
    save(Object.fromEntries(Object.entries(SECTIONS).reverse()));
    expect(readFileSync(current()).equals(first)).toBe(true);
  });

  it('takes parts apart and together', () => {
    expect(asPart('b', partOf(SECTIONS, 'b'))).toEqual(
      Object.fromEntries(Object.entries(SECTIONS).filter(([name]) => name.startsWith('b/'))),
    );
  });

  it('refuses a file in which any one byte is changed, and every cut', () => {
    save(SECTIONS);
    const good = readFileSync(current());
    const random = seededRandom(1);
    const isPadding = paddingOf(good);
    for (let i = 0; i < good.length; i++) {
      if (isPadding(i)) continue;
      const bad = Buffer.from(good);
      bad[i] = bad[i] ^ (1 << Math.floor(random() * 8));
      writeFileSync(current(), bad);
      expect(() => readDataset(current()), `byte ${i}`).toThrow(InputError);
    }
    for (let length = 0; length < good.length; length += 7) {
      writeFileSync(current(), good.subarray(0, length));
      expect(() => readDataset(current()), `cut to ${length}`).toThrow(InputError);
    }
  });

  it('refuses random bytes', () => {
    const random = seededRandom(2);
    for (let i = 0; i < 500; i++) {
      writeFileSync(
        current(),
        Uint8Array.from({ length: Math.floor(random() * 400) }, () => random() * 256),
      );
      expect(() => readDataset(current())).toThrow(InputError);
    }
  });

  describe('of an older format', () => {
    /** The refusal of a file of the version before, with this meta. */
    function refusal(meta: Uint8Array, spoil: (file: Buffer) => void = () => undefined): string {
      save({ ...SECTIONS, 'meta/json': meta });
      const file = readFileSync(current());
      file.writeUInt32LE(FORMAT_VERSION - 1, 8);
      file.writeUInt32LE(crc32(file.subarray(0, 32)), 32);
      spoil(file);
      writeFileSync(current(), file);
      const messages = [() => readDataset(current()), () => readSection(current(), 'a/bytes')].map((read) => {
        try {
          read();
        } catch (error) {
          return (error as Error).message;
        }
        return 'it was read';
      });
      expect(messages[1]).toBe(messages[0]);
      const [, remedy] = messages[0].split(`, this program reads version ${FORMAT_VERSION}; `);
      return remedy;
    }
    const metaOf = (...names: unknown[]): Uint8Array =>
      Buffer.from(JSON.stringify({ format: FORMAT_VERSION - 1, sources: names.map((name) => ({ name })) }));

    it('says the command that makes it again, with the sources it was made of', () => {
      const names = (words: string): string =>
        `make it again with "gazarch import ${words} --dataset ${folder}" ` +
        '(these are the files that it was made from)';
      expect(refusal(metaOf('town.osm', 'khoroo.geojson'))).toBe(names('town.osm khoroo.geojson'));
      const download = new URL(MONGOLIA_URL).pathname.split('/').at(-1);
      expect(refusal(metaOf(download, 'khoroo.geojson'))).toBe(names('mongolia khoroo.geojson'));
      expect(refusal(metaOf("o'clock $(x).osm", '-x.osm'))).toBe(names(`'o'\\''clock $(x).osm' ./-x.osm`));
    });

    it('names no sources where they cannot be read', () => {
      const unnamed = `make it again with "gazarch import SOURCE... --dataset ${folder}"`;
      expect(refusal(metaOf('a\nb.osm'))).toBe(unnamed);
      expect(refusal(metaOf(7))).toBe(unnamed);
      expect(refusal(metaOf())).toBe(unnamed);
      expect(refusal(metaOf(...Array<string>(21).fill('a.osm')))).toBe(unnamed);
      expect(refusal(Buffer.from('{"sources":'))).toBe(unnamed);
      expect(refusal(Buffer.from('{}'))).toBe(unnamed);
      expect(refusal(metaOf('a.osm'), (file) => file.fill(1, file.length - 4))).toBe(unnamed);
      expect(refusal(metaOf('a.osm'), (file) => file.fill(1, 64, 80))).toBe(unnamed);
    });
  });

  it('says that a folder cannot be written', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const lock = { folder: join(file, 'below'), warnings: [], release: () => undefined };
    expect(() => writeDataset(lock, SECTIONS)).toThrow(
      /cannot write a dataset to .*part of the path is not a folder; the existing dataset is unchanged/,
    );
  });

  it('refuses what is no regular file, and does not wait for a writer', () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const path of [fifo, '/dev/zero', folder]) {
      expect(() => readDataset(path), path).toThrow(/cannot open the dataset .*: it is not a regular file/);
      expect(() => readSection(path, 'meta/json'), path).toThrow(/it is not a regular file/);
    }
  });
});

/**
 * Tells the bytes that mean nothing: gaps between sections, and the zeros that
 * end the header and each entry.
 */
function paddingOf(file: Buffer): (at: number) => boolean {
  const count = file.readUInt32LE(24);
  const end = 64 + count * 80;
  const sizes: Record<number, number> = { 1: 1, 3: 2, 5: 4, 6: 4, 8: 8 };
  const used = Array.from({ length: count }, (_, i) => {
    const entry = file.subarray(64 + i * 80, 144 + i * 80);
    const offset = entry.readDoubleLE(56);
    return [offset, offset + entry.readDoubleLE(64) * sizes[entry.readUInt32LE(48)]] as const;
  });
  return (at) => (at >= 36 && at < 64) || (at >= end && !used.some(([from, to]) => at >= from && at < to));
}
