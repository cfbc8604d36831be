import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../src/geo/position.js';
import type { FoundZone } from '../../src/sources/zones.js';
import { Client } from './ask.js';

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
let client: Client;
beforeAll(async () => {
  const zones = { at: (point: Position) => (asked.push(point), point[1] > 47.95 ? [] : [DELIVERY, PLATES]) };
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
  const refusal = await other.refusal('/v1/zones?point=1,2');
  expect(refusal).toMatchObject({ status: 400, details: { field: 'point', reason: 'not_supported' } });
  await other.stop();
});
