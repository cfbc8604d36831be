import { expect } from 'vitest';
import { planTrip } from '../../src/routing/trip/plan-trip.js';
import type {
  TimeWindow,
  TripOrder,
  TripPlan,
  TripProblem,
  TripTask,
  TripVehicle,
} from '../../src/routing/trip/trip-problem.js';
import { leastTour } from '../oracles/slow-tour.js';
import { bestPlan, faultsOf } from '../oracles/slow-trip.js';
import { seededRandom } from '../seeded-random.js';

/** Random trips for trip.test.ts and its proof. */

export const ALWAYS: readonly TimeWindow[] = [{ from_ms: 0, to_ms: Infinity }];

export function plan(problem: TripProblem): TripPlan {
  const work = planTrip(problem);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

export function visit(place: number, more: Partial<TripTask> = {}): TripTask {
  return { place, service_ms: 0, windows: ALWAYS, loaded: [], change: [], ...more };
}

export function order(...tasks: TripTask[]): TripOrder {
  return { tasks, priority: 0, vehicles: null };
}

export const VEHICLE: TripVehicle = {
  ...{ start: 0, end: 0, shift: ALWAYS[0], capacity: [], breaks: [] },
  ...{ mostTasks: Infinity, mostTravel_ms: Infinity },
};

/** Times in a plane that differ by direction, and are often no metric: whole milliseconds. */
export function randomTimes(random: () => number, places: number): Float64Array {
  const at = Array.from({ length: places }, () => [random() * 9000, random() * 6000]);
  return Float64Array.from({ length: places * places }, (_, cell) => {
    const [from, to] = [at[Math.floor(cell / places)], at[cell % places]];
    if (from === to) return 0;
    return Math.round(
      Math.hypot(from[0] - to[0], from[1] - to[1]) * 100 * (0.8 + random()) + 30_000 * random(),
    );
  });
}

const ENDS = [
  { start: 0, end: 0 },
  { start: 0, end: null },
  { start: 0, end: 1 },
  { start: null, end: 1 },
  { start: null, end: null },
];

/** One vehicle with up to 13 stops is as quick as the quickest of all orders. */
export function checkOptimal(seed: number): void {
  const random = seededRandom(seed);
  const places = 2 + Math.floor(random() * 12);
  const { start, end } = ENDS[seed % ENDS.length];
  const travel_ms = randomTimes(random, places);
  const orders = Array.from({ length: places }, (_, place) => place)
    .filter((place) => place !== start && place !== end)
    .map((place) => order(visit(place, { service_ms: 60_000 })));
  const problem = { places, travel_ms, orders, vehicles: [{ ...VEHICLE, start, end }] };
  const found = plan(problem);
  if (orders.length === 0) return;
  expect(found.leftOut, `seed ${seed}`).toEqual([]);
  expect(faultsOf(problem, found), `seed ${seed}`).toEqual([]);
  const least = leastTour((from, to) => travel_ms[from * places + to], places, { start, end });
  expect(found.routes[0].travel_ms, `seed ${seed}`).toBe(least);
}

/** Everything that a trip may have. */
export function randomProblem(seed: number, orders: number): TripProblem {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const whole = (most: number): number => Math.floor(random() * most);
  const places = 1 + orders + whole(3);
  const travel_ms = randomTimes(random, places);
  if (chance(0.2)) for (let i = 0; i < places; i++) travel_ms[whole(places * places)] = Infinity;
  const HOUR_MS = 3_600_000;
  const windows = (): TimeWindow[] => {
    if (chance(0.5)) return [...ALWAYS];
    const from_ms = whole(4) * HOUR_MS;
    const first = { from_ms, to_ms: from_ms + (1 + whole(4)) * (HOUR_MS / 2) };
    return chance(0.2)
      ? [first, { from_ms: first.to_ms + HOUR_MS, to_ms: first.to_ms + 2 * HOUR_MS }]
      : [first];
  };
  const task = (loaded: number, change: number): TripTask =>
    visit(whole(places), {
      service_ms: whole(3) * 600_000,
      windows: windows(),
      loaded: [loaded],
      change: [change],
    });
  const hasPairs = chance(0.5);
  const made = Array.from({ length: orders }, (): TripOrder => {
    const load = 1 + whole(3);
    const tasks =
      hasPairs && chance(0.4)
        ? [task(0, load), task(0, -load)]
        : [hasPairs && chance(0.3) ? task(0, load) : task(load, -load)];
    return {
      tasks,
      priority: chance(0.3) ? whole(5) : 0,
      vehicles: chance(0.2) ? new Set([whole(2)]) : null,
    };
  });
  const vehicles = Array.from({ length: 1 + whole(2) }, (): TripVehicle => {
    const from_ms = whole(2) * HOUR_MS;
    const pause = { from_ms: from_ms + HOUR_MS, to_ms: from_ms + 3 * HOUR_MS };
    return {
      start: chance(0.8) ? 0 : null,
      end: chance(0.6) ? 0 : null,
      shift: { from_ms, to_ms: chance(0.5) ? Infinity : from_ms + (2 + whole(6)) * HOUR_MS },
      capacity: [2 + whole(8)],
      breaks: chance(0.3)
        ? [{ place: null, service_ms: 900_000, windows: [pause], loaded: [], change: [] }]
        : [],
      mostTasks: chance(0.2) ? 1 + whole(4) : Infinity,
      mostTravel_ms: chance(0.2) ? HOUR_MS : Infinity,
    };
  });
  return { places, travel_ms, orders: made, vehicles };
}

/** A plan breaks no rule. */
export function checkRules(problem: TripProblem, seed: number): TripPlan {
  const found = plan(problem);
  expect(faultsOf(problem, found), `seed ${seed}`).toEqual([]);
  return found;
}

/** A handful of orders is planned as well as looking at all plans does. @param waitingPrice whole quarters */
export function checkBest(seed: number, waitingPrice = 0): void {
  const problem = { ...randomProblem(seed, 1 + (seed % 5)), waitingPrice };
  const found = checkRules(problem, seed);
  const leftOut = found.leftOut.reduce((sum, own) => {
    const { tasks, priority } = problem.orders[own.order];
    return sum + tasks.length * (1 + 100 * priority);
  }, 0);
  const cost_ms = found.routes.reduce(
    (sum, { travel_ms, visits }) =>
      sum + travel_ms + waitingPrice * visits.reduce((all, { waiting_ms }) => all + waiting_ms, 0),
    0,
  );
  expect({ leftOut, cost_ms }, `seed ${seed}`).toEqual(bestPlan(problem));
}
