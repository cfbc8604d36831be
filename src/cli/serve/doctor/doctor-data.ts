import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { counted } from '../../../counted.js';
import { listDatasets, servedDataset } from '../../../dataset/dataset-folder.js';
import { isDead, LOCK_FILE, lockHolder } from '../../../dataset/folder-lock.js';
import { leftoversIn } from '../../../dataset/temporary-file.js';
import { askServed } from '../../../importer/guard.js';
import { verifyDataset } from '../../../importer/write/verify-dataset.js';
import { failure, failureOf, holderOf, isLocked, ok, size, warning, type Finding } from './doctor-finding.js';

/**
 * The required free space, as a multiple of the dataset's size: an import writes a new dataset and its map
 * beside the old dataset and map.
 */
const ROOM_DATASETS = 3;
const LEAST_ROOM_BYTES = 1e9;

const OLD_DAYS = 45;

const IMPORT = 'make one with "gazarch import SOURCE"';

/** Checks whether the datasets' folder contains a dataset to serve and is writable. */
export function datasetFolder(folder: string, isFed: boolean): Finding[] {
  if (!existsSync(folder))
    return isFed
      ? [ok('dataset', `${folder} does not exist yet; the first download creates it`)]
      : [failure('dataset', `there is no folder ${folder}`, `mount its volume, or ${IMPORT}`)];
  try {
    return [...served(folder, isFed), ...canary(folder), lock(folder), leftovers(folder)];
  } catch (error) {
    return [failureOf('dataset', error, 'name another folder with --dataset')];
  }
}

function served(folder: string, isFed: boolean): Finding[] {
  if (listDatasets(folder).length === 0)
    return [
      isFed
        ? ok('dataset', `${folder} is empty: the first dataset will be downloaded`)
        : failure('dataset', `there is no dataset in ${folder}`, IMPORT),
    ];
  const file = servedDataset(folder);
  if (file === null || !existsSync(file.path))
    return [
      failure(
        'dataset',
        `the pointer ${join(folder, 'current')} names ${file?.name ?? 'no file'}, which does not exist`,
        'choose another with "gazarch rollback NUMBER"; "gazarch datasets" lists them',
      ),
    ];
  const { bytes, meta } = verifyDataset(file.path);
  const signs = `roads with height or weight limits: ${meta.driving.limited_ways ?? 0}`;
  return [
    ok('dataset', `${file.path} is sound, ${size(bytes)}, ${signs}, written by ${meta.generator}`),
    age(meta.sources, Date.now()),
  ];
}

/** Reports the newest source's age, with the limit of the alert GazarchDatasetOld. */
export function age(sources: readonly { timestamp?: string | null }[], now_ms: number): Finding {
  const newest = sources.flatMap(({ timestamp }) => timestamp ?? []).sort();
  const at_ms = Date.parse(newest.at(-1) ?? '');
  if (Number.isNaN(at_ms)) return ok('age', 'the age of the sources is unknown');
  const days = Math.floor((now_ms - at_ms) / 86_400_000);
  const found = `the newest source is from ${newest.at(-1)}, ${counted(days, 'day')} old`;
  return days > OLD_DAYS
    ? warning('age', found, 'import newer data; see docs/alerts.md, GazarchDatasetOld')
    : ok('age', found);
}

/** Checks whether the served dataset still gives the answers that it gave when it was made. */
function canary(folder: string): Finding[] {
  if (servedBytes(folder) === 0) return [];
  const { asked, falls } = askServed(folder);
  if (falls.length === 0)
    return [
      ok(
        'questions',
        `${counted(asked, 'known query still has', 'known queries still have')} the expected answers`,
      ),
    ];
  const remedy = 'investigate with "gazarch explain"; go back with "gazarch rollback" if the data is wrong';
  return [warning('questions', falls.join('; '), remedy)];
}

function lock(folder: string): Finding {
  const holder = lockHolder(folder);
  const path = join(folder, LOCK_FILE);
  if (holder === null)
    return isLocked(path)
      ? warning('lock', `${path} is locked: nobody can change the datasets`, holderOf(path))
      : ok('lock', 'no command is changing the datasets');
  const { doing, process: pid, host, since } = holder;
  const who = `${doing} (process ${pid} on ${host}, since ${since})`;
  return isDead(holder)
    ? warning('lock', `${who} was killed`, 'nothing to do: the next import takes over the lock')
    : warning(
        'lock',
        `the datasets are being changed by ${who}`,
        'wait until the change is finished before you import or roll back',
      );
}

function leftovers(folder: string): Finding {
  const names = leftoversIn(folder);
  const bytes = names.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return names.length === 0
    ? ok('leftovers', 'no half-written file')
    : warning(
        'leftovers',
        `${counted(names.length, 'half-written file')} in ${folder}, ${size(bytes)}`,
        'nothing to do if an import is running; otherwise the next import removes the files',
      );
}

/** Checks a folder to which the service writes. */
export function writable(check: string, folder: string): Finding {
  const place = firstThere(folder);
  try {
    if (!statSync(place).isDirectory()) throw new Error('it is not a folder');
    accessSync(place, constants.W_OK | constants.X_OK);
    return ok(
      check,
      existsSync(folder) ? `${folder} is writable` : `${folder} does not exist yet; ${place} is writable`,
    );
  } catch (cause) {
    return failure(
      check,
      `${folder} is not writable: ${(cause as Error).message}`,
      'run as the owner of the folder, mount it read-write, or name another folder with --data',
    );
  }
}

/** @param dataset_bytes the served dataset's size */
export function room(folder: string, dataset_bytes: number): Finding {
  const { bavail, bsize } = statfsSync(firstThere(folder));
  return judgeRoom(folder, bavail * bsize, dataset_bytes);
}

function judgeRoom(folder: string, free: number, dataset_bytes: number): Finding {
  const wanted = Math.max(LEAST_ROOM_BYTES, ROOM_DATASETS * dataset_bytes);
  const found = `${size(free)} free in ${folder}`;
  return free >= wanted
    ? ok('disk', found)
    : warning(
        'disk',
        `${found}, an import needs ${size(wanted)}`,
        'free some space; with --keep 1, the next import keeps fewer datasets',
      );
}

/** Returns the served dataset's size; 0 if there is none. */
export function servedBytes(folder: string): number {
  try {
    const file = servedDataset(folder);
    return file === null ? 0 : (statSync(file.path, { throwIfNoEntry: false })?.size ?? 0);
  } catch {
    return 0;
  }
}

function firstThere(folder: string): string {
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  return place;
}
