import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { InputError } from '../errors.js';
import {
  alignUp,
  BYTE_ORDER_MARK,
  DATASET_FILE,
  ENTRY_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  NAME_BYTES,
  PREVIOUS_FILE,
  SECTION_NAME,
  typeNumberOf,
  type SectionArray,
  type SectionMap,
} from './format.js';
import { readDataset } from './read-dataset.js';

/**
 * Writes a new dataset beside the current one and reads it back. Returns the path of the temporary file,
 * for `replaceDataset` to swap in. Creates the folder when it is missing.
 * @throws InputError when the folder cannot be written or the disk is full. The temporary file is
 *   removed then.
 */
export function writeDatasetBeside(folder: string, sections: SectionMap): string {
  const path = join(folder, `${DATASET_FILE}.${process.pid}.tmp`);
  try {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(folder);
    writeFile(path, sections);
    readDataset(path);
    return path;
  } catch (cause) {
    removeQuietly(path);
    if (cause instanceof InputError) throw cause;
    throw writeError(folder, cause);
  }
}

/**
 * Renames the new file into place. The file that it replaces stays as the previous dataset.
 * @throws InputError when that fails. The new file is removed then.
 */
export function replaceDataset(folder: string, newFile: string): void {
  const current = join(folder, DATASET_FILE);
  try {
    if (existsSync(current)) keepAsPrevious(folder);
    renameSync(newFile, current);
    syncFolder(folder);
  } catch (cause) {
    removeQuietly(newFile);
    throw writeError(folder, cause);
  }
}

/**
 * Goes back to the previous dataset. The present one becomes the previous one, so a second rollback
 * undoes the first. The previous file is read and verified before anything moves.
 * @throws InputError when there is no previous dataset or it is damaged.
 */
export function rollbackDataset(folder: string): void {
  const previous = join(folder, PREVIOUS_FILE);
  if (!existsSync(previous)) throw new InputError(`${folder} has no previous dataset to go back to`);
  readDataset(previous);
  const aside = join(folder, `${DATASET_FILE}.${process.pid}.rollback.tmp`);
  try {
    linkSync(previous, aside);
    if (existsSync(join(folder, DATASET_FILE))) keepAsPrevious(folder);
    renameSync(aside, join(folder, DATASET_FILE));
    syncFolder(folder);
  } catch (cause) {
    removeQuietly(aside);
    throw writeError(folder, cause);
  }
}

/** Makes a hard link beside, then renames it, so that the previous name is always a whole file too. */
function keepAsPrevious(folder: string): void {
  const aside = join(folder, `${PREVIOUS_FILE}.${process.pid}.tmp`);
  rmSync(aside, { force: true });
  linkSync(join(folder, DATASET_FILE), aside);
  renameSync(aside, join(folder, PREVIOUS_FILE));
  // When both names are of the same file, the rename does nothing and leaves both.
  rmSync(aside, { force: true });
}

/** Removes files of imports that died. A file of a process that still runs belongs to an import under way. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^dataset\.(?:previous\.)?gazarch\.(\d+)\.(?:rollback\.)?tmp$/.exec(name);
    if (pid !== null && !isRunning(Number(pid[1]))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Only for use after a failure: that failure is reported, not one of the removal. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next import tries again.
  }
}

function writeFile(path: string, sections: SectionMap): void {
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
  const fd = openSync(path, 'w');
  try {
    writeAll(fd, header(directory, names.length, offset), 0);
    writeAll(fd, directory, HEADER_BYTES);
    let end = HEADER_BYTES + directory.length;
    for (const { array, at } of placed) {
      writeAll(fd, new Uint8Array(at - end), end);
      writeAll(fd, bytesOf(array), at);
      end = at + array.byteLength;
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
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

/** One write call may write less than asked, and takes less than 2 GiB. */
function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, Math.min(bytes.length - done, 1 << 30), position + done);
  }
}

/** A rename is on the disk only when its folder is. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeError(folder: string, cause: unknown): InputError {
  const code = (cause as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the file system is read-only',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ENOTDIR: 'part of the path is not a folder',
    EEXIST: 'it exists and is not a folder',
    EFBIG: 'the file would exceed the size limit',
  };
  const reason =
    (code !== undefined ? reasons[code] : undefined) ??
    (cause instanceof Error ? cause.message : String(cause));
  return new InputError(
    `cannot write a dataset to ${folder}: ${reason}; the dataset that was there is untouched`,
    { cause },
  );
}
