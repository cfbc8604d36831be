import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Answer as ClientAnswer } from '../../src/client/answers.js';
import { untouchedWindow } from '../../src/limits/window-counter.js';
import type { FoundTrip, LeftOut, TripRequest } from '../../src/sources/router.js';
import { Client, type Answer, type ErrorBody } from './ask.js';
import { fakeKey } from './fakes.js';

/** GET /v1/trip: its parameters, its answer, and as how many requests it counts. */

let client: Client;
let asked: TripRequest[] = [];
let leftOut: ({ order: number } & LeftOut)[] = [];
let lost: number | null = null;
let zones: FoundTrip['zones'];
beforeAll(async () => {
  client = await Client.start();
  const { router } = client.server;
  const { onTrip } = router;
  router.onTrip = async (request, signal) => {
    asked.push(request);
    const found = await onTrip(request, signal);
    const own = { ...found, leftOut, stops: found.stops.map((stop, i) => (i === lost ? null : stop)) };
    return zones === undefined ? own : { ...own, zones };
  };
});
afterAll(() => client.stop());
beforeEach(() => {
  [asked, leftOut, lost, zones] = [[], [], null, undefined];
});

const STOPS = '106.9175,47.9181;106.923,47.9179;106.9128,47.917;106.9151,47.9171';
const HOUR_MS = 3_600_000;
type Answered = ClientAnswer<'TripResponse'>;

it('reads what is to be visited, and when', async () => {
  const { status, body } = await client.ask(
    `/v1/trip?stops=${STOPS}&end=last&depart_at=2026-12-01T08:30` +
      '&windows=08:00-18:00;09:00-10:00,14:00-15:30;;09:00-17:00' +
      '&service=180&loads=;2;;9&priorities=;5;;&vehicles=2&capacity=7;8',
  );
  expect(status).toBe(200);
  const [{ vehicles, orders, departAt, waitingPrice }] = asked;
  expect(waitingPrice).toBe(0.1);
  expect(vehicles).toEqual([
    expect.objectContaining({
      ...{ start: 0, end: 3, capacity: [7], shift: { from_ms: 8.5 * HOUR_MS, to_ms: 17 * HOUR_MS } },
    }),
    expect.objectContaining({ capacity: [8] }),
  ]);
  expect(orders).toEqual([
    {
      tasks: [
        {
          ...{ place: 1, service_ms: 180_000, loaded: [2], change: [-2] },
          windows: [
            { from_ms: 9 * HOUR_MS, to_ms: 10 * HOUR_MS },
            { from_ms: 14 * HOUR_MS, to_ms: 15.5 * HOUR_MS },
          ],
        },
      ],
      ...{ priority: 5, vehicles: null },
    },
    {
      tasks: [
        {
          ...{ place: 2, service_ms: 180_000, loaded: [0], change: [0] },
          windows: [{ from_ms: 0, to_ms: Infinity }],
        },
      ],
      ...{ priority: 0, vehicles: null },
    },
  ]);
  expect(departAt).toMatchObject({ minute: 510 });
  expect(body).toMatchObject({
    mode: 'driving',
    vehicles: [
      {
        ...{ vehicle: 0, order: [0, 1, 2, 3], distance_meters: 1237.8, duration_seconds: 144.9 },
        stops: [
          { stop: 0, arrival_seconds: 0, arrival: '2026-12-01T08:30:00', waiting_seconds: 0 },
          { stop: 1, arrival_seconds: 48.3, waiting_seconds: 60, service_seconds: 180 },
          { stop: 2, arrival: '2026-12-01T08:30:48' },
          { stop: 3, arrival_seconds: 200, service_seconds: 0 },
        ],
        geometry: { type: 'LineString' },
      },
      { vehicle: 1, order: [], stops: [], legs: [] },
    ],
    unassigned: [],
  });
});

it('shares the work, and has waiting cost as much as one wants', async () => {
  await client.ask(`/v1/trip?stops=${STOPS}&vehicles=2&max_stops=2&waiting=0`);
  expect(asked[0]).toMatchObject({ waitingPrice: 0, vehicles: [{ mostTasks: 2 }, { mostTasks: 2 }] });
});

it('makes a round trip of it, unless it is told otherwise', async () => {
  const ends = async (query: string): Promise<unknown> => {
    await client.ask(`/v1/trip?stops=${STOPS}&${query}`);
    const { vehicles, orders } = asked[asked.length - 1];
    return [vehicles[0].start, vehicles[0].end, orders.length];
  };
  expect(await ends('')).toEqual([0, 0, 3]);
  expect(await ends('start=any')).toEqual([0, 0, 3]);
  expect(await ends('end=any')).toEqual([0, null, 3]);
  expect(await ends('start=any&end=any')).toEqual([null, null, 4]);
  expect(await ends('start=any&end=last')).toEqual([null, 3, 3]);
  expect(asked[0].orders[0].tasks[0]).toMatchObject({ loaded: [1], service_ms: 0 });
  const { body } = await client.ask(`/v1/trip?stops=${STOPS}&geometry=polyline6`);
  expect(body).toMatchObject({ vehicles: [{ polyline6: expect.any(String) as unknown }] });
  expect(JSON.stringify(body)).not.toContain('"arrival"');
});

it('names the closed zones in which a stop without a way, or an end of the way, lies', async () => {
  const zone = {
    ...{ id: 7, name: 'Төв', closedFor: ['truck'], hours: null, source: '', date: null, openFrom: null },
  };
  leftOut = [
    { order: 0, reason: 'no_path' },
    { order: 1, reason: 'no_path' },
    { order: 2, reason: 'no_room' },
  ];
  zones = [[], [zone], [], [zone]];
  const unassigned = async (lang: string): Promise<unknown> =>
    ((await client.ask(`/v1/trip?stops=${STOPS}&vehicle=truck&lang=${lang}`)).body as Answered).unassigned;
  const english = await unassigned('en');
  const said = 'No route leads to the stop and from there to the end.';
  expect(english).toMatchObject([
    { message: `${said} The zone "Төв" is closed for truck.`, zones: [{ id: 7, open_from: null }] },
    { message: said },
    { reason: 'no_room' },
  ]);
  expect((english as object[]).map((own) => 'zones' in own)).toEqual([true, false, false]);
  expect(JSON.stringify(await unassigned('mn'))).toContain('«Төв» бүс truck машинд хаалттай.');
});

it('says in two languages why a stop is left out', async () => {
  const window = { from_ms: 9 * HOUR_MS, to_ms: 10 * HOUR_MS };
  leftOut = [
    { order: 0, reason: 'window', window, earliest_ms: 10.3 * HOUR_MS },
    { order: 1, reason: 'no_path' },
    { order: 2, reason: 'too_long', end_ms: 18.5 * HOUR_MS, shift: { from_ms: 0, to_ms: 18 * HOUR_MS } },
  ];
  lost = 2;
  const ask = async (query: string): Promise<unknown> =>
    ((await client.ask(`/v1/trip?stops=${STOPS}&depart_at=2026-12-01T08:30${query}`)).body as Answered)
      .unassigned;
  expect(await ask('&lang=en')).toEqual([
    {
      ...{ stop: 1, reason: 'window', earliest_arrival_seconds: 6480 },
      message: 'The window 09:00-10:00 cannot be met: the earliest arrival is 10:18.',
    },
    { stop: 2, reason: 'not_on_network', message: 'No usable road is close enough to the stop.' },
    {
      ...{ stop: 3, reason: 'too_long' },
      message: 'A vehicle that visits nothing else would end at 18:30, but must end by 18:00.',
    },
  ]);
  expect(await ask('')).toMatchObject([
    { message: '09:00-10:00 цагт амжихгүй: хамгийн эрт 10:18 цагт хүрнэ.' },
    { message: 'Энэ цэгийн ойролцоо явж болох зам алга.' },
    { reason: 'too_long' },
  ]);
  lost = 0;
  const { status, body } = await client.ask(`/v1/trip?stops=${STOPS}`);
  expect([status, (body as ErrorBody).error.details]).toEqual([404, { reason: 'not_on_network', index: 0 }]);
});

const MANY = Array.from({ length: 101 }, () => '1,1').join(';');
it.each([
  ['', 'stops', 'missing', undefined],
  ['stops=106.9,47.9', 'stops', 'too_few', undefined],
  [`stops=${MANY}`, 'stops', 'too_many', undefined],
  ['stops=106.9,47.9;106.9', 'stops', 'bad_format', 1],
  [`stops=${STOPS}&start=last`, 'start', 'unknown_value', undefined],
  [`stops=${STOPS}&end=second`, 'end', 'unknown_value', undefined],
  [`stops=${STOPS}&windows=;09:00-10:00;;`, 'depart_at', 'missing', undefined],
  [`stops=${STOPS}&depart_at=2026-12-01T08:30&windows=09:00-10:00`, 'windows', 'wrong_count', undefined],
  [`stops=${STOPS}&depart_at=2026-12-01T08:30&windows=;9-10;;`, 'windows', 'bad_format', 1],
  [`stops=${STOPS}&depart_at=2026-12-01T08:30&windows=;;10:00-09:00;`, 'windows', 'out_of_range', 2],
  [`stops=${STOPS}&depart_at=2026-12-01T08:30&windows=;;09:00-25:00;`, 'windows', 'out_of_range', 2],
  [`stops=${STOPS}&service=1;2`, 'service', 'wrong_count', undefined],
  [`stops=${STOPS}&service=-1`, 'service', 'not_an_integer', 0],
  [`stops=${STOPS}&service=`, 'service', 'not_an_integer', 0],
  [`stops=${STOPS}&loads=1`, 'loads', 'wrong_count', undefined],
  [`stops=${STOPS}&loads=;1.5;;`, 'loads', 'not_an_integer', 1],
  [`stops=${STOPS}&priorities=;101;;`, 'priorities', 'out_of_range', 1],
  [`stops=${STOPS}&vehicles=11`, 'vehicles', 'out_of_range', undefined],
  [`stops=${STOPS}&vehicles=2&capacity=1;2;3`, 'capacity', 'wrong_count', undefined],
  [`stops=${STOPS}&mode=flying`, 'mode', 'unknown_mode', undefined],
  [`stops=${STOPS}&steps=yes`, 'steps', 'unknown_value', undefined],
  [`stops=${STOPS}&stops=${STOPS}`, 'stops', 'repeated', undefined],
])('refuses %s', async (query, field, reason, index) => {
  const { status, body } = await client.ask(`/v1/trip?${query}`);
  expect([status, (body as ErrorBody).error.details]).toMatchObject([400, { field, reason }]);
  expect((body as ErrorBody).error.details?.['index']).toBe(index);
  expect(asked).toEqual([]);
});

it.each([
  ['loads=1', 'loads has 1 entry, but needs 4, separated by semicolons.'],
  ['service=1;2', 'service has 2 entries, but needs 4, separated by semicolons.'],
])('says how many entries there are: %s', async (query, message) => {
  const { body } = await client.ask(`/v1/trip?stops=${STOPS}&${query}`);
  expect((body as ErrorBody).error.message).toBe(message);
});

it('counts as one request for each 5 stops begun', async () => {
  const { keys, counter } = client.server;
  keys.known.set('geo_counts', fakeKey('counts', { rateLimit: 25 }));
  const { onHit } = counter;
  counter.onHit = async (windows, now_ms, amount) => ({
    ...(await onHit(windows, 60_000, amount)),
    resetAt_s: untouchedWindow(1, now_ms).resetAt_s,
  });
  const ask = (count: number): Promise<Answer> =>
    client.ask(`/v1/trip?stops=${Array.from({ length: count }, () => '1,1').join(';')}`, {
      token: 'geo_counts',
    });
  const left = (answer: Answer): number => Number(answer.headers['x-ratelimit-remaining']);
  expect(left(await ask(6))).toBe(23);
  expect(left(await ask(100))).toBe(3);
  expect(await ask(16)).toMatchObject({ status: 429 });
  counter.onHit = onHit;
});

it('is not open to keys of other endpoints', async () => {
  client.server.keys.known.set('geo_routes', fakeKey('routes', { endpoints: ['route'] }));
  expect((await client.ask(`/v1/trip?stops=${STOPS}`, { token: 'geo_routes' })).status).toBe(403);
});

it('is refused where nobody plans trips', async () => {
  const { router } = client.server;
  Object.assign(router, { trip: undefined });
  const { status, body } = await client.ask(`/v1/trip?stops=${STOPS}`);
  delete (router as { trip?: unknown }).trip;
  expect([status, (body as ErrorBody).error.details]).toEqual([
    400,
    { field: 'stops', reason: 'not_supported' },
  ]);
});
