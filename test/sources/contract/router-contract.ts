import { expect } from 'vitest';
import { distanceM } from '../../../src/geo/distance.js';
import { TRAVEL_MODES } from '../../../src/travel-mode.js';
import type { HttpClient } from '../../e2e/ask.js';
import { REFUSED_ROUTES } from '../../e2e/refused-requests.js';
import type { ContractTest } from './contract.js';
import { SNAP_LIMIT_M } from './served-source.js';

/** GET /v1/route on the roads of Monaco: the specification, section 4.2, and what was decided beyond it. */

const ROUTE_TARGET = '/v1/route?origin=7.42,43.735&destination=7.43,43.74';

/** Between those ends, and not on the shortest way. */
const BETWEEN = '7.4247,43.7307';

/** A street of one way for cars. */
const ONE_WAY = { from: '7.42136,43.73206', to: '7.42224,43.73255' };

/** Cars can leave the first or reach the second from nowhere, and nothing else is within the limit. */
const NO_PATH = ['7.416,43.7435', '7.41708,43.74435'] as const;

/** In the sea, farther from any road than the limit of snapping, and within the longest route. */
const SEA = '7.6,43.5';

interface Point {
  latitude: number;
  longitude: number;
}

interface Waypoint {
  input: Point;
  location: Point;
  snap_distance_meters: number;
  name: string | null;
}

interface Step {
  maneuver: {
    type: string;
    modifier: string | null;
    exit: number | null;
    location: [number, number];
    bearing_before: number | null;
    bearing_after: number | null;
  };
  name: string | null;
  ref: string | null;
  distance_meters: number;
  duration_seconds: number;
  instruction: string;
}

export interface RouteBody {
  route: {
    distance_meters: number;
    duration_seconds: number;
    geometry: { type: string; coordinates: [number, number][] };
  };
  mode: string;
  waypoints: Waypoint[];
  via_waypoints?: Waypoint[];
  steps?: Step[];
  notes?: { kind: string; distance_meters: number }[];
}

async function routeOf(client: HttpClient, target: string): Promise<RouteBody> {
  const { status, text, body } = await client.ask(target);
  expect(status, `${target}: ${text}`).toBe(200);
  return body as RouteBody;
}

function between(origin: string, destination: string, mode: string): string {
  return `/v1/route?origin=${origin}&destination=${destination}&mode=${mode}`;
}

function lengthOf(line: readonly [number, number][]): number {
  let length_m = 0;
  for (let i = 1; i < line.length; i++) length_m += distanceM(...line[i - 1], ...line[i]);
  return length_m;
}

function expectSnapped({ input, location, snap_distance_meters: snap_m }: Waypoint, sent: string): void {
  expect(`${input.longitude},${input.latitude}`).toBe(sent);
  const away_m = distanceM(input.longitude, input.latitude, location.longitude, location.latitude);
  // Positions have 6 decimals.
  expect(Math.abs(snap_m - away_m)).toBeLessThan(0.3);
}

const at = ({ location }: Waypoint): [number, number] => [location.longitude, location.latitude];

export const ROUTER_CONTRACT = {
  'answers with the fields of the specification': async (client) => {
    for (const mode of TRAVEL_MODES) {
      const body = await routeOf(client, `${ROUTE_TARGET}&mode=${mode}`);
      // An end that no path connects is moved, and that is said without being asked for.
      const { notes = [], ...fields } = body;
      expect(notes.filter(({ kind }) => kind !== 'moved_end')).toEqual([]);
      expect(Object.keys(fields)).toEqual(['route', 'mode', 'waypoints']);
      const { route, waypoints } = body;
      const { coordinates } = route.geometry;
      expect([body.mode, route.geometry.type, waypoints.length]).toEqual([mode, 'LineString', 2]);
      expectSnapped(waypoints[0], '7.42,43.735');
      expectSnapped(waypoints[1], '7.43,43.74');
      expect(waypoints.map(at)).toEqual([coordinates[0], coordinates.at(-1)]);
      expect(route.distance_meters).toBeGreaterThan(900);
      expect(route.distance_meters).toBeLessThan(4_000);
      expect(Math.abs(route.distance_meters - lengthOf(coordinates))).toBeLessThan(60);
      for (const [longitude, latitude] of coordinates)
        expect([longitude, latitude]).toEqual([+longitude.toFixed(6), +latitude.toFixed(6)]);
    }
  },
  'drives when it is not told how to travel': async (client) => {
    expect((await routeOf(client, ROUTE_TARGET)).mode).toBe('driving');
  },
  'walks at about 5 km/h, and drives faster': async (client) => {
    const { route: walk } = await routeOf(client, `${ROUTE_TARGET}&mode=walking`);
    const kmh = (walk.distance_meters / walk.duration_seconds) * 3.6;
    expect(kmh).toBeGreaterThan(4);
    expect(kmh).toBeLessThan(6);
    const { route: drive } = await routeOf(client, ROUTE_TARGET);
    expect(drive.distance_meters / drive.duration_seconds).toBeGreaterThan(2 * (kmh / 3.6));
  },
  'keeps to one-way streets in a car, and not on foot': async (client) => {
    const { from, to } = ONE_WAY;
    const length = async (a: string, b: string, mode: string): Promise<number> =>
      (await routeOf(client, between(a, b, mode))).route.distance_meters;
    expect(await length(from, to, 'driving')).toBeLessThan(150);
    expect(await length(to, from, 'driving')).toBeGreaterThan(500);
    expect(await length(from, to, 'walking')).toBeLessThan(150);
    expect(await length(to, from, 'walking')).toBeLessThan(150);
  },
  'names the roads at both ends': async (client) => {
    const { from } = ONE_WAY;
    const there = await routeOf(client, between(from, '7.43,43.74', 'driving'));
    const back = await routeOf(client, between('7.43,43.74', from, 'driving'));
    expect([there.waypoints[0].name, back.waypoints[1].name]).toEqual(['Avenue du Port', 'Avenue du Port']);
  },
  'answers two equal points with a line of two equal positions': async (client) => {
    for (const mode of TRAVEL_MODES) {
      const { route, waypoints } = await routeOf(client, between('7.42,43.735', '7.42,43.735', mode));
      expect([route.distance_meters, route.duration_seconds]).toEqual([0, 0]);
      expect(route.geometry.coordinates).toEqual(waypoints.map(at));
      expect(waypoints[0]).toEqual(waypoints[1]);
    }
  },
  'says which end has no road near': async (client) => {
    for (const mode of TRAVEL_MODES) {
      for (const [origin, destination, reason] of [
        ['7.42,43.735', SEA, 'destination_not_on_network'],
        [SEA, '7.42,43.735', 'origin_not_on_network'],
        [SEA, SEA, 'origin_not_on_network'],
      ]) {
        const { status, code, details } = await client.refusal(between(origin, destination, mode));
        expect([status, code, details]).toMatchObject([
          404,
          'NOT_FOUND',
          { reason, limit_meters: SNAP_LIMIT_M },
        ]);
        const { nearest_road_meters: nearest_m } = details as { nearest_road_meters: number };
        expect(nearest_m).toBeGreaterThan(20_000);
        expect(nearest_m).toBeLessThan(35_000);
      }
      const far = await client.refusal(between('8.3,43.2', '8.3,43.21', mode));
      expect(far.details).toMatchObject({ reason: 'origin_not_on_network', nearest_road_meters: null });
    }
  },
  'says that no path connects two roads': async (client) => {
    const { status, details } = await client.refusal(between(...NO_PATH, 'driving'));
    expect([status, details]).toEqual([404, { reason: 'no_path' }]);
  },
  'refuses what is invalid, and names it': async (client) => {
    for (const [query, field, reason] of REFUSED_ROUTES) {
      const { status, code, details } = await client.refusal(`/v1/route?${query}`);
      expect([status, code, details], query).toMatchObject([400, 'INVALID_REQUEST', { field, reason }]);
    }
  },
  'gives the ends of the line only': async (client) => {
    const whole = await routeOf(client, ROUTE_TARGET);
    const ends = await routeOf(client, `${ROUTE_TARGET}&geometry=ends`);
    expect(ends.route.geometry.coordinates).toEqual(whole.waypoints.map(at));
    expect(ends.route.distance_meters).toBe(whole.route.distance_meters);
  },
  'passes points between': async (client) => {
    for (const mode of TRAVEL_MODES) {
      const direct = await routeOf(client, `${ROUTE_TARGET}&mode=${mode}`);
      const body = await routeOf(client, `${ROUTE_TARGET}&mode=${mode}&via=${BETWEEN};7.42,43.735`);
      expect(body.waypoints.map(({ input }) => input)).toEqual(direct.waypoints.map(({ input }) => input));
      const [first, second] = body.via_waypoints!;
      expect(body.via_waypoints).toHaveLength(2);
      expectSnapped(first, BETWEEN);
      expectSnapped(second, '7.42,43.735');
      const positions = body.route.geometry.coordinates.map(String);
      expect(positions).toContain(String(at(first)));
      expect(body.route.distance_meters).toBeGreaterThan(direct.route.distance_meters + 1_000);
      expect(Math.abs(body.route.distance_meters - lengthOf(body.route.geometry.coordinates))).toBeLessThan(
        200,
      );
    }
  },
  'says which leg has no road near': async (client) => {
    const { status, details } = await client.refusal(`${ROUTE_TARGET}&via=${BETWEEN};${SEA}`);
    expect([status, details]).toMatchObject([404, { reason: 'destination_not_on_network', leg: 1 }]);
    const { details: first } = await client.refusal(
      `/v1/route?origin=${SEA}&destination=7.43,43.74&via=${BETWEEN}`,
    );
    expect(first).toMatchObject({ reason: 'origin_not_on_network', leg: 0 });
  },
  'says which leg has no path': async (client) => {
    const points = ['7.42,43.735', '7.43,43.74', ...NO_PATH, BETWEEN];
    const statuses = [];
    for (let leg = 0; leg + 1 < points.length; leg++)
      statuses.push((await client.ask(between(points[leg], points[leg + 1], 'driving'))).status);
    expect(statuses.slice(0, 2)).not.toEqual([404, 404]);
    const target = `${between(points[0], BETWEEN, 'driving')}&via=${points.slice(1, -1).join(';')}`;
    const { status, details } = await client.refusal(target);
    expect([status, details]).toEqual([404, { reason: 'no_path', leg: statuses.indexOf(404) }]);
  },
  'describes the steps': async (client) => {
    for (const mode of TRAVEL_MODES) {
      const { route, steps, waypoints } = await routeOf(
        client,
        `${ROUTE_TARGET}&mode=${mode}&steps=true&lang=en`,
      );
      expectSteps(steps!, route);
      expect(steps![0].maneuver.location).toEqual(at(waypoints[0]));
      expect(steps!.at(-1)!.maneuver.location).toEqual(at(waypoints[1]));
      expect(steps!.filter(({ name }) => name !== null).length).toBeGreaterThan(1);
      // Turns, not only a start and an end.
      expect(steps!.filter(({ maneuver: { modifier } }) => modifier !== null).length).toBeGreaterThan(1);
    }
  },
  'describes the steps of each leg': async (client) => {
    const { route, steps } = await routeOf(client, `${ROUTE_TARGET}&via=${BETWEEN}&steps=true`);
    const types = steps!.map(({ maneuver: { type } }) => type);
    expect(types.filter((type) => type === 'depart')).toHaveLength(2);
    expect(types.filter((type) => type === 'arrive')).toHaveLength(2);
    expect(Math.abs(sum(steps!) - route.distance_meters)).toBeLessThan(1 + steps!.length * 0.06);
  },
  'says steps in Mongolian, too': async (client) => {
    for (const query of ['steps=true', 'steps=true&lang=mn']) {
      const { steps } = await routeOf(client, `${ROUTE_TARGET}&${query}`);
      for (const { instruction } of steps!) expect(instruction).toMatch(/[а-яөү]{3}/);
    }
  },
  'notes what a traveller should know': async (client) => {
    expect((await routeOf(client, `${ROUTE_TARGET}&notes=true`)).notes).toEqual([]);
  },
  'answers a matrix of its routes': async (client) => {
    for (const mode of TRAVEL_MODES) await expectMatrix(client, mode);
  },
  'answers what is reached': async (client) => {
    for (const direction of ['from', 'to'] as const) await expectReached(client, direction);
  },
} satisfies Record<string, ContractTest>;

export type RouterContractTest = keyof typeof ROUTER_CONTRACT;

interface MatrixBody {
  durations: (number | null)[][];
  distances: (number | null)[][];
  unreachable: { origin: number; destination: number; reason: string }[];
}

/** How far a cell may be from the route: engines round, and search a matrix in another way. */
const CELL_TOLERANCE = { part: 0.02, least: 2 };

async function expectMatrix(client: HttpClient, mode: string): Promise<void> {
  const origins = ['7.42,43.735', BETWEEN, '7.4155,43.7307', SEA];
  const destinations = ['7.43,43.74', '7.42,43.735', '7.4247,43.7307'];
  const target =
    `/v1/matrix?origins=${origins.join(';')}&destinations=${destinations.join(';')}` +
    `&mode=${mode}&annotations=duration,distance`;
  const { status, text, body } = await client.ask(target);
  expect(status, text).toBe(200);
  const { durations, distances, unreachable } = body as MatrixBody;
  const absent: MatrixBody['unreachable'] = [];
  for (const [row, origin] of origins.entries())
    for (const [column, destination] of destinations.entries()) {
      const route = await client.ask(between(origin, destination, mode));
      const cell = [durations[row][column], distances[row][column]];
      if (route.status === 404) {
        absent.push({ origin: row, destination: column, reason: 'not_on_network' });
        expect(cell, `${origin} to ${destination}`).toEqual([null, null]);
        continue;
      }
      const { duration_seconds, distance_meters } = (route.body as RouteBody).route;
      for (const [i, own] of [duration_seconds, distance_meters].entries()) {
        const off = Math.abs(cell[i]! - own);
        const most = Math.max(CELL_TOLERANCE.least, CELL_TOLERANCE.part * own);
        expect(off, `${mode} ${origin} to ${destination}: ${cell[i]} for ${own}`).toBeLessThanOrEqual(most);
      }
    }
  expect(unreachable).toEqual(absent);
  expect(absent).toHaveLength(destinations.length);
}

const HOME = '7.42,43.735';
/** Nobody walks farther in a second, or lives farther from a road that is reached. */
const REACH = { minutes: [6, 12], near: 0.7, m_s: 1.5, beside_m: 300 };

/** What is reached much sooner lies inside, and what is too far to walk outside. */
async function expectReached(client: HttpClient, direction: 'from' | 'to'): Promise<void> {
  const target =
    `/v1/isochrone?point=${HOME}&minutes=${REACH.minutes.join()}` + `&mode=walking&direction=${direction}`;
  const { status, text, body } = await client.ask(target);
  expect(status, text).toBe(200);
  const { features, waypoint } = body as IsochroneBody;
  expectSnapped(waypoint, HOME);
  expect(features.map(({ properties }) => properties.minutes)).toEqual(REACH.minutes);
  const seen = { inside: 0, outside: 0 };
  for (let i = 0; i < 60; i++) {
    const point: [number, number] = [7.412 + 0.002 * (i % 10), 43.729 + 0.003 * Math.floor(i / 10)];
    const other = point.map((own) => own.toFixed(6)).join();
    const ends = direction === 'from' ? [HOME, other] : [other, HOME];
    const route = await client.ask(between(ends[0], ends[1], 'walking'));
    if (route.status !== 200) continue;
    const { waypoints, route: found } = route.body as RouteBody;
    const place = at(waypoints[direction === 'from' ? 1 : 0]);
    for (const { geometry, properties } of features) {
      const share = found.duration_seconds / (60 * properties.minutes);
      const away_m = distanceM(...at(waypoint), ...place);
      const isFar = away_m > 60 * properties.minutes * REACH.m_s + REACH.beside_m;
      if (share > REACH.near && !isFar) continue;
      const isInside = geometry.coordinates.some(
        (polygon) => polygon.filter((ring) => isIn(ring, place)).length % 2 === 1,
      );
      expect(isInside, `${other}: ${found.duration_seconds} s, ${properties.minutes} min`).toBe(!isFar);
      seen[isInside ? 'inside' : 'outside']++;
    }
  }
  expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(4);
  const sea = await client.refusal(target.replace(HOME, SEA));
  const reason = direction === 'from' ? 'origin_not_on_network' : 'destination_not_on_network';
  expect(sea).toMatchObject({ status: 404, details: { reason, limit_meters: SNAP_LIMIT_M } });
}

interface IsochroneBody {
  waypoint: Waypoint;
  features: {
    properties: { minutes: number };
    geometry: { type: 'MultiPolygon'; coordinates: [number, number][][][] };
  }[];
}

function isIn(ring: readonly [number, number][], [x, y]: readonly [number, number]): boolean {
  let isInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}

const sum = (steps: readonly Step[]): number =>
  steps.reduce((sum_m, { distance_meters }) => sum_m + distance_meters, 0);

/** Steps begin with a departure, end with an arrival and are together as long as the route. */
function expectSteps(steps: readonly Step[], route: RouteBody['route']): void {
  const types = steps.map(({ maneuver: { type } }) => type);
  expect([types[0], types.at(-1)]).toEqual(['depart', 'arrive']);
  const [first, last] = [steps[0], steps.at(-1)!];
  expect([first.maneuver.bearing_before, last.maneuver.bearing_after, last.distance_meters]).toEqual([
    null,
    null,
    0,
  ]);
  expect(Math.abs(sum(steps) - route.distance_meters)).toBeLessThan(1 + steps.length * 0.06);
  const seconds = steps.reduce((sum_s, { duration_seconds }) => sum_s + duration_seconds, 0);
  expect(Math.abs(seconds - route.duration_seconds)).toBeLessThan(1 + steps.length * 0.06);
  const positions = new Set(route.geometry.coordinates.map(String));
  for (const { maneuver, instruction } of steps) {
    expect(positions).toContain(String(maneuver.location));
    expect(instruction).toMatch(/^[A-Z].*\.$/);
  }
}
