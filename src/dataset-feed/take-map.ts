import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { numberedDataset } from '../dataset/dataset-folder.js';
import { withFolderLock } from '../dataset/folder-lock.js';
import { removeQuietly } from '../dataset/temporary-file.js';
import { tilesPath } from '../dataset/tiles-path.js';
import { maskUrl } from '../masked-url.js';
import { checkInThread } from './check-in-thread.js';
import { noteTaken, type TakenEdition } from './feed-state.js';
import { besideUrl } from './feed-url.js';
import { fetchFile } from './fetch-file.js';
import type { PublishedFile } from './manifest.js';
import { checkRoom, DOWNLOAD_FOLDER, type TakeOptions } from './take-edition.js';

/** Whether the map of an edition is in the folder. */
export function hasMap(folder: string, map: PublishedFile, taken: TakenEdition): boolean {
  return taken.map_sha256 === map.sha256 && existsSync(tilesPath(numberedDataset(folder, taken.number)));
}

/**
 * Gets the map of an edition that is served already. Answers do not need it, so nothing waits for it.
 * @throws ServerAwayError, FolderLockedError when another process is at it, else an InputError.
 */
export async function takeMap(
  map: PublishedFile,
  taken: TakenEdition,
  { folder, url, limits, signal }: Omit<TakeOptions, 'keep' | 'refusedTag' | 'onRefusedFile'>,
): Promise<void> {
  const downloads = join(folder, DOWNLOAD_FOLDER);
  await withFolderLock(downloads, `download of ${map.file} of ${maskUrl(url)}`, async () => {
    const part = join(downloads, `${map.sha256.slice(0, 16)}.part`);
    checkRoom(downloads, part, map);
    await fetchFile(besideUrl(url, map.file), part, map, { limits, signal, refusedTag: null });
    try {
      await checkInThread({ path: part, sha256: map.sha256, unpacked: null, isMap: true }, signal);
    } catch (error) {
      if (!signal.aborted) removeQuietly(part);
      throw error;
    }
    await withFolderLock(folder, `map of edition ${taken.edition}`, (lock) => {
      const dataset = numberedDataset(folder, taken.number);
      if (!existsSync(dataset.path)) return removeQuietly(part);
      renameSync(part, tilesPath(dataset));
      noteTaken(lock, maskUrl(url), { ...taken, map_sha256: map.sha256 });
    });
  });
}
