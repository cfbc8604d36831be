import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

/** `gazarch speeds` on one long road: what it learns, and what it keeps of who taught it. */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.8"/><node id="2" lat="47.9" lon="106.85"/>
  <node id="3" lat="47.9" lon="106.9"/>
  <node id="9" lat="47.9" lon="106.81"><tag k="place" v="suburb"/><tag k="name" v="Нэгдүгээр"/></node>
  <way id="71"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
  <way id="72"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way></osm>`;

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-speeds-command-'));
  dataset = join(folder, 'dataset');
  writeFileSync(join(folder, 'map.osm'), MAP);
  const { status, stderr } = await runCli([
    ...['import', join(folder, 'map.osm'), '--dataset', dataset, '--tiles', 'off'],
  ]);
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const speeds = (...args: string[]) => runCli(['speeds', ...args, '--dataset', dataset]);

/** Drives from west to east, at 08:00 in Ulaanbaatar on days of November, in some seconds each. */
function drivesFile(name: string, vehicles: readonly string[], seconds: number): string {
  const rows = vehicles.flatMap((vehicle, i) =>
    Array.from({ length: seconds / 10 + 1 }, (_, at) => {
      const time = new Date(Date.UTC(2026, 10, 2 + 7 * (i % 4), 0, 0, 10 * at + Math.floor(i / 4) * 3000));
      return [vehicle, time.toISOString(), 47.9, (106.8 + (0.1 * 10 * at) / seconds).toFixed(6)].join();
    }),
  );
  const path = join(folder, name);
  const byVehicle = [...rows].sort();
  writeFileSync(path, ['id,time,lat,lon', ...byVehicle].join('\n'));
  return path;
}

const TAXIS = ['taxi-11', 'taxi-12', 'taxi-13', 'taxi-11', 'taxi-12', 'taxi-13'];

it('learns, says how wrong times were, and keeps nothing of who drove', async () => {
  const file = drivesFile('november.csv', TAXIS, 900);
  const broken = join(folder, 'broken.csv');
  writeFileSync(broken, readFileSync(file, 'utf8').replace('47.9', 'north'));
  const learned = await speeds('learn', file, broken, join(folder, 'none.gpx'), '--json');
  expect(learned.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/broken\.csv: row \d+ is nowhere/),
    expect.stringMatching(/none\.gpx: .*no such file/),
  ]);
  expect(learned.status).toBe(1);
  expect(JSON.parse(learned.stdout)).toMatchObject({ files: 1, drives: 6, vehicles: 3, rows: 4 });

  const { stdout: list } = await speeds('list', '--json');
  const slots = JSON.parse(list) as { slot: string; ways: number; country: number | null }[];
  expect(slots.filter(({ ways }) => ways > 0)).toMatchObject([{ slot: 'morning-peak', ways: 2 }]);
  const { stdout: errors } = await speeds('check', drivesFile('december.csv', TAXIS, 900));
  const [, map, after] = /all +6 +([\d.]+) % +([\d.]+) %/.exec(errors)!.map(Number);
  expect(map).toBeGreaterThan(15);
  expect(after).toBeLessThan(map / 2);

  const [name] = readdirSync(dataset).filter((own) => own.startsWith('speeds-'));
  const text = gunzipSync(readFileSync(join(dataset, name))).toString();
  for (const told of ['taxi', '47.', '106.', '2026-11-', 'T00:', 'november'])
    expect(text).not.toContain(told);
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as unknown[]).slice(0, 4)),
  ).toEqual([
    ['country', '2026-11', 2, 6],
    ['country primary', '2026-11', 2, 6],
    ['way 71 +', '2026-11', 2, 6],
    ['way 72 +', '2026-11', 2, 6],
  ]);
  expect((await speeds('export')).stdout).toContain('way 71 +,2026-11,morning-peak,6,');
});

it('adds another run, forgets months, and refuses other slots', async () => {
  const again = await speeds('learn', drivesFile('more.csv', TAXIS, 900));
  expect(again.status, again.stderr).toBe(0);
  expect((await speeds('export')).stdout).toContain('way 71 +,2026-11,morning-peak,12,');
  const other = await speeds('learn', join(folder, 'more.csv'), '--slots', 'night 22:00-07:00; day');
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('other slots')]);
  writeFileSync(join(folder, 'map.osm'), MAP.replace(/<way id="72">.*?<\/way>/s, ''));
  await runCli(['import', join(folder, 'map.osm'), '--dataset', dataset, '--tiles', 'off', '--force']);
  expect((await speeds('list')).stderr).toContain('not on the map that is served: 1 way');
  const none = await speeds('forget', '--before', '2026-11');
  expect([none.status, none.stderr]).toEqual([0, expect.stringContaining('0 of 4 rows')]);
  const all = await speeds('forget', '--before', '2026-12');
  expect([all.status, all.stderr]).toEqual([0, expect.stringContaining('4 of 4 rows')]);
  expect(readdirSync(dataset).filter((own) => own.startsWith('speeds-'))).toEqual([]);
  expect((await speeds('list')).stderr).toContain('no speeds were learned');
});

it('writes nothing of one vehicle, or where nobody says which file is of which vehicle', async () => {
  const alone = await speeds('learn', drivesFile('alone.csv', Array<string>(8).fill('taxi-11'), 900));
  expect([alone.status, alone.stderr]).toEqual([1, expect.stringContaining('nothing was learned')]);
  expect(alone.stderr.trim().split('\n')).toHaveLength(1);
  const unnamed = join(folder, 'unnamed.geojson');
  const line = {
    type: 'LineString',
    coordinates: [
      [106.8, 47.9],
      [106.9, 47.9],
    ],
  };
  writeFileSync(unnamed, JSON.stringify(line));
  const timeless = await speeds('learn', unnamed);
  expect(timeless.stderr).toContain('its points have no times');
  expect(existsSync(dataset) && readdirSync(dataset).filter((own) => own.startsWith('speeds-'))).toEqual([]);
});
