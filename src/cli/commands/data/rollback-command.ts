import { Command } from 'commander';
import { pointTo, takeOver } from '../../../dataset/change-folder.js';
import {
  listDatasets,
  numberedDataset,
  olderDatasets,
  servedDataset,
  type DatasetFile,
} from '../../../dataset/dataset-folder.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { InputError } from '../../../errors.js';
import { verifyDataset } from '../../../importer/write/verify-dataset.js';
import { print, printWarning, sayWait } from '../../terminal/output.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';

/** `gazarch rollback [NUMBER]` */
export function rollbackCommand(): Command {
  return addSettingFlags(
    new Command('rollback')
      .description('serve an older dataset again; a running service switches to it automatically')
      .argument(
        '[number]',
        'number of a dataset, as listed by "gazarch datasets" (default: the next lower number)',
      ),
    PLACE_SETTINGS,
  ).action(async (text: string | undefined, flags: SettingFlags) => {
    const { folder } = readDatasetPlace(flags, process.env);
    const wanted = text === undefined ? null : numberFrom(text);
    if (listDatasets(folder).length === 0)
      throw new InputError(`there is no dataset in ${folder}; make one with "gazarch import SOURCE"`);
    await withFolderLock(folder, 'rollback', (lock) => goBack(lock, wanted), { onWait: sayWait });
  });
}

function goBack(lock: FolderLock, wanted: number | null): void {
  const { folder } = lock;
  takeOver(lock);
  const before = wanted === null ? servedDataset(folder) : servedIfReadable(folder);
  const number = wanted ?? nextLower(folder, before);
  const { path, number: target } = known(folder, number);
  checked(path, folder, target!);
  pointTo(lock, target!);
  lock.warnings.forEach((warning) => printWarning(warning));
  const undo =
    before === null || before.number === target ? '' : `; "gazarch rollback ${before.number}" undoes this`;
  print(`${folder}: dataset ${target} is now served${undo}`);
}

/**
 * An unreadable pointer does not matter if a dataset number is given, because the command replaces the
 * pointer.
 */
function servedIfReadable(folder: string): DatasetFile | null {
  try {
    return servedDataset(folder);
  } catch {
    return null;
  }
}

function nextLower(folder: string, served: DatasetFile | null): number {
  const lower = olderDatasets(folder, served).find(({ number }) => number !== null);
  if (lower === undefined) throw new InputError(`${folder} has no older dataset to go back to`);
  return lower.number!;
}

function known(folder: string, number: number): DatasetFile {
  const numbers = listDatasets(folder).flatMap((file) => file.number ?? []);
  if (!numbers.includes(number))
    throw new InputError(`${folder} has no dataset ${number}; it has ${numbers.join(', ')}`);
  return numberedDataset(folder, number);
}

/** Rejects a dataset that cannot be served, so that the pointer never refers to such a dataset. */
function checked(path: string, folder: string, number: number): void {
  try {
    verifyDataset(path);
  } catch (cause) {
    throw new InputError(
      `${folder} was not rolled back to dataset ${number}: ${(cause as Error).message}; "gazarch datasets ` +
        '--verify" shows which datasets are sound',
      { cause },
    );
  }
}

function numberFrom(text: string): number {
  if (!/^0*[1-9]\d{0,8}$/.test(text))
    throw new InputError(`the dataset must be a number such as 12, not "${text}"; see "gazarch datasets"`);
  return Number(text);
}
