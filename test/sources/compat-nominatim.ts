import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { geodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { MONACO } from './engines.js';

/**
 * The same requests to the real Nominatim and to `/compat/nominatim`, on the same map: what Nominatim says of
 * a place is in ours, with the same type. GAZARCH_COMPAT_REQUESTS says how many.
 */
const REQUESTS = Number(process.env['GAZARCH_COMPAT_REQUESTS'] ?? 500);
const SEED = Number(process.env['GAZARCH_FUZZ_SEED'] ?? 53);

const next = seededRandom(SEED);

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** @param port of a Nominatim with the map of Monaco */
export function formsOfNominatim(port: () => number): void {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-compat-'));
  let service: Service;
  let key = '';
  beforeAll(async () => {
    const [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
    const map = geodata('monaco-250101-osmix.osm.pbf');
    const { status, stderr } = await runCli(['import', map, '--dataset', dataset]);
    if (status !== 0) throw new Error(stderr);
    key = await makeKey(database, 1_000_000);
    service = await Service.start({ dataset, database, workers: 1, flags: ['--compat', 'nominatim'] });
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const theirs = async (path: string): Promise<any> =>
    (await fetch(`http://127.0.0.1:${port()}/${path}`)).json();
  const ours = async (path: string): Promise<any> =>
    JSON.parse((await service.ask(`/compat/key/${key}/nominatim/${path}`)).text);

  it(`has forms that are ours in ${REQUESTS} requests`, async () => {
    const { west, south, east, north } = MONACO;
    const missing = new Map<string, string>();
    const counts = { compared: 0, same: 0 };
    const compare = (path: string, their: any, our: any): void => {
      if (typeof their?.lat !== 'string' || typeof our?.lat !== 'string') return;
      counts.compared++;
      if (their.osm_id === our.osm_id) counts.same++;
      for (const [name, value] of Object.entries(their)) {
        const isThere = typeOf(our[name]) === typeOf(value) || (value === null && name in our);
        if (!isThere) missing.set(name, `${name}: ${JSON.stringify(value)} in ${path}`);
      }
      expect([path, our.boundingbox.map(typeOf)]).toEqual([path, their.boundingbox.map(typeOf)]);
      for (const [name, value] of Object.entries(our.address ?? {}))
        expect([path, name, typeOf(value)]).toEqual([path, name, 'string']);
    };
    for (let i = 0; i < REQUESTS / 2; i++) {
      const format = i % 2 === 0 ? 'json' : 'jsonv2';
      const [lat, lon] = [south + next() * (north - south), west + next() * (east - west)];
      const reverse = `reverse?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}&format=${format}`;
      const [their, our] = [await theirs(reverse), await ours(reverse)];
      compare(reverse, their, our);
      // By the name of what is there, as a person would type it.
      const name = encodeURIComponent((their.name as string) || (our.name as string) || 'Monaco');
      const search = `search?q=${name}&format=${format}&addressdetails=1&limit=3`;
      const [found, own] = [await theirs(search), await ours(search)];
      expect([search, typeOf(own)]).toEqual([search, typeOf(found)]);
      compare(search, found[0], own[0]);
    }
    if (process.env['GAZARCH_COMPAT_SHOW'] !== undefined) process.stderr.write(`${JSON.stringify(counts)}\n`);
    expect([...missing.values()]).toEqual([]);
    expect(counts.compared).toBeGreaterThan(REQUESTS / 3);
    expect(counts.same).toBeGreaterThan(0);
  });

  it('has errors of the same form', async () => {
    for (const path of ['reverse?lat=x&lon=1&format=json', 'search?q=x&limit=x&format=json']) {
      const [their, our] = [await theirs(path), await ours(path)];
      expect([path, typeOf(our.error), typeOf(our.error.code), typeOf(our.error.message)]).toEqual([
        ...[path, typeOf(their.error), typeOf(their.error.code), typeOf(their.error.message)],
      ]);
    }
    const sea = 'reverse?lat=0&lon=0&format=json';
    expect(await ours(sea)).toEqual(await theirs(sea));
  });
}
