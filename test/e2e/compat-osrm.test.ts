import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePolyline } from '../../src/sources/polyline.js';
import type { FoundRoute, MatrixRequest, RouteRequest, RouteStep } from '../../src/sources/router.js';
import { notSupported } from '../../src/sources/not-supported.js';
import { ROUTE } from './fakes.js';
import { startServer, type TestServer } from './server.js';

/** `/compat/osrm/…`: what OSRM answers to route, table and nearest, and its own errors. */

let server: TestServer;
let asked: RouteRequest[] = [];
let tables: MatrixRequest[] = [];
beforeAll(async () => {
  server = await startServer({ compat: 'osrm', maxMatrixCells: 400 });
});
afterAll(() => server.stop());
beforeEach(() => {
  [asked, tables] = [[], []];
  server.router.onRoute = (request) => {
    asked.push(request);
    return FOUND;
  };
});

function step(more: Partial<RouteStep>): RouteStep {
  return {
    ...{ type: 'turn', modifier: null, exit: null, name: null, ref: null, destinations: null, exits: null },
    ...{ distance_m: 0, duration_s: 0, longitude: 0, latitude: 0, bearingBefore: null, bearingAfter: null },
    ...more,
  };
}

/** It passes its second position twice. */
const LINE = [
  [106.9, 47.9],
  [106.901, 47.9],
  [106.902, 47.9],
  [106.902, 47.901],
  [106.901, 47.9],
  [106.9, 47.901],
];
const AT = (i: number): { longitude: number; latitude: number } => ({
  longitude: LINE[i][0],
  latitude: LINE[i][1],
});
const ENDS = { distance_m: 4.26, name: null };
const FOUND: FoundRoute = {
  ...{ kind: 'route', distance_m: 528.04, duration_s: 60.02 },
  coordinates: Int32Array.from(LINE.flat(), (degrees) => Math.round(degrees * 1e7)),
  origin: { ...AT(0), ...ENDS },
  destination: { ...AT(5), ...ENDS, name: 'Энхтайваны өргөн чөлөө' },
  legs: [
    {
      ...{ distance_m: 528.04, duration_s: 60.02 },
      steps: [
        step({ type: 'depart', ...AT(0), distance_m: 75, duration_s: 10, name: 'А', bearingAfter: 90 }),
        step({
          type: 'ferry',
          ...AT(1),
          distance_m: 75,
          duration_s: 10,
          bearingBefore: 90,
          bearingAfter: 90,
        }),
        step({
          ...{ type: 'turn', modifier: 'left', ...AT(2), distance_m: 245, duration_s: 25, ref: 'A2' },
          ...{ bearingBefore: 90, bearingAfter: 0 },
        }),
        step({
          ...{ type: 'roundabout', exit: 2, ...AT(4), distance_m: 133, duration_s: 15, name: 'А' },
          ...{ bearingBefore: 213, bearingAfter: 326 },
        }),
        step({ type: 'arrive', modifier: 'right', ...AT(5), bearingBefore: 326, name: 'А' }),
      ],
    },
  ],
};

async function get(path: string): Promise<{ status: number; body: any }> {
  const mark = path.includes('?') ? '&' : '?';
  const answer = await fetch(`${server.url}/compat/osrm/${path}${mark}key=geo_good`);
  return { status: answer.status, body: await answer.json() };
}

const PAIR = '106.9,47.9;106.9,47.901';

function pointsOf(polyline: string, decimals: 5 | 6): number[][] {
  const line = decodePolyline(polyline, decimals) as Int32Array;
  return Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] / 1e7, line[2 * i + 1] / 1e7]);
}

describe('a route', () => {
  it('is asked for as clients do by default', async () => {
    const { status, body } = await get(`route/v1/car/${PAIR}`);
    expect(status).toBe(200);
    const more = { via: [], notes: false, steps: false, legs: true, geometry: 'full', language: 'mn' };
    const origin = [106.9, 47.9];
    expect(asked).toEqual([{ origin, destination: [106.9, 47.901], mode: 'driving', more }]);
    expect(Object.keys(body)).toEqual(['code', 'routes', 'waypoints']);
    expect(body.code).toBe('Ok');
    expect(body.routes[0]).toMatchObject({
      distance: 528,
      duration: 60,
      weight: 60,
      weight_name: 'duration',
    });
    expect(body.routes[0].legs[0]).toMatchObject({ distance: 528, duration: 60, summary: '', steps: [] });
    expect(body.waypoints).toEqual([
      { hint: expect.any(String) as string, location: [106.9, 47.9], name: '', distance: 4.3 },
      {
        ...{ hint: expect.any(String) as string, location: [106.9, 47.901], distance: 4.3 },
        name: 'Энхтайваны өргөн чөлөө',
      },
    ]);
    expect(pointsOf(body.routes[0].geometry, 5)).toEqual(LINE);
  });

  it('has steps whose lines are the line, cut at their manoeuvres', async () => {
    const { body } = await get(`route/v1/driving/${PAIR}?steps=true&overview=full&geometries=polyline6`);
    const [{ geometry, legs }] = body.routes;
    const { steps } = legs[0];
    expect(pointsOf(geometry, 6)).toEqual(LINE);
    const pieces: number[][][] = steps.map((own: any) => pointsOf(own.geometry, 6));
    expect(pieces.map((piece) => piece.length)).toEqual([2, 2, 3, 2, 2]);
    expect(pieces.slice(0, 4).flatMap((piece) => piece.slice(0, -1))).toEqual(LINE.slice(0, -1));
    expect(pieces[4]).toEqual([LINE[5], LINE[5]]);
    for (const [i, own] of steps.entries()) expect(own.maneuver.location).toEqual(pieces[i][0]);
    expect(steps.map((own: any) => own.maneuver.type)).toEqual([
      ...['depart', 'notification', 'turn', 'roundabout', 'arrive'],
    ]);
    expect(steps.map((own: any) => own.mode)).toEqual(['driving', 'ferry', 'driving', 'driving', 'driving']);
    expect(steps[2]).toMatchObject({
      maneuver: { modifier: 'left', bearing_before: 90, bearing_after: 0, location: [106.902, 47.9] },
      intersections: [{ bearings: [0, 270], entry: [true, false], in: 1, out: 0, location: [106.902, 47.9] }],
      ...{ name: '', ref: 'A2', driving_side: 'right', distance: 245, duration: 25, weight: 25 },
    });
    expect(steps[3].maneuver).toMatchObject({ exit: 2 });
    expect(steps[0].intersections).toEqual([
      { location: [106.9, 47.9], bearings: [90], entry: [true], out: 0 },
    ]);
    expect(steps[4].intersections).toEqual([
      { location: [106.9, 47.901], bearings: [146], entry: [true], in: 0 },
    ]);
    expect(legs[0].summary).toBe('А, A2');
  });

  it('has manoeuvres that are positions of a line with 5 decimals, however they are rounded', async () => {
    const odd = [1069000045, 479000055, 1069010045, 479000055, 1069010045, 479010145].map((n) => n);
    const [from, corner, to] = [0, 1, 2].map((i) => ({
      longitude: odd[2 * i] / 1e7,
      latitude: odd[2 * i + 1] / 1e7,
    }));
    server.router.onRoute = () => ({
      ...FOUND,
      coordinates: Int32Array.from(odd),
      ...{ origin: { ...from, ...ENDS }, destination: { ...to, ...ENDS } },
      legs: [
        {
          ...{ distance_m: 190, duration_s: 20 },
          steps: [
            step({ type: 'depart', ...from, distance_m: 75 }),
            step({ ...corner, distance_m: 115 }),
            step({ type: 'arrive', ...to }),
          ],
        },
      ],
    });
    const { body } = await get(`route/v1/driving/${PAIR}?steps=true&overview=full`);
    const line = pointsOf(body.routes[0].geometry, 5).map(String);
    for (const { maneuver } of body.routes[0].legs[0].steps) {
      const rounded = maneuver.location.map((degrees: number) => Math.round(degrees * 1e5) / 1e5);
      expect(line).toContain(String(rounded));
    }
  });

  it('has annotations whose sums are those of the route', async () => {
    const { body } = await get(`route/v1/foot/${PAIR}?annotations=true&overview=false`);
    const [{ legs, geometry }] = body.routes;
    expect(geometry).toBeUndefined();
    const { annotation, steps } = legs[0];
    expect(steps).toEqual([]);
    expect(Object.keys(annotation)).toEqual([
      ...['duration', 'distance', 'weight', 'speed', 'datasources', 'metadata'],
    ]);
    for (const name of ['duration', 'distance', 'weight', 'speed', 'datasources'])
      expect(annotation[name]).toHaveLength(LINE.length - 1);
    const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
    expect(sum(annotation.duration)).toBeCloseTo(60, 0);
    expect(Math.abs(sum(annotation.distance) - 528)).toBeLessThan(5);
    expect(asked[0]).toMatchObject({ mode: 'walking', more: { steps: true } });
  });

  it('asks for no line where nobody wants one', async () => {
    const { body } = await get(`route/v1/driving/${PAIR}?overview=false&generate_hints=false`);
    expect(asked[0].more!.geometry).toBe('ends');
    expect(body.waypoints[0].hint).toBeUndefined();
    const bare = await get(`route/v1/driving/${PAIR}?overview=false&skip_waypoints=true`);
    expect(bare.body.waypoints).toBeUndefined();
  });

  it('hands on bearings, approaches, via points and alternatives', async () => {
    const three = '106.9,47.9;106.95,47.95;106.9,47.901';
    server.router.onRoute = (request) => {
      asked.push(request);
      return { ...FOUND, ...(request.more!.via.length > 0 && { via: [FOUND.origin] }) };
    };
    await get(
      `route/v1/driving/${three}?bearings=;90,20;&approaches=curb;;&alternatives=3&continue_straight=false`,
    );
    await get(`route/v1/driving/${PAIR}?alternatives=3&hints=;`);
    await get(`route/v1/driving/polyline6(_uqjzA_at{jE_ibE_ibE)`);
    expect(asked[0].more).toMatchObject({
      via: [[106.95, 47.95]],
      bearings: [null, { degrees: 90, range: 20 }, null],
      approaches: ['curb', 'unrestricted', 'unrestricted'],
    });
    expect(asked[0].more!.alternatives).toBeUndefined();
    expect(asked[1].more!.alternatives).toBe(2);
    expect(asked).toHaveLength(3);
  });

  it('does without alternatives where the source knows none', async () => {
    server.router.onRoute = async (request) => {
      if (request.more!.alternatives !== undefined) throw notSupported('alternatives', 'no');
      return FOUND;
    };
    const { body } = await get(`route/v1/driving/${PAIR}?alternatives=true`);
    expect(body.routes).toHaveLength(1);
    server.router.onRoute = () => ({ ...FOUND, alternatives: [FOUND] });
    expect((await get(`route/v1/driving/${PAIR}?alternatives=true`)).body.routes).toHaveLength(2);
  });

  it('is none, in OSRM’s words', async () => {
    server.router.onRoute = () => ({ kind: 'no_path' });
    const none = { code: 'NoRoute', message: 'Impossible route between points' };
    expect(await get(`route/v1/driving/${PAIR}`)).toEqual({ status: 400, body: none });
    server.router.onRoute = () => ({ kind: 'destination_not_on_network', nearestRoad_m: 9, limit_m: 5 });
    const message = 'Could not find a matching segment for coordinate 1';
    expect(await get(`route/v1/driving/${PAIR}`)).toEqual({
      status: 400,
      body: { code: 'NoSegment', message },
    });
  });

  it('begins no farther than radiuses say', async () => {
    expect((await get(`route/v1/driving/${PAIR}?radiuses=unlimited;99999`)).status).toBe(200);
    const { status, body } = await get(`route/v1/driving/${PAIR}?radiuses=;4`);
    expect([status, body.code]).toEqual([400, 'NoSegment']);
  });
});

describe('errors', () => {
  it.each([
    ['InvalidUrl', 'route/v1/driving'],
    ['InvalidQuery', 'route/v1/driving/'],
    ['InvalidQuery', 'route/v1/driving/1,2;3'],
    ['InvalidUrl', 'route/v1/bike/1,2;3,4'],
    ['InvalidVersion', 'route/v2/driving/1,2;3,4'],
    ['InvalidValue', 'route/v1/driving/1,2;3,94'],
    ['InvalidOptions', 'route/v1/driving/1,2'],
    ['InvalidOptions', `route/v1/driving/${PAIR}?bearings=1,2`],
    ['InvalidQuery', `route/v1/driving/${PAIR}?bearings=1`],
    ['InvalidQuery', `table/v1/driving/${PAIR}?destinations=x`],
    ['InvalidOptions', `table/v1/driving/${PAIR}?scale_factor=0`],
    ['InvalidQuery', `route/v1/driving/${PAIR}?bearings=1,2;a`],
    ['InvalidQuery', `route/v1/driving/${PAIR}?steps=1`],
    ['InvalidQuery', `route/v1/driving/${PAIR}?steps=true&steps=true`],
    ['InvalidQuery', `route/v1/driving/${PAIR}?unknown=1`],
    ['InvalidValue', `route/v1/driving/${PAIR}?exclude=motorway`],
    ['InvalidValue', `table/v1/driving/${PAIR}?exclude=toll,motorway`],
    ['NotImplemented', `route/v1/driving/${PAIR}?annotations=nodes`],
    ['NotImplemented', `route/v1/driving/${PAIR}?approaches=opposite;curb`],
    ['NotImplemented', `route/v1/driving/${PAIR}.flatbuffers`],
    ['TooBig', 'route/v1/driving/1,2;30,4'],
    ['TooBig', `route/v1/driving/${Array.from({ length: 28 }, () => '1,2').join(';')}`],
    ['TooBig', `table/v1/driving/${Array.from({ length: 21 }, () => '1,2').join(';')}`],
    ['InvalidOptions', `table/v1/driving/${PAIR}?sources=2`],
    ['NotImplemented', `table/v1/driving/${PAIR}?bearings=1,2;`],
    ['InvalidOptions', `nearest/v1/driving/${PAIR}`],
    ['InvalidOptions', 'nearest/v1/driving/1,2?number=0'],
    ['TooBig', 'nearest/v1/driving/1,2?number=101'],
    ['InvalidService', 'tile/v1/driving/tile(1,2,3).mvt'],
  ])('%s for %s', async (code, path) => {
    const { status, body } = await get(path);
    expect([status, Object.keys(body), body.code]).toEqual([400, ['code', 'message'], code]);
  });
});

it('avoids what is excluded', async () => {
  await get(`route/v1/driving/${PAIR}?exclude=ferry,toll`);
  expect(asked[0].more).toMatchObject({ avoid: ['ferry', 'toll'] });
});

it('gives a line for each leg', async () => {
  const { body } = await get(`route/v1/driving/${PAIR}?overview=by_legs&geometries=geojson`);
  expect(body.routes[0].geometry).toBeUndefined();
  expect(body.routes[0].legs[0].geometry.coordinates).toEqual(LINE);
});

describe('a table', () => {
  it('has rows of sources', async () => {
    const { onMatrix } = server.router;
    server.router.onMatrix = (request) => {
      tables.push(request);
      return onMatrix(request);
    };
    const { body } = await get(
      'table/v1/driving/106.9,47.9;106.91,47.91;106.92,47.92?sources=0;2&scale_factor=2' +
        '&annotations=duration,distance',
    );
    server.router.onMatrix = onMatrix;
    expect(tables[0]).toMatchObject({
      origins: [
        [106.9, 47.9],
        [106.92, 47.92],
      ],
      durations: true,
      distances: true,
    });
    expect(body.durations).toEqual([
      [0, 2, 4],
      [6, 8, 10],
    ]);
    expect(body.distances).toEqual([
      [0, 10, 20],
      [30, 40, 50],
    ]);
    expect([body.code, body.sources.length, body.destinations.length]).toEqual(['Ok', 2, 3]);
    expect(Object.keys(body.sources[0])).toEqual(['hint', 'location', 'name', 'distance']);
  });

  it('is null, or a guess, where there is no route', async () => {
    const { onMatrix } = server.router;
    server.router.onMatrix = async (request) => {
      const found = await onMatrix(request);
      for (const cells of [found.durations_s, found.distances_m]) if (cells != null) cells[1] = Infinity;
      return found;
    };
    const plain = await get(`table/v1/driving/${PAIR}`);
    const guessed = await get(`table/v1/driving/${PAIR}?fallback_speed=10&annotations=duration,distance`);
    server.router.onMatrix = async (request) => ({
      ...(await onMatrix(request)),
      origins: [null, ROUTE.origin],
    });
    const off = await get(`table/v1/driving/${PAIR}`);
    server.router.onMatrix = onMatrix;
    expect(plain.body.durations).toEqual([
      [0, null],
      [2, 3],
    ]);
    expect(guessed.body.durations[0][1]).toBeCloseTo(11.1, 1);
    expect(guessed.body.distances[0][1]).toBeCloseTo(111, -1);
    expect(guessed.body.fallback_speed_cells).toEqual([[0, 1]]);
    expect(off.body.code).toBe('NoSegment');
  });

  it('counts as one request for each 100 cells', async () => {
    const { onHit } = server.counter;
    let counted = 0;
    server.counter.onHit = (...args) => {
      counted += args[2] ?? 1;
      return onHit(...args);
    };
    await get(`table/v1/driving/${Array.from({ length: 20 }, (_, i) => `106.9${10 + i},47.9`).join(';')}`);
    server.counter.onHit = onHit;
    expect(counted).toBe(4);
  });
});

describe('nearest', () => {
  it('names roads, the nearest first', async () => {
    const { body } = await get('nearest/v1/foot/106.9,47.9?number=2');
    expect(body).toMatchObject({ code: 'Ok', waypoints: [{ distance: 19.9 }, { distance: 7.7 }] });
  });

  it('is not there for a source that has no such thing', async () => {
    const { onNearest } = server.router;
    server.router.onNearest = () => [];
    expect((await get('nearest/v1/foot/106.9,47.9')).body.code).toBe('NoSegment');
    Object.defineProperty(server.router, 'nearest', { value: undefined, configurable: true });
    expect((await get('nearest/v1/foot/106.9,47.9')).body.code).toBe('NotImplemented');
    Reflect.deleteProperty(server.router, 'nearest');
    server.router.onNearest = onNearest;
  });
});
