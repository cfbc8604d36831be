import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.js';
import { startServer, type TestServer } from './server.js';

/**
 * Random requests under `/compat`: never a 5xx, never text that is no JSON, and no key in a log.
 * GAZARCH_FUZZ_SEED sets the seed, GAZARCH_FUZZ_CASES the number of requests.
 */
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 4_426);
const CASES = Number(process.env['GAZARCH_FUZZ_CASES'] ?? 20_000);
const KEY = 'geo_abcdEFGHijklMNOPqrstUVWXyz0123456789';

let server: TestServer;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
beforeAll(async () => {
  server = await startServer({ compat: 'photon,nominatim,osrm' });
  server.keys.known.set(KEY, server.keys.known.get('geo_good')!);
  // Odd text is written into answers as well.
  server.geocoder.onSearch = ({ text }) => [
    { id: text, name: text, address: null, latitude: 47.9, longitude: 106.9, type: text },
  ];
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

const next = seededRandom(SEED);
const below = (end: number): number => Math.floor(next() * end);
const pick = <T>(values: readonly T[]): T => values[below(values.length)];

const SERVICES = [
  ...[
    'photon/api',
    'photon/reverse',
    'nominatim/search',
    'nominatim/reverse',
    'nominatim/status',
    'nominatim/lookup',
  ],
  ...['osrm/route/v1/driving/', 'osrm/table/v1/foot/', 'osrm/nearest/v1/car/', 'osrm/match/v1/x/'],
  ...['osrm/trip/v1/driving/', 'osrm/'],
];
const NAMES = [
  ...['q', 'lat', 'lon', 'limit', 'lang', 'layer', 'bbox', 'radius', 'format', 'viewbox', 'bounded', 'zoom'],
  ...['accept-language', 'countrycodes', 'exclude_place_ids', 'featureType', 'addressdetails', 'street'],
  ...['steps', 'overview', 'geometries', 'annotations', 'alternatives', 'bearings', 'radiuses', 'approaches'],
  ...['hints', 'exclude', 'snapping', 'sources', 'destinations', 'fallback_speed', 'scale_factor', 'number'],
  ...[
    'continue_straight',
    'roundtrip',
    'source',
    'destination',
    'osm_ids',
    'waypoints',
    'generate_hints',
    'skip_waypoints',
    'api_key',
    KEY,
  ],
];
const VALUES: string[] = [
  ...[
    '',
    '0',
    '1',
    'true',
    'false',
    'all',
    '47.9',
    '106.9',
    '-1e999',
    'NaN',
    'Дархан',
    'дэлгүүр "x" \\',
    '\u0000',
  ],
  ...[
    'full',
    'simplified',
    'polyline6',
    'geojson',
    'json',
    'jsonv2',
    'xml',
    'mn,en;q=0.9',
    'house,city',
    'city',
  ],
  ...[
    '0;1',
    ';',
    '90,20;',
    'unlimited;5',
    'curb;',
    'duration,distance',
    '1,2,3,4',
    '106,47,107,48',
    'x'.repeat(300),
  ],
  ...['47.9, 106.9', '8P5W+22 x', '__proto__', 'constructor', '😀😀', 'MN', '1e-9', '0.5', '\ud800'],
];
VALUES.push('N1,W2,R3', 'R5');
const POINTS = [
  ...[
    '106.9,47.9',
    '106.91,47.91',
    '0,0',
    '181,0',
    '106.9',
    ',',
    'a,b',
    '106.9,47.9,1',
    'polyline(_p~iF~ps|U)',
  ],
  ...['polyline6(????)', 'polyline(', '%2C', '%ff', '%', '.json', '1e2,4e1', '-0,-0'],
];

function encoded(text: string): string {
  // Half as a client sends it, the rest as it comes.
  return next() < 0.8
    ? encodeURIComponent(text.replace('\ud800', ''))
    : encodeURI(text.replace('\ud800', '%ed'));
}

function randomTarget(): string {
  const service = pick(SERVICES);
  const isOsrm = service.startsWith('osrm/');
  const points = Array.from({ length: 1 + below(4) }, () => pick(POINTS)).join(next() < 0.9 ? ';' : '/');
  const pairs = Array.from({ length: below(6) }, () => `${encoded(pick(NAMES))}=${encoded(pick(VALUES))}`);
  const key = below(4);
  const root = key === 0 ? `/compat/key/${KEY}/` : '/compat/';
  if (key === 1) pairs.push(`key=${KEY}`);
  if (key === 2) pairs.push(`key=${KEY}`, `access_token=${KEY}`);
  return `${root}${service}${isOsrm ? points : ''}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function ask(path: string): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port: server.port, path, agent }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
        resolve({ status: res.statusCode!, type: res.headers['content-type']!, text });
      });
    });
    req.on('error', reject).end();
  });
}

it(`answers ${CASES} random requests decently`, async () => {
  const statuses = new Map<number, number>();
  for (let done = 0; done < CASES; done += 8) {
    const targets = Array.from({ length: 8 }, randomTarget);
    const answers = await Promise.all(targets.map(ask));
    for (const [i, { status, type, text }] of answers.entries()) {
      const what = `seed ${SEED}, request ${done + i}: ${targets[i]} -> ${status} ${text.slice(0, 300)}`;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (![200, 400, 401].includes(status)) expect.fail(what);
      if (type.startsWith('application/json')) JSON.parse(text);
      else if (text !== 'OK') expect.fail(what);
      if (text.includes(KEY.slice(8))) expect.fail(`a key in ${what}`);
    }
  }
  // Each kind is there often enough to mean something.
  for (const status of [200, 400, 401]) expect(statuses.get(status)).toBeGreaterThan(CASES / 50);
  expect(server.logText()).not.toContain(KEY.slice(8));
  expect(server.errors).toEqual([]);
});
