import { describe, expect, it } from 'vitest';
import {
  ALWAYS,
  checkBest,
  checkOptimal,
  checkRules,
  order,
  plan,
  randomProblem,
  randomTimes,
  VEHICLE,
  visit,
} from './trip-cases.js';
import { planTrip } from '../../src/routing/trip/plan-trip.js';
import { seededRandom } from '../seeded-random.js';

const MINUTE_MS = 60_000;
/** Places in a row, ten minutes from each to the next. */
const line = (places: number): Float64Array =>
  Float64Array.from(
    { length: places * places },
    (_, cell) => 10 * MINUTE_MS * Math.abs(Math.floor(cell / places) - (cell % places)),
  );

it('finds the quickest order of one vehicle', () => {
  for (let seed = 1; seed <= 100; seed++) checkOptimal(seed);
});

it('tells how far it is', () => {
  for (const vehicles of [1, 2]) {
    const shares: number[] = [];
    const orders = Array.from({ length: 20 }, (_, i) => order(visit(i + 1)));
    const work = planTrip(
      {
        ...{ places: 21, travel_ms: line(21), orders },
        vehicles: Array.from({ length: vehicles }, () => ({ ...VEHICLE, start: 0, end: 0 })),
      },
      (share) => shares.push(share),
    );
    while (work.next().done !== true);
    expect(shares.length).toBeGreaterThan(100);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
  }
});

it('plans a handful of orders as well as looking at all plans does', () => {
  for (let seed = 1; seed <= 25; seed++) checkBest(seed);
});

it('weighs waiting against travel as well as looking at all plans does', () => {
  for (let seed = 1; seed <= 25; seed++) checkBest(seed, 0.25);
});

it('sends another vehicle rather than have one wait for hours', () => {
  const at = (hours: number) => [{ from_ms: 60 * hours * MINUTE_MS, to_ms: 60 * (hours + 1) * MINUTE_MS }];
  const used = (waitingPrice: number): number =>
    plan({
      ...{ places: 3, travel_ms: line(3), waitingPrice },
      orders: [order(visit(2, { windows: at(1) })), order(visit(2, { windows: at(6) }))],
      vehicles: [VEHICLE, VEHICLE],
    }).routes.filter(({ visits }) => visits.length > 0).length;
  // Four hours of waiting, or forty minutes on the road.
  expect([0, 0.1, 0.2].map(used)).toEqual([1, 1, 2]);
});

it('breaks no rule with more orders', () => {
  for (let seed = 1; seed <= 2; seed++) checkRules(randomProblem(1000 + seed, 25), 1000 + seed);
});

it('answers the same each time', () => {
  const problem = randomProblem(5, 20);
  expect(plan(problem)).toEqual(plan(problem));
  const places = 40;
  const travel_ms = randomTimes(seededRandom(3), places);
  const orders = Array.from({ length: places - 1 }, (_, k) => order(visit(k + 1)));
  const one = { places, travel_ms, orders, vehicles: [VEHICLE] };
  const found = checkRules(one, 3);
  expect(plan(one)).toEqual(found);
  expect(found.leftOut).toEqual([]);
});

it('sets out late where it would only wait', () => {
  const windows = [{ from_ms: 60 * MINUTE_MS, to_ms: 90 * MINUTE_MS }];
  const found = plan({
    places: 3,
    travel_ms: line(3),
    orders: [order(visit(1)), order(visit(2, { windows, service_ms: 5 * MINUTE_MS }))],
    vehicles: [{ ...VEHICLE, shift: { from_ms: 0, to_ms: 120 * MINUTE_MS } }],
  });
  expect(found.routes[0]).toMatchObject({ departure_ms: 40 * MINUTE_MS, end_ms: 85 * MINUTE_MS });
  expect(found.routes[0].visits.map(({ waiting_ms }) => waiting_ms)).toEqual([0, 0]);
});

it('rather waits than comes in the last minutes of a window', () => {
  const until = (minutes: number) => [{ from_ms: 0, to_ms: minutes * MINUTE_MS }];
  const from = [{ from_ms: 120 * MINUTE_MS, to_ms: Infinity }];
  const setsOut = (minutes: number): number =>
    plan({
      ...{ places: 3, travel_ms: line(3), spare_ms: 10 * MINUTE_MS },
      orders: [order(visit(1, { windows: until(minutes) })), order(visit(2, { windows: from }))],
      vehicles: [VEHICLE],
    }).routes[0].departure_ms / MINUTE_MS;
  // Ten minutes of driving, and ten to spare; less where there are no more.
  expect([60, 25, 15, 150].map(setsOut)).toEqual([40, 5, 0, 100]);
});

it('takes breaks where the vehicle is', () => {
  const pause = { from_ms: 10 * MINUTE_MS, to_ms: 20 * MINUTE_MS };
  const rest = { place: null, service_ms: 30 * MINUTE_MS, windows: [pause], loaded: [], change: [] };
  const { routes } = plan({
    ...{ places: 4, travel_ms: line(4) },
    orders: [1, 2, 3].map((place) => order(visit(place))),
    vehicles: [{ ...VEHICLE, end: null, breaks: [rest] }],
  });
  const [{ visits, travel_ms }] = routes;
  expect(travel_ms).toBe(30 * MINUTE_MS);
  expect(visits.map((own) => own.order)).toEqual([0, null, 1, 2]);
});

describe('what is left out', () => {
  const places = 4;
  const reasons = (orders: ReturnType<typeof order>[], more: Partial<typeof VEHICLE> = {}): unknown[] => {
    const travel_ms = line(places);
    for (const cell of [3, 7, 11]) travel_ms[cell] = Infinity;
    return plan({ places, travel_ms, orders, vehicles: [{ ...VEHICLE, ...more }] }).leftOut;
  };

  it('has its reason, and the rest is planned', () => {
    const early = { from_ms: 0, to_ms: 15 * MINUTE_MS };
    const late = { from_ms: 55 * MINUTE_MS, to_ms: 100 * MINUTE_MS };
    const orders = [
      order(visit(1)),
      order(visit(3)),
      order(visit(2, { windows: [early] })),
      order(visit(2, { windows: [late] })),
      order(visit(1, { loaded: [9], change: [-9] })),
      { ...order(visit(1)), vehicles: new Set<number>() },
    ];
    const shift = { from_ms: 0, to_ms: 60 * MINUTE_MS };
    expect(reasons(orders, { shift, capacity: [5] })).toEqual([
      { order: 1, reason: 'no_path' },
      { order: 2, reason: 'window', window: early, earliest_ms: 20 * MINUTE_MS },
      { order: 3, reason: 'too_long', end_ms: 75 * MINUTE_MS, shift },
      { order: 4, reason: 'too_large' },
      { order: 5, reason: 'no_vehicle' },
    ]);
  });

  it('is that of the lowest priority where not all fit', () => {
    const load = { loaded: [1], change: [-1], windows: ALWAYS };
    const orders = [visit(1, load), visit(2, load), visit(1, load)].map((task, i) => ({
      ...order(task),
      priority: i === 0 ? 0 : 7,
    }));
    expect(reasons(orders, { capacity: [2] })).toEqual([{ order: 0, reason: 'no_room' }]);
  });
});
