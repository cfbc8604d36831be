import { readFileSync, rmSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { counted } from '../../../counted.js';
import { atOnce } from '../../../arrays/steps.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import { InputError } from '../../../errors.js';
import { LocalClock, type LocalTime } from '../../../local-time.js';
import { LearnedSpeeds, type SpeedRow } from '../../../routing/current/learned-speeds.js';
import type { MatchedStep } from '../../../routing/match/matched-piece.js';
import { LEAST_VEHICLES } from '../../../routing/match/safe-sum.js';
import type { StepTime } from '../../../routing/match/speed-sums.js';
import { taughtDrives, type TaughtDrive } from '../../../routing/match/taught-drives.js';
import {
  DEFAULT_SLOTS,
  readWeekSlots,
  WeekSlots,
  type WeekSlot,
} from '../../../routing/profiles/week-slots.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import { EmbeddedGeocoder } from '../../../sources/embedded/embedded-geocoder.js';
import { currentSpeeds, readSpeeds, writeSpeeds } from '../../../sources/embedded/roads/speed-files.js';
import { DEFAULT_REVERSE_RADII } from '../../../geocoding/reverse/reverse-limits.js';
import { tableText } from '../../../tables/table-text.js';
import { readTraces } from '../../../traces/read-trace.js';
import { TraceFault, timesOf, type RecordedTrace } from '../../../traces/recorded-trace.js';
import { DEFAULT_TRAVEL_MODE } from '../../../travel-mode.js';
import { readDatasetPlace } from '../../settings/dataset-place.js';
import { readSetting, type SettingFlags } from '../../settings/settings.js';
import { formatTable, print, printNote, printWarning, sayWait } from '../../terminal/output.js';
import { readFailure } from '../../../read-failure.js';
import { openDatasetOf } from './sheet-work.js';

export type LessonFlags = SettingFlags & {
  vehicle: string;
  accuracy: string;
  localTimes?: boolean;
  slots?: string;
  again?: boolean;
  removeFiles?: boolean;
  json?: boolean;
};

/** The ways to tell vehicles apart. */
const VEHICLES = ['auto', 'name', 'file', 'folder'] as const;

/** A drive, with the vehicle it belongs to. */
interface Lesson {
  file: string;
  vehicle: string;
  drive: TaughtDrive;
  timeAt: (time_s: number) => Moment;
}

interface Moment {
  time_ms: number;
  local: LocalTime;
}

/** `gazarch speeds learn` adds the travel times of drives to the table. */
export async function learn(files: readonly string[], flags: LessonFlags): Promise<void> {
  const { folder } = readDatasetPlace(flags, process.env);
  const slots = slotsOf(folder, flags);
  const { routing } = (await openDatasetOf(flags)).pinned();
  const index = routing[DEFAULT_TRAVEL_MODE];
  const sums = index.speedSums();
  const vehicles = new Set<string>();
  const slotOf = slotClock(slots);
  let [drives, driven_s] = [0, 0];
  const monthsOf = new Map<string, Set<string>>();
  const whole = eachLesson(files, flags, ({ file, vehicle, drive, timeAt }) => {
    drives++;
    for (const time_s of [drive.times_s[0], drive.times_s[drive.times_s.length - 1]])
      monthsOf.set(file, (monthsOf.get(file) ?? new Set()).add(slotOf(timeAt(time_s)).month));
    vehicles.add(vehicle);
    driven_s += drive.times_s[drive.times_s.length - 1] - drive.times_s[0];
    sums.add(vehicle, stepsOf(index, drive, flags), (time_s) => slotOf(timeAt(time_s)));
  });
  const { rows: all, tooFew, unlike } = sums.rows();
  // With `--remove-files`, the current month is not learned yet: once its drives were removed, they could not
  // be learned again together with the rest of that month.
  const { month: now } = slotOf(momentOf(clockOf(flags), Date.now()));
  const rows = flags.removeFiles === true ? all.filter(({ month }) => month < now) : all;
  const read =
    `${whole} of ${counted(files.length, 'file')}, ${counted(drives, 'drive')} of ` +
    `${counted(vehicles.size, 'vehicle')}, ${(driven_s / 3600).toFixed(1)} hours`;
  const ids =
    unlike === 0
      ? ''
      : `; ${unlike} of the ${vehicles.size} do not count, because their drives in a month are less than ` +
        '7 days apart, or no two of them ever drive at the same time: they may be drives or days, so ' +
        'specify with --vehicle what the vehicles are';
  if (whole === 0) throw new InputError('nothing was learned, because no file could be read');
  if (rows.length === 0)
    throw new InputError(
      `${read}: nothing was learned, because a road needs ${LEAST_VEHICLES} vehicles in one run; pass all ` +
        `files of a month in one run${ids}`,
    );
  const write = (lock: FolderLock): Promise<{ path: string; fresh: readonly SpeedRow[] }> => {
    const known = currentSpeeds(folder);
    const before = known === null ? [] : readSpeeds(known).rows;
    const fresh = flags.again === true ? rows : withoutMonthsOf(before, rows);
    const left = [...new Set(rows.filter((row) => !fresh.includes(row)).map(({ month }) => month))];
    const told =
      `${left.join(', ')} was learned before, and comparing two sums of a month would reveal what was ` +
      'added: to learn it again from all its files, add --again';
    if (fresh.length === 0) throw new InputError(`nothing was learned: ${told}`);
    if (left.length > 0) printWarning(told);
    const table = { slots, rows: [...withoutMonthsOf(fresh, before), ...fresh] };
    // Earlier versions of the file contain a different sum for the same month.
    const path = writeSpeeds(lock, table, flags.again === true ? 1 : undefined);
    if (flags.removeFiles === true) removeLearned(monthsOf, fresh, table.rows);
    return Promise.resolve({ path, fresh });
  };
  const { path, fresh } = await withFolderLock(folder, 'learning speeds', write, { onWait: sayWait });
  const kept = { files: whole, drives, vehicles: vehicles.size, rows: fresh.length, too_few: tooFew, unlike };
  if (flags.json === true) print(JSON.stringify({ path, ...kept }));
  else {
    const sums = `${counted(fresh.length, 'sum')}, ${counted(tooFew, 'other')} had too few vehicles`;
    printNote(`${read}: ${sums}${ids}; ${path}`);
  }
}

/**
 * Removes the files that cover a month that was just learned, provided that all months in those files have
 * been learned.
 */
function removeLearned(
  monthsOf: ReadonlyMap<string, ReadonlySet<string>>,
  fresh: readonly SpeedRow[],
  known: readonly SpeedRow[],
): void {
  const [now, all] = [fresh, known].map((rows) => new Set(rows.map(({ month }) => month)));
  const learned = [...monthsOf].filter(
    ([, months]) => [...months].some((own) => now.has(own)) && [...months].every((own) => all.has(own)),
  );
  for (const [file] of learned) {
    try {
      rmSync(file, { force: true });
    } catch (error) {
      printWarning(`${file} cannot be removed: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  const stay = monthsOf.size - learned.length;
  printNote(`${counted(learned.length, 'file was', 'files were')} removed, and ${stay} kept for a later run`);
}

/**
 * Omits the rows of the months that this run learns again. A month must be learned in one run, because
 * comparing the sums before and after a second run would reveal its drives.
 */
function withoutMonthsOf(others: readonly SpeedRow[], rows: readonly SpeedRow[]): readonly SpeedRow[] {
  const months = new Set(others.map(({ month }) => month));
  return rows.filter(({ month }) => !months.has(month));
}

/** Returns the table's time slots, or else those from the flag, or else the default ones. */
function slotsOf(folder: string, { slots: text }: LessonFlags): readonly WeekSlot[] {
  const asked = text === undefined ? undefined : readWeekSlots(text);
  if (text !== undefined && asked === undefined)
    throw new InputError(
      `--slots is ${JSON.stringify(text)}; it must be names with hours that begin and end on the hour or ` +
        'half hour, and a last name without hours, such as "night 22:00-07:00; peak Mo-Fr 07:30-10:00; ' +
        'day"',
    );
  const path = currentSpeeds(folder);
  const known = path === null ? null : readSpeeds(path).slots;
  if (known !== null && asked !== undefined && JSON.stringify(known) !== JSON.stringify(asked))
    throw new InputError(
      'speeds were learned in other slots; omit --slots, or start over with "gazarch speeds remove"',
    );
  return known ?? asked ?? DEFAULT_SLOTS;
}

/** The error of a drive's computed travel time, as a fraction of the actual travel time. */
interface DriveError {
  map: number;
  learned: number;
}

/**
 * `gazarch speeds check` compares the errors of travel times with and without the learned speeds, on drives
 * that were not learned from.
 */
export async function check(files: readonly string[], flags: LessonFlags): Promise<void> {
  const { folder } = readDatasetPlace(flags, process.env);
  const path = currentSpeeds(folder);
  if (path === null) throw noSpeeds(folder);
  const { slots, rows } = readSpeeds(path);
  const dataset = await openDatasetOf(flags);
  const index = dataset.pinned().routing[DEFAULT_TRAVEL_MODE];
  const geocoder = new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII });
  const checker = index.speedCheck(new LearnedSpeeds(path, slots, rows));
  const slotOf = slotClock(slots);
  const errors = new Map<string, DriveError[]>(slots.map(({ name }) => [`slot ${name}`, []]));
  const middles: { longitude: number; latitude: number; error: DriveError }[] = [];
  eachLesson(files, flags, ({ drive, timeAt }) => {
    const own = checker.check(stepsOf(index, drive, flags), (time_s) => slotOf(timeAt(time_s)));
    if (own.took_s === 0) return;
    const error = {
      map: Math.abs(own.map_s / own.took_s - 1),
      learned: Math.abs(own.learned_s / own.took_s - 1),
    };
    errors.get(`slot ${slots[slotOf(timeAt(drive.times_s[0])).slot].name}`)!.push(error);
    const [longitude, latitude] = drive.points[drive.points.length >> 1];
    middles.push({ longitude, latitude, error });
  });
  for (const { longitude, latitude, error } of middles) {
    const found = geocoder.reverse({ longitude, latitude });
    const key = `in ${found?.components?.district ?? 'other places'}`;
    errors.set(key, [...(errors.get(key) ?? []), error]);
  }
  errors.set(
    'all',
    middles.map(({ error }) => error),
  );
  const percent = (list: readonly DriveError[], of: keyof DriveError): string => {
    const sorted = list.map((one) => one[of]).sort((a, b) => a - b);
    return list.length === 0 ? '-' : `${(100 * sorted[list.length >> 1]).toFixed(1)} %`;
  };
  const table = [...errors].map(([name, list]) => [
    ...[name, String(list.length)],
    ...[percent(list, 'map'), percent(list, 'learned')],
  ]);
  print(formatTable(['', 'drives', "median error with the map's speeds", 'by what was learned'], table));
}

function slotClock(slots: readonly WeekSlot[]): (moment: Moment) => StepTime {
  const week = new WeekSlots(slots);
  return ({ time_ms, local }) => ({
    month: `${local.year}-${String(local.month).padStart(2, '0')}`,
    slot: week.at(local),
    time_ms,
  });
}

function clockOf(flags: LessonFlags): LocalClock {
  return new LocalClock(flags.localTimes === true ? 'UTC' : readSetting('timeZone', flags, process.env));
}

function momentOf(clock: LocalClock, time_ms: number): Moment {
  return { time_ms, local: clock.at(time_ms) };
}

/**
 * Visits the drives of all files. An unreadable file is reported and skipped entirely.
 * @returns the number of files that were read
 */
function eachLesson(files: readonly string[], flags: LessonFlags, visit: (lesson: Lesson) => void): number {
  const clock = clockOf(flags);
  if (!VEHICLES.some((own) => own === flags.vehicle))
    throw new InputError(`--vehicle must be ${VEHICLES.join(', ')}, not "${flags.vehicle}"`);
  let whole = 0;
  for (const file of files) {
    try {
      const traces = inOrder(file, readTraces(tableText(readFileSync(file)).text));
      const lessons = traces.flatMap((trace) => lessonsOf(trace, vehicleOf(file, trace, flags), clock));
      for (const lesson of lessons) visit({ ...lesson, file });
      whole++;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!TraceFault.is(error) && code === undefined) throw error;
      printWarning(`${file}: ${readFailure(error)}`);
      process.exitCode = 1;
    }
  }
  return whole;
}

function lessonsOf(trace: RecordedTrace, vehicle: string, clock: LocalClock): Omit<Lesson, 'file'>[] {
  const times_s = timesOf(trace);
  if (times_s === null) throw new TraceFault('its points have no times');
  const begin_ms = trace.points[0].time_ms!;
  const points = trace.points.map(({ longitude, latitude }) => [longitude, latitude] as const);
  return taughtDrives({ points, times_s }).map((drive) => ({
    ...{ vehicle, drive },
    timeAt: (time_s) => momentOf(clock, begin_ms + 1000 * time_s),
  }));
}

/** Sorts points by time, because some receivers send points late if they could not send them before. */
function inOrder(file: string, traces: readonly RecordedTrace[]): RecordedTrace[] {
  let late = 0;
  const ordered = traces.map(({ name, points }) => {
    late += points.filter(({ time_ms }, i) => i > 0 && time_ms! < points[i - 1].time_ms!).length;
    return { name, points: points.toSorted((a, b) => a.time_ms! - b.time_ms!) };
  });
  if (late > 0) printNote(`${file}: ${counted(late, 'point was', 'points were')} not in chronological order`);
  return ordered;
}

/**
 * Returns a drive's vehicle. If it is unclear whether each file belongs to a separate vehicle, all files in a
 * folder count as one vehicle.
 */
function vehicleOf(file: string, { name }: RecordedTrace, { vehicle }: LessonFlags): string {
  const folder = dirname(resolve(file));
  const how = vehicle === 'auto' ? (extname(file).toLowerCase() === '.csv' ? 'name' : 'folder') : vehicle;
  if (how === 'file') return resolve(file);
  return how === 'name' ? (name ?? folder) : folder;
}

function stepsOf(index: RoutingIndex, { points, times_s }: TaughtDrive, flags: LessonFlags): MatchedStep[] {
  const accuracy_m = Number(flags.accuracy);
  if (!(accuracy_m >= 1 && accuracy_m <= 100))
    throw new InputError(`--accuracy must be 1 to 100 meters, not "${flags.accuracy}"`);
  const trace = { points, times_s, accuracy_m: points.map(() => accuracy_m), hasSteps: true };
  return atOnce(index.match(trace, DEFAULT_TRAVEL_MODE)).pieces.flatMap(({ steps }) => steps);
}

/** Returns the error for a folder without learned speeds. */
export function noSpeeds(folder: string): InputError {
  return new InputError(`no speeds were learned in ${folder}; learn them with "gazarch speeds learn FILES"`);
}
