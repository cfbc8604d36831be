import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../src/geo/position.js';
import type { LocalTime } from '../../src/local-time.js';
import type { FoundZone } from '../../src/sources/zones.js';
import { Client } from './ask.js';
import { SQUARE } from './fakes.js';

/** GET /v1/zones: its parameter and its answer. */

const DELIVERY: FoundZone = { id: 3, name: 'Төв', properties: { price: 5_000 }, rule: null };
const PLATES: FoundZone = {
  ...{ id: 1, name: 'Дугаарын хязгаарлалт', properties: {} },
  rule: {
    ...{ closedFor: ['plate:1', 'plate:6'], hours: 'Mo 08:00-20:00', ends: 'closed' },
    ...{ source: '', date: '2025-09-17', isInForce: true },
  },
};

let asked: Position[] = [];
let askedTimes: (LocalTime | undefined)[] = [];
let client: Client;
beforeAll(async () => {
  const zones = {
    at: (point: Position, time?: LocalTime) => {
      asked.push(point);
      askedTimes.push(time);
      return point[1] > 47.95 ? [] : [DELIVERY, PLATES];
    },
  };
  client = await Client.start({}, { zones });
});
afterAll(() => client.stop());

it('names the zones of a point, with properties and rules', async () => {
  asked = [];
  const { status, body } = await client.ask('/v1/zones?point=106.9175,47.9181');
  expect(status).toBe(200);
  expect(asked).toEqual([[106.9175, 47.9181]]);
  expect(body).toEqual({
    zones: [
      DELIVERY,
      {
        ...{ id: 1, name: 'Дугаарын хязгаарлалт', properties: {} },
        rule: {
          ...{ closed_for: ['plate:1', 'plate:6'], hours: 'Mo 08:00-20:00', ends: 'closed', in_force: true },
          ...{ source: null, date: '2025-09-17' },
        },
      },
    ],
  });
  expect((await client.ask('/v1/zones?point=106.9175,47.99')).body).toEqual({ zones: [] });
});

it('asks for the rules of another time', async () => {
  askedTimes = [];
  await client.ask('/v1/zones?point=106.9175,47.9181');
  await client.ask('/v1/zones?point=106.9175,47.9181&depart_at=2026-11-30T08:30');
  expect(askedTimes).toEqual([
    undefined,
    { year: 2026, month: 11, day: 30, weekday: 0, minute: 8 * 60 + 30 },
  ]);
  const { status, details } = await client.refusal('/v1/zones?point=1,2&depart_at=2026-11-31T08:30');
  expect([status, details]).toMatchObject([400, { field: 'depart_at', reason: 'out_of_range' }]);
});

it('gives results their zones where they are asked for', async () => {
  const told = [3, 1];
  const idsOf = ({ zones }: { zones?: { id: number }[] }): number[] | undefined => zones?.map(({ id }) => id);
  const found = async (query: string): Promise<(number[] | undefined)[]> => {
    asked = [];
    const { status, body } = await client.ask(`/v1/geocode?${query}`);
    expect(status).toBe(200);
    return (body as { results: object[] }).results.map(idsOf);
  };
  expect(await found('q=talbai&zones=true')).toEqual([told]);
  expect(asked).toEqual([[SQUARE.longitude, SQUARE.latitude]]);
  expect(await found('q=talbai&zones=true&confidence=true')).toEqual([told]);
  // The point that was asked for, not the place that is near.
  expect(await found('lat=47.9&lon=106.91&zones=true')).toEqual([told]);
  expect(asked).toEqual([[106.91, 47.9]]);
  expect(await found('q=47.9,106.91&zones=true')).toEqual([told]);
  expect(asked).toEqual([[106.91, 47.9]]);
  expect(await found('q=talbai')).toEqual([undefined]);
  expect(await found('lat=47.9&lon=106.91&zones=false')).toEqual([undefined]);
  const { body } = await client.ask(`/v1/places?id=${SQUARE.id}&zones=true`);
  expect(idsOf((body as { place: object }).place)).toEqual(told);
  for (const path of ['/v1/geocode?q=talbai', `/v1/places?id=${SQUARE.id}`])
    expect(await client.refusal(`${path}&zones=1`)).toMatchObject({
      ...{ status: 400, details: { field: 'zones', reason: 'unknown_value' } },
    });
});

it.each([
  ['', 'missing'],
  ['point=1', 'bad_format'],
  ['point=47.9,106.9', 'out_of_range'],
  ['point=1,2&point=1,2', 'repeated'],
])('refuses %s', async (query, reason) => {
  const { status, details } = await client.refusal(`/v1/zones?${query}`);
  expect([status, details]).toMatchObject([400, { field: 'point', reason }]);
});

it('needs a key that may ask for zones, and a deployment that has them', async () => {
  expect(await client.refusal('/v1/zones?point=1,2', { token: 'geo_route' })).toMatchObject({ status: 403 });
  const other = await Client.start();
  for (const [path, field] of [
    ['/v1/zones?point=1,2', 'point'],
    ['/v1/geocode?q=talbai&zones=true', 'zones'],
    [`/v1/places?id=${SQUARE.id}&zones=true`, 'zones'],
  ])
    expect(await other.refusal(path)).toMatchObject({
      status: 400,
      details: { field, reason: 'not_supported' },
    });
  await other.stop();
});
