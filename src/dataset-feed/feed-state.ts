import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { numberedDataset, smallFile } from '../dataset/dataset-folder.js';
import type { FolderLock } from '../dataset/folder-lock.js';
import { replaceTextFile } from '../dataset/temporary-file.js';

/** The folder's knowledge about the URL of its datasets. */
export interface FeedState {
  /** The URL of the manifest, masked. With another URL, nothing here counts. */
  source: string;
  /** Newest first: the first edition in the list is the one taken last. */
  editions: TakenEdition[];
}

export interface TakenEdition {
  edition: number;
  /** Number of the dataset file. */
  number: number;
  sha256: string;
  taken_at: string;
  /** SHA-256 of the map taken with it; absent: none. */
  map_sha256?: string;
}

const STATE_FILE = 'feed.json';

/** Enough for a folder, and few enough for a small file. */
const EDITIONS_MAX = 12;

/** The state of a folder, or null if it cannot be read: then nothing counts as taken. */
export function feedState(folder: string): FeedState | null {
  try {
    const state = JSON.parse(smallFile(join(folder, STATE_FILE)) ?? 'null') as FeedState | null;
    return state !== null && Array.isArray(state.editions) && state.editions.length > 0 ? state : null;
  } catch {
    return null;
  }
}

/** Notes the edition that is served from now on. */
export function noteTaken({ folder }: FolderLock, source: string, taken: TakenEdition): void {
  const before = feedState(folder);
  const others = before?.source === source ? before.editions : [];
  const same = others.find(({ number, sha256 }) => number === taken.number && sha256 === taken.sha256);
  const noted = same?.map_sha256 === undefined ? taken : { map_sha256: same.map_sha256, ...taken };
  const editions = [noted, ...others.filter(({ number }) => number !== taken.number)].slice(0, EDITIONS_MAX);
  replaceTextFile(folder, STATE_FILE, `${JSON.stringify({ source, editions } satisfies FeedState)}\n`);
}

/** The file of a taken edition, whether sound or not; null if it is gone. */
export function takenFile(folder: string, { number }: TakenEdition): string | null {
  const { path } = numberedDataset(folder, number);
  return existsSync(path) ? path : null;
}
