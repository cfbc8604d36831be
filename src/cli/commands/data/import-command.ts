import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { counted } from '../../../counted.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { InputError } from '../../../errors.js';
import { digestOf } from '../../../dataset/digest.js';
import { MONGOLIA_URL, download } from '../../../importer/download.js';
import { planMemory } from '../../../importer/import-memory.js';
import { readMapping } from '../../../importer/collect/property-tags.js';
import { currentMeta } from '../../../importer/write/meta.js';
import { runImport, type ImportSummary } from '../../../importer/run-import.js';
import { maskUrl } from '../../../masked-url.js';
import type { DrivingSettings } from '../../../routing/profiles/driving.js';
import { readCitySpeeds } from '../../../routing/profiles/week-slots.js';
import { planImport, planLines } from './import-plan.js';
import { summaryLines } from './import-summary.js';
import {
  drawnSources,
  tilesCommandLine,
  tilesLine,
  writeTiles,
  type TilesFigures,
  type TilesJob,
} from '../../terminal/tiles-process.js';
import { ownFolder, readDatasetPlace } from '../../settings/dataset-place.js';
import { printNote, printWarning, sayWait } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';
import { GENERATOR } from '../../terminal/version.js';
import { numberedDataset, servedDataset } from '../../../dataset/dataset-folder.js';
import { tilesPath } from '../../../dataset/tiles-path.js';

interface ImportFlags extends SettingFlags {
  /** The old name of `--dataset`. */
  out?: string;
  map?: string;
  force?: boolean;
  verbose?: boolean;
  json?: boolean;
  dryRun?: boolean;
  add?: string;
  layer?: string;
}

/** `gazarch import SOURCE... [--dataset DIR]` */
export function importCommand(): Command {
  const command = new Command('import')
    .description('make a dataset from OSM, GeoJSON, KML or GPX files; a running service switches to it')
    .argument(
      '[source...]',
      'files (.osm.pbf, .osm, .osm.gz, .geojson, .kml, .gpx), URLs of such files, or the word "mongolia"',
    );
  return addSettingFlags(command, [
    'dataset',
    'keepDatasets',
    'citySpeed_percent',
    'winterRoads',
    'tiles',
    'database',
  ])
    .addOption(new Option('--out <dir>', 'former name of --dataset').hideHelp())
    .option(
      '--map <mapping>',
      'tags from GeoJSON properties: "name=name_mn,place==suburb" or a .json file of such pairs',
    )
    .option('--add <file>', 'add your own places (.geojson, .kml, .gpx, .csv) in seconds, without an import')
    .option('--layer <name>', "with --add: name of the layer to add or replace (default: the file's name)")
    .option('--force', 'replace the dataset even if the new one has much less data or the same source')
    .option('--verbose', 'print every figure, what was skipped and why, and the sizes of the parts')
    .option('--dry-run', 'estimate the time, memory and disk space needed, but import nothing')
    .option('--json', 'print the summary as JSON')
    .action(async (sources: string[], flags: ImportFlags) => {
      if (flags.add !== undefined) return addOwnPlaces(sources, flags.add, flags);
      if (flags.layer !== undefined) throw new InputError('--layer belongs to --add FILE');
      if (sources.length === 0)
        throw new InputError(
          'specify what to import: files, URLs or "mongolia", or your own places with --add FILE',
        );
      const out = folderOf(flags);
      if (flags.dryRun === true) return printPlan(sources, out, flags);
      const keep = readSetting('keepDatasets', flags, process.env);
      const driving = {
        winterRoads: readSetting('winterRoads', flags, process.env) === 'open',
        ...readCitySpeeds(readSetting('citySpeed_percent', flags, process.env))!,
      };
      const progress = new ProgressPrinter(process.stderr);
      const started = performance.now();
      const doing = `import of ${sources.map(shownSource).join(', ')}`;
      const { paths, summary } = await withFolderLock(
        out,
        doing,
        (lock) => importSources(sources, { ...flags, lock, keep, driving, progress }),
        { onWait: sayWait },
      ).finally(() => progress.clear());
      summary?.folderWarnings.forEach((warning) => printWarning(warning));
      const figures = {
        took_ms: performance.now() - started,
        peakMemory_bytes: process.resourceUsage().maxRSS * 1024,
      };
      const isJson = flags.json === true;
      if (summary !== null && !isJson)
        console.log(summaryLines(out, summary, { ...figures, isVerbose: flags.verbose === true }).join('\n'));
      const map =
        readSetting('tiles', flags, process.env) === 'off'
          ? null
          : await mapOfImport({
              ...{ sources: paths, folder: out, number: summary?.dataset ?? null },
              force: flags.force === true,
            });
      if (summary !== null && isJson) console.log(JSON.stringify({ out, ...figures, ...summary, map }));
      else if (map !== null) console.log(tilesLine(map));
    });
}

async function printPlan(sources: readonly string[], out: string, flags: ImportFlags): Promise<void> {
  const withTiles = readSetting('tiles', flags, process.env) !== 'off';
  const plan = await planImport(sources, out, { withTiles });
  console.log(flags.json === true ? JSON.stringify(plan) : planLines(plan).join('\n'));
}

/** The code for the operator's own places is loaded only here, because importing a map does not need it. */
async function addOwnPlaces(sources: readonly string[], file: string, flags: ImportFlags): Promise<void> {
  if (flags.dryRun === true)
    throw new InputError(
      `--add ${file} takes seconds and does not support --dry-run; omit --dry-run, or try the file with ` +
        '--dataset DIR',
    );
  if (sources.length > 0)
    throw new InputError(
      `--add ${file} cannot be combined with an import; import ${sources.join(', ')} separately`,
    );
  const { addLayerAndPrint } = await import('./add-layer-command.js');
  const folder = flags.out === undefined ? readDatasetPlace(flags, process.env).folder : folderOf(flags);
  const database = readSetting('database', flags, process.env);
  await addLayerAndPrint(file, folder, { ...flags, database });
}

/** Returns the folder that contains the datasets; `--out` is the former name of the `--dataset` flag. */
function folderOf({ out, ...flags }: ImportFlags): string {
  if (out === undefined) return ownFolder(readSetting('dataset', flags, process.env));
  printWarning('--out is now called --dataset, as in all commands; the old name will be removed');
  return ownFolder(readSetting('dataset', { dataset: out, ...flags }, process.env));
}

/** `summary` is `null` if the dataset had already been made from these sources. */
interface Imported {
  /** The source files. */
  paths: string[];
  summary: ImportSummary | null;
}

/** Downloads missing sources and imports all of them. */
async function importSources(
  sources: readonly string[],
  options: ImportFlags & {
    lock: FolderLock;
    keep: number;
    driving: DrivingSettings;
    progress: ProgressPrinter;
  },
): Promise<Imported> {
  const { lock, keep, driving, progress } = options;
  const out = lock.folder;
  const paths: string[] = [];
  for (const source of sources) paths.push(await localPath(source, out, progress));
  if (options.force !== true && paths.length === 1 && isMadeOf(out, paths[0], sources[0])) {
    progress.clear();
    console.log(
      `${out} was already made from the newest ${shownSource(sources[0])}; ` +
        `nothing to do (--force imports it again)`,
    );
    return { paths, summary: null };
  }
  const mapping = options.map === undefined ? null : readMapping(options.map);
  const force = options.force === true;
  const oneByOne = plannedOneByOne(paths, progress);
  const request = {
    sources: paths,
    out,
    mapping,
    force,
    generator: GENERATOR,
    keep,
    driving,
    lock,
    oneByOne,
  };
  return { paths, summary: await runImport(request, progress) };
}

/**
 * Prints what the import will need, and returns whether it has to build one mode at a time. No import is
 * refused here: the estimate is based on file sizes, and the share of roads differs from map to map.
 */
function plannedOneByOne(paths: readonly string[], progress: ProgressPrinter): boolean {
  const { needed_MB, available_MB, oneByOne, isEnough } = planMemory(paths);
  progress.clear();
  process.stderr.write(
    `this import may need ${needed_MB} MB of memory; ${available_MB} MB are ` +
      `free${oneByOne ? '; modes are built one at a time' : ''}\n`,
  );
  if (!isEnough)
    printWarning(
      'that may not be enough: the system may kill the import; the old dataset would then stay in use',
    );
  return oneByOne;
}

/**
 * Returns a source's local path. A local file is used in place. If the source is a URL or the word
 * `mongolia`, the file is downloaded into the `downloads` folder beside the dataset.
 */
async function localPath(source: string, out: string, progress: ProgressPrinter): Promise<string> {
  const url = source === 'mongolia' ? MONGOLIA_URL : source;
  if (!/^https?:\/\//i.test(url)) {
    if (!existsSync(url))
      throw new InputError(
        `cannot read ${shownSource(source)}: there is no such file; give a file, a URL, or the word ` +
          '"mongolia"',
      );
    return url;
  }
  const { path, lastModified, isUnchanged } = await download(url, {
    folder: join(dirname(out), 'downloads'),
    requireChecksum: source === 'mongolia',
    onProgress: (bytes, total) =>
      progress.onProgress('download', phaseOf(bytes, total), total === null ? 0 : bytes / total),
  });
  progress.clear();
  const age =
    lastModified === null
      ? 'of unknown age'
      : `${counted(Math.floor((Date.now() - lastModified.getTime()) / 86_400_000), 'day')} old`;
  process.stderr.write(
    `${path}: ${isUnchanged ? 'unchanged since the last download' : 'downloaded'}, ${age}\n`,
  );
  return path;
}

/** Returns a source as shown in messages, without any password that its URL contains. */
function shownSource(source: string): string {
  return source.includes('://') ? maskUrl(source) : source;
}

function phaseOf(bytes: number, total: number | null): string {
  return total === null
    ? `downloading, ${Math.floor(bytes / 1e6)} MB so far`
    : `downloading ${Math.ceil(total / 1e6)} MB`;
}

/**
 * Whether the dataset has already been made from this source. Only downloads are checked: a file that the
 * user names is always imported.
 */
function isMadeOf(out: string, path: string, source: string): boolean {
  if (path === source) return false;
  const meta = currentMeta(out);
  return (
    meta?.generator === GENERATOR &&
    meta.sources.length === 1 &&
    meta.sources[0].sha256 === digestOf(path, 'sha256')
  );
}

/** The exit status that shells report for a program ended by SIGINT. */
const STOPPED = 130;

interface MapRequest {
  /** The local files that were imported. */
  sources: readonly string[];
  folder: string;
  /** The imported dataset; `null` if the served dataset had already been made from these sources. */
  number: number | null;
  /** Whether to write the map even if it exists. */
  force: boolean;
}

/**
 * Draws the map, which is an import's last step. By this step, the new dataset is already being served, and
 * it stays in service even if drawing the map fails.
 * @returns `null` if there is no new map
 */
async function mapOfImport({ sources, folder, number, force }: MapRequest): Promise<TilesFigures | null> {
  const served = number === null ? servedDataset(folder)?.number : number;
  if (served === null || served === undefined) return null;
  if (!force && existsSync(tilesPath(numberedDataset(folder, served)))) return null;
  const job: TilesJob = { sources, folder, number: served };
  if (drawnSources(sources).length === 0) {
    printNote('no map was drawn for this dataset: a map is drawn from OSM files, and none were imported');
    return null;
  }
  const outcome = await writeTiles(job);
  if (typeof outcome === 'object') return outcome;
  const again = `the dataset is served; to draw its map: ${tilesCommandLine(job)}`;
  if (outcome === 'stopped') {
    printNote(`the map was skipped; ${again}`);
    process.exitCode = STOPPED;
  } else printWarning(`the map could not be written; ${again}`);
  return null;
}
