import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/offline/offline.js';
import { runCli } from '../cli/run-cli.js';
import { countryDataset } from '../country.js';
import { geodata, hasGeodata } from '../geodata.js';
import { partOfDay } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';

/** An area that was cut, beside the whole: the extract of the city has this part of the country. */
const CITY = 'ulaanbaatar-mix.osm.pbf';
const BOX = '106.70,47.84,107.10,48.00';
const SEED = 45;
const COUNT = 3_000;
/** All are asked in so many days, or at once with GAZARCH_TEST_PARTS=all. */
const DAYS = 3;

interface Route {
  route: { duration_seconds: number; geometry: { coordinates: [number, number][] } };
  may_leave_area?: true;
}

type Opened = Awaited<ReturnType<typeof open>>;

describe.skipIf(!hasGeodata)('an area that was cut', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-area-'));
  const [west, south, east, north] = BOX.split(',').map(Number);
  let whole: Opened;
  let cut: Opened;
  beforeAll(async () => {
    const flags = ['--parts', 'search,driving,walking', '--packing', 'none'];
    const make = async (name: string, dataset: string, more: readonly string[]): Promise<Opened> => {
      const to = join(folder, name);
      const done = await runCli(['export', 'offline', '--dataset', dataset, '--to', to, ...flags, ...more]);
      expect(done.status, done.stderr).toBe(0);
      return await open(pathToFileURL(to));
    };
    const city = join(folder, 'city');
    const imported = await runCli(['import', geodata(CITY), '--dataset', city]);
    expect(imported.status, imported.stderr).toBe(0);
    whole = await make('whole', await countryDataset(), []);
    cut = await make('cut', city, ['--area', BOX]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ask = async (from: Opened, target: string): Promise<[number, string]> => {
    const { status, body } = await from.answer(target);
    return [status, new TextDecoder().decode(body)];
  };

  it.each(['driving', 'walking'])('marks each route that may be another one (%s)', async (mode) => {
    const random = seededRandom(SEED);
    const point = (): string =>
      [west + random() * (east - west), south + random() * (north - south)]
        .map((degrees) => degrees.toFixed(6))
        .join();
    const isIn = ([x, y]: [number, number]): boolean => x >= west && x <= east && y >= south && y <= north;
    const targets = Array.from({ length: COUNT }, (_, i) => {
      const via = i % 5 === 0 ? `&via=${point()}` : '';
      return `/v1/route?origin=${point()}&destination=${point()}&mode=${mode}${via}`;
    });
    const asked = partOfDay(targets, DAYS);
    const counts = { routes: 0, inside: 0, equal: 0, sameTime: 0, marked: 0, markedInside: 0 };
    for (const target of asked) {
      const [wanted, got] = await Promise.all([ask(whole, target), ask(cut, target)]);
      if (got[1].includes('"may_leave_area":true')) counts.marked++;
      if (wanted[0] !== 200) continue;
      counts.routes++;
      const [a, b] = [wanted, got].map(([, text]) => JSON.parse(text) as Partial<Route>) as [
        Route,
        Partial<Route>,
      ];
      const isInside = a.route.geometry.coordinates.every(isIn);
      if (isInside) counts.inside++;
      if (isInside && b.may_leave_area) counts.markedInside++;
      if (b.route !== undefined && got[1].replace(',"may_leave_area":true', '') === wanted[1]) counts.equal++;
      else if (b.route?.duration_seconds === a.route.duration_seconds) counts.sameTime++;
      // A path inside may be one of several that take the same time.
      else {
        expect(isInside, `seed ${SEED}: ${target}`).toBe(false);
        expect(got[1], `seed ${SEED}: ${target}`).toContain('"may_leave_area":true');
      }
    }
    expect(counts.inside).toBeGreaterThan(asked.length / 2);
    // Else everything may be marked, which says nothing.
    expect(counts.markedInside).toBeLessThan(0.75 * counts.inside);
    expect(counts.marked).toBeGreaterThan(0);
  });

  it('finds only places in it', async () => {
    const [, text] = await ask(cut, '/v1/geocode?q=сум&limit=20');
    const { results } = JSON.parse(text) as { results: { longitude: number; latitude: number }[] };
    for (const { longitude, latitude } of results)
      expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
    const [status, beyond] = await ask(cut, `/v1/geocode?lat=${south - 1}&lon=${west - 1}`);
    expect([status, beyond]).toEqual([200, expect.stringContaining('"may_leave_area":true')]);
  });
});
