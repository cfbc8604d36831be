import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { runCli, startCli } from '../cli/run-cli.js';

/**
 * The whole product as a new user meets it: the sample, a first key, the requests that the service prints.
 */

let folder: string;
let server: ChildProcess;
let welcome = '';
let base: string;
let key: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-product-'));
  env = {
    GAZARCH_DATASET: join(folder, 'dataset'),
    GAZARCH_DATABASE: join(folder, 'keys.sqlite'),
    GAZARCH_RATE_LIMIT: '100000',
  };
  server = startCli(['serve', '--sample', '--port', '0'], { env });
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      welcome += chunk.toString();
      if (welcome.includes('All of Mongolia')) resolve();
    };
    for (const stream of [server.stdout!, server.stderr!]) stream.on('data', read);
    server.on('exit', (status) => reject(new Error(`serve ended with status ${status}: ${welcome}`)));
  });
  base = /http:\/\/127\.0\.0\.1:\d+/.exec(welcome)![0];
  key = readFileSync(join(folder, 'first-key.txt'), 'utf8').trim();
});
afterAll(async () => {
  server.removeAllListeners('exit');
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

interface Place {
  id: string;
  name: string;
  address: string | null;
  type: string;
  latitude: number;
  longitude: number;
  distance_meters?: number;
}
interface Route {
  route: { distance_meters: number; duration_seconds: number; geometry: { coordinates: [number, number][] } };
  waypoints: {
    name: string | null;
    location: { latitude: number; longitude: number };
    snap_distance_meters: number;
  }[];
}

async function get(path: string, token = key): Promise<{ status: number; body: unknown }> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

async function search(query: string): Promise<Place[]> {
  const { status, body } = await get(`/v1/geocode?q=${encodeURIComponent(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { results: Place[] }).results;
}

async function reverse(latitude: number, longitude: number): Promise<Place | undefined> {
  const { body } = await get(`/v1/geocode?lat=${latitude}&lon=${longitude}`);
  return (body as { results: Place[] }).results[0];
}

async function route(origin: string, destination: string, mode = 'driving'): Promise<Route> {
  const { status, body } = await get(`/v1/route?origin=${origin}&destination=${destination}&mode=${mode}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Route;
}

describe('the product on its sample', () => {
  it('prints requests that work when pasted', async () => {
    const printed = [...welcome.matchAll(/curl -H "(Authorization: Bearer \$\(cat '.*'\))" "(http\S+)"/g)];
    expect(printed.length).toBe(3);
    for (const [, header, url] of printed) {
      const [, token] = execFileSync('sh', ['-c', `printf '%s' "${header}"`], { encoding: 'utf8' }).split(
        'Bearer ',
      );
      const { status, body } = await get(url.slice(base.length), token);
      expect(status, url).toBe(200);
      const { count } = body as { count?: number };
      if (count !== undefined) expect(count, url).toBeGreaterThan(0);
    }
  });

  it('keeps the first key out of what it prints where there is no terminal', () => {
    const file = join(folder, 'first-key.txt');
    expect(key).toMatch(/^geo_[0-9A-Za-z]{36}$/);
    expect(welcome).not.toContain('geo_');
    expect(welcome).toContain(file);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it.each([
    ['Сүхбаатарын талбай', 'Сүхбаатарын талбай'],
    ['suhbaatariin talbai', 'Сүхбаатарын талбай'],
    ['chinggis square', 'Сүхбаатарын талбай'],
    ['их дэлгуур', 'Улсын их дэлгүүр'],
    ['gandan hiid', 'Гандантэгчэнлин хийд'],
    ['Peace Avenue 7', 'Энхтайваны өргөн чөлөө 7'],
    ['энхтайван 7', 'Энхтайваны өргөн чөлөө 7'],
  ])('finds %s', async (query, name) => {
    const found = await search(query);
    expect(found[0]?.name, JSON.stringify(found)).toBe(name);
  });

  it('finds nothing for gibberish', async () => {
    expect(await search('xqzjwvk')).toEqual([]);
  });

  it('finds the same house forwards and backwards', async () => {
    const [house] = await search('Энхтайваны өргөн чөлөө 7');
    const back = await reverse(house.latitude, house.longitude);
    expect(back).toMatchObject({
      id: house.id,
      name: house.name,
      address: house.address,
      type: 'address',
      distance_meters: 0,
    });
    expect(house.address).toBe('Улаанбаатар, Сүхбаатар дүүрэг, 1-р хороо');
  });

  it('knows the lake one stands at, and that the ocean is empty', async () => {
    expect(await reverse(47.9369, 106.9256)).toMatchObject({ name: 'Ногоон нуур', type: 'place' });
    expect(await reverse(0, 0)).toBeUndefined();
  });

  it('drives round the one-way street, the bollard and the forbidden turn; walks straight', async () => {
    for (const [origin, destination, drive_m, walk_m] of [
      ['106.921625,47.917227', '106.914716,47.915123', 1713, 712],
      ['106.906572,47.916202', '106.906492,47.914583', 1316, 180],
      ['106.904976,47.91935', '106.904909,47.917551', 1132, 200],
    ] as const) {
      const driven = await route(origin, destination);
      const walked = await route(origin, destination, 'walking');
      expect(Math.abs(driven.route.distance_meters - drive_m), `${origin} driving`).toBeLessThan(
        drive_m * 0.05,
      );
      expect(Math.abs(walked.route.distance_meters - walk_m), `${origin} walking`).toBeLessThan(
        walk_m * 0.05,
      );
      const { coordinates } = driven.route.geometry;
      const [start, end] = driven.waypoints;
      expect(coordinates[0]).toEqual([start.location.longitude, start.location.latitude]);
      expect(coordinates.at(-1)).toEqual([end.location.longitude, end.location.latitude]);
    }
  });

  it('takes a new key at once, keeps it to its endpoints, and stops it soon after a revocation', async () => {
    const made = await runCli(['keys', 'create', '--name', 'routes only', '--endpoints', 'route', '--json'], {
      env,
    });
    const { id, key: token } = JSON.parse(made.stdout) as { id: string; key: string };
    const path = '/v1/route?origin=106.9176,47.9188&destination=106.9144,47.9151';
    expect((await get(path, token)).status).toBe(200);
    expect(await get('/v1/geocode?q=зах', token)).toMatchObject({
      status: 403,
      body: { error: { code: 'ENDPOINT_NOT_ALLOWED', details: { allowed_endpoints: ['route'] } } },
    });
    expect((await runCli(['keys', 'revoke', id], { env })).status).toBe(0);
    await expect
      .poll(() => get(path, token))
      .toMatchObject({ status: 403, body: { error: { code: 'API_KEY_REVOKED' } } });
  });

  it('swaps to a new import and back without a failed request or an answer of the old data', async () => {
    let stop = false;
    const statuses = new Map<number, number>();
    const ids = new Set<string>();
    const client = (async () => {
      while (!stop) {
        const { status, body } = await get('/v1/geocode?q=gandan&limit=1');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const [first] = (body as { results?: Place[] }).results ?? [];
        if (first !== undefined) ids.add(first.id);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    const nameOfSquare = async (): Promise<string> => (await search('Сүхбаатарын талбай'))[0].name;
    expect(await nameOfSquare()).toBe('Сүхбаатарын талбай');
    const changed = join(env['GAZARCH_DATASET'], 'changed.osm');
    writeFileSync(
      changed,
      readFileSync(join(import.meta.dirname, '../../sample/ulaanbaatar.osm'), 'utf8').replaceAll(
        'Сүхбаатарын талбай',
        'Сүхбаатарын талбай (шинэ)',
      ),
    );
    const imported = await runCli(['import', changed, '--dataset', env['GAZARCH_DATASET']], { env });
    expect(imported.status, imported.stderr).toBe(0);
    await untilSaidByAll(nameOfSquare, 'Сүхбаатарын талбай (шинэ)');
    expect((await runCli(['rollback'], { env })).status).toBe(0);
    await untilSaidByAll(nameOfSquare, 'Сүхбаатарын талбай');
    stop = true;
    await client;
    expect([...statuses.keys()]).toEqual([200]);
    expect(ids.size).toBe(1);
    expect((await get('/health/ready')).body).toMatchObject({ status: 'ok' });
  });

  it('refuses a broken dataset, shows it in readiness and serves on from the old one', async () => {
    const served = servedPath(env['GAZARCH_DATASET']);
    const good = readFileSync(served);
    const broken = Buffer.from(good);
    broken[broken.length >> 1] ^= 1;
    const checks = { keys: 'ok', rate_limits: 'ok', geocoding: 'fail', routing: 'fail' };
    putInPlace(served, broken);
    expect(await readiness('degraded')).toMatchObject({ status: 200, body: { status: 'degraded', checks } });
    expect((await search('Сүхбаатарын талбай'))[0].name).toBe('Сүхбаатарын талбай');
    expect(
      (await route('106.921625,47.917227', '106.914716,47.915123')).route.distance_meters,
    ).toBeGreaterThan(0);
    putInPlace(served, good);
    await readiness('ok');
    expect((await search('Сүхбаатарын талбай'))[0].name).toBe('Сүхбаатарын талбай');
  });
});

function putInPlace(path: string, bytes: Buffer): void {
  writeFileSync(`${path}.aside`, bytes);
  renameSync(`${path}.aside`, path);
}

/** Each worker looks for a new dataset itself. All have it when enough answers in a row have it. */
async function untilSaidByAll(ask: () => Promise<string>, wanted: string): Promise<void> {
  for (let inRow = 0; inRow < 12; await new Promise((resolve) => setTimeout(resolve, 50)))
    inRow = (await ask()) === wanted ? inRow + 1 : 0;
}

/** Asks until the service says that it is in this state. Another worker may still be in another state. */
async function readiness(status: string): Promise<{ status: number; body: unknown }> {
  for (;;) {
    const answer = await get('/health/ready');
    if ((answer.body as { status: string }).status === status) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
