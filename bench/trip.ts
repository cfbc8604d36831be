/**
 * What trips cost and how good they are: random requests of `/v1/trip` in a city, of nine kinds up to the
 * limits of the endpoint. In process, without HTTP. Processor time is also told as a share of that of
 * `/v1/matrix` of the same stops, which is measured beside it in each round.
 *
 *     node data/bench/bench/trip.js [--rounds 5] [--seed 7] [--box W,S,E,N] [--kinds "100 stops"]
 *       [--vroom PROGRAM] DATASET
 *
 * DATASET is the folder of `gazarch import`. With `--vroom`, VROOM plans the same stops on the same matrix,
 * at its most thorough and with one thread, and its travel and what it leaves out stand beside ours.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readTripRequest } from '../src/http/trip/trip-parameters.js';
import { HTTP_DEFAULTS } from '../src/http/core/settings.js';
import { Answering } from '../src/offline/answering.js';
import { planTrip } from '../src/routing/trip/plan-trip.js';
import type { TripPlan, TripProblem } from '../src/routing/trip/trip-problem.js';
import { CurrentDataset } from '../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../src/sources/embedded/embedded-geocoder.js';
import { EmbeddedRouter } from '../src/sources/embedded/embedded-router.js';
import { DEFAULT_REVERSE_RADII } from '../src/geocoding/reverse/reverse-limits.js';
import { readQuery } from '../src/wire/query-string.js';
import { faultsOf } from '../test/oracles/slow-trip.js';
import { seededRandom } from '../test/seeded-random.js';
import { median } from './server-process.js';

const { values: flags, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    box: { type: 'string', default: '106.80,47.87,107.02,47.96' },
    kinds: { type: 'string', default: '' },
    vroom: { type: 'string' },
  },
  allowPositionals: true,
});

interface Kind {
  stops: number;
  vehicles: number;
  /** How many of the stops have windows, from 0 to 1, and how many windows each. */
  timed?: number;
  windows?: number;
  /** Room in all vehicles, as a share of all loads. */
  room?: number;
  hasPriorities?: boolean;
  end?: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  '25 stops': { stops: 25, vehicles: 1 },
  '50 stops, open': { stops: 50, vehicles: 1, end: 'any' },
  '50 stops, 5 vehicles, half timed': { stops: 50, vehicles: 5, timed: 0.5, room: 1.2 },
  '100 stops': { stops: 100, vehicles: 1 },
  '100 stops, timed': { stops: 100, vehicles: 1, timed: 0.3 },
  '100 stops, 10 vehicles': { stops: 100, vehicles: 10 },
  '100 stops, 8 vehicles, half timed': { stops: 100, vehicles: 8, timed: 0.5, room: 1.2 },
  '100 stops, 10 vehicles, all timed': { stops: 100, vehicles: 10, timed: 1, room: 1.1 },
  '100 stops, 10 vehicles, ten windows': { stops: 100, vehicles: 10, timed: 1, windows: 10, room: 1.1 },
  '100 stops, 10 vehicles, no room': { stops: 100, vehicles: 10, timed: 0.5, room: 0.6, hasPriorities: true },
};

const dataset = new CurrentDataset(positionals[0]);
await dataset.refresh();
const router = new EmbeddedRouter(dataset, { snapLimit_m: 500, snapDetour_m: 0 });
const geocoder = new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII });
const answering = new Answering({ geocoder, router }, {});

const random = seededRandom(Number(flags.seed));
const below = (end: number): number => Math.floor(random() * end);
const [west, south, east, north] = flags.box.split(',').map(Number);
const clock = (minutes: number): string =>
  [minutes / 60, minutes % 60].map((own) => String(Math.floor(own)).padStart(2, '0')).join(':');

const [BEGIN, HOURS] = [9, 10];

/** Within the box, near a road. */
function point(): string {
  for (;;) {
    const [lon, lat] = [west + random() * (east - west), south + random() * (north - south)];
    if (router.nearest({ point: [lon, lat], mode: 'driving', number: 1 }).length > 0)
      return `${lon.toFixed(6)},${lat.toFixed(6)}`;
  }
}

/** What is asked. */
function target({ stops, vehicles, timed = 0, windows = 1, room, hasPriorities, end }: Kind): string {
  const points = Array.from({ length: stops }, point);
  const window = (): string => {
    if (random() >= timed) return '';
    const length = windows === 1 ? 120 : 20;
    const step = Math.floor((60 * HOURS) / windows);
    const shift = windows === 1 ? 60 * below(HOURS - 1) : below(step - length);
    const begins = Array.from({ length: windows }, (_, i) => 60 * BEGIN + i * step + shift);
    return begins.map((from) => `${clock(from)}-${clock(from + length)}`).join();
  };
  const day = vehicles === 1 ? '' : `09:00-${clock(60 * (BEGIN + HOURS))}`;
  const loads = points.map((_, i) => (i === 0 ? 0 : 1 + below(3)));
  const whole = loads.reduce((sum, own) => sum + own, 0);
  return `/v1/trip?${new URLSearchParams({
    ...{ stops: points.join(';'), depart_at: '2026-12-01T09:00', geometry: 'polyline6' },
    ...(timed > 0 && { windows: points.map((_, i) => (i === 0 ? day : window())).join(';') }),
    service: points.map(() => String(180 + 60 * below(5))).join(';'),
    loads: loads.join(';'),
    ...{ vehicles: String(vehicles), end: end ?? 'first' },
    ...(room !== undefined && { capacity: String(Math.ceil((whole * room) / vehicles)) }),
    ...(hasPriorities === true && { priorities: points.map(() => String(below(10))).join(';') }),
  }).toString()}`;
}

interface Planned {
  travel_s: number;
  leftOut: number;
}

function planned(problem: TripProblem): { plan: TripPlan; steps_ms: number[] } {
  const steps_ms: number[] = [];
  const work = planTrip(problem);
  for (;;) {
    const from_ms = performance.now();
    const step = work.next();
    steps_ms.push(performance.now() - from_ms);
    if (step.done === true) return { plan: step.value, steps_ms };
  }
}

/** Of VROOM, whose times are whole: tenths of a second. */
const FOREVER = 4_000_000;

function byVroom(program: string, { places, travel_ms, orders, vehicles }: TripProblem): Planned {
  const tenths = (own_ms: number): number => (own_ms === Infinity ? FOREVER : Math.round(own_ms / 100));
  const windowOf = ({ from_ms, to_ms }: { from_ms: number; to_ms: number }): number[] =>
    [from_ms, to_ms].map(tenths);
  const rows = Array.from({ length: places }, (_, from) =>
    Array.from(travel_ms.subarray(from * places, (from + 1) * places), tenths),
  );
  const most = 1_000_000;
  const input = JSON.stringify({
    matrices: { car: { durations: rows } },
    vehicles: vehicles.map(({ start, end, shift, capacity: [room] }, id) => ({
      ...{ id, capacity: [Math.min(room, most)], time_window: windowOf(shift) },
      ...(start !== null && { start_index: start }),
      ...(end !== null && { end_index: end }),
    })),
    jobs: orders.map(({ tasks: [{ place, service_ms, windows, loaded }], priority }, id) => ({
      ...{ id, location_index: place, service: tenths(service_ms), delivery: loaded, priority },
      time_windows: windows.map(windowOf),
    })),
  });
  const { stdout, stderr } = spawnSync(program, ['-x', '5', '-t', '1'], { input, maxBuffer: 2 ** 28 });
  try {
    const { summary } = JSON.parse(stdout.toString()) as {
      summary: { duration: number; unassigned: number };
    };
    return { travel_s: summary.duration / 10, leftOut: summary.unassigned };
  } catch (cause) {
    throw new Error(`${program}: ${stderr.toString()}`, { cause });
  }
}

async function spent_ms(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const rounds = Number(flags.rounds);
for (const [name, kind] of Object.entries(KINDS).filter(([own]) => own.startsWith(flags.kinds))) {
  const [wholes, plans, ratios, longest]: number[][] = [[], [], [], []];
  const [own, vroom] = [0, 1].map(() => ({ travel_s: 0, leftOut: 0 }));
  let faults = 0;
  // The first time compiles.
  for (let round = 0; round <= rounds; round++) {
    const asked = target(kind);
    const request = readTripRequest(readQuery(asked), HTTP_DEFAULTS);
    const { stops, mode, without, orders, vehicles, departAt } = request;
    const all = { origins: stops, destinations: stops, mode, durations: true, distances: false, without };
    const matrix = await router.matrix({ ...all, ...(departAt !== undefined && { departAt }) });
    const travel_ms = matrix.durations_s.map((own_s) => Math.round(1000 * own_s));
    const problem = { places: stops.length, travel_ms, orders, vehicles };
    const points = asked.slice(0, asked.indexOf('&')).replace('/v1/trip?stops=', '');
    const matrix_ms = await spent_ms(() =>
      answering.answer(`/v1/matrix?origins=${points}&destinations=${points}&distances=false`),
    );
    const whole_ms = await spent_ms(() => answering.answer(asked));
    const before = process.cpuUsage();
    const { plan, steps_ms } = planned(problem);
    const { user, system } = process.cpuUsage(before);
    if (round === 0) continue;
    wholes.push(whole_ms);
    plans.push((user + system) / 1000);
    ratios.push(whole_ms / matrix_ms);
    longest.push(steps_ms.sort((a, b) => a - b)[Math.floor(0.999 * steps_ms.length)]);
    own.travel_s += plan.routes.reduce((sum, route) => sum + route.travel_ms, 0) / 1000;
    own.leftOut += plan.leftOut.length;
    faults += faultsOf(problem, plan).length;
    if (flags.vroom === undefined) continue;
    const found = byVroom(flags.vroom, problem);
    vroom.travel_s += found.travel_s;
    vroom.leftOut += found.leftOut;
  }
  const figure = (values: readonly number[], digits = 0): string =>
    `${median(values).toFixed(digits)} (at most ${Math.max(...values).toFixed(digits)})`;
  const found = ({ travel_s, leftOut }: Planned): string =>
    `${(travel_s / rounds).toFixed(0)} s of travel, ${leftOut} left out`;
  const more = 100 * (own.travel_s / vroom.travel_s - 1);
  console.log(
    `${name}: ${figure(wholes)} ms, ${figure(ratios, 1)} of the matrix; the plan ${figure(plans)} ms,`,
    `its turns p99.9 ${Math.max(...longest).toFixed(1)} ms; ${found(own)}, ${faults} faults` +
      (flags.vroom === undefined ? '' : `; VROOM ${found(vroom)}: ours ${more.toFixed(2)} %`),
  );
}
