import { closeSync, fstatSync, readSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { InputError } from '../errors.js';
import {
  ALIGNMENT,
  BYTE_ORDER_MARK,
  ENTRY_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  MAX_SECTIONS,
  NAME_BYTES,
  SECTION_NAME,
  SECTION_TYPES,
  type SectionArray,
  type SectionClass,
  type SectionMap,
} from './format.js';
import { importAgain } from './import-again.js';
import { openRegularFile } from './regular-file.js';

/**
 * Identifies the file that is at a path at a given moment. The identity changes when another file is renamed
 * to that path or when the file is modified, because a program can reset the modification time but not
 * `status_ms`.
 */
export interface FileIdentity {
  device: number;
  inode: number;
  bytes: number;
  modified_ms: number;
  /** The file's ctime, which also changes when a hard link is created or the mode changes. */
  status_ms: number;
}

/** Returns the identity of the file at a path, or null if there is no file. */
export function fileIdentity(path: string): FileIdentity | null {
  try {
    return identityOf(statSync(path));
  } catch {
    return null;
  }
}

/** Returns a file's identity from its stat result. */
export function identityOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): FileIdentity {
  return { device: dev, inode: ino, bytes: size, modified_ms: mtimeMs, status_ms: ctimeMs };
}

/** Whether a file was neither modified nor replaced between two checks. */
export function isSameFile(a: FileIdentity, b: FileIdentity | null): boolean {
  return (
    b !== null &&
    a.device === b.device &&
    a.inode === b.inode &&
    a.bytes === b.bytes &&
    a.modified_ms === b.modified_ms &&
    a.status_ms === b.status_ms
  );
}

/**
 * Reads a dataset file into one shared buffer, and fully checks its format, checksums and layout.
 * @param path a dataset file
 * @returns the sections by their full names, as views of the buffer
 * @throws InputError that names the file and the fault
 */
export function readDataset(path: string): SectionMap {
  return openSections(path, readDatasetBytes(path), { checksums: true });
}

/**
 * Reads the whole file into one shared buffer, without checking it.
 * @throws InputError if the file cannot be read
 */
export function readDatasetBytes(path: string): Uint8Array {
  return withFile(path, (fd, size) => readBytes(fd, path, { offset: 0, length: size, shared: true }));
}

/**
 * The number of bytes to read at a time. Some libraries request a diagnostic report from Node when they load,
 * and the report waits until no thread is inside a call.
 */
const READ_BYTES = 4 << 20;

/**
 * The number of bytes to check at a time; all chunks use the same buffer. New buffers would take up 30 MB
 * until the garbage collector ran, and the allocator would keep that memory.
 */
const PIECE_BYTES = 1 << 20;

/**
 * Checks an open file as `readDataset` does, but does not keep its content. `path` is used only in messages.
 * @throws InputError that names the file and the fault
 */
export function checkOpenDataset(fd: number, path: string): void {
  const { size } = fstatSync(fd);
  const piece = new Uint8Array(PIECE_BYTES);
  for (const { name, offset, byteLength, checksum } of checkedDirectory(path, headOf(fd, path, size), size)) {
    let sum = 0;
    for (let done = 0; done < byteLength; done += PIECE_BYTES) {
      const part = piece.subarray(0, Math.min(PIECE_BYTES, byteLength - done));
      readInto(part, fd, path, offset + done);
      sum = crc32(part, sum);
    }
    if (sum !== checksum) throw unusable(path, `section ${name} has a wrong checksum`);
  }
}

/**
 * Returns the header and the directory. If the directory is small, the result also includes the bytes after
 * it.
 */
export function headOf(fd: number, path: string, size: number): Uint8Array {
  const length = Math.min(size, HEADER_BYTES + MAX_SECTIONS * ENTRY_BYTES);
  return readBytes(fd, path, { offset: 0, length });
}

/**
 * Returns a file's sections as views of its bytes. `path` is used only in messages.
 * @param options.checksums false only if another thread has already verified the checksums of these bytes
 * @throws InputError that names the file and the fault
 */
export function openSections(path: string, bytes: Uint8Array, options: { checksums: boolean }): SectionMap {
  const sections: Record<string, SectionArray> = {};
  for (const entry of checkedDirectory(path, bytes, bytes.length)) {
    if (options.checksums) checkSum(path, bytes, entry, entry.offset);
    sections[entry.name] = new entry.type(bytes.buffer, entry.offset, entry.length);
  }
  return sections;
}

/**
 * Reads one section of a dataset file without reading the others.
 * @throws InputError as `readDataset` does, and also if the section does not exist
 */
export function readSection(path: string, name: string): SectionArray {
  return withFile(path, (fd, size) => {
    const head = headOf(fd, path, size);
    const entry = checkedDirectory(path, head, size).find((candidate) => candidate.name === name);
    if (entry === undefined) throw unusable(path, `section ${name} is missing`);
    const bytes = readBytes(fd, path, { offset: entry.offset, length: entry.byteLength });
    checkSum(path, bytes, entry, 0);
    return new entry.type(bytes.buffer, 0, entry.length);
  });
}

/** Returns the sections of one part, without the part's name: `driving/node_lon` becomes `node_lon`. */
export function partOf(sections: SectionMap, part: string): SectionMap {
  const prefix = `${part}/`;
  return Object.fromEntries(
    Object.entries(sections)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, array]) => [name.slice(prefix.length), array]),
  );
}

/** The inverse of `partOf`: adds the part's name to every section name. */
export function asPart(part: string, sections: SectionMap): SectionMap {
  return Object.fromEntries(Object.entries(sections).map(([name, array]) => [`${part}/${name}`, array]));
}

interface Entry {
  name: string;
  type: SectionClass;
  checksum: number;
  offset: number;
  length: number;
  byteLength: number;
}

function unusable(path: string, what: string): InputError {
  return new InputError(
    `${path} is not a usable dataset: ${what}; import it again or go back with "gazarch rollback"`,
  );
}

function otherVersion(path: string, version: number): InputError {
  const what = `it has format version ${version}, this program reads version ${FORMAT_VERSION}`;
  const remedy =
    version < FORMAT_VERSION ? importAgain(metaOfOlder(path), dirname(path)) : 'update gazarch here';
  return new InputError(`${path} is not a usable dataset: ${what}; ${remedy}`);
}

/** No real meta section has ever exceeded this size. */
const MOST_META_BYTES = 1 << 20;

/**
 * Returns `meta/json` from a file in an older format whose header and directory have the current layout. The
 * result is used only in a message, so the function returns null on any fault.
 */
function metaOfOlder(path: string): Uint8Array | null {
  try {
    return withFile(path, (fd, size) => {
      const head = headOf(fd, path, size);
      const entries = checkedDirectory(path, head, size, { anyVersion: true });
      const meta = entries.find(({ name }) => name === 'meta/json');
      if (meta === undefined || meta.byteLength > MOST_META_BYTES) return null;
      const bytes = readBytes(fd, path, { offset: meta.offset, length: meta.byteLength });
      checkSum(path, bytes, meta, 0);
      return bytes;
    });
  } catch {
    return null;
  }
}

function withFile<T>(path: string, read: (fd: number, size: number) => T): T {
  let fd: number;
  try {
    fd = openRegularFile(path);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const remedy = missing
      ? 'there is no such file; make one with "gazarch import"'
      : (cause as Error).message;
    throw new InputError(`cannot open the dataset ${path}: ${remedy}`, { cause });
  }
  try {
    return read(fd, fstatSync(fd).size);
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new InputError(`cannot read the dataset ${path}: ${(cause as Error).message}`, { cause });
  } finally {
    closeSync(fd);
  }
}

function readBytes(
  fd: number,
  path: string,
  range: { offset: number; length: number; shared?: boolean },
): Uint8Array {
  const { offset, length } = range;
  const bytes = new Uint8Array(
    range.shared === true ? new SharedArrayBuffer(length) : new ArrayBuffer(length),
  );
  readInto(bytes, fd, path, offset);
  return bytes;
}

/** Fills `bytes` from a file. */
function readInto(bytes: Uint8Array, fd: number, path: string, offset: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(fd, bytes, done, Math.min(bytes.length - done, READ_BYTES), offset + done);
    if (read === 0) throw unusable(path, 'it was truncated while being read');
    done += read;
  }
}

/**
 * Checks the directory's entries and returns them. `bytes` contains at least the header and the directory;
 * `size` is the size of the whole file.
 */
function checkedDirectory(
  path: string,
  bytes: Uint8Array,
  size: number,
  options = { anyVersion: false },
): Entry[] {
  const view = new DataView(bytes.buffer);
  const count = checkHeader(path, bytes, size, options);
  const entries: Entry[] = [];
  let previousName = '';
  let end = HEADER_BYTES + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) {
    const at = HEADER_BYTES + i * ENTRY_BYTES;
    const name = ascii(bytes, at, NAME_BYTES).replace(/\0+$/, '');
    const type = SECTION_TYPES[view.getUint32(at + 48, true)];
    const offset = view.getFloat64(at + 56, true);
    const length = view.getFloat64(at + 64, true);
    if (!SECTION_NAME.test(name) || name <= previousName)
      throw unusable(path, `section ${i} has an invalid name`);
    if (type === undefined) throw unusable(path, `section ${name} has an unknown type`);
    const byteLength = length * type.BYTES_PER_ELEMENT;
    const isPlaced =
      Number.isSafeInteger(offset) && Number.isSafeInteger(length) && length >= 0 && offset % ALIGNMENT === 0;
    if (!isPlaced || offset < end || offset + byteLength > size)
      throw unusable(path, `section ${name} is outside the file`);
    entries.push({ name, type, checksum: view.getUint32(at + 52, true), offset, length, byteLength });
    previousName = name;
    end = offset + byteLength;
  }
  if (end !== size) throw unusable(path, 'there are bytes after the last section');
  return entries;
}

/**
 * Checks the header and the directory's checksum.
 * @returns the number of sections
 */
function checkHeader(
  path: string,
  bytes: Uint8Array,
  size: number,
  { anyVersion }: { anyVersion: boolean },
): number {
  const view = new DataView(bytes.buffer);
  if (bytes.length < HEADER_BYTES) throw unusable(path, 'it is shorter than a header');
  if (ascii(bytes, 0, 8) !== MAGIC) throw unusable(path, 'it does not begin with GAZARCH');
  const version = view.getUint32(8, true);
  if (!anyVersion && version !== FORMAT_VERSION) throw otherVersion(path, version);
  if (view.getUint32(12, true) !== BYTE_ORDER_MARK) throw unusable(path, 'its byte order is wrong');
  if (crc32(bytes.subarray(0, 32)) !== view.getUint32(32, true))
    throw unusable(path, 'the header has a wrong checksum');
  const length = view.getFloat64(16, true);
  if (length !== size) throw unusable(path, `it has ${size} bytes instead of the original ${length}`);
  const count = view.getUint32(24, true);
  if (count > MAX_SECTIONS || HEADER_BYTES + count * ENTRY_BYTES > bytes.length)
    throw unusable(path, 'the directory is outside the file');
  const directory = bytes.subarray(HEADER_BYTES, HEADER_BYTES + count * ENTRY_BYTES);
  if (crc32(directory) !== view.getUint32(28, true))
    throw unusable(path, 'the directory has a wrong checksum');
  return count;
}

/** Checks the checksum of a section that starts at `at` in `bytes`. */
function checkSum(path: string, bytes: Uint8Array, entry: Entry, at: number): void {
  if (crc32(bytes.subarray(at, at + entry.byteLength)) !== entry.checksum) {
    throw unusable(path, `section ${entry.name} has a wrong checksum`);
  }
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
