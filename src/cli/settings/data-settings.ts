import { DRIVING_DEFAULTS } from '../../routing/profiles/driving.js';
import { CITY_PERCENT, readCitySpeeds } from '../../routing/profiles/week-slots.js';
import { feedUrl, looksLikeUrl } from '../../dataset-feed/feed-url.js';
import { join } from 'node:path';
import { defaultDataFolder, surroundingsOf } from '../terminal/data-folder.js';
import { PACKAGE_FOLDER } from '../terminal/version.js';
import { path, wholeNumber, word, type SettingEntry, type SettingList } from './setting-kinds.js';

const DATA_FOLDER = defaultDataFolder(surroundingsOf(PACKAGE_FOLDER, process.env));

/** Settings for the data: which datasets are served, and where they come from. */
export const DATA_SETTINGS = {
  data: {
    ...path(DATA_FOLDER, 'Folder for everything that gazarch writes: datasets, keys, usage.'),
    defaultText:
      '`data` in a clone; once installed, `/var/lib/gazarch` for root, else `~/.local/share/gazarch` ' +
      '(`$XDG_DATA_HOME/gazarch`)',
  },
  dataset: {
    default: join(DATA_FOLDER, 'dataset'),
    nameInData: 'dataset',
    defaultText: '`dataset` in the data folder',
    description:
      'Folder of the datasets: the served dataset and earlier ones. Or the URL of a manifest that lists ' +
      'datasets to download.',
    allowed: 'a path, or the URL of a manifest such as `https://maps.example.mn/mongolia.json`',
    parse: (text) =>
      text === '' || text.includes('\0') || (looksLikeUrl(text) && feedUrl(text) === null) ? undefined : text,
  } as SettingEntry<string>,
  datasetFolder: {
    ...path('', 'Folder for downloaded datasets, if `GAZARCH_DATASET` is a URL.'),
    // If this setting is empty, the folder is derived from the URL.
    parse: (text) => (text.includes('\0') ? undefined : text),
    defaultText: 'a separate folder for each URL in `datasets`, in the data folder',
  },
  datasetPoll_s: wholeNumber({
    // New data is published only once a day, so this interval mainly limits how long a rollback takes.
    default: 30,
    unit: 's',
    min: 1,
    max: 86_400,
    description:
      'How often the service checks the URL for a newer dataset. ' +
      'Each interval varies by up to a quarter.',
  }),
  keepDatasets: wholeNumber({
    flag: 'keep',
    // The kept datasets are the new one, one to roll back to, and a spare in case that one is damaged too.
    default: 3,
    min: 1,
    // Each dataset may take hundreds of megabytes, so a larger number must be a typo.
    max: 1000,
    description:
      'Number of datasets that a folder keeps when a new one is added (`gazarch import`, a ' +
      'URL, `gazarch publish`); ' +
      'older ones are removed. The served dataset is never removed.',
  }),
  mapDataset: word(['auto', 'on', 'off'], {
    flag: 'map-dataset',
    env: 'GAZARCH_MAP_DATASET',
    default: 'auto',
    description:
      'Whether the dataset is mapped, so that all processes share one copy of it ' +
      '([how](decisions/0030-mapped-datasets.md)), or read into the memory of each process. ' +
      '`auto`: mapped wherever possible.',
  }),
  roadChanges: word(['on', 'off'], {
    default: 'on',
    description: 'Whether [closures and seasonal roads](closures.md) change the routes of a running service.',
  }),
} satisfies SettingList;

/** Settings that an import reads. */
export const IMPORT_SETTINGS = {
  citySpeed_percent: {
    default: String(Math.round(100 * DRIVING_DEFAULTS.citySpeed)),
    unit: '%',
    description:
      'For imports: speed of cars in large cities, as a share of free flow ' +
      '([which](routing-model.md#10-surroundings)). 100 means empty roads.',
    allowed: `${CITY_PERCENT.min} to ${CITY_PERCENT.max}, also by hours: \`50; Mo-Fr 07:30-10:00 30\``,
    parse: (text) => (readCitySpeeds(text) === undefined ? undefined : text),
  } as SettingEntry<string>,
  winterRoads: word(['open', 'closed'], {
    default: 'open',
    description: 'For imports: whether cars use winter roads and roads over ice.',
  }),
  tiles: word(['on', 'off'], {
    default: 'on',
    description:
      'For imports: whether to draw the map tiles as well. The dataset is served before the tiles are ' +
      'drawn.',
  }),
} satisfies SettingList;
