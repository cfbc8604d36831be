import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { numberedDataset, smallFile } from '../dataset/dataset-folder.js';
import type { FolderLock } from '../dataset/folder-lock.js';
import { replaceTextFile } from '../dataset/temporary-file.js';

/** The state that a folder stores about the URL from which its datasets come. */
export interface FeedState {
  /** The manifest's URL, masked. This state does not apply to any other URL. */
  source: string;
  /** Sorted newest first: the first edition in the list is the one downloaded last. */
  editions: TakenEdition[];
}

export interface TakenEdition {
  edition: number;
  /** The number of the dataset file. */
  number: number;
  sha256: string;
  taken_at: string;
  /** The SHA-256 of the map downloaded with the edition; absent if there is none. */
  map_sha256?: string;
}

const STATE_FILE = 'feed.json';

/**
 * The maximum number of editions in the state file, which is enough for any folder and keeps the file small.
 */
const EDITIONS_MAX = 12;

/**
 * Returns a folder's state, or null if the state cannot be read, in which case no edition counts as
 * downloaded.
 */
export function feedState(folder: string): FeedState | null {
  try {
    const state = JSON.parse(smallFile(join(folder, STATE_FILE)) ?? 'null') as FeedState | null;
    return state !== null && Array.isArray(state.editions) && state.editions.length > 0 ? state : null;
  } catch {
    return null;
  }
}

/** Records the edition that is to be served from now on. */
export function noteTaken({ folder }: FolderLock, source: string, taken: TakenEdition): void {
  const before = feedState(folder);
  const others = before?.source === source ? before.editions : [];
  const same = others.find(({ number, sha256 }) => number === taken.number && sha256 === taken.sha256);
  const noted = same?.map_sha256 === undefined ? taken : { map_sha256: same.map_sha256, ...taken };
  const editions = [noted, ...others.filter(({ number }) => number !== taken.number)].slice(0, EDITIONS_MAX);
  replaceTextFile(folder, STATE_FILE, `${JSON.stringify({ source, editions } satisfies FeedState)}\n`);
}

/** Returns the path of a downloaded edition's file, damaged or not, or null if the file is gone. */
export function takenFile(folder: string, { number }: TakenEdition): string | null {
  const { path } = numberedDataset(folder, number);
  return existsSync(path) ? path : null;
}
