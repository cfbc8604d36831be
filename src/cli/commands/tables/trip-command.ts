import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import { DEFAULT_REVERSE_RADII } from '../../../geocoding/reverse/reverse-limits.js';
import { LocalClock } from '../../../local-time.js';
import { Answering } from '../../../offline/answering.js';
import { MOST_LOAD, MOST_STOPS, MOST_VEHICLES } from '../../../http/trip/trip-parameters.js';
import { planTrip } from '../../../routing/trip/plan-trip.js';
import type { TripPlan, TripProblem } from '../../../routing/trip/trip-problem.js';
import type { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import { isVague, nextNine, tripQuery } from '../../../tables/order-table.js';
import { addressText } from '../../../tables/table-columns.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from '../../../travel-mode.js';
import { readSetting } from '../../settings/settings.js';
import { formatTable, print, printNote, printWarning } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { listed, locate } from './geocode-command.js';
import { bytesOf, writing } from './sheet-file.js';
import { openDatasetOf, outputOf, sheetCommand, type SheetFlags } from './sheet-work.js';
import {
  driverPlans,
  gpxNames,
  whereOf,
  writeGpx,
  writeTrip,
  type DriverPlan,
  type PlannedRow,
  type TripAnswer,
} from './trip-sheets.js';
import { columnsRead, ordersOf, readOrderTable, refusedCells, type OrderTable } from './trip-table.js';
import { TRIP_LANGUAGES, tripTexts, type TripTexts } from './trip-texts.js';
import { readVroom, type AskedRoads } from './vroom-file.js';
import { vroomSolution } from './vroom-solution.js';

interface TableFlags extends SheetFlags {
  column?: string[];
  start?: string;
  acceptStart?: boolean;
  leaveUnsure?: boolean;
  end: string;
  departAt?: string;
  until?: string;
  vehicles: string;
  capacity?: string;
  minutes: string;
  maxStops?: string;
  waiting?: string;
  mode: string;
  lang?: string;
}
type TripFlags = TableFlags & { vroom?: boolean };

/** A place found with lower confidence is reported before planning, and no vehicle may start there. */
const SURE = 0.9;
const TOLD_EVERY_MS = 1000;
const DAY_MIN = 1440;
/** The exit status if the plan was written but leaves out some orders. */
const SOME_UNPLANNED = 2;

/** `gazarch trip FILE` decides which vehicle visits which orders, and when. */
export function tripCommand(): Command {
  return sheetCommand('trip', 'plan which vehicle visits which addresses of a table, and in which order')
    .option(
      '--column <name>',
      'column with the address; several are joined; for other columns, use the form load=NAME',
      listed,
    )
    .option('--vehicles <number>', 'number of vehicles that share the orders', '1')
    .option('--start <place>', 'an address or longitude,latitude: where vehicles begin and end')
    .option('--accept-start', 'accept the place found for --start, even if it is uncertain')
    .option('--leave-unsure', 'leave orders with an uncertain address out of the plan')
    .option('--end <where>', 'start, or any: where vehicles end', 'start')
    .option(
      '--depart-at <time>',
      'when vehicles may depart, such as 2026-12-01T09:00 (default: the next 09:00)',
    )
    .option('--until <clock>', 'when vehicles must be back, such as 18:00')
    .option('--capacity <number>', 'load that each vehicle can carry; a row without a load counts as 1')
    .option('--minutes <number>', 'minutes that a visit takes, for rows without a value', '0')
    .option('--max-stops <number>', 'maximum number of orders per vehicle, so that all share the work')
    .option(
      '--waiting <percent>',
      'weight of waiting, in percent of driving time; 0: least driving (default: 10)',
    )
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .option('--lang <lang>', `${TRIP_LANGUAGES.join(' or ')} (default: mn for columns in Cyrillic, else en)`)
    .option('--vroom', 'FILE is a VROOM problem: its solution is written, and other options are ignored')
    .action((file: string, flags: TripFlags) =>
      flags.vroom === true ? solveVroom(file, flags) : planTable(file, flags),
    );
}

async function planTable(file: string, flags: TableFlags): Promise<void> {
  const { start, end, until, capacity } = flags;
  const sheet = await readOrderTable(file, flags);
  const { lang = sheet.columns.some((name) => /\p{Script=Cyrillic}/u.test(name)) ? 'mn' : 'en' } = flags;
  if (!TRIP_LANGUAGES.includes(lang)) throw new InputError(`--lang must be mn or en, not "${lang}"`);
  const texts = tripTexts(lang);
  const departAt = checked(flags, texts);
  const table = ordersOf(sheet, texts, flags.column);
  const most = MOST_STOPS - Number(start !== undefined);
  if (table.orders.length > most)
    throw new InputError(`${file}: ${texts.tooMany(table.orders.length, most)}`);
  const told = columnsRead(sheet, table, { texts, capacity });
  formatTable(texts.readAs, told).split('\n').forEach(printNote);
  const refused = refusedCells(sheet, table, texts);
  refused.forEach(printNote);
  if (refused.length > 0) throw new InputError(`${file}: ${texts.refused(refused.length)}`);
  const output = outputOf(sheet, flags, texts);
  const gpx = gpxNames(output, flags, texts);
  tellDeparture(departAt, flags, texts);
  const dataset = await openDatasetOf(flags);
  const geocoder = new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII });
  const home = start === undefined ? null : homeOf(geocoder, start, { flags, texts });
  const { leaveUnsure: leaves = false } = flags;
  const rows = placed(table, { geocoder, texts, first: home === null ? 0 : 1, leaves });
  tellUnsure(rows, texts);
  const visits = rows.flatMap(({ at, ...own }) => (at === null ? [] : [{ ...own, point: at }]));
  if (visits.length === 0) throw new InputError(`${file} contains no order with a known place`);
  const query = tripQuery({
    ...{ home: home?.at ?? null, visits, minutes: Number(flags.minutes), departAt, until: until ?? '', lang },
    ...{ vehicles: flags.vehicles, capacity: capacity ?? '' },
  });
  const more = {
    ...{ mode: flags.mode, ...(home !== null && end === 'any' && { end }) },
    ...(flags.maxStops !== undefined && { max_stops: flags.maxStops }),
    ...(flags.waiting !== undefined && { waiting: flags.waiting }),
  };
  const target = `/v1/trip?${new URLSearchParams({ ...query, ...more }).toString()}`;
  const answering = new Answering({ geocoder, router: routerOn(dataset, flags) }, {});
  const { status, body } = await answering.answer(target);
  const answer = JSON.parse(new TextDecoder().decode(body)) as TripAnswer & { error: { message: string } };
  if (status !== 200)
    throw new InputError(`${file}: ${status === 404 ? texts.offRoad : answer.error.message}`);
  const left = new Map(answer.unassigned.map(({ stop, message }) => [stop, message]));
  for (const own of rows) own.reason = left.get(own.stop ?? -1) ?? own.reason;
  const day = departAt.slice(0, 10);
  const drivers = driverPlans(rows, answer.vehicles, { texts, day });
  const about = { output, texts, day, home: home ?? { found: '', remark: '' } };
  await writeTrip(sheet, { table, rows, drivers }, about);
  writeGpx(gpx, drivers);
  tellPlan(rows, drivers, texts);
  print(output);
}

/** Checks the flags before any other work. @returns when vehicles may depart */
function checked(flags: TableFlags, texts: TripTexts): string {
  const { rules } = texts;
  const check = (name: string, value: string | undefined, rule: string, isGood: boolean): void => {
    if (value !== undefined && !isGood) throw new InputError(texts.option(`--${name}`, value, rule));
  };
  const whole = (name: string, value: string | undefined, from: number, to: number): void => {
    const isGood = value !== undefined && /^\d{1,7}$/.test(value);
    check(name, value, rules.whole(from, to), isGood && from <= Number(value) && Number(value) <= to);
  };
  const { vehicles, capacity, minutes, maxStops, waiting, end, mode, until, start } = flags;
  whole('vehicles', vehicles, 1, MOST_VEHICLES);
  whole('capacity', capacity, 0, MOST_LOAD);
  whole('minutes', minutes, 0, DAY_MIN);
  whole('max-stops', maxStops, 1, MOST_STOPS);
  whole('waiting', waiting, 0, 100);
  check('end', end, rules.words(['start', 'any']), ['start', 'any'].includes(end));
  check('mode', mode, rules.words(TRAVEL_MODES), (TRAVEL_MODES as readonly string[]).includes(mode));
  check('until', until, rules.clock, /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(until ?? ''));
  if (until !== undefined && start === undefined) throw new InputError(texts.untilStart);
  const { departAt = nextNine(now(flags)) } = flags;
  check('depart-at', departAt, rules.time, isTime(departAt));
  if (until !== undefined && until <= departAt.slice(11))
    throw new InputError(texts.tooEarly(until, departAt.slice(11)));
  return departAt;
}

function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  const time = new Date(`${text}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function now(flags: SheetFlags): ReturnType<LocalClock['at']> {
  return new LocalClock(readSetting('timeZone', flags, process.env)).at(Date.now());
}

function tellDeparture(departAt: string, flags: TableFlags, texts: TripTexts): void {
  const isToday = Number(departAt.slice(8, 10)) === now(flags).day;
  const passed = flags.departAt === undefined && !isToday ? [texts.dayPassed] : [];
  printNote([texts.departure(departAt.replace('T', ' ')), ...passed].join('; '));
}

/** @throws InputError if the place is uncertain */
function homeOf(
  geocoder: EmbeddedGeocoder,
  start: string,
  { flags, texts }: { flags: TableFlags; texts: TripTexts },
): Found {
  const [place] = placesOf(geocoder, start, texts);
  if (place === undefined) throw new InputError(texts.noStart(JSON.stringify(start)));
  printNote(texts.start(`${place.at[1]},${place.at[0]} ${place.told}`));
  if (place.doubt !== '' && flags.acceptStart !== true)
    throw new InputError(texts.unsureStart(JSON.stringify(start)));
  return place;
}

interface Found extends Pick<PlannedRow, 'found' | 'confidence' | 'doubt' | 'remark'> {
  at: Position;
  /** The place that was found, with its kind and confidence. */
  told: string;
}

/** Returns the place that an address refers to, or an empty list if there is none. */
function placesOf(geocoder: EmbeddedGeocoder, address: string, texts: TripTexts): Found[] {
  const text = addressText([address]);
  const places = text === '' ? [] : locate(geocoder, text, {}).slice(0, 1);
  return places.map((place) => {
    const { longitude, latitude, type, left_out: lost } = place;
    const confidence = place.confidence ?? 0;
    const found = [place.name, place.address].filter(Boolean).join(', ');
    const whole = isVague(place) ? [texts.vague] : [];
    const words = lost == null || lost.length === 0 ? [] : [texts.leftOut(lost.join(' '))];
    const told = [`${found} (${texts.kind(type ?? '', confidence)})`.trim(), ...whole, ...words].join('; ');
    const isSure = whole.length === 0 && confidence >= SURE;
    const remark = isSure ? '' : texts.doubt([found, ...whole, ...words].join('; '));
    return { at: [longitude, latitude], found, confidence, doubt: isSure ? '' : told, remark, told };
  });
}

/** Finds the orders' places. */
function placed(
  { orders }: OrderTable,
  asked: { geocoder: EmbeddedGeocoder; texts: TripTexts; first: number; leaves: boolean },
): PlannedRow[] {
  const { geocoder, texts, first, leaves } = asked;
  let stops = first;
  return orders.map((order): PlannedRow => {
    if (order.point !== null) {
      const known = { at: order.point, found: '', confidence: 1, doubt: '', remark: '' };
      return { ...order, ...known, reason: null, stop: stops++ };
    }
    const [place] = placesOf(geocoder, order.address, texts);
    const reason = order.address === '' ? texts.noAddress : texts.lost;
    if (leaves && place !== undefined && place.doubt !== '')
      return { ...order, ...place, at: null, reason: texts.left, stop: null };
    if (place !== undefined) return { ...order, ...place, reason: null, stop: stops++ };
    const none = { at: null, found: '', confidence: 0, doubt: reason, remark: '', reason, stop: null };
    return { ...order, ...none };
  });
}

function tellUnsure(rows: readonly PlannedRow[], texts: TripTexts): void {
  const unsure = rows.filter(({ doubt }) => doubt !== '');
  if (unsure.length > 0) printWarning(texts.unsure(unsure.length, rows.length));
  for (const { row, address, doubt } of unsure) printNote(texts.row(row + 1, address, doubt));
}

function tellPlan(rows: readonly PlannedRow[], drivers: readonly DriverPlan[], texts: TripTexts): void {
  for (const { title, about } of drivers) print(`${title}: ${about}`);
  const left = rows.filter(({ reason }) => reason !== null);
  if (left.length === 0) return;
  printWarning(texts.tellUnplanned(left.length, rows.length));
  for (const own of left) printNote(texts.row(own.row + 1, whereOf(own), own.reason!));
  process.exitCode = SOME_UNPLANNED;
}

function routerOn(dataset: CurrentDataset, flags: SheetFlags): EmbeddedRouter {
  return new EmbeddedRouter(dataset, {
    snapLimit_m: readSetting('snapLimit_m', flags, process.env),
    snapDetour_m: readSetting('snapDetour_m', flags, process.env),
  });
}

/** Plans the trip, and shows progress if that takes more than a moment. */
function planned(problem: TripProblem): TripPlan {
  const progress = new ProgressPrinter(process.stderr);
  let told_ms = performance.now();
  const work = planTrip(problem, (share) => {
    if (performance.now() - told_ms < TOLD_EVERY_MS) return;
    told_ms = performance.now();
    progress.onProgress('trip', 'planned', share);
  });
  let step = work.next();
  while (step.done !== true) step = work.next();
  progress.clear();
  return step.value;
}

/** Solves a VROOM problem with the file's matrix or, if it has none, with times on the dataset's roads. */
async function solveVroom(file: string, flags: TripFlags): Promise<void> {
  const roads: AskedRoads = async (points, mode) => {
    const router = routerOn(await openDatasetOf(flags), flags);
    const asked = { origins: points, destinations: points, mode, durations: true, distances: true };
    const { origins, durations_s, distances_m } = await router.matrix({ ...asked, without: null });
    const lost = origins.indexOf(null);
    if (lost !== -1) throw new InputError(`${file}: no usable road is near ${points[lost].join()}`);
    return { durations_s, distances_m: distances_m! };
  };
  const vroom = await readVroom(bytesOf(file).toString('utf8'), roads);
  const solution = vroomSolution(vroom, planned(vroom.problem));
  const { output } = flags;
  if (output === undefined) process.stdout.write(solution);
  else
    writing(output, () => writeFileSync(output, solution, { flag: flags.overwrite === true ? 'w' : 'wx' }));
}
