import { maskUrl } from '../../masked-url.js';
import { join } from 'node:path';
import { feedUrl, looksLikeUrl, urlDigest } from '../../dataset-feed/feed-url.js';
import { InputError } from '../../errors.js';
import { readSetting, type SettingFlags, type SettingName } from './settings.js';

/** The folder inside the data folder for datasets from a URL, unless a setting names another folder. */
const FEEDS_FOLDER = 'datasets';

/** The settings that determine where the datasets are, for commands that read datasets. */
export const PLACE_SETTINGS: readonly SettingName[] = ['data', 'dataset', 'datasetFolder'];

export interface DatasetPlace {
  folder: string;
  /** The URL of the datasets' manifest, with its password; `null` if the datasets come from a folder. */
  url: URL | null;
}

/** Returns the folder that contains the datasets; datasets from a URL are also stored in a folder. */
export function datasetPlace(settings: {
  data: string;
  dataset: string;
  datasetFolder: string;
}): DatasetPlace {
  const { data, dataset, datasetFolder } = settings;
  const url = looksLikeUrl(dataset) ? feedUrl(dataset) : null;
  if (url === null) return { folder: dataset, url };
  return { folder: datasetFolder === '' ? join(data, FEEDS_FOLDER, urlDigest(url)) : datasetFolder, url };
}

/** Like `datasetPlace`, for a command that needs no other settings. */
export function readDatasetPlace(flags: SettingFlags, env: NodeJS.ProcessEnv): DatasetPlace {
  return datasetPlace({
    data: readSetting('data', flags, env),
    dataset: readSetting('dataset', flags, env),
    datasetFolder: readSetting('datasetFolder', flags, env),
  });
}

/**
 * Checks the folder for a command that creates datasets.
 * @throws InputError if the datasets come from a URL.
 */
export function ownFolder(folder: string): string {
  if (looksLikeUrl(folder))
    throw new InputError(
      `the dataset setting is the URL ${maskUrl(folder)}; an import needs a folder: ` +
        'name one with --dataset',
    );
  return folder;
}
