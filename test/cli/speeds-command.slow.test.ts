import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

const speedsFiles = (): string[] => readdirSync(dataset).filter((own) => own.startsWith('speeds-'));
const speeds = (...args: string[]) => runCli(['speeds', ...args, '--dataset', dataset]);

/** Drives from west to east, at 08:00 in Ulaanbaatar on two days of a month, in some seconds each. */
function drivesFile(name: string, vehicles: readonly string[], seconds: number, month = 11): string {
  const rows = vehicles.flatMap((vehicle, i) =>
    Array.from({ length: seconds / 10 + 1 }, (_, at) => {
      const time = new Date(Date.UTC(2026, month - 1, i < 5 ? 5 : 12, 0, 0, 10 * at));
      return [vehicle, time.toISOString(), 47.9, (106.8 + (0.1 * 10 * at) / seconds).toFixed(6)].join();
    }),
  );
  const path = join(folder, name);
  const byVehicle = [...rows].sort();
  writeFileSync(path, ['id,time,lat,lon', ...byVehicle].join('\n'));
  return path;
}

const FIVE = ['taxi-11', 'taxi-12', 'taxi-13', 'taxi-14', 'taxi-15'];
const TAXIS = [...FIVE, ...FIVE];

it('learns, says how wrong times were, and keeps nothing of who drove', async () => {
  const file = drivesFile('november.csv', TAXIS, 900);
  const broken = join(folder, 'broken.csv');
  writeFileSync(broken, readFileSync(file, 'utf8').replace('47.9', 'north'));
  const learned = await speeds('learn', file, broken, join(folder, 'none.gpx'), '--json');
  expect(learned.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/broken\.csv: row \d+ has invalid coordinates/),
    expect.stringMatching(/none\.gpx: there is no such file; check its name and folder$/),
  ]);
  expect(learned.status).toBe(1);
  expect(JSON.parse(learned.stdout)).toMatchObject({ files: 1, drives: 10, vehicles: 5, rows: 4 });

  const { stdout: list } = await speeds('list', '--json');
  const slots = JSON.parse(list) as { slot: string; ways: number; country: number | null }[];
  expect(slots.filter(({ ways }) => ways > 0)).toMatchObject([{ slot: 'morning-peak', ways: 2 }]);
  const { stdout: errors } = await speeds('check', drivesFile('december.csv', TAXIS, 900));
  const [, map, after] = /all +10 +([\d.]+) % +([\d.]+) %/.exec(errors)!.map(Number);
  expect(map).toBeGreaterThan(15);
  expect(after).toBeLessThan(map / 2);

  const [name] = speedsFiles();
  const text = gunzipSync(readFileSync(join(dataset, name))).toString();
  for (const told of ['taxi', '47.', '106.', '2026-11-', 'T00:', 'november'])
    expect(text).not.toContain(told);
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as unknown[]).slice(0, 3)),
  ).toEqual([
    ['country', '2026-11', 2],
    ['country primary', '2026-11', 2],
    ['way 71 +', '2026-11', 2],
    ['way 72 +', '2026-11', 2],
  ]);
  expect((await speeds('export')).stdout).toContain('way 71 +,2026-11,morning-peak,');
});

it('learns a month once, or anew, so that no two files tell a run', async () => {
  const more = drivesFile('more.csv', TAXIS, 1800);
  const before = (await speeds('export')).stdout;
  const refused = await speeds('learn', more);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('2026-11 was learned before'),
  ]);
  expect((await speeds('export')).stdout).toBe(before);
  const both = await speeds('learn', more, drivesFile('october.csv', TAXIS, 900, 10));
  expect([both.status, both.stderr]).toEqual([0, expect.stringContaining('2026-11 was learned before')]);
  expect((await speeds('export')).stdout.match(/way 71 \+,2026-1\d/g)).toEqual([
    'way 71 +,2026-10',
    'way 71 +,2026-11',
  ]);
  const again = await speeds('learn', more, '--again');
  expect(again.status, again.stderr).toBe(0);
  expect((await speeds('export')).stdout.replaceAll('2026-10', '')).not.toBe(before);
  expect(speedsFiles()).toHaveLength(1);
  if (process.platform !== 'win32')
    expect(statSync(join(dataset, speedsFiles()[0])).mode & 0o777).toBe(0o600);
});

it('removes files of which all was learned, and lets those stay that have months to come', async () => {
  const over = drivesFile('over.csv', TAXIS, 900, 8);
  const later = join(folder, 'later.csv');
  writeFileSync(later, readFileSync(over, 'utf8').replaceAll('2026-08', '2099-08'));
  const none = await speeds('learn', later, '--remove-files');
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('nothing was learned')]);
  const { status, stderr } = await speeds('learn', over, later, '--remove-files');
  expect([status, stderr]).toEqual([0, expect.stringContaining('1 file was removed, and 1 kept for')]);
  expect([existsSync(over), existsSync(later)]).toEqual([false, true]);
  expect((await speeds('export')).stdout).not.toContain('2099');
  writeFileSync(over, readFileSync(later, 'utf8').replaceAll('2099-08', '2026-08'));
  const late = await speeds('learn', over, '--remove-files');
  expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('2026-08 was learned before')]);
  expect(existsSync(over)).toBe(true);
});

it('takes points that are late, and says so', async () => {
  const file = drivesFile('late.csv', TAXIS, 900, 9);
  const [header, first, second, ...others] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [header, second, first, ...others].join('\n'));
  const { status, stderr } = await speeds('learn', file);
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining('late.csv: 1 point was not in chronological order'),
  ]);
  expect((await speeds('forget', '--before', '2026-11')).status).toBe(0);
});

it('forgets months, and refuses other slots', async () => {
  const other = await speeds('learn', join(folder, 'more.csv'), '--slots', 'night 22:00-07:00; day');
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('other slots')]);
  writeFileSync(join(folder, 'map.osm'), MAP.replace(/<way id="72">.*?<\/way>/s, ''));
  await runCli(['import', join(folder, 'map.osm'), '--dataset', dataset, '--tiles', 'off', '--force']);
  expect((await speeds('list')).stderr).toContain('but not on the served map: 1 way');
  const none = await speeds('forget', '--before', '2026-11');
  expect([none.status, none.stderr]).toEqual([0, expect.stringContaining('0 of 4 rows')]);
  const all = await speeds('forget', '--before', '2026-12');
  expect([all.status, all.stderr]).toEqual([0, expect.stringContaining('4 of 4 rows')]);
  expect(speedsFiles()).toEqual([]);
  expect((await speeds('list')).stderr).toContain('no speeds were learned');
});

it('writes nothing of one vehicle, or where nobody says which file is of which vehicle', async () => {
  const alone = await speeds('learn', drivesFile('alone.csv', Array<string>(8).fill('taxi-11'), 900));
  expect([alone.status, alone.stderr]).toEqual([1, expect.stringContaining('nothing was learned')]);
  expect(alone.stderr.trim().split('\n')).toHaveLength(1);
  const drives = ['one', 'two', 'three', 'four', 'five', 'six'];
  const each = await speeds('learn', drivesFile('drives.csv', drives, 900));
  expect([each.status, each.stderr]).toEqual([1, expect.stringContaining('6 of the 6 do not count')]);
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

it('says which files cannot be read, and what to do', async () => {
  const { status, stderr } = await speeds('learn', join(folder, 'none.csv'), folder);
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/none\.csv: there is no such file; check its name and folder$/),
      `gazarch: warning: ${folder}: it is a folder; name the files in it`,
      'gazarch: nothing was learned, because no file could be read',
    ],
  ]);
});
