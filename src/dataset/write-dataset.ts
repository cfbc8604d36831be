import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { FolderLock } from './folder-lock.js';
import {
  alignUp,
  BYTE_ORDER_MARK,
  ENTRY_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  NAME_BYTES,
  SECTION_NAME,
  typeNumberOf,
  type SectionArray,
  type SectionMap,
} from './format.js';
import { checkOpenDataset } from './read-dataset.js';
import { removeQuietly, temporaryPath } from './temporary-file.js';
import { writeError } from './write-error.js';

/** A verified dataset on disk under a temporary name, ready for `install`. */
export interface WrittenDataset {
  path: string;
  bytes: number;
}

/**
 * Writes a dataset to the folder and reads it back through the same descriptor, so that the written bytes are
 * verified even if the file was renamed.
 * @throws InputError if the folder cannot be written or the disk is full. The file is then removed.
 */
export function writeDataset({ folder }: FolderLock, sections: SectionMap): WrittenDataset {
  const path = temporaryPath(folder, 'dataset');
  try {
    const fd = openSync(path, 'wx+');
    try {
      writeSections(fd, sections);
      fsyncSync(fd);
      checkOpenDataset(fd, path);
      return { path, bytes: fstatSync(fd).size };
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    removeQuietly(path);
    throw writeError(folder, cause);
  }
}

/** Writes sections to a new file in the dataset format. */
export function writeSectionsTo(path: string, sections: SectionMap): void {
  const fd = openSync(path, 'wx', 0o444);
  try {
    writeSections(fd, sections);
  } finally {
    closeSync(fd);
  }
}

function writeSections(fd: number, sections: SectionMap): void {
  const names = Object.keys(sections).sort();
  const directory = Buffer.alloc(names.length * ENTRY_BYTES);
  let offset = HEADER_BYTES + directory.length;
  const placed = names.map((name, i) => {
    if (!SECTION_NAME.test(name)) throw new Error(`bug: section name ${name}`);
    const array = sections[name];
    offset = alignUp(offset);
    const at = offset;
    writeEntry(directory.subarray(i * ENTRY_BYTES, (i + 1) * ENTRY_BYTES), name, array, at);
    offset += array.byteLength;
    return { array, at };
  });
  writeAll(fd, header(directory, names.length, offset), 0);
  writeAll(fd, directory, HEADER_BYTES);
  let end = HEADER_BYTES + directory.length;
  for (const { array, at } of placed) {
    writeAll(fd, new Uint8Array(at - end), end);
    writeAll(fd, bytesOf(array), at);
    end = at + array.byteLength;
  }
}

function header(directory: Buffer, count: number, fileBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(FORMAT_VERSION, 8);
  header.writeUInt32LE(BYTE_ORDER_MARK, 12);
  header.writeDoubleLE(fileBytes, 16);
  header.writeUInt32LE(count, 24);
  header.writeUInt32LE(crc32(directory), 28);
  header.writeUInt32LE(crc32(header.subarray(0, 32)), 32);
  return header;
}

function writeEntry(entry: Buffer, name: string, array: SectionArray, offset: number): void {
  entry.write(name, 0, NAME_BYTES, 'latin1');
  entry.writeUInt32LE(typeNumberOf(array), 48);
  entry.writeUInt32LE(crc32(bytesOf(array)), 52);
  entry.writeDoubleLE(offset, 56);
  entry.writeDoubleLE(array.length, 64);
}

function bytesOf(array: SectionArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Writes all bytes. A single write call may write fewer bytes than requested and accepts less than 2 GiB. */
function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, Math.min(bytes.length - done, 1 << 30), position + done);
  }
}
