import { Command } from 'commander';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import type { FoundMatch, MatchRequest } from '../../../sources/router.js';
import { tableText } from '../../../tables/table-text.js';
import { readTraces } from '../../../traces/read-trace.js';
import { TraceFault, timesOf, type RecordedTrace } from '../../../traces/recorded-trace.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';
import { print, printWarning } from '../../terminal/output.js';
import { PLACE_SETTINGS } from '../../settings/dataset-place.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';
import { FORMATS, tenths, type MatchedTrace } from './matched-files.js';
import { guardedCells, writeSheetFile, writing, type Cell } from './sheet-file.js';
import { answersOf, openDatasetOf } from './sheet-work.js';
import { checkFile } from '../../terminal/check-file.js';

type MatchFlags = SettingFlags & {
  out: string;
  mode: string;
  accuracy: string;
  format: string;
  overwrite?: boolean;
};

const COLUMNS = [
  ...['file', 'trace', 'matching', 'way', 'name', 'ref', 'class', 'surface', 'toll'],
  ...['distance_meters', 'duration_seconds', 'speed_kmh'],
];

/** A file's result: rows for its ways and the matched distance, or an error. */
type FileAnswer = { rows: Cell[][]; matched: number; points: number; distance_m: number } | { fault: string };

/**
 * `gazarch match FILES` matches traces to roads, and writes a matched file for each trace file and one table
 * of ways.
 */
export function matchCommand(): Command {
  const command = new Command('match')
    .description('match GPS traces to roads, using the dataset directly: nothing leaves this machine')
    .argument(
      '<files...>',
      'traces: .gpx, .geojson, .nmea, or .csv with columns time, lat, lon and perhaps id',
    )
    .option('-o, --out <folder>', 'folder for matched files and ways.csv', 'matched')
    .option('--format <format>', `format of matched files: ${Object.keys(FORMATS).join(' or ')}`, 'gpx')
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .option('--accuracy <meters>', 'accuracy of the points, 1 to 100', '10')
    .option('--overwrite', 'overwrite the output if it exists')
    .action(matchFiles);
  return addSettingFlags(command, PLACE_SETTINGS);
}

async function matchFiles(files: string[], flags: MatchFlags): Promise<void> {
  const { mode, accuracy_m } = optionsOf(flags);
  const output = join(flags.out, 'ways.csv');
  if (flags.overwrite !== true && existsSync(output))
    throw new InputError(`${output} already exists; name another folder with --out, or add --overwrite`);
  const targets = targetsOf(files, flags);
  const dataset = await openDatasetOf(flags);
  const router = new EmbeddedRouter(dataset, {
    snapLimit_m: readSetting('snapLimit_m', flags, process.env),
  });
  writing(flags.out, () => mkdirSync(flags.out, { recursive: true }));
  const write = FORMATS[flags.format];
  const { answers, forget } = await answersOf({
    ...{ beside: output, dataset, pieces: files.length },
    about: [files.map(stampOf), flags.out, flags.format, mode, accuracy_m],
    answer: async (piece): Promise<FileAnswer> => {
      const file = files[piece];
      try {
        const traces = readTraces(tableText(readFileSync(file)).text);
        const matched = await matchedOf(router, traces, (trace) => requestOf(trace, { mode, accuracy_m }));
        writing(targets[piece], () => {
          writeFileSync(`${targets[piece]}.new`, write(matched));
          renameSync(`${targets[piece]}.new`, targets[piece]);
        });
        return answerOf(basename(file), matched);
      } catch (cause) {
        if (TraceFault.is(cause)) return { fault: cause.message };
        throw cause;
      }
    },
  });
  const rows = answers.flatMap((answer) => ('rows' in answer ? answer.rows : []));
  await writeSheetFile(output, [COLUMNS, ...rows.map(guardedCells)], null);
  forget();
  tell(files, answers, output);
}

function optionsOf({ mode, accuracy, format }: MatchFlags): { mode: TravelMode; accuracy_m: number } {
  const known = TRAVEL_MODES.find((own) => own === mode);
  if (known === undefined) throw new InputError(`--mode must be ${TRAVEL_MODES.join(' or ')}, not "${mode}"`);
  if (!Object.hasOwn(FORMATS, format))
    throw new InputError(`--format must be ${Object.keys(FORMATS).join(' or ')}, not "${format}"`);
  const accuracy_m = Number(accuracy);
  if (!(accuracy_m >= 1 && accuracy_m <= 100))
    throw new InputError(`--accuracy must be 1 to 100 meters, not "${accuracy}"`);
  return { mode: known, accuracy_m };
}

/**
 * Returns the path of the matched file for each input file. @throws InputError if two paths would be the
 * same, or a file cannot be read
 */
function targetsOf(files: readonly string[], { out, format }: MatchFlags): string[] {
  const seen = new Map<string, string>();
  return files.map((file) => {
    checkFile(file);
    const target = join(out, `${basename(file, extname(file))}.${format}`);
    const other = seen.get(target);
    if (other !== undefined)
      throw new InputError(`${other} and ${file} would both become ${target}; match them one by one`);
    seen.set(target, file);
    return target;
  });
}

/** Returns a value that stays the same until the file changes. */
function stampOf(file: string): unknown {
  const { size, mtimeMs } = statSync(file);
  return [file, size, mtimeMs];
}

/** Matches the traces that have at least two points. */
async function matchedOf(
  router: EmbeddedRouter,
  traces: readonly RecordedTrace[],
  request: (trace: RecordedTrace) => MatchRequest,
): Promise<MatchedTrace[]> {
  const matched: MatchedTrace[] = [];
  for (const trace of traces)
    if (trace.points.length > 1) matched.push({ trace, found: await router.match(request(trace)) });
  if (matched.length === 0) throw new TraceFault('it has only one point');
  return matched;
}

function requestOf(
  trace: RecordedTrace,
  { mode, accuracy_m }: { mode: TravelMode; accuracy_m: number },
): MatchRequest {
  return {
    points: trace.points.map(({ longitude, latitude }) => [longitude, latitude]),
    times_s: timesOf(trace),
    accuracy_m: trace.points.map(() => accuracy_m),
    ...{ mode, ways: true },
  };
}

function answerOf(file: string, traces: readonly MatchedTrace[]): FileAnswer {
  const rows = traces.flatMap(({ trace, found }) =>
    found.matchings.flatMap(({ ways = [] }, matching) =>
      ways.map((way): Cell[] => [
        ...[file, trace.name, matching, way.id, way.name, way.ref, way.highway, way.surface, way.isToll],
        ...[tenths(way.distance_m), tenths(way.duration_s)],
        way.duration_s > 0 ? tenths((3.6 * way.distance_m) / way.duration_s) : null,
      ]),
    ),
  );
  const all = traces.flatMap(({ found }): FoundMatch['points'] => found.points);
  const distance_m = traces
    .flatMap(({ found }) => found.matchings)
    .reduce((sum, matching) => sum + matching.distance_m, 0);
  const matched = all.filter((point) => typeof point === 'object').length;
  return { rows, matched, points: all.length, distance_m };
}

/** Reports each unreadable file, and makes the command fail if there are any. */
function tell(files: readonly string[], answers: readonly FileAnswer[], output: string): void {
  let [count, points, matched, distance_m] = [0, 0, 0, 0];
  answers.forEach((answer, i) => {
    if ('fault' in answer) {
      printWarning(`${files[i]}: ${answer.fault}`);
      return;
    }
    count++;
    points += answer.points;
    matched += answer.matched;
    distance_m += answer.distance_m;
  });
  const km = (distance_m / 1000).toFixed(1);
  print(
    `${count} of ${counted(files.length, 'file')}, ` +
      `${matched} of ${counted(points, 'point')} on roads, ${km} km: ${output}`,
  );
  if (count < files.length) process.exitCode = 1;
}
