import { statSync } from 'node:fs';
import { Command } from 'commander';
import { listDatasets, servedDataset, type DatasetFile } from '../../dataset/dataset-folder.js';
import { feedState, type FeedState } from '../../dataset-feed/feed-state.js';
import { InputError } from '../../errors.js';
import { metaOf } from '../../importer/meta.js';
import { verifyDataset } from '../../importer/verify-dataset.js';
import { formatTable, print, printWarning } from '../terminal/output.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../terminal/dataset-place.js';
import { addSettingFlags, type SettingFlags } from '../terminal/settings.js';

interface DatasetsFlags extends SettingFlags {
  verify?: boolean;
  json?: boolean;
}

/** One row, under the names that `--json` prints. */
interface ListedDataset {
  /** Null for a file of the layout without numbers. */
  number: number | null;
  file: string;
  /** When the file was written. Null when it cannot be looked at. */
  imported_at: string | null;
  bytes: number | null;
  /** Names of the imported files. Null when they cannot be read. */
  sources: string[] | null;
  is_served: boolean;
  /** The edition of its URL; null for one that was imported. */
  edition: number | null;
  /** The URL, without its password; null for one that was imported. */
  source_url: string | null;
  /** Only with `--verify`. */
  is_sound?: boolean;
  /** Why it is not sound, only with `--verify`. */
  reason?: string;
}

/** `gazarch datasets` */
export function datasetsCommand(): Command {
  return addSettingFlags(
    new Command('datasets').description('list the datasets of a folder, and which one is served'),
    PLACE_SETTINGS,
  )
    .option('--verify', 'check each of them as "gazarch verify" does; status 1 when one is damaged')
    .option('--json', 'print the list as JSON')
    .action((flags: DatasetsFlags) => {
      const { folder } = readDatasetPlace(flags, process.env);
      const served = servedOrWarning(folder);
      const feed = feedState(folder);
      const rows = listDatasets(folder).map((file) =>
        rowOf(file, { served, feed, isToVerify: flags.verify === true }),
      );
      if (served !== null && !rows.some((row) => row.is_served))
        printWarning(`${served.path} is to be served, but is gone`);
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

function rowOf(
  file: DatasetFile,
  options: { served: DatasetFile | null; feed: FeedState | null; isToVerify: boolean },
): ListedDataset {
  const { served, feed, isToVerify } = options;
  const taken = feed?.editions.find(({ number }) => number === file.number);
  return {
    number: file.number,
    file: file.name,
    ...figuresOf(file.path),
    sources: sourcesOf(file.path),
    is_served: file.path === served?.path,
    edition: taken?.edition ?? null,
    source_url: taken === undefined ? null : feed!.source,
    ...(isToVerify ? verdictOn(file.path) : {}),
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

function verdictOn(path: string): Pick<ListedDataset, 'is_sound' | 'reason'> {
  try {
    verifyDataset(path);
    return { is_sound: true };
  } catch (error) {
    return { is_sound: false, reason: (error as Error).message };
  }
}

function tableOf(folder: string, rows: readonly ListedDataset[]): string {
  if (rows.length === 0) return `there is no dataset in ${folder}`;
  const state = ({ is_sound }: ListedDataset): string[] =>
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
