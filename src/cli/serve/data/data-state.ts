import { statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DataState } from '../../../console/api/service-state.js';
import { listDatasets, POINTER_FILE, servedDataset } from '../../../dataset/dataset-folder.js';
import { isDead, lockHolder } from '../../../dataset/folder-lock.js';
import { importLine } from '../../../dataset/import-again.js';
import { feedState } from '../../../dataset-feed/feed-state.js';
import { metaOf } from '../../../importer/write/meta.js';
import { maskUrl } from '../../../masked-url.js';
import { datasetPlace } from '../../settings/dataset-place.js';
import { listedDataset } from '../../terminal/listed-dataset.js';
import type { Only } from '../../settings/settings.js';

/** Reports the state of the datasets and of the visible disks to the console's operators. */
export function dataState(settings: Only<'data' | 'dataset' | 'datasetFolder' | 'database'>): DataState {
  const { folder: given, url } = datasetPlace(settings);
  const folder = resolve(given);
  const served = servedDataset(folder);
  const feed = feedState(folder);
  const datasets = listDatasets(folder).map((file) => ({
    ...listedDataset(file, { served, feed }),
    data_from: dataFrom(file.path),
  }));
  return {
    datasets,
    served_since: momentOf(join(folder, POINTER_FILE)) ?? (served && momentOf(served.path)),
    changing: changeOf(folder),
    disks: disksOf({ datasets: folder, database: settings.database }),
    source_url: url === null ? null : maskUrl(url),
    import_command: url === null ? importLine(sourcesAgain(served?.path), folder) : null,
  };
}

/** Returns the oldest of the dates that the sources state. */
function dataFrom(path: string): string | null {
  try {
    const times = metaOf(path).sources.flatMap(({ timestamp }) => timestamp ?? []);
    return times.sort().at(0) ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the files that the dataset was made from, or `mongolia` if it is the sample or there is no dataset.
 */
function sourcesAgain(path: string | undefined): string[] {
  try {
    const sources = path === undefined ? [] : metaOf(path).sources;
    const real = sources.every(({ invented }) => invented !== true) ? sources : [];
    return real.length === 0 ? ['mongolia'] : real.map(({ name }) => name);
  } catch {
    return ['mongolia'];
  }
}

function momentOf(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null;
}

/** Returns the running import or rollback. A process that was killed leaves its note behind. */
function changeOf(folder: string): DataState['changing'] {
  const holder = lockHolder(folder);
  if (holder === null || isDead(holder)) return null;
  return { doing: holder.doing, since: holder.since };
}

/**
 * Returns the disks of the datasets and the database. The database may be on another machine. If both are on
 * one disk, it is listed once.
 */
function disksOf({ datasets, database }: { datasets: string; database: string }): DataState['disks'] {
  const folders = [
    ['datasets', datasets],
    ...(/^postgres(ql)?:/.test(database) ? [] : [['database', dirname(resolve(database))] as const]),
  ] as const;
  const seen = new Set<number>();
  return folders.flatMap(([of, folder]) => {
    const device = statSync(folder, { throwIfNoEntry: false })?.dev;
    if (device === undefined || seen.has(device)) return [];
    seen.add(device);
    const { bavail, blocks, bsize } = statfsSync(folder);
    return [{ of, free_bytes: bavail * bsize, total_bytes: blocks * bsize }];
  });
}
