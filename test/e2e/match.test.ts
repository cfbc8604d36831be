import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { untouchedWindow } from '../../src/limits/window-counter.js';
import { encodePolyline6 } from '../../src/http/route/polyline.js';
import type { MatchRequest } from '../../src/sources/router.js';
import { Client, type Answer, type ErrorBody } from './ask.js';
import { fakeKey } from './fakes.js';

/** GET /v1/match: its parameters, its answer, and as how many requests it counts. */

let client: Client;
let asked: MatchRequest[] = [];
beforeAll(async () => {
  client = await Client.start();
  const { router } = client.server;
  const { onMatch } = router;
  router.onMatch = (request, signal) => {
    asked.push(request);
    return onMatch(request, signal);
  };
});
afterAll(() => client.stop());
beforeEach(() => {
  asked = [];
});

const TRACE = '106.9175,47.9181;106.9202,47.9179;106.923,47.9179';
const POINTS = [
  [106.9175, 47.9181],
  [106.9202, 47.9179],
  [106.923, 47.9179],
] as const;

it('answers with matchings, and with the place of each point', async () => {
  const { status, body } = await client.ask(`/v1/match?trace=${TRACE}&times=0,15,15.5&accuracy=7`);
  expect(status).toBe(200);
  expect(asked).toEqual([
    {
      points: POINTS,
      times_s: [0, 15, 30.5],
      accuracy_m: [7, 7, 7],
      ...{ mode: 'driving', ways: false, geometry: 'full' },
    },
  ]);
  expect(body).toMatchObject({
    mode: 'driving',
    matchings: [{ distance_meters: 412.6, duration_seconds: 30, confidence: 0.97, from: 0, to: 2 }],
    points: POINTS.map(([longitude, latitude]) => ({
      location: { latitude, longitude },
      matching: 0,
      snap_distance_meters: 0,
    })),
  });
  expect(body).not.toHaveProperty('ways');
});

it('tells ways, and writes lines as routes do', async () => {
  const { body } = await client.ask(`/v1/match?trace=${TRACE}&ways=true&geometry=polyline6&interval=15`);
  expect(asked[0]).toMatchObject({ times_s: [0, 15, 30], accuracy_m: [10, 10, 10], ways: true });
  expect(body).toMatchObject({
    matchings: [{ polyline6: expect.any(String) as unknown, geometry: { type: 'LineString' } }],
    ways: [
      {
        ...{ matching: 0, id: 27654321, name: 'Энхтайваны өргөн чөлөө', ref: null, class: 'primary' },
        ...{ surface: 'asphalt', toll: false, distance_meters: 412.6, duration_seconds: 30 },
      },
    ],
  });
});

it('takes polylines of five and of six decimals', async () => {
  const line = Buffer.from(encodePolyline6(Int32Array.from(POINTS.flat(), (own) => Math.round(own * 1e7))));
  const text = JSON.parse(`"${line.toString()}"`) as string;
  await client.ask(`/v1/match?trace=polyline6:${encodeURIComponent(text)}`);
  expect(asked[0]).toMatchObject({ points: POINTS, times_s: null });
  await client.ask(`/v1/match?trace=polyline5:${encodeURIComponent('_p~iF~ps|U_ulLnnqC')}`);
  expect(asked[1].points).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
  ]);
});

it.each(['1,2;'.repeat(2000) + '1,2', `polyline5:${'??'.repeat(2001)}`])(
  'has a limit of points, %#',
  async (trace) => {
    const { status, body } = await client.ask(`/v1/match?trace=${trace}`);
    expect([status, (body as ErrorBody).error.details]).toEqual([
      400,
      { field: 'trace', reason: 'too_many', max_points: 2000 },
    ]);
  },
);

it.each([
  ['', 'trace', 'missing', undefined],
  ['trace=106.9,47.9', 'trace', 'too_few', undefined],
  ['trace=106.9,47.9;106.9', 'trace', 'bad_format', 1],
  ['trace=106.9,47.9;47.9,106.9', 'trace', 'out_of_range', 1],
  ['trace=polyline6:%00', 'trace', 'bad_polyline', undefined],
  [`trace=${TRACE}&trace=${TRACE}`, 'trace', 'repeated', undefined],
  [`trace=${TRACE}&times=0,15`, 'times', 'wrong_count', undefined],
  [`trace=${TRACE}&times=0,15,-3`, 'times', 'backwards', 2],
  [`trace=${TRACE}&times=0,x,3`, 'times', 'not_a_number', 1],
  [`trace=${TRACE}&times=5,1,3`, 'times', 'out_of_range', 0],
  [`trace=${TRACE}&times=0,99999,3`, 'times', 'out_of_range', 1],
  [`trace=${TRACE}&times=0,1,1&interval=2`, 'interval', 'not_with_times', undefined],
  [`trace=${TRACE}&interval=0`, 'interval', 'out_of_range', undefined],
  [`trace=${TRACE}&accuracy=0`, 'accuracy', 'out_of_range', undefined],
  [`trace=${TRACE}&mode=flying`, 'mode', 'unknown_mode', undefined],
  [`trace=${TRACE}&ways=yes`, 'ways', 'unknown_value', undefined],
  [`trace=${TRACE}&geometry=wkt`, 'geometry', 'unknown_value', undefined],
])('refuses %s', async (query, field, reason, index) => {
  const { status, body } = await client.ask(`/v1/match?${query}`);
  expect([status, (body as ErrorBody).error.details]).toMatchObject([400, { field, reason }]);
  expect((body as ErrorBody).error.details?.['index']).toBe(index);
  if (index !== undefined) expect((body as ErrorBody).error.message).toContain(`Point ${index + 1}:`);
  expect(asked).toEqual([]);
});

it('takes equal times: a receiver may repeat itself', async () => {
  expect((await client.ask(`/v1/match?trace=${TRACE}&times=0,0,0`)).status).toBe(200);
});

it('says where nothing is on a road', async () => {
  const { router } = client.server;
  const { onMatch } = router;
  router.onMatch = ({ points }) => ({ matchings: [], points: points.map(() => 'off_road') });
  const answer = await client.ask(`/v1/match?trace=${TRACE}`);
  router.onMatch = onMatch;
  expect([answer.status, (answer.body as ErrorBody).error.details]).toEqual([404, { reason: 'no_match' }]);
});

it('counts as one request for each 100 points begun', async () => {
  const { keys, counter } = client.server;
  keys.known.set('geo_counts', fakeKey('counts', { rateLimit: 25 }));
  // One minute for all of them.
  const { onHit } = counter;
  counter.onHit = async (windows, now_ms, amount) => ({
    ...(await onHit(windows, 60_000, amount)),
    resetAt_s: untouchedWindow(1, now_ms).resetAt_s,
  });
  const ask = (count: number): Promise<Answer> =>
    client.ask(`/v1/match?trace=${Array.from({ length: count }, () => '1,1').join(';')}`, {
      token: 'geo_counts',
    });
  const left = (answer: Answer): number => Number(answer.headers['x-ratelimit-remaining']);
  expect(left(await ask(101))).toBe(23);
  expect(left(await ask(2000))).toBe(3);
  expect((await ask(401)).status).toBe(429);
});

it('is not open to keys of other endpoints', async () => {
  client.server.keys.known.set('geo_routes', fakeKey('routes', { endpoints: ['route'] }));
  expect((await client.ask(`/v1/match?trace=${TRACE}`, { token: 'geo_routes' })).status).toBe(403);
});
