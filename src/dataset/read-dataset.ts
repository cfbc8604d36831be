import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { InputError } from '../errors.js';
import {
  ALIGNMENT, BYTE_ORDER_MARK, DATASET_FILE, ENTRY_BYTES, FORMAT_VERSION, HEADER_BYTES, MAGIC, MAX_SECTIONS, NAME_BYTES,
  SECTION_NAME, SECTION_TYPES, type SectionArray, type SectionMap,
} from './format.js';

/** Which file a path was at one moment: changes when another file is renamed to it. */
export interface FileIdentity {
  device: number;
  inode: number;
  bytes: number;
  modified_ms: number;
}

/** The identity of the dataset file that a folder serves, or null when it has none. */
export function datasetIdentity(folder: string): FileIdentity | null {
  try {
    const { dev, ino, size, mtimeMs } = statSync(join(folder, DATASET_FILE));
    return { device: dev, inode: ino, bytes: size, modified_ms: mtimeMs };
  } catch {
    return null;
  }
}

/**
 * Reads a dataset file into one shared buffer and checks all of it: format, checksums, layout.
 * @param path a dataset file
 * @returns the sections by their full names, views on the buffer
 * @throws InputError naming the file and what is wrong with it
 */
export function readDataset(path: string): SectionMap {
  const bytes = readWhole(path);
  const fail = (what: string): InputError =>
    new InputError(`${path} is not a usable dataset: ${what}; import it again or go back with "gazarch rollback"`);
  const view = new DataView(bytes.buffer);
  const count = checkHeader(bytes, view, fail);
  const sections: Record<string, SectionArray> = {};
  let previousName = '';
  let end = HEADER_BYTES + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) {
    const entry = readEntry(view, bytes, HEADER_BYTES + i * ENTRY_BYTES);
    const { name, type, offset, length } = entry;
    if (!SECTION_NAME.test(name) || name <= previousName) throw fail(`section ${i} has a bad name`);
    if (type === undefined) throw fail(`section ${name} has an unknown type`);
    const byteLength = length * type.BYTES_PER_ELEMENT;
    const isPlaced = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && length >= 0 && offset % ALIGNMENT === 0;
    if (!isPlaced || offset < end || offset + byteLength > bytes.length) throw fail(`section ${name} lies outside of the file`);
    if (crc32(bytes.subarray(offset, offset + byteLength)) !== entry.checksum) throw fail(`section ${name} has a wrong checksum`);
    sections[name] = new type(bytes.buffer, offset, length);
    previousName = name;
    end = offset + byteLength;
  }
  if (end !== bytes.length) throw fail('there are bytes after the last section');
  return sections;
}

/** The sections of one part, without the part's name: `driving/node_lon` as `node_lon`. */
export function partOf(sections: SectionMap, part: string): SectionMap {
  const prefix = `${part}/`;
  return Object.fromEntries(
    Object.entries(sections).filter(([name]) => name.startsWith(prefix)).map(([name, array]) => [name.slice(prefix.length), array]),
  );
}

/** The opposite of `partOf`: every section name with the part's name before it. */
export function asPart(part: string, sections: SectionMap): SectionMap {
  return Object.fromEntries(Object.entries(sections).map(([name, array]) => [`${part}/${name}`, array]));
}

function readWhole(path: string): Uint8Array {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const remedy = missing ? 'there is no such file; make one with "gazarch import"' : (cause as Error).message;
    throw new InputError(`cannot open the dataset ${path}: ${remedy}`, { cause });
  }
  try {
    const { size } = fstatSync(fd);
    // Shared, so that worker threads can serve from the same memory.
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    for (let done = 0; done < size; ) {
      const read = readSync(fd, bytes, done, Math.min(size - done, 1 << 30), done);
      if (read === 0) throw new InputError(`${path} became shorter while it was read`);
      done += read;
    }
    return bytes;
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`cannot read the dataset ${path}: ${(cause as Error).message}`, { cause });
  } finally {
    closeSync(fd);
  }
}

/** @returns the number of sections */
function checkHeader(bytes: Uint8Array, view: DataView, fail: (what: string) => InputError): number {
  if (bytes.length < HEADER_BYTES) throw fail('it is shorter than a header');
  if (ascii(bytes, 0, 8) !== MAGIC) throw fail('it does not begin with GAZARCH');
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) throw fail(`it has format version ${version}, this program reads version ${FORMAT_VERSION}`);
  if (view.getUint32(12, true) !== BYTE_ORDER_MARK) throw fail('its byte order is wrong');
  if (crc32(bytes.subarray(0, 32)) !== view.getUint32(32, true)) throw fail('the header has a wrong checksum');
  if (view.getFloat64(16, true) !== bytes.length) throw fail(`it has ${bytes.length} bytes, not the ${view.getFloat64(16, true)} it was written with`);
  const count = view.getUint32(24, true);
  if (count > MAX_SECTIONS || HEADER_BYTES + count * ENTRY_BYTES > bytes.length) throw fail('the directory lies outside of the file');
  const directory = bytes.subarray(HEADER_BYTES, HEADER_BYTES + count * ENTRY_BYTES);
  if (crc32(directory) !== view.getUint32(28, true)) throw fail('the directory has a wrong checksum');
  return count;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number) {
  return {
    name: ascii(bytes, at, NAME_BYTES).replace(/\0+$/, ''),
    type: SECTION_TYPES[view.getUint32(at + 48, true)],
    checksum: view.getUint32(at + 52, true),
    offset: view.getFloat64(at + 56, true),
    length: view.getFloat64(at + 64, true),
  };
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
