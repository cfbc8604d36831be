import { statSync } from 'node:fs';
import type { DatasetFile } from '../../dataset/dataset-folder.js';
import type { FeedState } from '../../dataset-feed/feed-state.js';
import { metaOf } from '../../importer/write/meta.js';

/** A dataset in a folder, with the field names that `gazarch datasets --json` uses. */
export interface ListedDataset {
  /** `null` for a file that was written before datasets had numbers. */
  number: number | null;
  file: string;
  /** The time when the file was written; `null` if the time cannot be read. */
  imported_at: string | null;
  bytes: number | null;
  /** The names of the imported files; `null` if they cannot be read. */
  sources: string[] | null;
  is_served: boolean;
  /** The edition that was published at the dataset's URL; `null` for an imported dataset. */
  edition: number | null;
  /** The dataset's URL, without its password; `null` for an imported dataset. */
  source_url: string | null;
}

export function listedDataset(
  file: DatasetFile,
  { served, feed }: { served: DatasetFile | null; feed: FeedState | null },
): ListedDataset {
  const taken = feed?.editions.find(({ number }) => number === file.number);
  return {
    number: file.number,
    file: file.name,
    ...figuresOf(file.path),
    sources: sourcesOf(file.path),
    is_served: file.path === served?.path,
    edition: taken?.edition ?? null,
    source_url: taken === undefined ? null : feed!.source,
  };
}

function figuresOf(path: string): Pick<ListedDataset, 'imported_at' | 'bytes'> {
  try {
    const { mtime, size } = statSync(path);
    return { imported_at: mtime.toISOString(), bytes: size };
  } catch {
    return { imported_at: null, bytes: null };
  }
}

function sourcesOf(path: string): string[] | null {
  try {
    return metaOf(path).sources.map(({ name }) => name);
  } catch {
    return null;
  }
}
