import { closeSync } from 'node:fs';
import { InputError } from '../errors.js';
import type { SectionMap } from './format.js';
import { mapFile, type MappedFile } from './map-file.js';
import { openSections } from './read-dataset.js';
import { readDatasetInThread } from './read-in-thread.js';
import { openRegularFile } from './regular-file.js';
import { asError, mayPass, stampOf, type Verify } from './verified-files.js';

/** A dataset file that has been verified and mapped. */
export interface MappedDataset extends MappedFile {
  /** Changes when the file is verified again: see `stampOf` and `verifyAgain`. */
  stamp: string;
  path: string;
}

/** Whether someone has written to a mapped file, which makes its content unreliable. */
export function isAltered({ fd, path, stamp }: MappedDataset): boolean {
  try {
    return stampOf(fd, path) !== stamp;
  } catch {
    return true;
  }
}

/**
 * Whether a mapped file that changed may still be read. A backup by hard link changes the file's ctime but
 * none of its bytes, so the bytes are verified. A file that temporarily cannot be verified counts as
 * undamaged.
 */
export async function verifyAgain(mapped: MappedDataset, verify: Verify): Promise<boolean> {
  const { fd, path } = mapped;
  try {
    const stamp = stampOf(fd, path);
    await verify({ fd, path, stamp });
    mapped.stamp = stamp;
    return true;
  } catch (error) {
    return mayPass(error as Error);
  }
}

/** An opened dataset file whose bytes have been checked. */
export interface OpenedDataset {
  sections: SectionMap;
  /** Null if the file was read into memory instead of being mapped. */
  mapped: MappedDataset | null;
}

/**
 * Opens a dataset file: verifies and maps it, or reads it into memory. The service keeps handling requests
 * while the file is being opened.
 * @param verify null if datasets are read into memory
 * @throws InputError as `readDataset` does
 */
export async function openDataset(path: string, verify: Verify | null): Promise<OpenedDataset> {
  const mapped = verify === null ? null : await verifiedMapping(path, verify);
  if (mapped === null) return { sections: await readDatasetInThread(path), mapped };
  try {
    return { sections: openSections(path, new Uint8Array(mapped.buffer), { checksums: false }), mapped };
  } catch (error) {
    mapped.unmap();
    throw error;
  }
}

/** Maps a file in this thread after another thread has verified and mapped it. */
export function mapAgain(fd: number, path: string): { sections: SectionMap; unmap: () => void } {
  const { buffer, unmap } = mapFile(fd, { keepsOpen: false });
  return { sections: openSections(path, new Uint8Array(buffer), { checksums: false }), unmap };
}

/**
 * Maps a file and returns its sections.
 * @param checksums whether to verify the checksums of all bytes, which is unnecessary for a file that has
 * already been verified
 */
export function mapSections(path: string, { checksums = false } = {}): SectionMap {
  const fd = openRegularFile(path);
  try {
    return openSections(path, new Uint8Array(mapFile(fd, { keepsOpen: false }).buffer), { checksums });
  } finally {
    closeSync(fd);
  }
}

/**
 * Returns null if the file is valid but cannot be mapped. Some file systems do not support memory mapping.
 */
async function verifiedMapping(path: string, verify: Verify): Promise<MappedDataset | null> {
  let fd: number | null = null;
  try {
    fd = openRegularFile(path);
    const stamp = stampOf(fd, path);
    await verify({ fd, path, stamp });
    if (stampOf(fd, path) !== stamp)
      throw asError({ message: `${path} was modified while it was being verified`, code: 'ESTALE' });
    const mapped = tryToMap(fd);
    if (mapped !== null) fd = null;
    return mapped === null ? null : { ...mapped, stamp, path };
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new InputError(`cannot open the dataset ${path}: ${(cause as Error).message}`, { cause });
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function tryToMap(fd: number): MappedFile | null {
  try {
    return mapFile(fd, { keepsOpen: true });
  } catch {
    return null;
  }
}
