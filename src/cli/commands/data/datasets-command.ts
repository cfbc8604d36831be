import { Command } from 'commander';
import { listDatasets, servedDataset, type DatasetFile } from '../../../dataset/dataset-folder.js';
import { feedState } from '../../../dataset-feed/feed-state.js';
import { InputError } from '../../../errors.js';
import { verifyDataset } from '../../../importer/write/verify-dataset.js';
import { listedDataset, type ListedDataset } from '../../terminal/listed-dataset.js';
import { formatTable, print, printWarning } from '../../terminal/output.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';

interface DatasetsFlags extends SettingFlags {
  verify?: boolean;
  json?: boolean;
}

type Row = ListedDataset & {
  /** This field is present only with `--verify`. */
  is_sound?: boolean;
  /** The reason why the dataset is not sound; present only with `--verify`. */
  reason?: string;
};

/** `gazarch datasets` */
export function datasetsCommand(): Command {
  return addSettingFlags(
    new Command('datasets').description('list the datasets in a folder, and show which one is served'),
    PLACE_SETTINGS,
  )
    .option(
      '--verify',
      'check each dataset like "gazarch verify"; exit with status 1 if any dataset is damaged',
    )
    .option('--json', 'print the list as JSON')
    .action((flags: DatasetsFlags) => {
      const { folder } = readDatasetPlace(flags, process.env);
      const served = servedOrWarning(folder);
      const feed = feedState(folder);
      const rows = listDatasets(folder).map((file) => ({
        ...listedDataset(file, { served, feed }),
        ...(flags.verify === true ? verdictOn(file.path) : {}),
      }));
      if (served !== null && !rows.some((row) => row.is_served))
        printWarning(`${served.path} should be served, but is missing`);
      print(flags.json === true ? JSON.stringify(rows) : tableOf(folder, rows));
      const damaged = rows.filter((row) => row.is_sound === false);
      if (damaged.length > 0) throw new InputError(damaged.map(({ reason }) => reason).join('; '));
    });
}

function servedOrWarning(folder: string): DatasetFile | null {
  try {
    return servedDataset(folder);
  } catch (error) {
    printWarning((error as Error).message);
    return null;
  }
}

function verdictOn(path: string): Pick<Row, 'is_sound' | 'reason'> {
  try {
    verifyDataset(path);
    return { is_sound: true };
  } catch (error) {
    return { is_sound: false, reason: (error as Error).message };
  }
}

function tableOf(folder: string, rows: readonly Row[]): string {
  if (rows.length === 0) return `there is no dataset in ${folder}`;
  const state = ({ is_sound }: Row): string[] =>
    is_sound === undefined ? [] : [is_sound ? 'sound' : 'DAMAGED'];
  const urls = new Set(rows.flatMap(({ source_url }) => source_url ?? []));
  const isFed = urls.size > 0;
  const table = formatTable(
    [
      'number',
      'imported',
      'bytes',
      'served',
      ...(isFed ? ['edition'] : []),
      ...(rows[0].is_sound === undefined ? [] : ['check']),
      'sources',
    ],
    rows.map((row) => [
      row.number === null ? row.file : String(row.number),
      row.imported_at === null ? '?' : `${row.imported_at.slice(0, 16).replace('T', ' ')} UTC`,
      row.bytes?.toLocaleString('en') ?? '?',
      row.is_served ? 'served' : '',
      ...(isFed ? [row.edition === null ? '' : String(row.edition)] : []),
      ...state(row),
      row.sources?.join(', ') ?? 'unreadable',
    ]),
  );
  return isFed ? `${table}\neditions of ${[...urls].join(', ')}` : table;
}
