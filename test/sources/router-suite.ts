import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roundDegrees } from '../../src/geo/coordinates.js';
import { parseRouterChoice, type EngineAddress } from '../../src/sources/router-choice.js';
import { openEngineRouters, type EngineRouters } from '../../src/sources/engines/engine-routers.js';
import { decodePolyline6 } from '../../src/sources/engines/polyline.js';
import type { FoundRoute, MoreOfRoute, RouteRequest } from '../../src/sources/router.js';
import { TRAVEL_MODES, type TravelMode } from '../../src/travel-mode.js';
import type { Answer } from '../../src/client/answers.js';
import { Client } from '../e2e/ask.js';
import { TcpProxy } from '../limits/tcp-proxy.js';
import { seededRandom } from '../seeded-random.js';
import { describeContract, refused, type ContractOptions } from './contract/contract.js';
import { ROUTER_CONTRACT, type RouterContractTest } from './contract/router-contract.js';
import { serveSource, SNAP_LIMIT_M, type ServedSource } from './contract/served-source.js';
import { SERVICE_CONTRACT } from './contract/service-contract.js';
import { MONACO, type Engine } from './engines.js';
import { polyline6 } from './fake-osrm.js';
import { FaultServer, WIRE_FAULTS, type Fault } from './fault-server.js';

/** What an engine itself says of a route. */
interface OwnAnswer {
  distance_m: number;
  duration_s: number;
  /** Positions in degrees, longitude first, or a polyline of 6 decimals. */
  line: [number, number][] | string;
}

export interface SuiteOptions {
  /** The engine of each mode; it may be the same. */
  start(): Promise<Record<TravelMode, Engine>>;
  /** The setting, for these addresses of each mode. */
  setting(urls: Record<TravelMode, string>): string;
  /** Asks the engine itself, in its own way; null: it knows no route. */
  own(url: string, request: RouteRequest): Promise<OwnAnswer | null>;
  /** How far its own distance may be from what it says to us: it may round. */
  rounding_m: number;
  /** Further faults of what it says, and what the log has to say of each. */
  faults?: Record<string, [Fault, RegExp]>;
  /** Where it is not as the contract has it. */
  differences?: ContractOptions<RouterContractTest>['differences'];
}

const DEADLINE_MS = 500;
/** For answers that have to come: a busy machine takes its time. */
const PATIENT_MS = 120_000;
/** More than OSRM answers on one connection. */
const ROUTES = 600;
const TARGET = '/v1/route?origin=7.42,43.735&destination=7.43,43.74';

/** The answer as text, changed. */
function sends(change: (text: string) => string): Fault {
  return ({ text }, _req, res) => res.writeHead(200).end(change(text));
}

/** Spoils what an engine in the form of OSRM says. */
function spoils(change: (body: Spoilt) => void): Fault {
  return sends((text) => {
    const body = JSON.parse(text) as Spoilt;
    change(body);
    return JSON.stringify(body);
  });
}

interface Spoilt {
  code: unknown;
  routes: {
    distance: unknown;
    duration: unknown;
    geometry: unknown;
    legs: { steps: { maneuver: { location: [number, number] }; distance: number }[] }[];
  }[];
  waypoints: { location: [number, number]; name: unknown }[];
}

/** What an engine in the form of OSRM says of a trace. */
interface SpoiltMatch {
  matchings: { confidence: unknown; geometry: unknown }[];
  tracepoints: unknown[];
}

const CONTENT_FAULTS: Record<string, [Fault, RegExp]> = {
  'a distance as text': [spoils(({ routes: [route] }) => (route.distance = '1584')), /distance of "1584"/],
  'a duration as null': [spoils(({ routes: [route] }) => (route.duration = null)), /duration of null/],
  'a negative distance': [spoils(({ routes: [route] }) => (route.distance = -1)), /distance of -1/],
  NaN: [sends((text) => text.replace(/"distance":[\d.]+/g, '"distance":NaN')), /no JSON/],
  'an infinite distance': [
    sends((text) => text.replace(/"distance":[\d.]+/g, '"distance":1e999')),
    /distance/,
  ],
  'no routes': [spoils((body) => (body.routes = [])), /no route/],
  'one waypoint': [spoils((body) => body.waypoints.pop()), /not 2 waypoints/],
  'a name as number': [spoils(({ waypoints: [origin] }) => (origin.name = 7)), /named 7/],
  'a waypoint as text': [
    spoils(({ waypoints: [origin] }) => (origin.location = ['7', '43'] as never)),
    /waypoint at \["7","43"\]/,
  ],
  'a waypoint elsewhere': [
    spoils(({ waypoints: [origin] }) => (origin.location[0] += 0.1)),
    /waypoint \d+ m from the point that was sent/,
  ],
  'a waypoint beside the line': [
    spoils(({ waypoints: [origin] }) => (origin.location[0] += 0.0001)),
    /line that ends \d/,
  ],
  'a line elsewhere': [
    spoils(({ routes: [route] }) => (route.geometry = '_c`|@_c`|@_c`|@_c`|@')),
    /line that ends/,
  ],
  'a line that is cut short': [
    spoils(({ routes: [route] }) => (route.geometry = (route.geometry as string).slice(0, 90))),
    /line/,
  ],
  'a line of other signs': [spoils(({ routes: [route] }) => (route.geometry = 'ж!')), /not a polyline/],
  'a line that is longer than the route': [
    spoils(({ routes: [route] }) => (route.distance = Number(route.distance) / 2)),
    /line of \d+ m for a route of/,
  ],
  'no steps': [spoils(({ routes: [route] }) => (route.legs = [])), /: 0 legs instead of 1/],
  'a step of a manoeuvre elsewhere': [
    spoils(({ routes: [{ legs }] }) => (legs[0].steps[1].maneuver.location[0] += 0.1)),
    /a step at .*, which the line does not pass/,
  ],
  'steps that are longer than the route': [
    spoils(({ routes: [{ legs }] }) => (legs[0].steps[1].distance += 2_000)),
    /steps of \d+ m for a route of/,
  ],
  'status 200 with an error inside': [
    sends(() => '{"code":"NoRoute","message":"Impossible route between points"}'),
    /status 200 with the code "NoRoute"/,
  ],
  'a code that nobody knows': [
    (_answer, _req, res) => res.writeHead(400).end('{"code":"InvalidQuery","message":"close to position 7"}'),
    /InvalidQuery: close to position 7/,
  ],
};

const WIRE_STATUS: Record<string, number> = { hang: 408, 'a slow drip': 408, 'status 503': 503 };

/** How an engine goes away and comes back. */
const ABSENCES: Record<
  string,
  {
    leave: (engine: Engine, way: TcpProxy) => unknown;
    comeBack: (engine: Engine, way: TcpProxy) => unknown;
  }
> = {
  killed: {
    leave: (engine) => engine.down(),
    comeBack: (engine) => engine.up(),
  },
  'ended in good order, as for an upgrade,': {
    leave: (engine) => engine.down('SIGTERM'),
    comeBack: (engine) => engine.up(),
  },
  'hanging for a while': {
    leave: (engine) => engine.signal('SIGSTOP'),
    comeBack: (engine) => engine.signal('SIGCONT'),
  },
  'moved without a word': {
    // Nobody listens at port 1.
    leave: (_engine, way) => way.moveTo(1),
    comeBack: (engine, way) => (way.target = engine.port),
  },
};

const DIFFERENCES = {
  'notes what a traveller should know': refused(
    'Engines do not support `notes`, because they do not say which roads are fords, seasonal or private.',
    'notes',
    `${TARGET}&notes=true`,
    `${TARGET}&via=7.425,43.737&steps=true&notes=true`,
  ),
};

/** The same tests over each engine of routes. */
export function describeRouters(name: string, options: SuiteOptions): void {
  describe(name, () => {
    const engines = {} as Record<TravelMode, Engine>;
    let setting: string;

    beforeAll(async () => {
      Object.assign(engines, await options.start());
      setting = options.setting(
        Object.fromEntries(TRAVEL_MODES.map((mode) => [mode, engines[mode].url])) as never,
      );
    });
    afterAll(async () => {
      await Promise.all([...new Set(Object.values(engines))].map((engine) => engine.remove()));
    });

    describe('the contract', () => {
      let served: ServedSource;
      beforeAll(async () => {
        served = await serveSource(['--geocoder', 'none', '--router', setting]);
      });
      afterAll(() => served.stop());

      const differences = { ...DIFFERENCES, ...options.differences };
      describeContract('service', SERVICE_CONTRACT, { client: () => served.client });
      describeContract('router', ROUTER_CONTRACT, { client: () => served.client, differences });
    });

    describeEngines(options, engines, () => parseRouterChoice(setting) as readonly EngineAddress[]);
  });
}

/** @param engines are there when the tests run, and so are their addresses */
function describeEngines(
  options: SuiteOptions,
  engines: Readonly<Record<TravelMode, Engine>>,
  addressesOf: () => readonly EngineAddress[],
): void {
  describe('the engine', () => {
    let proxy: FaultServer;
    let routers: EngineRouters;
    let client: Client;
    /** On the same engine, for what gives no answer. */
    let hasty: Client;
    let addresses: readonly EngineAddress[];

    /** Through the proxy for driving, straight for walking where that is another engine. */
    beforeEach(async () => {
      addresses = addressesOf();
      proxy = await FaultServer.inFrontOf(engines.driving.url);
      proxy.spoils = (path) => path.startsWith('/route');
      const through = addresses.map((address) =>
        address.modes.includes('driving') ? { ...address, urls: [proxy.url] } : address,
      );
      routers = openEngineRouters(through, {
        snapLimit_m: SNAP_LIMIT_M,
        connections: 4,
        requestTimeout_ms: 5_000,
      });
      await routers.start();
      client = await Client.start({ requestTimeout_ms: PATIENT_MS }, { router: routers.router });
      hasty = await Client.start({ requestTimeout_ms: DEADLINE_MS }, { router: routers.router });
    });
    afterEach(async () => {
      await client.stop();
      await hasty.stop();
      await routers.close();
      await proxy.stop();
    });

    it.each(TRAVEL_MODES)(`answers ${ROUTES} routes of %s as the engine itself does`, async (mode) => {
      const straight = openEngineRouters(addresses, {
        snapLimit_m: SNAP_LIMIT_M,
        connections: 1,
        requestTimeout_ms: 5_000,
      });
      const random = seededRandom(23);
      const point = (): [number, number] => [
        roundDegrees(MONACO.west + random() * (MONACO.east - MONACO.west)),
        roundDegrees(MONACO.south + random() * (MONACO.north - MONACO.south)),
      ];
      let [found, absent, named] = [0, 0, 0];
      try {
        for (let i = 0; i < ROUTES; i++) {
          // Every third one with steps: OSRM leaves out a position of the line then, here and there.
          const more: MoreOfRoute = {
            ...{ via: [], notes: false, steps: true, legs: false, geometry: 'full', language: 'en' },
          };
          const request: RouteRequest = {
            ...{ origin: point(), destination: point(), mode },
            ...(i % 3 === 0 && { more }),
          };
          const [ours, own] = await Promise.all([
            straight.router.route(request),
            options.own(engines[mode].url, request),
          ]);
          if (ours.kind === 'route') {
            found++;
            if (ours.origin.name !== null) named++;
            expectSame(ours, own!, options.rounding_m);
          } else {
            absent++;
            expect(own, `${ours.kind} ${JSON.stringify(request)}`).toBeNull();
          }
        }
      } finally {
        await straight.close();
      }
      expect(found + absent).toBe(ROUTES);
      expect(found).toBeGreaterThan(ROUTES / 2);
      expect(named).toBeGreaterThan(ROUTES / 10);
    });

    it.each(TRAVEL_MODES)('matches the trace of a route of %s', async (mode) => {
      const random = seededRandom(29);
      const { body } = await client.ask(`${TARGET}&mode=${mode}`);
      const { distance_meters: metres, geometry } = (body as Answer<'RouteResponse'>).route;
      const noisy = (degrees: number): string => (degrees + 4e-5 * (random() - 0.5)).toFixed(6);
      // OSRM takes no more than 100 points.
      const some = geometry.coordinates.filter((_, i, all) => i % Math.ceil(all.length / 90) === 0);
      const trace = some.map(([lon, lat]) => `${noisy(lon)},${noisy(lat)}`);
      const query = `trace=${trace.join(';')}&interval=10&accuracy=5&mode=${mode}`;
      const matched = await client.ask(`/v1/match?${query}`);
      expect(matched.status, causeOf(client)).toBe(200);
      const { matchings, points } = matched.body as Answer<'MatchResponse'>;
      const length_m = matchings.reduce((sum, { distance_meters }) => sum + distance_meters, 0);
      expect(Math.abs(length_m / metres - 1), `${length_m} m of ${metres}`).toBeLessThan(0.15);
      expect(points).toHaveLength(trace.length);
      expect(Math.max(...points.map((point) => point.snap_distance_meters ?? 0))).toBeLessThan(50);
      expect((await client.refusal(`/v1/match?${query}&ways=true`)).details).toEqual({
        ...{ field: 'ways', reason: 'not_supported' },
      });
      const atSea = await client.refusal(`/v1/match?trace=7.5,43.6;7.501,43.6;7.502,43.6&mode=${mode}`);
      expect([atSea.status, atSea.details]).toEqual([404, { reason: 'no_match' }]);
    });

    const TRACE = '/v1/match?trace=7.42,43.735;7.421,43.735;7.422,43.735';
    const spoilsMatch = (change: (body: SpoiltMatch) => void): Fault =>
      sends((text) => {
        const body = JSON.parse(text) as SpoiltMatch;
        change(body);
        return JSON.stringify(body);
      });
    it.each<[string, Fault, RegExp]>([
      ['no tracepoints', spoilsMatch((body) => (body.tracepoints = [])), /not 3 tracepoints/],
      ['points of no matching', spoilsMatch((body) => (body.matchings = [])), /a point of the matching 0/],
      ['a confidence of 2', spoilsMatch(({ matchings: [own] }) => (own.confidence = 2)), /a confidence of 2/],
      [
        'no line',
        spoilsMatch(({ matchings: [own] }) => (own.geometry = null)),
        /a line that is not a string/,
      ],
      ['no JSON', sends(() => '<html>'), /no JSON/],
    ])('takes a match with %s for a failure', async (_name, fault, cause) => {
      proxy.spoils = () => true;
      proxy.fault = fault;
      expect((await client.refusal(TRACE)).status).toBe(502);
      expect(causeOf(client)).toMatch(cause);
      proxy.fault = null;
      expect((await client.ask(TRACE)).status).toBe(200);
    });

    it('says that a trace has too many points for the engine', async () => {
      proxy.spoils = () => true;
      proxy.fault = (_answer, _req, res) => res.writeHead(400).end('{"code":"TooBig","message":""}');
      const error = await client.refusal(TRACE);
      expect([error.status, error.details]).toEqual([400, { field: 'trace', reason: 'too_many' }]);
    });

    it('says that no path connects the points when the engine says so', async () => {
      proxy.fault = (_answer, _req, res) =>
        res.writeHead(400).end('{"code":"NoRoute","message":"Impossible"}');
      expect((await client.refusal(TARGET)).details).toMatchObject({ reason: 'no_path' });
    });

    it('says that a route is too long for the engine', async () => {
      proxy.fault = (_answer, _req, res) =>
        res.writeHead(400).end('{"code":"DistanceExceeded","message":""}');
      const error = await client.refusal(TARGET);
      expect([error.status, error.details]).toEqual([400, { field: 'destination', reason: 'too_far' }]);
    });

    const faults = { ...CONTENT_FAULTS, ...options.faults };
    it.each(Object.entries(faults))('takes %s for a failure', async (_name, [fault, cause]) => {
      proxy.fault = fault;
      const error = await client.refusal(`${TARGET}&steps=true`);
      expect([error.status, error.code]).toEqual([502, 'UPSTREAM_ERROR']);
      expect(causeOf(client)).toMatch(cause);
      proxy.fault = null;
      expect((await client.ask(TARGET)).status).toBe(200);
    });

    it.each(Object.entries(WIRE_FAULTS))('survives: %s', async (what, fault: Fault) => {
      proxy.fault = fault;
      const expected = WIRE_STATUS[what] ?? 502;
      const asked = expected === 408 ? hasty : client;
      expect((await asked.refusal(TARGET)).status).toBe(expected);
      expect(causeOf(asked)).toMatch(expected === 408 ? /no answer within 500 ms/ : / at 127\.0\.0\.1:\d+: /);
      proxy.fault = null;
      expect((await client.ask(TARGET)).status).toBe(200);
    });

    it.each(Object.entries(ABSENCES))(
      'is back by itself when it was %s under load, and no request hangs',
      async (_how, { leave, comeBack }) => {
        const engine = engines.driving;
        const way = await TcpProxy.to(engine.port);
        const moving = addresses.map((address) =>
          address.modes.includes('driving')
            ? { ...address, urls: [new URL(`http://127.0.0.1:${way.port}`)] }
            : address,
        );
        const straight = openEngineRouters(moving, {
          snapLimit_m: SNAP_LIMIT_M,
          connections: 4,
          requestTimeout_ms: 5_000,
        });
        await straight.start();
        const loaded = await Client.start({ requestTimeout_ms: DEADLINE_MS }, { router: straight.router });
        const seen: number[] = [];
        let isOver = false;
        const load = Array.from({ length: 4 }, async () => {
          while (!isOver) {
            const { status } = await loaded.ask(TARGET);
            seen.push(status);
            await setTimeout(5);
          }
        });
        try {
          await setTimeout(200);
          await leave(engine, way);
          await expect
            .poll(async () => (await loaded.ask('/health/ready')).body)
            .toMatchObject({ checks: { routing: 'fail' } });
          await comeBack(engine, way);
          const before = seen.length;
          await expect.poll(() => seen.lastIndexOf(200)).toBeGreaterThanOrEqual(before);
        } finally {
          isOver = true;
          await Promise.all(load);
          await loaded.stop();
          await straight.close();
          await way.stop();
        }
        // 408: it hangs, or does not answer yet.
        for (const status of seen) expect([200, 408, 502, 503]).toContain(status);
        expect(seen.filter((status) => status !== 200).length).toBeGreaterThan(0);
      },
    );
  });
}

function causeOf(client: Client): string {
  return (client.server.errors.at(-1)?.fields['err'] as Error | undefined)?.message ?? 'nothing was logged';
}

function expectSame(ours: FoundRoute, own: OwnAnswer, rounding_m: number): void {
  expect(Math.abs(ours.distance_m - own.distance_m)).toBeLessThanOrEqual(rounding_m);
  expect(Math.abs(ours.duration_s - own.duration_s)).toBeLessThan(0.06);
  const line = typeof own.line === 'string' ? own.line : polyline6(own.line);
  const expected = [...decodePolyline6(line)];
  const got = [...ours.coordinates];
  expect(got.slice(2, -2)).toEqual(expected.slice(2, -2));
  // The ends are the snapped points, which Valhalla rounds apart from its line. OSRM may leave them out.
  const most = ours.legs === undefined ? 20 : 200;
  for (const at of [0, 1, -2, -1]) expect(Math.abs(got.at(at)! - expected.at(at)!)).toBeLessThanOrEqual(most);
}
