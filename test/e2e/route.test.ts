import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodePolyline6 } from '../../src/sources/engines/polyline.js';
import type { FoundRoute, NoRoute, RouteRequest, SnappedPoint } from '../../src/sources/router.js';
import { Client } from './ask.js';
import { ROUTE } from './fakes.js';
import { REFUSED_ENDS, REFUSED_MODES, REFUSED_MORE } from './refused-requests.js';

/** GET /v1/route: the specification, section 4.2, and what was decided where it says nothing. */

let client: Client;
let asked: RouteRequest[] = [];
let found: FoundRoute | NoRoute = ROUTE;

beforeAll(async () => {
  client = await Client.start();
  client.server.router.onRoute = (request) => {
    asked.push(request);
    return found;
  };
});
afterAll(() => client.stop());
afterEach(() => {
  asked = [];
  found = ROUTE;
});

const A = '106.9175,47.9181';
const B = '106.923,47.9179';

async function expectInvalid(query: string, details: Record<string, unknown>): Promise<void> {
  const error = await client.refusal(`/v1/route?${query}`);
  expect({ status: error.status, code: error.code }, query).toEqual({ status: 400, code: 'INVALID_REQUEST' });
  expect(error.details).toMatchObject(details);
  expect(asked, 'an invalid request asks nobody').toEqual([]);
}

it('answers with the fields of the specification', async () => {
  const answer = await client.ask(`/v1/route?origin=${A}&destination=${B}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('private, max-age=60');
  expect(asked).toEqual([{ origin: [106.9175, 47.9181], destination: [106.923, 47.9179], mode: 'driving' }]);
  expect(answer.body).toEqual({
    route: {
      distance_meters: 412.6,
      duration_seconds: 48.3,
      geometry: {
        type: 'LineString',
        coordinates: [
          [106.917512, 47.917921],
          [106.919004, 47.917934],
          [106.922981, 47.917968],
        ],
      },
    },
    mode: 'driving',
    waypoints: [
      {
        input: { latitude: 47.9181, longitude: 106.9175 },
        location: { latitude: 47.917921, longitude: 106.917512 },
        snap_distance_meters: 19.9,
        name: 'Энхтайваны өргөн чөлөө',
      },
      {
        input: { latitude: 47.9179, longitude: 106.923 },
        location: { latitude: 47.917968, longitude: 106.922981 },
        snap_distance_meters: 7.7,
        name: null,
      },
    ],
  });
});

it.each(['driving', 'walking'])('takes mode=%s', async (mode) => {
  const answer = await client.ask(`/v1/route?origin=${A}&destination=${B}&mode=${mode}`);
  expect(answer.body).toMatchObject({ mode });
  expect(asked[0].mode).toBe(mode);
});

it.each([
  ['180,90', '180,90'],
  ['-180,-90', '-180,-90'],
  ['%2B1.5,-1e-3', '1.5,0'],
  [`0.${'0'.repeat(60)},1`, '0,1'],
])('takes origin=%s', async (origin, destination) => {
  const answer = await client.ask(`/v1/route?origin=${origin}&destination=${destination}`);
  expect(answer.status, answer.text).toBe(200);
});

describe.each(['origin', 'destination'])('%s', (name) => {
  it.each(REFUSED_ENDS)('refuses %s', async (value, reason) => {
    const other = name === 'origin' ? `destination=${B}` : `origin=${A}`;
    await expectInvalid(`${other}&${name}=${value}`, { field: name, reason });
  });

  it('is required and may come once', async () => {
    const other = name === 'origin' ? `destination=${B}` : `origin=${A}`;
    await expectInvalid(other, { field: name, reason: 'missing' });
    await expectInvalid(`${other}&${name}=${A}&${name}=${A}`, { field: name, reason: 'repeated' });
  });

  it('tells the order when latitude and longitude look swapped', async () => {
    const other = name === 'origin' ? `destination=${B}` : `origin=${A}`;
    const error = await client.refusal(`/v1/route?${other}&${name}=47.9,106.9`);
    expect(error.message).toContain('longitude,latitude');
  });
});

it.each(REFUSED_MODES)('refuses mode=%s', (mode, reason) =>
  expectInvalid(`origin=${A}&destination=${B}&mode=${mode}`, { field: 'mode', reason }),
);

it('refuses points farther apart than the maximum, and takes them just within', async () => {
  // On a great circle of radius 6,371,008.8 m, 0.8993 degrees are 99,997 m and 0.8994 are 100,008 m.
  expect((await client.ask('/v1/route?origin=106,47&destination=106,47.8993')).status).toBe(200);
  asked = [];
  await expectInvalid('origin=106,47&destination=106,47.8994', {
    field: 'destination',
    reason: 'too_far',
    max_distance_meters: 100_000,
  });
  expect((await client.ask('/v1/route?origin=179.7,0&destination=-179.7,0')).status).toBe(200);
});

it.each<[NoRoute, Record<string, unknown>]>([
  [{ kind: 'no_path' }, {}],
  [
    { kind: 'origin_not_on_network', nearestRoad_m: 1234.56, limit_m: 1000 },
    { nearest_road_meters: 1234.6, limit_meters: 1000 },
  ],
  [
    { kind: 'destination_not_on_network', nearestRoad_m: null, limit_m: 20 },
    { nearest_road_meters: null, limit_meters: 20 },
  ],
])('says %o with a 404', async (absent, details) => {
  found = absent;
  const error = await client.refusal(`/v1/route?origin=${A}&destination=${B}`);
  expect([error.status, error.code]).toEqual([404, 'NOT_FOUND']);
  expect(error.details).toEqual({ reason: absent.kind, ...details });
});

it('gives a line of two equal positions for two equal points', async () => {
  const at = { longitude: 106.9175, latitude: 47.9181, distance_m: 0, name: null };
  const coordinates = Int32Array.of(1069175000, 479181000, 1069175000, 479181000);
  found = { kind: 'route', distance_m: 0, duration_s: 0, coordinates, origin: at, destination: at };
  const answer = await client.ask(`/v1/route?origin=${A}&destination=${A}`);
  expect(answer.body).toMatchObject({
    route: {
      distance_meters: 0,
      duration_seconds: 0,
      geometry: {
        coordinates: [
          [106.9175, 47.9181],
          [106.9175, 47.9181],
        ],
      },
    },
  });
});

it('gives long lines whole', async () => {
  const coordinates = Int32Array.from(
    { length: 200_000 },
    (_, i) => (i % 2 === 0 ? 1_069_175_123 : -479_181_999) + i * 10,
  );
  found = { ...ROUTE, coordinates };
  const answer = await client.ask(`/v1/route?origin=${A}&destination=${B}`);
  const line = (answer.body as { route: { geometry: { coordinates: [number, number][] } } }).route.geometry
    .coordinates;
  expect(line).toHaveLength(100_000);
  expect(line[99_999]).toEqual([
    Math.round((1_069_175_123 + 1_999_980) / 10) / 1e6,
    Math.round((-479_181_999 + 1_999_990) / 10) / 1e6,
  ]);
});

describe('what a request can ask for beyond the route', () => {
  const at = (longitude: number): SnappedPoint => ({ longitude, latitude: 47.9, distance_m: 1, name: null });
  const more: FoundRoute = {
    kind: 'route',
    distance_m: 30,
    duration_s: 3,
    coordinates: Int32Array.of(1069000000, 479000000, 1069100000, 479000000, 1069200000, 479000000),
    origin: at(106.9),
    destination: at(106.92),
    via: [at(106.91)],
    notes: [{ kind: 'ferry', distance_m: 12.34, duration_s: 60.04 }],
    surfaces: [{ surface: 'asphalt', distance_m: 17.66, duration_s: 3 }],
    surfaceStretches: [{ surface: 'asphalt', distance_m: 17.66, duration_s: 3 }],
    speeds: { slot: 'morning-peak', coverage: 0.7366, next: { slot: 'day', after_s: 1799.6 } },
    legs: [
      { distance_m: 10.01, duration_s: 1, steps: [] },
      {
        distance_m: 20,
        duration_s: 2,
        steps: [
          {
            type: 'roundabout',
            modifier: 'right',
            exit: 2,
            name: 'Энхтайваны өргөн чөлөө',
            ref: null,
            destinations: 'A2: Дархан',
            exits: null,
            distance_m: 30.04,
            duration_s: 3,
            longitude: 106.9,
            latitude: 47.9,
            bearingBefore: 90,
            bearingAfter: null,
          },
        ],
      },
    ],
  };

  it('is nothing when nothing was asked for', async () => {
    found = ROUTE;
    await client.ask(`/v1/route?origin=${A}&destination=${B}&geometry=full&steps=false&notes=false&lang=mn`);
    expect(asked.at(-1)).not.toHaveProperty('more');
    await client.ask(`/v1/route?origin=${A}&destination=${B}&lang=en`);
    expect(asked.at(-1)).toMatchObject({ more: { language: 'en', steps: false } });
  });

  it('comes behind the waypoints', async () => {
    found = more;
    const { status, body } = await client.ask(
      `/v1/route?origin=${A}&destination=${B}&via=106.91,47.9&geometry=ends&steps=true&notes=true&lang=en`,
    );
    expect(asked.at(-1)).toMatchObject({
      more: { via: [[106.91, 47.9]], notes: true, steps: true, legs: true, geometry: 'ends', language: 'en' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      route: {
        geometry: {
          coordinates: [
            [106.9, 47.9],
            [106.92, 47.9],
          ],
        },
        legs: [
          { distance_meters: 10, duration_seconds: 1 },
          { distance_meters: 20, duration_seconds: 2, steps: [{ name: 'Энхтайваны өргөн чөлөө' }] },
        ],
      },
      via_waypoints: [
        { input: { longitude: 106.91, latitude: 47.9 }, location: { longitude: 106.91, latitude: 47.9 } },
      ],
      notes: [{ kind: 'ferry', distance_meters: 12.3, duration_seconds: 60 }],
      surfaces: [{ surface: 'asphalt', distance_meters: 17.7, duration_seconds: 3 }],
      surface_stretches: [{ surface: 'asphalt', distance_meters: 17.7, duration_seconds: 3 }],
      speeds: {
        ...{ slot: 'morning-peak', coverage: 0.74 },
        ...{ next_slot: 'day', next_slot_after_seconds: 1800 },
      },
      steps: [
        {
          maneuver: {
            type: 'roundabout',
            modifier: 'right',
            exit: 2,
            location: [106.9, 47.9],
            bearing_before: 90,
            bearing_after: null,
          },
          name: 'Энхтайваны өргөн чөлөө',
          ref: null,
          distance_meters: 30,
          duration_seconds: 3,
          instruction: 'Take exit 2 at the roundabout onto Энхтайваны өргөн чөлөө towards A2: Дархан.',
          destinations: 'A2: Дархан',
        },
      ],
    });
  });

  it('has other routes beside it, of the same shape', async () => {
    const { distance_m, duration_s, coordinates, legs } = more;
    found = {
      ...more,
      alternatives: [{ distance_m: 2 * distance_m, duration_s, coordinates, legs: legs!.slice(1) }],
    };
    delete found.via;
    const ask = (query: string) => client.ask(`/v1/route?origin=${A}&destination=${B}&${query}`);
    const { body } = await ask('alternatives=2&steps=true&geometry=polyline6');
    expect(asked.at(-1)).toMatchObject({ more: { via: [], alternatives: 2 } });
    const { route, alternatives } = body as { route: object; alternatives: object[] };
    expect(route).not.toHaveProperty('legs');
    expect(alternatives).toEqual([
      { ...route, distance_meters: 60, legs: [expect.objectContaining({ steps: [expect.anything()] })] },
    ]);
    found.alternatives = [];
    expect((await ask('alternatives=1')).body).toMatchObject({ alternatives: [] });
  });

  it('reads directions at stops, and when to leave', async () => {
    found = more;
    const query =
      'via=106.91,47.9&bearings=90,20;;0,180&approaches=;curb;unrestricted&depart_at=2028-02-29T08:30';
    const { status } = await client.ask(`/v1/route?origin=${A}&destination=${B}&${query}`);
    expect(status).toBe(200);
    expect(asked.at(-1)).toMatchObject({
      more: {
        bearings: [{ degrees: 90, range: 20 }, null, { degrees: 0, range: 180 }],
        approaches: ['unrestricted', 'curb', 'unrestricted'],
        departAt: { year: 2028, month: 2, day: 29, weekday: 1, minute: 510 },
      },
    });
  });

  it('reads the vehicle, and says which zones are closed for it', async () => {
    const zone = {
      ...{ id: 7, name: 'Төв', closedFor: ['plate:6'], hours: 'Mo 08:00-20:00', source: '', date: null },
      openFrom: '2026-11-30T20:00',
    };
    const note = { kind: 'zone_avoided', distance_m: -20, duration_s: 61.04, zone } as const;
    found = { ...more, legs: [], notes: [note] };
    delete found.via;
    const { body } = await client.ask(`/v1/route?origin=${A}&destination=${B}&vehicle=plate:6,truck,truck`);
    expect(asked.at(-1)).toMatchObject({ more: { vehicle: ['plate:6', 'truck'] } });
    const told = {
      ...{ id: 7, name: 'Төв', closed_for: ['plate:6'], hours: 'Mo 08:00-20:00', source: null, date: null },
      open_from: '2026-11-30T20:00',
    };
    expect(body).toMatchObject({
      notes: [{ kind: 'zone_avoided', distance_meters: -20, duration_seconds: 61, zone: told }],
    });
    for (const [stops, where] of [
      [[], 'is in the way'],
      [[0, 2], 'contains origin and destination'],
      [[1], 'contains point 1'],
    ] as const) {
      found = { kind: 'no_path', zones: [{ ...zone, stops }] };
      const { details, message } = await client.refusal(
        `/v1/route?origin=${A}&via=${A}&destination=${B}&vehicle=plate:6`,
      );
      expect(details).toEqual({ reason: 'no_path', zones: [{ ...told, stops }] });
      expect(message).toBe(
        `No route connects origin and destination. The zone "Төв" is closed for plate:6, and ${where}.`,
      );
    }
  });

  it('writes the line as a polyline beside its two ends', async () => {
    found = { ...more, legs: [] };
    delete found.via;
    const { body } = await client.ask(`/v1/route?origin=${A}&destination=${B}&geometry=polyline6&legs=true`);
    expect(asked.at(-1)).toMatchObject({ more: { via: [], geometry: 'polyline6', legs: true } });
    const { route } = body as {
      route: { geometry: { coordinates: unknown[] }; polyline6: string; legs: unknown };
    };
    expect(route.geometry.coordinates).toHaveLength(2);
    expect(route.legs).toEqual([]);
    expect([...decodePolyline6(route.polyline6)]).toEqual([...more.coordinates]);
  });

  it.each(REFUSED_MORE)('%s is a 400', async (parameter, field, reason) => {
    const error = await client.refusal(`/v1/route?origin=${A}&destination=${B}&${parameter}`);
    expect([error.status, error.details]).toMatchObject([400, { field, reason }]);
  });

  it('says which leg failed', async () => {
    found = { kind: 'no_path', leg: 1 };
    const error = await client.refusal(`/v1/route?origin=${A}&destination=${B}&via=106.91,47.9`);
    expect(error.details).toEqual({ reason: 'no_path', leg: 1 });
  });
});
