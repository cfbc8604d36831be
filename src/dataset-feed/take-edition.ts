import { maskUrl } from '../masked-url.js';
import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { identicalDataset, install, pointTo, prune, takeOver } from '../dataset/change-folder.js';
import { withFolderLock } from '../dataset/folder-lock.js';
import { FORMAT_VERSION } from '../dataset/format.js';
import { removeQuietly } from '../dataset/temporary-file.js';
import { InputError } from '../errors.js';
import { checkInThread } from './check-in-thread.js';
import type { FeedLimits } from './feed-limits.js';
import { feedState, noteTaken, takenFile, type TakenEdition } from './feed-state.js';
import { besideUrl } from './feed-url.js';
import { fetchFile } from './fetch-file.js';
import type { Manifest, PublishedFile } from './manifest.js';

/**
 * The download folder, which is inside the dataset folder so that both are on the same disk and a rename is
 * enough.
 */
export const DOWNLOAD_FOLDER = 'download';

export interface TakeOptions {
  /** The manifest's URL. */
  url: URL;
  folder: string;
  /** The number of datasets to keep in the folder. */
  keep: number;
  limits: FeedLimits;
  signal: AbortSignal;
  /** The server's entity tag for a refused file; see `fetchFile`. */
  refusedTag: string | null;
  /** Called with the entity tag of a file whose content was refused. */
  onRefusedFile(tag: string | null): void;
}

/** An edition that is to be served from now on. */
export interface TakenOver extends TakenEdition {
  warnings: string[];
  /** Whether the edition was already in the folder, so that nothing was downloaded. */
  isKept: boolean;
}

/**
 * Returns the reason why an edition must not replace the previous one, or null if it may. If there is a
 * reason not to serve the edition, nothing is downloaded.
 */
export function objection(manifest: Manifest, before: TakenEdition | null): string | null {
  const { edition, format, rollback } = manifest;
  if (format !== FORMAT_VERSION)
    return (
      `edition ${edition} has format version ${format}, this program reads version ${FORMAT_VERSION}; ` +
      (format > FORMAT_VERSION ? 'update gazarch here' : 'import it with this version and publish that')
    );
  if (before === null) return null;
  if (edition === before.edition && manifest.sha256 !== before.sha256)
    return (
      `edition ${edition} differs from the edition ${edition} that was downloaded before; ` +
      'publish changed data as a new edition'
    );
  if (edition < before.edition && rollback !== true)
    return (
      `edition ${edition} is older than edition ${before.edition}, but the manifest does not mark it as ` +
      'a rollback; publish it with --rollback'
    );
  return null;
}

/**
 * Puts an edition into the dataset folder and updates the pointer to refer to it. If the folder already
 * contains the edition, that file is used; otherwise, the edition is downloaded and checked.
 * @returns null if another process has already added the edition in the meantime
 * @throws ServerAwayError; FolderLockedError if another process is doing this; otherwise an InputError
 */
export async function takeEdition(manifest: Manifest, options: TakeOptions): Promise<TakenOver | null> {
  const { folder, url } = options;
  const source = maskUrl(url);
  const kept = await keptFile(manifest, options);
  if (kept !== null) return putInPlace(manifest, kept, options);
  const downloads = join(folder, DOWNLOAD_FOLDER);
  return withFolderLock(downloads, `download of edition ${manifest.edition} of ${source}`, async () => {
    const state = feedState(folder);
    const now = state?.source === source ? state.editions[0] : null;
    if (now?.edition === manifest.edition && (await isSound(folder, now, options.signal))) return null;
    const taken = await putInPlace(manifest, await downloaded(manifest, downloads, options), options);
    removeOthers(downloads, null);
    return taken;
  });
}

/** Whether an edition's file still contains the bytes that were downloaded. */
export async function isSound(folder: string, taken: TakenEdition, signal: AbortSignal): Promise<boolean> {
  const path = takenFile(folder, taken);
  if (path === null) return false;
  return checkInThread({ path, sha256: taken.sha256, unpacked: null }, signal).then(
    () => true,
    (error: unknown) => {
      if (InputError.is(error)) return false;
      throw error;
    },
  );
}

/** Returns the number of an undamaged file in the folder that contains this edition's bytes. */
async function keptFile(manifest: Manifest, { folder, signal }: TakeOptions): Promise<number | null> {
  for (const taken of feedState(folder)?.editions ?? []) {
    if (taken.sha256 === manifest.sha256 && (await isSound(folder, taken, signal))) return taken.number;
  }
  return null;
}

/**
 * Downloads and checks the file, and removes partial downloads of other editions. @returns the path of a
 * verified dataset
 */
async function downloaded(manifest: Manifest, downloads: string, options: TakeOptions): Promise<string> {
  const { url, signal } = options;
  const wanted: PublishedFile = manifest.gzip ?? manifest;
  const name = wanted.sha256.slice(0, 16);
  const part = join(downloads, `${name}.part`);
  const unpacked = manifest.gzip === undefined ? null : join(downloads, `${name}.unpacked`);
  removeOthers(downloads, `${name}.part`);
  checkRoom(downloads, part, manifest);
  for (;;) {
    const fetched = await fetchFile(besideUrl(url, wanted.file), part, wanted, options);
    if (fetched === 'unchanged')
      throw new InputError(`${wanted.file} on the server is still the file that was refused`);
    try {
      const { bytes, sha256 } = manifest;
      await checkInThread(
        {
          path: part,
          sha256: wanted.sha256,
          unpacked: unpacked === null ? null : { path: unpacked, bytes, sha256 },
        },
        signal,
      );
      return unpacked ?? part;
    } catch (error) {
      // The check was aborted, so the file has not been refused.
      if (signal.aborted) throw error;
      removeQuietly(part);
      if (unpacked !== null) removeQuietly(unpacked);
      // The beginning of the file may come from a different version, so the file is downloaded again from the
      // start.
      if (fetched.isResumed) continue;
      options.onRefusedFile(fetched.tag);
      throw new InputError(`edition ${manifest.edition} (${wanted.file}): ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

function removeOthers(downloads: string, mine: string | null): void {
  for (const name of readdirSync(downloads)) {
    if (name !== mine && /^[0-9a-f]{16}\.(?:part|unpacked)$/.test(name)) removeQuietly(join(downloads, name));
  }
}

/** Checks that there is enough free space before a few hundred megabytes fill the disk. */
export function checkRoom(
  downloads: string,
  part: string,
  wanted: PublishedFile & { gzip?: PublishedFile },
): void {
  const { bavail, bsize } = statfsSync(downloads);
  const have = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  const needed = wanted.bytes + (wanted.gzip?.bytes ?? 0) - have;
  if (bavail * bsize < needed)
    throw new InputError(
      `${downloads} has less free space than the ${Math.ceil(needed / 1e6)} MB that ${wanted.file} needs; ` +
        'free some there',
    );
}

/** @param found a verified dataset: its number in the folder, or its path on the same disk */
function putInPlace(
  manifest: Manifest,
  found: number | string,
  { folder, url, keep }: TakeOptions,
): Promise<TakenOver> {
  const source = maskUrl(url);
  const { edition, sha256 } = manifest;
  return withFolderLock(folder, `edition ${edition} of ${source}`, (lock) => {
    takeOver(lock);
    const number = typeof found === 'number' ? found : installed();
    pointTo(lock, number);
    // The edition is recorded after the pointer has been updated: if the process ends in between, the edition
    // is merely fetched again.
    const taken = { edition, number, sha256, taken_at: new Date().toISOString() };
    noteTaken(lock, source, taken);
    prune(lock, keep);
    return { ...taken, warnings: lock.warnings, isKept: typeof found === 'number' };

    function installed(): number {
      const same = identicalDataset(lock, found as string);
      if (same === null) return install(lock, found as string);
      rmSync(found as string, { force: true });
      return same;
    }
  });
}
