import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { flush } from '../dataset/temporary-file.js';
import { reasonOf } from '../dataset/write-error.js';
import { InputError } from '../errors.js';
import { digestOf } from '../dataset/digest.js';
import { verifyDataset } from '../importer/write/verify-dataset.js';

/** A download to check in its own thread, because the checks take seconds of CPU time. */
export interface DownloadCheck {
  /** The downloaded file and its SHA-256. */
  path: string;
  sha256: string;
  /**
   * Null if the file is the dataset itself. Otherwise, the compressed file must unpack to a file with this
   * size and digest.
   */
  unpacked: { path: string; bytes: number; sha256: string } | null;
  /** Whether the file is a map instead of a dataset, in which case only the checksum is checked. */
  isMap?: boolean;
}

/**
 * Checks a download's checksum, unpacks it, flushes it to disk and verifies the resulting dataset as `gazarch
 * verify` does.
 * @throws InputError if the file is not the published one, or is not a valid dataset
 */
export async function checkDownload({ path, sha256, unpacked, isMap }: DownloadCheck): Promise<void> {
  checkDigest(path, sha256);
  if (unpacked !== null) {
    await unpack(path, unpacked);
    checkDigest(unpacked.path, unpacked.sha256);
  }
  const dataset = unpacked?.path ?? path;
  try {
    flush(dataset, 'r+');
  } catch (cause) {
    throw new InputError(`cannot write ${dataset}: ${reasonOf(cause)}`, { cause });
  }
  if (isMap === true) return;
  try {
    verifyDataset(dataset);
  } catch (cause) {
    // The remedies in the original message apply only to imported files.
    const reason = (cause as Error).message.split(';')[0].replaceAll(dataset, 'the file');
    throw new InputError(`it has the right checksum, but ${reason}`, { cause });
  }
}

function checkDigest(path: string, sha256: string): void {
  const found = digestOf(path, 'sha256');
  if (found !== sha256)
    throw new InputError(
      `its SHA-256 is ${found.slice(0, 12)}…, but the manifest says ${sha256.slice(0, 12)}…`,
    );
}

/** Writes at most the number of bytes stated in the manifest, even if a compressed file unpacks to more. */
async function unpack(packed: string, { path, bytes }: { path: string; bytes: number }): Promise<void> {
  let left = bytes;
  const limit = new Transform({
    transform(piece: Buffer, _, next) {
      left -= piece.length;
      next(
        left < 0 ? new InputError(`it unpacks to more than the ${bytes} bytes stated in the manifest`) : null,
        piece,
      );
    },
  });
  try {
    await pipeline(createReadStream(packed), createGunzip(), limit, createWriteStream(path));
  } catch (cause) {
    rmSync(path, { force: true });
    if (InputError.is(cause)) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true)
      throw new InputError(`${basename(packed)} cannot be unpacked: ${(cause as Error).message}`, { cause });
    throw new InputError(`cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
  if (statSync(path).size !== bytes)
    throw new InputError(`it unpacks to ${statSync(path).size} bytes, but the manifest says ${bytes}`);
}
