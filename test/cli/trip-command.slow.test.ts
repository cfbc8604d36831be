import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli, type CliResult } from './run-cli.js';

/** `gazarch trip`, as a user types it. */

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-trip-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const trip = (...args: string[]): Promise<CliResult> => runCli(['trip', ...args, '--dataset', dataset]);

const HOME = '106.9175,47.9181';
const ORDERS = `№;Хаяг;Өргөрөг;Уртраг;Цаг;Ачаа;Минут
1;Сүхбаатарын талбай;;;;1;5
2;талбайн хойно;47.9179;106.923;10-12;2;
3;;47.917;106.9128;"12:00 хүртэл";1;1
4;qxqzjw vkqxzj;;;;;
5;"47.9171, 106.9151";;;14:00-с хойш;;
6;;47.9184;106.9177;09:00-09:30, 16:00-17:00;9;
7;;;;;1;
`;

it('writes who visits what, a sheet and a GPX for each vehicle', async () => {
  writeFileSync(path('orders.csv'), ORDERS);
  const fleet = ['--vehicles', '2', '--capacity', '4', '--start', HOME, '--depart-at', '2026-12-01T09:00'];
  const args = [path('orders.csv'), ...fleet, '--minutes', '3', '--output', path('plan.xlsx')];
  const { status, stdout, stderr } = await trip(...args);
  expect([status, stderr]).toEqual([0, expect.stringContaining('row 5: qxqzjw vkqxzj -> not found')]);
  expect(stdout).toMatch(/vehicle 1: \d orders?, \d+\.\d km, until 1\d:\d\d\n/);
  const [whole, ...sheets] = await readSheets(path('plan.xlsx'));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Машин 1', 'Машин 2']);
  const [header, ...rows] = whole.data;
  const column = (name: string): number => header.indexOf(`gazarch_${name}`);
  const [vehicle, order, arrival, reason] = ['vehicle', 'order', 'arrival', 'reason'].map(column);
  expect(rows.map((row) => row[reason])).toEqual([
    ...[null, null, null, 'Хаяг олдсонгүй.', null],
    ...['Ачаа нь бүх машины даацаас их байна.', 'Хаяг олдсонгүй.'],
  ]);
  const planned = rows.filter((row) => row[vehicle] !== null);
  expect(planned.map((row) => Number(row[0]))).toEqual([1, 2, 3, 5]);
  const hours = [
    ['09:00', '24:00'],
    ['00:00', '12:00'],
    ['00:00', '12:00'],
    ['00:00', '24:00'],
  ];
  planned.forEach((row, i) => {
    const time = String(row[arrival]);
    expect(hours[i][0] <= time && time <= hours[i][1], `${String(row[0])} at ${time}`).toBe(true);
  });
  sheets.forEach(({ data }, i) => {
    expect(data[0]).toEqual(header);
    const own = planned
      .filter((row) => row[vehicle] === i + 1)
      .sort((a, b) => Number(a[order]) - Number(b[order]));
    expect(data.slice(1)).toEqual(own);
    const gpx = readFileSync(path(`plan.${i + 1}.gpx`), 'utf8');
    expect(gpx.match(/<name>\d\. \d\d:\d\d/g)).toHaveLength(own.length);
    expect(gpx).toContain('<trkpt');
  });
  const again = await trip(...args);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('--overwrite')]);
});

it('writes no GPX for a vehicle that stays, and removes that of an older plan', async () => {
  writeFileSync(path('near.csv'), 'lat;lon\n47.9179;106.923\n');
  writeFileSync(path('near.gazarch.2.gpx'), 'of yesterday');
  const { status, stdout } = await trip(path('near.csv'), '--vehicles', '2', '--start', HOME, '--overwrite');
  expect([status, stdout]).toEqual([0, expect.stringContaining('vehicle 2: 0 orders\n')]);
  expect(['near.gazarch.1.gpx', 'near.gazarch.2.gpx'].map((name) => existsSync(path(name)))).toEqual([
    true,
    false,
  ]);
});

it('tells a whole area, however sure it is', async () => {
  writeFileSync(path('area.csv'), 'Хаяг\nБаянгол дүүрэг 3-р хороо\nСүхбаатарын талбай\n');
  const { status, stderr } = await trip(path('area.csv'));
  expect([status, stderr]).toEqual([0, expect.stringMatching(/row 2: .*, an area: its middle is visited\n/)]);
});

it('says what is wrong', async () => {
  writeFileSync(path('wrong.csv'), 'lat;lon\n47.9181;106.9175\n47.9179;106.923\n');
  const { status, stderr } = await trip(path('wrong.csv'), '--vehicles', '11');
  expect([status, stderr]).toEqual([1, expect.stringContaining('vehicles must be')]);
});

it('solves a problem of VROOM on roads', async () => {
  const [home, near, far] = [HOME, '106.923,47.9179', '106.9128,47.917'].map((own) =>
    own.split(',').map(Number),
  );
  const job = (id: number, location: number[]): object => ({ id, location, service: 60, delivery: [1] });
  const problem = {
    vehicles: [{ id: 1, start: home, end: home, capacity: [2] }],
    jobs: [job(1, near), job(2, far)],
  };
  writeFileSync(path('problem.json'), JSON.stringify(problem));
  const { status, stdout } = await trip('--vroom', path('problem.json'));
  const { code, summary } = JSON.parse(stdout) as { code: number; summary: Record<string, number> };
  expect([status, code, summary['unassigned'], summary['service']]).toEqual([0, 0, 0, 120]);
  expect(summary['distance']).toBeGreaterThan(1000);
});
