import { expect, it } from 'vitest';
import { readVroom } from '../../src/cli/commands/tables/vroom-file.js';
import { vroomSolution } from '../../src/cli/commands/tables/vroom-solution.js';
import { InputError } from '../../src/errors.js';
import type { Position } from '../../src/geo/position.js';
import { plan } from '../routing/trip-cases.js';
import { seededRandom } from '../seeded-random.js';

/** Problems of VROOM in, solutions as VROOM writes them out. */

interface Solution {
  code: number;
  summary: Record<string, unknown>;
  unassigned: object[];
  routes: { steps: Record<string, unknown>[] }[];
}

async function solved(file: unknown): Promise<Solution> {
  const roads = (): never => {
    throw new Error('roads are asked for');
  };
  const vroom = await readVroom(JSON.stringify(file), roads);
  return JSON.parse(vroomSolution(vroom, plan(vroom.problem))) as Solution;
}

/** Places on a line, ten seconds apart. */
const LINE = Array.from({ length: 6 }, (_, from) =>
  Array.from({ length: 6 }, (__, to) => 10 * Math.abs(to - from)),
);
const EIGHT = 1_600_416_000;

/** Two vehicles that differ in what they can do, from the middle of the line. */
const FILE = {
  vehicles: [
    { id: 7, start_index: 2, end_index: 2, capacity: [4, 9], skills: [1], description: 'a van' },
    {
      ...{ id: 8, start_index: 2, capacity: [4, 9], time_window: [EIGHT, EIGHT + 1000] },
      breaks: [{ id: 3, service: 60, time_windows: [[EIGHT + 100, EIGHT + 200]] }],
    },
  ],
  jobs: [
    { id: 1, location_index: 0, delivery: [1, 2], pickup: [2, 0], service: 5, skills: [1], priority: 3 },
    { id: 2, location_index: 5, delivery: [0, 1], time_windows: [[EIGHT + 110, EIGHT + 120]] },
    { id: 3, location_index: 5, delivery: [9, 0], description: 'too large' },
  ],
  shipments: [
    {
      amount: [1, 1],
      skills: [1],
      pickup: { id: 1, location_index: 1, service: 7 },
      delivery: { id: 1, location_index: 0 },
    },
  ],
  matrices: { car: { durations: LINE, distances: LINE } },
};

it('plans jobs, shipments, skills, loads, windows and breaks', async () => {
  const { code, summary, unassigned, routes } = await solved(FILE);
  const sums = { cost: 70, setup: 0, service: 72, duration: 70, priority: 3, distance: 70 };
  expect([code, summary]).toEqual([
    0,
    { ...sums, routes: 2, unassigned: 1, delivery: [2, 4], pickup: [3, 1], waiting_time: 0, violations: [] },
  ]);
  expect(unassigned).toEqual([{ id: 3, type: 'job', description: 'too large', location_index: 5 }]);
  const [van, other] = routes;
  expect(van).toMatchObject({
    vehicle: 7,
    description: 'a van',
    duration: 40,
    delivery: [2, 3],
    pickup: [3, 1],
  });
  expect(van.steps.map(({ type, arrival, load }) => [type, arrival, load])).toEqual([
    ['start', 0, [1, 2]],
    ['pickup', 10, [2, 3]],
    ['delivery', 27, [1, 2]],
    ['job', 27, [2, 0]],
    ['end', 52, [2, 0]],
  ]);
  const step = { setup: 0, waiting_time: 0, service: 0, violations: [] };
  const there = { load: [0, 0], arrival: EIGHT + 110, duration: 30, distance: 30 };
  expect(other.steps).toEqual([
    {
      ...{ ...step, type: 'start', location_index: 2, load: [0, 1] },
      ...{ arrival: EIGHT + 80, duration: 0, distance: 0 },
    },
    { ...step, ...there, type: 'job', id: 2, job: 2, location_index: 5 },
    { ...step, ...there, type: 'break', id: 3, service: 60 },
  ]);
});

it('asks for roads where there is no matrix, once for each place', async () => {
  const asked: unknown[] = [];
  const [home, shop]: Position[] = [
    [106.9, 47.9],
    [106.95, 47.9],
  ];
  const file = {
    vehicles: [{ id: 1, profile: 'foot', start: home, end: home }],
    jobs: [
      { id: 1, location: shop },
      { id: 2, location: shop },
    ],
  };
  const vroom = await readVroom(JSON.stringify(file), async (points, mode) => {
    asked.push([points, mode]);
    return { durations_s: Float64Array.of(0, 80.2, 99.6, 0), distances_m: Float64Array.of(0, 901.4, 900, 0) };
  });
  const { summary, routes } = JSON.parse(vroomSolution(vroom, plan(vroom.problem))) as {
    summary: object;
    routes: { steps: object[] }[];
  };
  expect(asked).toEqual([[[shop, home], 'walking']]);
  expect(summary).toMatchObject({ duration: 180, distance: 1801, unassigned: 0 });
  expect(summary).not.toHaveProperty('delivery');
  expect(routes[0].steps[1]).toMatchObject({ type: 'job', location: shop, arrival: 100, distance: 900 });
});

it('takes the old forms of a matrix and of amounts', async () => {
  const [job] = FILE.jobs;
  const { delivery, skills, ...rest } = job;
  const { summary } = await solved({
    vehicles: [{ id: 1, end_index: 0, capacity: [2, 2], max_tasks: 1, max_travel_time: 100 }],
    jobs: [{ ...rest, amount: delivery, setup: 0 }],
    matrix: LINE,
  });
  expect([summary.routes, summary.delivery, skills]).toEqual([1, delivery, [1]]);
});

const [VAN] = FILE.vehicles;
const [JOB] = FILE.jobs;
it.each<[string, object]>([
  ['jobs.0.setup is not supported', { jobs: [{ ...JOB, setup: 5 }] }],
  ['jobs.0.service_per_type is not supported', { jobs: [{ ...JOB, service_per_type: {} }] }],
  ['vehicles.0.costs is not supported', { vehicles: [{ ...VAN, costs: { fixed: 3 } }] }],
  ['vehicles.0.speed_factor is not supported', { vehicles: [{ ...VAN, speed_factor: 1.2 }] }],
  ['vehicles.0.max_distance is not supported', { vehicles: [{ ...VAN, max_distance: 5 }] }],
  ['vehicles.0.steps is not supported', { vehicles: [{ ...VAN, steps: [] }] }],
  [
    'vehicles.0.breaks.0.max_load is not supported',
    { vehicles: [{ ...VAN, breaks: [{ id: 1, max_load: [1] }] }] },
  ],
  ['matrices.car.costs is not supported', { matrices: { car: { durations: LINE, costs: LINE } } }],
  ['vehicles.1.profile must be the same as for', { vehicles: [VAN, { ...VAN, profile: 'bike' }] }],
  ['matrices.bike is missing', { vehicles: [{ ...VAN, profile: 'bike' }] }],
  [
    'profile bike is not one of driving, car',
    { vehicles: [{ id: 1, profile: 'bike', start: [1, 2] }], jobs: [], shipments: [], matrices: undefined },
  ],
  ['matrices.car must be square', { matrices: { car: { durations: [...LINE, []] } } }],
  ['vehicles.0 needs a start or an end', { vehicles: [{ id: 1, capacity: [1, 1] }] }],
  ['jobs.0.location_index is missing', { jobs: [{ id: 1, location: [1, 2] }] }],
  ['jobs.0.location_index must be below 6', { jobs: [{ id: 1, location_index: 6 }] }],
  ['jobs.0.delivery must have 2 entries', { jobs: [{ ...JOB, delivery: [1] }] }],
  ['jobs.0.priority is wrong', { jobs: [{ ...JOB, priority: 101 }] }],
  ['jobs.0.time_windows must end after', { jobs: [{ ...JOB, time_windows: [[2, 1]] }] }],
  ['vehicles is wrong', { vehicles: [] }],
  ['job 1 appears twice', { jobs: [JOB, JOB] }],
])('says %s', async (message, more) => {
  await expect(solved({ ...FILE, ...more })).rejects.toThrow(`in the problem, ${message}`);
});

it('reads or refuses whatever a file may have', async () => {
  const random = seededRandom(60);
  const odd = [null, -1, 1e300, 0.5, '', 'x', [], {}, [[]], true, [1, 2, 3], 3];
  for (let i = 0; i < 300; i++) {
    const file = structuredClone(FILE) as object;
    let at = file as Record<string, unknown>;
    for (;;) {
      const keys = Object.keys(at);
      const key = keys[Math.floor(random() * keys.length)];
      const below = at[key];
      if (random() < 0.3 || below === null || typeof below !== 'object' || Object.keys(below).length === 0) {
        at[key] = odd[Math.floor(random() * odd.length)];
        break;
      }
      at = below as Record<string, unknown>;
    }
    const found = await solved(file).catch((error: Error) => error);
    if (found instanceof Error)
      expect(InputError.is(found), `${found.stack} ${JSON.stringify(file)}`).toBe(true);
    else expect(found.code).toBe(0);
  }
});
