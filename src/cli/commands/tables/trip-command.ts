import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { InputError } from '../../../errors.js';
import type { Position } from '../../../geo/position.js';
import { DEFAULT_REVERSE_RADII } from '../../../geocoding/reverse/reverse-limits.js';
import { Answering } from '../../../offline/answering.js';
import { planTrip } from '../../../routing/trip/plan-trip.js';
import type { TripPlan, TripProblem } from '../../../routing/trip/trip-problem.js';
import type { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../../sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import { addressText } from '../../../tables/table-columns.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from '../../../travel-mode.js';
import { readSetting } from '../../settings/settings.js';
import { printNote, printWarning } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import { listed, located } from './geocode-command.js';
import { bytesOf, writing, type Cell } from './sheet-file.js';
import { openDatasetOf, outputOf, sheetCommand, type SheetFlags } from './sheet-work.js';
import {
  gpxNames,
  ordersOf,
  readOrderTable,
  writeTrip,
  type OrderRow,
  type PlannedRow,
  type TripAnswer,
} from './trip-table.js';
import { readVroom, type AskedRoads } from './vroom-file.js';
import { vroomSolution } from './vroom-solution.js';

interface TableFlags extends SheetFlags {
  column?: string[];
  start?: string;
  end: string;
  departAt?: string;
  until?: string;
  vehicles: string;
  capacity?: string;
  minutes: string;
  mode: string;
  lang: string;
}
type TripFlags = TableFlags & { vroom?: boolean };

/** Addresses that are less sure are told before the plan is made. */
const SURE = 0.9;
const TOLD_EVERY_MS = 1000;
/** No vehicle can visit them, however sure it is that they are meant. */
const AREAS: ReadonlySet<string> = new Set(['khoroo', 'district', 'bag', 'soum', 'city', 'aimag']);
const LANGUAGES: Readonly<Record<string, { title: string; lost: string }>> = {
  mn: { title: 'Машин', lost: 'Хаяг олдсонгүй.' },
  en: { title: 'Vehicle', lost: 'The address was not found.' },
};

/** `gazarch trip FILE`: who visits what, and in which order. */
export function tripCommand(): Command {
  return sheetCommand('trip', 'plan who visits the addresses in a table, in which order')
    .option('--column <name>', 'column of the address; repeatable, several are joined', listed)
    .option('--vehicles <number>', 'vehicles that share the orders', '1')
    .option('--start <place>', 'an address or longitude,latitude: where vehicles begin and end')
    .option('--end <where>', 'start, or any: where vehicles end', 'start')
    .option('--depart-at <time>', 'when vehicles may set out, as 2026-12-01T09:00 (default: today at 09:00)')
    .option('--until <clock>', 'when they have to be back, as 18:00')
    .option('--capacity <number>', 'load that each vehicle takes; a row without a load is 1')
    .option('--minutes <number>', 'minutes that a visit takes, for rows that say nothing', '0')
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .option('--lang <lang>', `language of reasons: ${Object.keys(LANGUAGES).join(' or ')}`, 'mn')
    .option('--vroom', 'FILE is a problem of VROOM: its solution is written, and other options do not count')
    .action((file: string, flags: TripFlags) =>
      flags.vroom === true ? solveVroom(file, flags) : planTable(file, flags),
    );
}

async function planTable(file: string, flags: TableFlags): Promise<void> {
  const { start, end, lang, until } = flags;
  if (!['start', 'any'].includes(end)) throw new InputError(`--end must be start or any, not "${end}"`);
  if (!Object.hasOwn(LANGUAGES, lang)) throw new InputError(`--lang must be mn or en, not "${lang}"`);
  if (until !== undefined && start === undefined) throw new InputError('--until needs --start');
  const sheet = await readOrderTable(file, flags);
  const orders = ordersOf(sheet, flags);
  const output = outputOf(sheet, flags);
  const vehicles = Number(flags.vehicles);
  const gpx = gpxNames(output, vehicles >= 1 && vehicles <= 100 ? vehicles : 0, flags);
  const dataset = await openDatasetOf(flags);
  const geocoder = new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII });
  const find = (address: string): Cell[] => {
    const text = addressText([address]);
    return text === '' ? [] : located(geocoder, text, {});
  };
  const home = start === undefined ? null : placeOf(find(start));
  if (start !== undefined && home === null) throw new InputError(`--start ${start} was not found`);
  const first = home === null ? 0 : 1;
  let stops = first;
  const rows = orders.map((order): PlannedRow => {
    const cells = order.point === null ? find(order.address) : [order.point[1], order.point[0]];
    const [, , name = null, address = null, type, , , confidence = order.point === null ? 0 : 1] = cells;
    const at = placeOf(cells);
    const found = [name, address].filter((own) => own !== null).join(', ');
    const reason = at === null ? LANGUAGES[lang].lost : null;
    const isArea = AREAS.has(String(type));
    return { ...order, at, found, isArea, confidence, reason, stop: at === null ? null : stops++ };
  });
  tellUnsure(rows);
  const visits = rows.filter(({ stop }) => stop !== null);
  if (visits.length === 0) throw new InputError(`${file} has no order with a place`);
  const target = targetOf(home, visits, flags);
  const answering = new Answering({ geocoder, router: routerOn(dataset, flags) }, {});
  const { status, body } = await answering.answer(target);
  const answer = JSON.parse(new TextDecoder().decode(body)) as TripAnswer & { error: { message: string } };
  if (status !== 200) throw new InputError(`${file}: ${answer.error.message}`);
  for (const { stop, message } of answer.unassigned) visits[stop - first].reason = message;
  await writeTrip(sheet, { rows, vehicles: answer.vehicles }, { output, gpx, title: LANGUAGES[lang].title });
}

function placeOf([latitude, longitude]: readonly Cell[]): Position | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? [longitude, latitude] : null;
}

function tellUnsure(rows: readonly PlannedRow[]): void {
  const unsure = rows.filter(
    ({ at, isArea, confidence }) => at === null || isArea || Number(confidence) < SURE,
  );
  if (unsure.length > 0) printWarning(`${unsure.length} of ${rows.length} addresses are not sure:`);
  for (const { row, address, at, found, isArea, confidence } of unsure) {
    const what = [found, confidence, ...(isArea ? ['an area: its middle is visited'] : [])];
    printNote(`row ${row + 1}: ${address} -> ${at === null ? 'not found' : what.join(', ')}`);
  }
}

/** What `/v1/trip` is asked. */
function targetOf(
  home: Position | null,
  visits: readonly (OrderRow & Pick<PlannedRow, 'at'>)[],
  { departAt = todayAtNine(), end, until, vehicles, capacity, mode, lang }: TableFlags,
): string {
  const list = (start: string, of: (visit: (typeof visits)[number]) => string | number): string =>
    [...(home === null ? [] : [start]), ...visits.map(of)].join(';');
  const parameters = new URLSearchParams({
    stops: list(home?.join() ?? '', ({ at }) => at!.join()),
    ...(home === null ? { start: 'any', end: 'any' } : end === 'any' ? { end } : {}),
    depart_at: departAt,
    windows: list(until === undefined ? '' : `00:00-${until}`, ({ window }) => window),
    service: list('0', ({ service_s }) => service_s),
    loads: list('0', ({ load }) => load),
    ...{ vehicles, mode, lang },
    ...(capacity !== undefined && { capacity }),
  });
  return `/v1/trip?${parameters.toString()}`;
}

function todayAtNine(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T09:00`;
}

function routerOn(dataset: CurrentDataset, flags: SheetFlags): EmbeddedRouter {
  return new EmbeddedRouter(dataset, {
    snapLimit_m: readSetting('snapLimit_m', flags, process.env),
    snapDetour_m: readSetting('snapDetour_m', flags, process.env),
  });
}

/** Tells how far it is, where that takes more than a moment. */
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

/** On the matrix of the file, or else on the roads of the dataset. */
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
