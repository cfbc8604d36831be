import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapFile, whyNotMapped } from '../../src/dataset/map-file.js';
import { isAltered, openDataset } from '../../src/dataset/open-dataset.js';
import { FileVerifier, stampOf } from '../../src/dataset/verified-files.js';
import { copySampleDataset } from '../sample/sample-dataset.js';

let folder: string;
let dataset: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-map-'));
  await copySampleDataset(join(folder, 'dataset'));
  const name = readdirSync(join(folder, 'dataset')).find((file) => file.endsWith('.gazarch'))!;
  dataset = join(folder, 'dataset', name);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of its own with these bytes, by default those of the dataset. */
function fileOf(bytes: Buffer = readFileSync(dataset)): string {
  const path = join(folder, `file-${++number}`);
  writeFileSync(path, bytes);
  return path;
}

/** Whether this process has a file mapped. */
const isMapped = (path: string): boolean => readFileSync('/proc/self/maps', 'utf8').includes(path);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('an import makes its file read-only', () => {
  expect(statSync(dataset).mode & 0o777).toBe(0o444);
});

describe.skipIf(whyNotMapped() !== null)('a mapped file', () => {
  it('has the bytes of the file, and writing to them leaves the file alone', () => {
    const path = fileOf();
    const { buffer, unmap } = mapFile(openSync(path, 'r'), { keepsOpen: true });
    const bytes = new Uint8Array(buffer);
    expect(Buffer.from(bytes).equals(readFileSync(dataset))).toBe(true);
    bytes[5] ^= 255;
    expect(readFileSync(path).equals(readFileSync(dataset))).toBe(true);
    unmap();
    expect(isMapped(path)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')(
    'goes with the last view of it, and its descriptor too',
    async () => {
      const path = fileOf();
      const fd = openSync(path, 'r');
      const held = {
        view: new Uint32Array(mapFile(fd, { keepsOpen: true }).buffer, 0, 8) as Uint32Array | null,
      };
      for (let i = 0; i < 3; i++) {
        collect();
        await setTimeout(10);
      }
      expect(isMapped(path)).toBe(true);
      expect(held.view![0]).toBe(readFileSync(path).readUInt32LE());
      held.view = null;
      for (let tries = 0; tries < 500 && isMapped(path); tries++) {
        await setTimeout(10);
        collect();
      }
      expect(isMapped(path)).toBe(false);
      expect(() => closeSync(fd)).toThrow(/EBADF/);
    },
  );

  it('cannot be made of an empty file', () => {
    const fd = openSync(fileOf(Buffer.alloc(0)), 'r');
    expect(() => mapFile(fd, { keepsOpen: true })).toThrow(/mmap fails with error 22/);
    closeSync(fd);
  });

  it('has the same sections as a file that is read', async () => {
    const { verify } = new FileVerifier();
    const [read, mapped] = [await openDataset(dataset, null), await openDataset(dataset, verify)];
    expect(read.mapped).toBeNull();
    expect(mapped.mapped).not.toBeNull();
    expect(Object.keys(mapped.sections)).toEqual(Object.keys(read.sections));
    for (const [name, array] of Object.entries(read.sections)) {
      const other = mapped.sections[name];
      expect(other.constructor, name).toBe(array.constructor);
      const bytes = (own: typeof array): Buffer => Buffer.from(own.buffer, own.byteOffset, own.byteLength);
      expect(bytes(other).equals(bytes(array)), name).toBe(true);
    }
  });

  it('is verified before, once for each file', async () => {
    const verifier = new FileVerifier();
    let verifications = 0;
    const verify: FileVerifier['verify'] = (file) => {
      verifications++;
      return verifier.verify(file);
    };
    const path = fileOf();
    await openDataset(path, verify);
    const stamp = stampIn(path);
    expect(await verifier.refusalOf(path, stamp)).toBeNull();
    expect(verifications).toBe(1);
    verifier.distrust(stamp, 'it is distrusted');
    expect(await verifier.refusalOf(path, stamp)).toEqual({ message: 'it is distrusted', code: undefined });
    await expect(openDataset(path, verify)).rejects.toThrow('it is distrusted');
  });

  it('is refused with a wrong byte, also when its size and time are those of before', async () => {
    const { verify } = new FileVerifier();
    const path = fileOf();
    const { mapped } = await openDataset(path, verify);
    expect(isAltered(mapped!)).toBe(false);
    const { size, atime, mtime } = statSync(path);
    const fd = openSync(path, 'r+');
    writeSync(fd, Buffer.from([readFileSync(path).at(-1)! ^ 1]), 0, 1, size - 1);
    closeSync(fd);
    utimesSync(path, atime, mtime);
    expect(isAltered(mapped!)).toBe(true);
    await expect(openDataset(path, verify)).rejects.toThrow(/has a wrong checksum/);
  });

  it('is refused when it is too short, and when it was replaced meanwhile', async () => {
    const verifier = new FileVerifier();
    const path = fileOf();
    truncateSync(path, 1000);
    await expect(openDataset(path, verifier.verify)).rejects.toThrow(/it has 1000 bytes/);
    const stamp = stampIn(path);
    copyFileSync(dataset, `${path}-other`);
    rmSync(path);
    expect(await verifier.refusalOf(path, stamp)).toMatchObject({ code: 'EIO' });
    copyFileSync(`${path}-other`, path);
    expect(await verifier.refusalOf(path, stamp)).toMatchObject({ code: 'ESTALE' });
    expect(await verifier.refusalOf(path, stampIn(path))).toBeNull();
  });
});

function stampIn(path: string): string {
  const fd = openSync(path, 'r');
  try {
    return stampOf(fd, path);
  } finally {
    closeSync(fd);
  }
}
