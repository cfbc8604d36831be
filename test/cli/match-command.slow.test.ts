import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCsv } from '../../src/tables/csv.js';
import { readTraces } from '../../src/traces/read-trace.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli, type CliResult } from './run-cli.js';

/** `gazarch match`, as a user types it. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-traces-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): Promise<CliResult> {
  return runCli(['match', ...args, '--dataset', dataset]);
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** On Peace Avenue to the east, past the square. */
const POINTS = Array.from({ length: 9 }, (_, i) => [106.911 + 0.0015 * i, 47.9171]);
const CSV = `time,lat,lon\n${POINTS.map(([lon, lat], i) => `${15 * i},${lat},${lon}`).join('\n')}\n`;
const GPX = `<gpx><trk><name>A &amp; B</name><trkseg>${POINTS.map(
  ([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`,
).join('')}</trkseg></trk></gpx>`;

it('writes a matched file for each, and a table of their ways', async () => {
  const out = join(folder, 'out');
  const files = [file('one.csv', CSV), file('two.gpx', GPX), file('bad.gpx', '<gpx/>')];
  const { status, stdout, stderr } = await run(...files, '--out', out);
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/^2 of 3 files, \d+ of 18 points on roads, \d\.\d km: .*ways\.csv\n$/),
  ]);
  expect(stderr).toContain('bad.gpx: it has no track points');
  const [own] = readTraces(readFileSync(join(out, 'two.gpx'), 'utf8'));
  expect(own.name).toBe('A & B');
  expect(own.points.length).toBeGreaterThan(2);
  const [columns, ...rows] = parseCsv(readFileSync(join(out, 'ways.csv'), 'utf8').replace('\ufeff', '')).rows;
  expect(columns.slice(0, 4)).toEqual(['file', 'trace', 'matching', 'way']);
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(['one.csv', 'two.gpx']));
  const seconds = rows.filter(([name]) => name === 'one.csv').map((row) => Number(row[10]));
  const sum_s = seconds.reduce((sum, one) => sum + one, 0);
  expect(sum_s).toBeGreaterThan(20);
  expect(sum_s).toBeLessThan(121);

  const again = await run(...files, '--out', out);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  const other = await run(files[0], '--out', out, '--overwrite', '--format', 'geojson', '--accuracy', '5');
  expect(other.status, other.stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(out, 'one.geojson'), 'utf8'))).toMatchObject({
    type: 'FeatureCollection',
    features: expect.arrayContaining([expect.objectContaining({ type: 'Feature' })]) as unknown,
  });
  expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it.each([
  [['nothing.gpx'], /cannot read .*nothing\.gpx: there is no such file; check its name and folder/],
  [['.'], /cannot read .*: it is a folder; name the files in it/],
  [['one.csv', '--mode', 'flying'], /--mode must be/],
  [['one.csv', '--accuracy', '0'], /--accuracy must be/],
  [['one.csv', '--format', 'kml'], /--format must be gpx or geojson/],
])('refuses %s', async ([name, ...flags], why) => {
  const { status, stderr } = await run(join(folder, name), ...flags, '--out', join(folder, 'refused'));
  expect([status, stderr]).toEqual([1, expect.stringMatching(why)]);
});

it('goes on where it was broken off', async () => {
  const out = join(folder, 'rest');
  const paths = ['a', 'b', 'c'].map((name) => file(`${name}.csv`, CSV));
  for (const path of paths) utimesSync(path, 1, 1);
  expect((await run(...paths, '--out', out)).status).toBe(0);
  const whole = readFileSync(join(out, 'ways.csv'), 'utf8');
  rmSync(join(out, 'ways.csv'));
  expect((await run(...paths, '--out', out)).status).toBe(0);
  expect(readFileSync(join(out, 'ways.csv'), 'utf8')).toBe(whole);
});
