import { Command } from 'commander';
import { counted } from '../../../counted.js';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { readSection } from '../../../dataset/read-dataset.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { InputError } from '../../../errors.js';
import { directedWay, type SpeedRow } from '../../../routing/current/learned-speeds.js';
import type { SpeedTable } from '../../../routing/current/speeds-text.js';
import {
  currentSpeeds,
  readSpeeds,
  removeSpeeds,
  writeSpeeds,
} from '../../../sources/embedded/roads/speed-files.js';
import { writeCsv } from '../../../tables/csv.js';
import { DEFAULT_TRAVEL_MODE } from '../../../travel-mode.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { check, learn, noSpeeds } from './speeds-learn.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';
import { formatTable, print, printNote, sayErrorsInOneLine, sayWait } from '../../terminal/output.js';

type SpeedsFlags = SettingFlags & { json?: boolean; before?: string };

const LESSONS = [
  [
    'learn',
    'add the travel times of the drives to the learned speeds; no point, time or vehicle is stored',
    learn,
  ],
  ['check', 'compare travel time errors with and without the learned speeds, on other drives', check],
] as const;

/**
 * `gazarch speeds learn|check|list|export|remove|forget`. A running service picks up changes within seconds.
 */
export function speedsCommand(): Command {
  const command = new Command('speeds').description(
    'learn road speeds from your own drives, by time of the week',
  );
  for (const [name, description, action] of LESSONS) {
    const each = command
      .command(name)
      .description(description)
      .argument('<files...>', 'traces: .gpx, .geojson, .nmea, or .csv with columns time, lat, lon and id')
      .option(
        '--vehicle <how>',
        'how to tell vehicles apart: name (of a trace, column id), file or folder; ' +
          'auto: name in .csv, else folder',
        'auto',
      )
      .option('--accuracy <meters>', 'accuracy of the points, 1 to 100', '10')
      .option('--local-times', 'treat times in the files as local instead of UTC')
      .action(action);
    addSettingFlags(each, ['timeZone']);
    if (name === 'learn')
      each
        .option('--again', 'learn earlier months again, from these files alone')
        .option('--remove-files', 'learn only past months, and remove files that were learned completely')
        .option('--slots <slots>', 'slots of the week: "night 22:00-07:00; peak Mo-Fr 07:30-10:00; day"')
        .option('--json', 'print JSON');
  }
  command
    .command('list')
    .description('show what was learned about each time slot')
    .option('--json', 'print JSON')
    .action(listAndPrint);
  command.command('export').description('print all sums as CSV').action(exportAll);
  command
    .command('remove')
    .description('remove all learned speeds; within seconds, routes use the imported speeds again')
    .action(removeAll);
  command
    .command('forget')
    .description('forget old months')
    .requiredOption('--before <month>', 'the first month to keep, such as 2026-06')
    .action(forget);
  for (const each of command.commands) addSettingFlags(each, PLACE_SETTINGS);
  return sayErrorsInOneLine(command);
}

/** @throws InputError if no speeds were learned */
function tableOf(flags: SpeedsFlags): SpeedTable & { folder: string } {
  const { folder } = readDatasetPlace(flags, process.env);
  const path = currentSpeeds(folder);
  if (path === null) throw noSpeeds(folder);
  return { ...readSpeeds(path), folder };
}

interface SlotFigures {
  slot: string;
  hours: string | null;
  /** The number of ways, counting each direction separately. */
  ways: number;
  /**
   * The approximate number of hours of driving from which the table was learned, on these ways and on all
   * other roads.
   */
  hours_driven: number;
  /** The ratio of real driving times in cities to the map's times; `null` if nobody drove in a city. */
  city: number | null;
  country: number | null;
}

function listAndPrint(flags: SpeedsFlags): void {
  const { slots, rows } = tableOf(flags);
  const figures = slots.map(({ name, hours }, slot): SlotFigures => {
    const own = rows.filter((row) => row.slot === slot);
    const around = own.filter(({ key }) => key === 'city' || key === 'country');
    return {
      ...{ slot: name, hours },
      ways: new Set(own.map(({ key }) => directedWay(key)).filter((way) => way !== null)).size,
      hours_driven: Math.round(around.reduce((sum, { observed_s }) => sum + observed_s, 0) / 3600),
      ...{ city: longerOf(own, 'city'), country: longerOf(own, 'country') },
    };
  });
  if (flags.json === true) return print(JSON.stringify(figures));
  const lost = lostWays(rows, flags);
  if (lost > 0) printNote(`learned, but not on the served map: ${counted(lost, 'way')}`);
  const times = (value: number | null): string => (value === null ? '-' : `${value.toFixed(2)} x`);
  print(
    formatTable(
      ['slot', 'hours', 'ways', 'hours driven', 'city', 'elsewhere'],
      figures.map(({ slot, hours, ways, hours_driven, city, country }) => [
        ...[slot, hours ?? 'all others'],
        ...[ways, hours_driven].map((count) => count.toLocaleString('en')),
        ...[times(city), times(country)],
      ]),
    ),
  );
}

/** Returns how many of the ways are missing from the map or closed to cars; 0 without a map. */
function lostWays(rows: readonly SpeedRow[], flags: SpeedsFlags): number {
  let known: Set<number>;
  try {
    const served = servedPath(readDatasetPlace(flags, process.env).folder);
    known = new Set(readSection(served, `${DEFAULT_TRAVEL_MODE}/ways.id`) as Float64Array);
  } catch {
    return 0;
  }
  const ids = new Set(rows.map(({ key }) => directedWay(key)).filter((way) => way !== null));
  return new Set([...ids].map((way) => Math.floor(way / 2)).filter((id) => !known.has(id))).size;
}

function longerOf(rows: readonly SpeedRow[], key: string): number | null {
  const own = rows.filter((row) => row.key === key);
  const [observed_s, model_s] = [
    own.reduce((sum, row) => sum + row.observed_s, 0),
    own.reduce((sum, row) => sum + row.model_s, 0),
  ];
  return model_s === 0 ? null : observed_s / model_s;
}

function exportAll(flags: SpeedsFlags): void {
  const { slots, rows } = tableOf(flags);
  const header = ['level', 'month', 'slot', 'seconds', 'seconds_of_map'];
  const cells = rows.map(({ key, month, slot, observed_s, model_s }) => [
    ...[key, month, slots[slot].name],
    ...[observed_s, model_s].map(String),
  ]);
  print(writeCsv({ rows: [header, ...cells], delimiter: ',', lineEnd: '\n' }).trimEnd());
}

async function removeAll(flags: SpeedsFlags): Promise<void> {
  const { folder } = tableOfFolder(flags);
  await locked(folder, 'removal of speeds', removeSpeeds);
  printNote('all learned speeds were removed');
}

/** Returns the table's folder, even if the file cannot be read. */
function tableOfFolder(flags: SpeedsFlags): { folder: string } {
  const { folder } = readDatasetPlace(flags, process.env);
  if (currentSpeeds(folder) === null) throw noSpeeds(folder);
  return { folder };
}

async function forget(flags: SpeedsFlags): Promise<void> {
  const before = flags.before ?? '';
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(before))
    throw new InputError(`--before must be a month such as 2026-06, not "${before}"`);
  const { folder } = tableOfFolder(flags);
  await locked(folder, 'forgetting speeds', (lock) => {
    const { slots, rows } = tableOf(flags);
    const kept = rows.filter(({ month }) => month >= before);
    // Earlier versions of the file would still contain the removed part.
    if (kept.length > 0) writeSpeeds(lock, { slots, rows: kept }, 1);
    else removeSpeeds(lock);
    printNote(`${rows.length - kept.length} of ${counted(rows.length, 'row was', 'rows were')} removed`);
  });
}

function locked(folder: string, doing: string, work: (lock: FolderLock) => void): Promise<void> {
  return withFolderLock(folder, doing, (lock) => Promise.resolve(work(lock)), { onWait: sayWait });
}
