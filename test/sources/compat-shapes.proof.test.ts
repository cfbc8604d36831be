import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { geodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { hasOsrm, MONACO, startOsrm, type Engine } from './engines.js';

/**
 * The same requests to the real OSRM and to `/compat/osrm`, on the same map: what OSRM has in an answer is in
 * ours, with the same type, and errors have the same code. GAZARCH_COMPAT_REQUESTS says how many.
 */
const REQUESTS = Number(process.env['GAZARCH_COMPAT_REQUESTS'] ?? 500);
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 26_10);

/** Whether there is a route is a matter of roads and limits, and not of forms. */
const FOUND_OR_NOT = ['Ok', 'NoRoute', 'NoTrips', 'NoSegment'];

/** What OSRM has and we do not: docs/clients.md lists it. Some is there on some roads only. */
const ABSENT = [
  ...['.maneuver.exit', '.steps[].destinations', '.steps[].exits', '.steps[].ref'],
  ...['.data_version', '.waypoints[].nodes', '.legs[].annotation.nodes', '.waypoints[].hint'],
  ...['classes', 'lanes', 'rotary_name', 'pronunciation', 'rotary_pronunciation', 'turn_weight'].map(
    (name) => `.${name}`,
  ),
];

const next = seededRandom(SEED);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)];

function point(): string {
  const { west, south, east, north } = MONACO;
  return `${(west + next() * (east - west)).toFixed(6)},${(south + next() * (north - south)).toFixed(6)}`;
}

const points = (count: number): string => Array.from({ length: count }, point).join(';');

function randomRequest(): string {
  const options: string[] = [];
  const maybe = (name: string, values: readonly string[]): void => {
    if (next() < 0.4) options.push(`${name}=${pick(values)}`);
  };
  const count = 2 + Math.floor(next() * 3);
  const service = pick(['route', 'route', 'table', 'nearest', 'trip']);
  maybe('generate_hints', ['true', 'false', 'maybe']);
  maybe('skip_waypoints', ['true', 'false']);
  if (service === 'trip') {
    maybe('roundtrip', ['true', 'false', 'maybe']);
    maybe('source', ['any', 'first', 'last']);
    maybe('destination', ['any', 'last', 'first']);
  }
  if (service === 'route' || service === 'trip') {
    maybe('steps', ['true', 'false']);
    maybe('overview', ['full', 'simplified', 'false', 'some']);
    maybe('geometries', ['polyline', 'polyline6', 'geojson', 'wkt']);
    maybe('annotations', ['true', 'false', 'distance', 'duration,speed', 'weight,datasources', 'height']);
    maybe('radiuses', [Array(count).fill('500').join(';'), Array(count).fill('unlimited').join(';'), '5']);
  }
  if (service === 'route') {
    maybe('alternatives', ['true', 'false', '2', 'x']);
    maybe('approaches', [Array(count).fill('curb').join(';'), 'left']);
    maybe('continue_straight', ['default', 'false']);
    maybe('bearings', [';'.repeat(count - 1), `90,180${';'.repeat(count - 1)}`, '1']);
  } else if (service === 'table') {
    maybe('sources', ['0', 'all', '0;1', '9']);
    maybe('destinations', ['1', 'all', 'x']);
    maybe('annotations', ['duration', 'distance', 'duration,distance', 'time']);
    maybe('fallback_speed', ['10', '0']);
    maybe('scale_factor', ['2', '0']);
  } else {
    maybe('number', ['1', '3', '0', 'x']);
  }
  const where =
    next() < 0.04
      ? pick(['1,2', '7.42', 'a,b;c,d', '7.42,43.73;181,0'])
      : points(service === 'nearest' ? 1 : count);
  const version = next() < 0.02 ? 'v2' : 'v1';
  return `${service}/${version}/driving/${where}${options.length > 0 ? `?${options.join('&')}` : ''}`;
}

type Shape = Map<string, Set<string>>;

/** Every path in a value with the types that stand there. */
function shapeOf(value: unknown, path = '', shape: Shape = new Map()): Shape {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  shape.set(path, (shape.get(path) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const one of value) shapeOf(one, `${path}[]`, shape);
  else if (type === 'object')
    for (const [name, one] of Object.entries(value as object)) shapeOf(one, `${path}.${name}`, shape);
  return shape;
}

/** OSRM moves ends over rivers. Ours stay where they are, and such a cell is null. */
const NULL_FOR_MOVED_ENDS = /^\.(?:durations|distances)\[\]\[\]$/;

describe.skipIf(!hasOsrm)('the forms of OSRM', () => {
  let engine: Engine;
  let service: Service;
  let key = '';
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-compat-'));
  beforeAll(async () => {
    const [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
    const { status, stderr } = await runCli([
      'import',
      geodata('monaco-250101-osmix.osm.pbf'),
      '--dataset',
      dataset,
    ]);
    if (status !== 0) throw new Error(stderr);
    key = await makeKey(database, 1_000_000);
    const flags = ['--compat', 'osrm'];
    service = await Service.start({ dataset, database, workers: 1, flags });
    engine = await startOsrm('car');
  });
  afterAll(async () => {
    await service?.stop();
    await engine?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function theirs(path: string): Promise<any> {
    // OSRM ends each connection after 512 requests.
    const ask = (): Promise<Response> => fetch(`${engine.url}/${path}`);
    const answer = await ask().catch(ask);
    return { status: answer.status, body: await answer.json() };
  }

  it(`are ours in ${REQUESTS} requests`, async () => {
    const codes = new Map<string, number>();
    const other: string[] = [];
    const missing = new Map<string, string>();
    const ratios: number[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const path = randomRequest();
      const own = await service.ask(`/compat/key/${key}/osrm/${path}`);
      const [their, our] = [await theirs(path), { status: own.status, body: JSON.parse(own.text) }];
      const pair = `${their.body.code}/${our.body.code}`;
      codes.set(pair, (codes.get(pair) ?? 0) + 1);
      const isAlike = [their.body.code, our.body.code].every((code) => FOUND_OR_NOT.includes(code));
      if (!isAlike && (their.body.code !== our.body.code || their.status !== our.status))
        other.push(`${pair} ${path}: ${their.body.message} / ${our.body.message}`);
      if (pair !== 'Ok/Ok') continue;
      if (their.body.routes !== undefined)
        ratios.push(our.body.routes[0].distance / their.body.routes[0].distance);
      const shape = shapeOf(our.body);
      for (const [at, types] of shapeOf(their.body)) {
        if (ABSENT.some((end) => at.endsWith(end) || at.includes(`${end}[]`) || at.includes(`${end}.`)))
          continue;
        const ourTypes = shape.get(at);
        if (ourTypes?.has('null') === true && NULL_FOR_MOVED_ENDS.test(at)) continue;
        const isThere = ourTypes !== undefined && [...types].some((type) => ourTypes.has(type));
        if (!isThere)
          missing.set(at, `${at} ${[...types].join()} / ${[...(ourTypes ?? [])].join()} in ${path}`);
      }
    }
    ratios.sort((a, b) => a - b);
    const middle = ratios[Math.floor(ratios.length / 2)];
    if (process.env['GAZARCH_COMPAT_SHOW'] !== undefined)
      process.stderr.write(
        `${JSON.stringify([...codes])}\nmedian of distances ${middle} of ${ratios.length}\n` +
          `${other.join('\n')}\n`,
      );
    expect([...missing.values()]).toEqual([]);
    expect(other).toEqual([]);
    expect(ratios.length).toBeGreaterThan(REQUESTS / 10);
    expect(Math.abs(middle - 1)).toBeLessThan(0.05);
  });
});
