import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leastTour } from '../oracles/slow-tour.js';
import { startServer, type TestServer } from './server.js';
import { town } from './trip-towns.js';

/** `/compat/osrm/trip/…`: what OSRM answers, and its own errors. */

const { spots, router } = town(3);
const MIDDLE = 20;
const LAST = 6;
let server: TestServer;
let points = '';
let seconds: number[][] = [];
beforeAll(async () => {
  server = await startServer({ compat: 'osrm' }, { router: router });
  const { body } = await get(`table/v1/car/${spots.map((own) => own.join()).join(';')}`);
  const isNear = (from: number, to: number): boolean =>
    body.durations[from][to] !== null && body.durations[to][from] !== null;
  // Every third, so that no two are side by side.
  const near = [...spots.keys()].filter((k) => k % 3 === 0 && isNear(MIDDLE, k)).slice(0, 1 + LAST);
  points = near.map((k) => spots[k].join()).join(';');
  seconds = near.map((from) => near.map((to) => body.durations[from][to]));
});
afterAll(() => server.stop());

async function get(path: string): Promise<{ status: number; body: any }> {
  const mark = path.includes('?') ? '&' : '?';
  const answer = await fetch(`${server.url}/compat/osrm/${path}${mark}key=geo_good`);
  return { status: answer.status, body: await answer.json() };
}

const cost = (from: number, to: number): number => seconds[from][to];

describe.each([
  ['', { start: 0, end: 0 }],
  ['source=first', { start: 0, end: 0 }],
  ['destination=last', { start: LAST, end: LAST }],
  ['source=first&destination=last', { start: 0, end: LAST }],
  ['roundtrip=false&source=first&destination=last', { start: 0, end: LAST }],
  ['roundtrip=false&source=first', { start: 0, end: null }],
  ['roundtrip=false&destination=last', { start: null, end: LAST }],
])('%s', (query, { start, end }) => {
  it('is the quickest of all orders', async () => {
    const { status, body } = await get(`trip/v1/car/${points}?${query}`);
    expect([status, body.code, body.trips.length]).toEqual([200, 'Ok', 1]);
    const order: number[] = [];
    body.waypoints.forEach((own: any, place: number) => (order[own.waypoint_index] = place));
    expect([order.length, order.includes(undefined as never)]).toEqual([7, false]);
    if (start !== null) expect(order[0]).toBe(start);
    const isRound = !query.includes('roundtrip=false');
    if (end !== null && start !== end) expect(order[LAST]).toBe(end);
    const passed = isRound ? [...order, order[0]] : order;
    const legs = passed.slice(1).map((to, i) => cost(passed[i], to));
    const [trip] = body.trips;
    expect(trip.legs.map(({ duration }: any) => duration)).toEqual(legs);
    const home = isRound && start !== end ? cost(LAST, 0) : 0;
    const least = leastTour(cost, 7, { start, end }) + home;
    expect(legs.reduce((sum, own) => sum + own, 0)).toBeCloseTo(least, 3);
    expect(trip.duration).toBeCloseTo(least, 0);
  });
});

it('has the route through its points', async () => {
  const form = 'steps=true&annotations=true&geometries=geojson&overview=full';
  const { body } = await get(`trip/v1/car/${points}?${form}`);
  const order: number[] = [];
  body.waypoints.forEach((own: any, place: number) => (order[own.waypoint_index] = place));
  const own = points.split(';');
  const through = [...order, order[0]].map((place) => own[place]).join(';');
  const { body: route } = await get(`route/v1/car/${through}?${form}`);
  expect(body.trips).toEqual(route.routes);
  expect(body.waypoints[order[1]]).toEqual({ ...route.waypoints[1], trips_index: 0, waypoint_index: 1 });
});

it('goes from one point to the other', async () => {
  const two = points.split(';').slice(0, 2).join(';');
  for (const query of [
    '',
    'roundtrip=false&source=first&destination=last',
    'source=first&destination=last',
  ]) {
    const { body } = await get(`trip/v1/car/${two}?${query}&skip_waypoints=true&overview=false`);
    expect(body.trips[0].legs).toHaveLength(query.startsWith('roundtrip') ? 1 : 2);
    expect([body.waypoints, body.trips[0].geometry]).toEqual([undefined, undefined]);
  }
});

const MANY = `polyline(_seK_seK${'%3F%3F'.repeat(100)})`;
const PAIR = '106.9,47.9;106.91,47.9';
it.each([
  ['InvalidOptions', '1,2'],
  ['InvalidQuery', `${PAIR}?roundtrip=maybe`],
  ['InvalidQuery', `${PAIR}?source=last`],
  ['InvalidQuery', `${PAIR}?destination=first`],
  ['InvalidQuery', `${PAIR}?alternatives=true`],
  ['InvalidOptions', `${PAIR}?radiuses=1`],
  ['InvalidValue', '1,2;181,2'],
  ['NotImplemented', `${PAIR}?roundtrip=false`],
  ['NotImplemented', `${PAIR}?bearings=1,2;`],
  ['NotImplemented', `${PAIR}?approaches=curb;`],
  ['NoSegment', `${PAIR};-50,10`],
  ['TooBig', MANY],
])('%s for %s', async (code, path) => {
  const { status, body } = await get(`trip/v1/driving/${path}`);
  expect([status, Object.keys(body), body.code]).toEqual([400, ['code', 'message'], code]);
});

it('says where no trip visits all of them', async () => {
  const other = await startServer({ compat: 'osrm' });
  const { onTrip } = other.router;
  other.router.onTrip = async (request) => ({
    ...(await onTrip(request)),
    leftOut: [{ order: 0, reason: 'no_path' }],
  });
  const answer = await fetch(`${other.url}/compat/osrm/trip/v1/car/${PAIR}?key=geo_good`);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'NoTrips', message: 'No trip visiting all destinations possible.' },
  ]);
  await other.stop();
});
