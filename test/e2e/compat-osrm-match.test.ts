import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decodePolyline } from '../../src/sources/polyline.js';
import type { FoundMatch, MatchRequest } from '../../src/sources/router.js';
import { startServer, type TestServer } from './server.js';

/** `/compat/osrm/match/…`: what OSRM answers, and its own errors. */

let server: TestServer;
let asked: MatchRequest[] = [];
beforeAll(async () => {
  server = await startServer({ compat: 'osrm' });
});
afterAll(() => server.stop());
beforeEach(() => {
  asked = [];
  server.router.onMatch = (request) => {
    asked.push(request);
    return FOUND;
  };
});

const LINE = [
  [106.9, 47.9],
  [106.901, 47.9],
  [106.903, 47.9],
];
const at = (i: number): { longitude: number; latitude: number } => ({
  longitude: LINE[i][0],
  latitude: LINE[i][1],
});
const FOUND: FoundMatch = {
  matchings: [
    {
      ...{ distance_m: 224.2, duration_s: 30, confidence: 0.9123, from: 0, to: 3 },
      coordinates: Int32Array.from(LINE.flat(), (degrees) => Math.round(degrees * 1e7)),
    },
  ],
  points: [
    { matching: 0, ...at(0), distance_m: 4.26 },
    { matching: 0, ...at(1), distance_m: 1 },
    'off_road',
    { matching: 0, ...at(2), distance_m: 2 },
  ],
};
const PATH = 'v1/driving/106.9,47.9001;106.901,47.9;107,48;106.903,47.9';

async function get(path: string): Promise<{ status: number; body: any }> {
  const mark = path.includes('?') ? '&' : '?';
  const answer = await fetch(`${server.url}/compat/osrm/match/${path}${mark}key=geo_good`);
  return { status: answer.status, body: await answer.json() };
}

it('answers as OSRM does', async () => {
  const { status, body } = await get(
    `${PATH}?timestamps=1700000000;1700000010;1700000020;1700000030&radiuses=10;20;;500` +
      '&geometries=geojson&overview=full',
  );
  expect(status).toBe(200);
  expect(asked).toEqual([
    {
      points: [
        [106.9, 47.9001],
        [106.901, 47.9],
        [107, 48],
        [106.903, 47.9],
      ],
      times_s: [0, 10, 20, 30],
      accuracy_m: [10, 20, 5, 100],
      ...{ mode: 'driving', ways: false },
    },
  ]);
  const leg = { steps: [], summary: '' };
  expect(body).toEqual({
    code: 'Ok',
    matchings: [
      {
        confidence: 0.9123,
        geometry: { type: 'LineString', coordinates: LINE },
        legs: [
          { ...leg, weight: 10, duration: 10, distance: 74.7 },
          { ...leg, weight: 20, duration: 20, distance: 149.5 },
        ],
        ...{ weight: 30, duration: 30, distance: 224.2, weight_name: 'duration' },
      },
    ],
    tracepoints: [
      expect.objectContaining({ location: LINE[0], distance: 4.3, waypoint_index: 0, matchings_index: 0 }),
      expect.objectContaining({ location: LINE[1], waypoint_index: 1, alternatives_count: 0 }),
      null,
      expect.objectContaining({ location: LINE[2], waypoint_index: 2, name: '', hint: expect.any(String) }),
    ],
  });
});

it('writes polylines, and no line for overview=false', async () => {
  const { body } = await get(`${PATH}?overview=full`);
  expect(asked[0].times_s).toBeNull();
  const line = decodePolyline(body.matchings[0].geometry, 5) as Int32Array;
  expect([line[0], line[1], line.length]).toEqual([1_069_000_000, 479_000_000, 6]);
  const other = await get(`${PATH}?overview=false&skip_waypoints=true&gaps=ignore&tidy=true`);
  expect(other.body.matchings[0]).not.toHaveProperty('geometry');
  expect(other.body).not.toHaveProperty('tracepoints');
});

it.each([
  ['InvalidOptions', 'v1/driving/1,2'],
  ['InvalidQuery', 'v1/driving/1,2;3'],
  ['InvalidValue', 'v1/driving/1,2;3,94'],
  ['InvalidQuery', `${PATH}?timestamps=1;x;3;4`],
  ['InvalidValue', `${PATH}?timestamps=1;2;3`],
  ['InvalidValue', `${PATH}?timestamps=1;2;1;4`],
  ['InvalidQuery', `${PATH}?gaps=maybe`],
  ['InvalidQuery', `${PATH}?continue_straight=true`],
  ['NotImplemented', `${PATH}?steps=true`],
  ['NotImplemented', `${PATH}?annotations=true`],
  ['NotImplemented', `${PATH}?bearings=1,2;;;`],
])('%s for %s', async (code, path) => {
  const { status, body } = await get(path);
  expect([status, body.code]).toEqual([400, code]);
  expect(asked).toEqual([]);
});

it('has a limit of points', async () => {
  const { body } = await get(`v1/driving/${Array.from({ length: 2001 }, () => '1,2').join(';')}`);
  expect(body.code).toBe('TooBig');
});

it('says where nothing is matched, and names the matchings that it has', async () => {
  server.router.onMatch = ({ points }) => ({ matchings: [], points: points.map(() => 'off_road') });
  const { status, body } = await get(PATH);
  expect([status, body.code]).toEqual([400, 'NoMatch']);
});
