import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodePolyline6 } from '../../src/http/route/polyline.js';
import { untouchedWindow } from '../../src/limits/window-counter.js';
import type { MatrixRequest } from '../../src/sources/router.js';
import { Client, type Answer } from './ask.js';
import { fakeKey } from './fakes.js';

/** GET /v1/matrix: its parameters, its answer, and as how many requests it counts. */

let client: Client;
let asked: MatrixRequest[] = [];
beforeAll(async () => {
  client = await Client.start({ maxMatrixCells: 400 });
  const { router } = client.server;
  const { onMatrix } = router;
  router.onMatrix = (request, signal) => {
    asked.push(request);
    return onMatrix(request, signal);
  };
});
afterAll(() => client.stop());
beforeEach(() => {
  asked = [];
});

const A = '106.9175,47.9181';
const B = '106.923,47.9179';

it('answers with rows of origins', async () => {
  const answer = await client.ask(
    `/v1/matrix?origins=${A};${B}&destinations=${B};${A};${A}&mode=walking&annotations=duration,distance`,
  );
  expect(answer.status).toBe(200);
  expect(asked).toEqual([
    {
      origins: [
        [106.9175, 47.9181],
        [106.923, 47.9179],
      ],
      destinations: [
        [106.923, 47.9179],
        [106.9175, 47.9181],
        [106.9175, 47.9181],
      ],
      ...{ mode: 'walking', durations: true, distances: true, without: null },
    },
  ]);
  expect(answer.body).toMatchObject({
    mode: 'walking',
    durations: [
      [0, 1, 2],
      [3, 4, 5],
    ],
    distances: [
      [0, 10, 20],
      [30, 40, 50],
    ],
    unreachable: [],
    farther_ends: [],
  });
});

it('has durations between the same points when nothing else is asked for', async () => {
  const { body } = await client.ask(`/v1/matrix?origins=${A};${B}`);
  expect(body).toMatchObject({
    durations: [
      [0, 1],
      [2, 3],
    ],
  });
  expect(body).not.toHaveProperty('distances');
  expect(asked[0].destinations).toEqual(asked[0].origins);
});

it('reads a polyline as the same numbers in digits', async () => {
  const line = new TextDecoder().decode(
    encodePolyline6(Int32Array.of(1069175000, 479181000, 1069230000, 479179000)),
  );
  const encoded = encodeURIComponent(line.replaceAll('\\\\', '\\'));
  await client.ask(`/v1/matrix?origins=polyline6:${encoded}&destinations=${A};${B}`);
  expect(asked[0].origins).toEqual(asked[0].destinations);
});

it('says why a cell is null', async () => {
  client.server.router.onMatrix = ({ without }) => ({
    origins: [null, { longitude: 106.9, latitude: 47.9, distance_m: 1, name: null }],
    destinations: [{ longitude: 106.9, latitude: 47.9, distance_m: 1, name: 'x' }],
    durations_s: Float64Array.of(Infinity, Infinity, Infinity).subarray(0, without === null ? 2 : 3),
    distances_m: null,
    farther: [],
  });
  const near = await client.ask(`/v1/matrix?origins=${A};${B}&destinations=${A}`);
  expect(near.body).toMatchObject({
    origins: [{ location: null, snap_distance_meters: null }, { name: null }],
    durations: [[null], [null]],
    unreachable: [
      { origin: 0, destination: 0, reason: 'not_on_network' },
      { origin: 1, destination: 0, reason: 'no_path' },
    ],
  });
  client.server.router.onMatrix = ({ without }) => ({
    origins: [{ longitude: 106.9, latitude: 47.9, distance_m: 1, name: 'x' }],
    destinations: [{ longitude: 106.9, latitude: 47.9, distance_m: 1, name: 'x' }, null],
    durations_s: Float64Array.from(without!, (own) => (own === 1 ? Infinity : 0)),
    distances_m: null,
    farther: [],
  });
  const far = await client.ask(`/v1/matrix?origins=${A}&destinations=${B};91,48`);
  expect(far.body).toMatchObject({
    durations: [[0, null]],
    unreachable: [{ origin: 0, destination: 1, reason: 'too_far' }],
  });
});

it('names the closed zones in which the ends of a cell without a way lie', async () => {
  const zone = {
    ...{ id: 7, name: 'Төв', closedFor: ['truck'], hours: null, source: '', date: null, openFrom: null },
  };
  const place = { longitude: 106.9, latitude: 47.9, distance_m: 1, name: 'x' };
  client.server.router.onMatrix = () => ({
    ...{ origins: [place], destinations: [place, place], distances_m: null, farther: [] },
    durations_s: Float64Array.of(Infinity, Infinity),
    zones: { origins: [[zone]], destinations: [[zone], []] },
  });
  const { body } = await client.ask(`/v1/matrix?origins=${A}&destinations=${A};${B}&vehicle=truck`);
  const told = { ...{ id: 7, name: 'Төв', closed_for: ['truck'], hours: null }, source: null };
  expect(body).toMatchObject({
    unreachable: [0, 1].map((destination) => ({ destination, reason: 'no_path', zones: [told] })),
  });
});

it.each([
  ['', 'origins', 'missing'],
  ['origins=', 'origins', 'missing'],
  [`origins=${A};47.9,106.9`, 'origins', 'out_of_range'],
  [`origins=${A};`, 'origins', 'bad_format'],
  [`origins=${A}&destinations=x`, 'destinations', 'bad_format'],
  [`origins=${A}&origins=${B}`, 'origins', 'repeated'],
  [`origins=${A}&mode=fly`, 'mode', 'unknown_mode'],
  [`origins=${A}&annotations=speed`, 'annotations', 'unknown_value'],
  ['origins=polyline6:_', 'origins', 'bad_polyline'],
  ['origins=polyline6:', 'origins', 'missing'],
  [`origins=${Array.from({ length: 21 }, () => A).join(';')}`, 'origins', 'too_many'],
  [`origins=${A}&destinations=${Array.from({ length: 401 }, () => A).join(';')}`, 'destinations', 'too_many'],
])('refuses %s', async (query, field, reason) => {
  const refused = await client.refusal(`/v1/matrix?${query}`);
  expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST', details: { field, reason } });
  expect(asked).toEqual([]);
});

it('is refused where the router has none', async () => {
  const other = await Client.start({}, { router: { route: () => ({ kind: 'no_path' }), state: () => 'ok' } });
  const refused = await other.refusal(`/v1/matrix?origins=${A}`);
  expect(refused).toMatchObject({ status: 400, details: { field: 'origins', reason: 'not_supported' } });
  await other.stop();
});

describe('counts each hundred cells begun as a request', () => {
  const points = (count: number): string => Array.from({ length: count }, () => A).join(';');
  const remaining = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining']);
  const ask = (id: string, rows: number, columns: number): Promise<Answer> =>
    client.ask(`/v1/matrix?origins=${points(rows)}&destinations=${points(columns)}`, { token: `geo_${id}` });
  beforeEach(() => {
    const { router, keys, counter } = client.server;
    router.onMatrix = ({ origins, destinations }) => ({
      origins: origins.map(() => null),
      destinations: destinations.map(() => null),
      durations_s: new Float64Array(origins.length * destinations.length),
      ...{ distances_m: null, farther: [] },
    });
    for (const id of ['seven', 'three'])
      keys.known.set(`geo_${id}`, fakeKey(id, { rateLimit: id === 'seven' ? 7 : 3 }));
    // One minute for all of them.
    const { onHit } = counter;
    counter.onHit = async (windows, now_ms, amount) => ({
      ...(await onHit(windows, 60_000, amount)),
      resetAt_s: untouchedWindow(1, now_ms).resetAt_s,
    });
  });

  it('all or none of them', async () => {
    expect(remaining(await ask('seven', 10, 10))).toBe(6);
    expect(remaining(await ask('seven', 10, 11))).toBe(4);
    expect(remaining(await ask('seven', 10, 20))).toBe(2);
    // There is no room for three, and then there still is for two.
    const refused = await ask('seven', 10, 30);
    expect(refused.status).toBe(429);
    expect(remaining(refused)).toBe(2);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(remaining(await ask('seven', 10, 20))).toBe(0);
    expect((await ask('seven', 1, 1)).status).toBe(429);
  });

  it('and refuses what no minute has room for', async () => {
    const refused = await ask('three', 20, 20);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: { details: { field: 'origins', reason: 'exceeds_limit', requests: 4, limit: 3 } },
    });
    expect(remaining(await ask('three', 1, 1))).toBe(2);
  });
});
