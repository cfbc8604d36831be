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
  expect(status).toBe(2);
  const hoursRead = '10-12 = 10:00-12:00; 12:00 хүртэл = 00:00-12:00; 14:00-с хойш = 14:00-24:00';
  expect(stderr).toMatch(new RegExp(`^gazarch: Цаг +хүргэх цаг; ${hoursRead}$`, 'm'));
  expect(stderr).toMatch(/^gazarch: машин гарах газар: 47\.9181,106\.9175 Сүхбаатарын талбай/m);
  expect(stderr).toContain('мөр 5: qxqzjw vkqxzj -> Хаяг олдсонгүй.');
  expect(stderr).toContain('7 захиалгаас төлөвлөөгүй нь 3:');
  expect(stdout).toMatch(/Машин 1: \d захиалга, \d+\.\d км, \d\d:\d\d-1\d:\d\d, ачаа \d\n/);
  const [whole, ...sheets] = await readSheets(path('plan.xlsx'));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Машин 1', 'Машин 2', 'Төлөвлөөгүй']);
  const [header, ...rows] = whole.data;
  const column = (name: string): number => header.indexOf(`gazarch_${name}`);
  const [vehicle, order, arrival, reason] = ['vehicle', 'order', 'arrival', 'reason'].map(column);
  const reasons = [
    ...[null, null, null, 'Хаяг олдсонгүй.', null],
    ...['Ачаа нь бүх машины даацаас их байна.', 'Хаяггүй байна.'],
  ];
  expect(rows.map((row) => row[reason])).toEqual(reasons);
  const planned = rows.filter((row) => row[vehicle] !== null);
  expect(planned.map((row) => Number(row[0]))).toEqual([1, 2, 3, 5]);
  const hours = [
    ['09:00', '24:00'],
    ['10:00', '12:00'],
    ['00:00', '12:00'],
    ['14:00', '24:00'],
  ];
  sheets.slice(0, 2).forEach(({ data: [[title], names, out, ...stops] }, i) => {
    const back = stops.pop()!;
    expect(String(title)).toMatch(new RegExp(`^Машин ${i + 1}, 2026-12-01: \\d захиалга, `));
    expect(names).toEqual(['#', 'Очих', 'Эхлэх', 'Цаг', 'Хаяг', '№', 'Ачаа', 'Тайлбар']);
    expect([out[4], back[4]].map(String)).toEqual([
      expect.stringMatching(/^Гарах: Сүхбаатарын талбай/),
      expect.stringMatching(/^Буцаж ирэх: Сүхбаатарын талбай/),
    ]);
    const own = planned
      .filter((row) => row[vehicle] === i + 1)
      .sort((a, b) => Number(a[order]) - Number(b[order]));
    expect(stops.map(([number, time, , , , id]) => [number, time, String(id)])).toEqual(
      own.map((row) => [row[order], row[arrival], String(row[0])]),
    );
    for (const [, time, begun, , , id, , remarks] of stops) {
      const [from, to] = hours[planned.findIndex((row) => String(row[0]) === String(id))];
      expect(String(begun) > String(time)).toBe(String(remarks).includes('хүлээнэ'));
      expect(from <= String(begun) && String(begun) <= to, `${String(id)} at ${String(begun)}`).toBe(true);
    }
    const gpx = readFileSync(path(`plan.${i + 1}.gpx`), 'utf8');
    expect(gpx.match(/<name>\d\. \d\d:\d\d/g)).toHaveLength(own.length);
    expect(gpx).toContain('<trkpt');
  });
  expect(sheets[2].data.slice(2).map((row) => row[1])).toEqual(['qxqzjw vkqxzj', '47.9184, 106.9177', null]);
  expect(sheets[2].data.slice(2).map((row) => row.at(-1))).toEqual(reasons.filter((own) => own !== null));
  const again = await trip(...args);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('--overwrite')]);
});

it('writes no GPX for a vehicle that stays, and removes its own of an older plan', async () => {
  writeFileSync(path('near.csv'), 'lat;lon\n47.9179;106.923\n');
  const old = ['near.gazarch.1.gpx', 'near.gazarch.2.gpx', 'near.gazarch.3.gpx'];
  for (const name of old) writeFileSync(path(name), '<gpx version="1.1" creator="gazarch">');
  const args = [path('near.csv'), '--vehicles', '2', '--start', HOME];
  const { status, stdout, stderr } = await trip(...args);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Vehicle 2: 0 orders\n')]);
  expect(stderr).toMatch(/vehicles may depart at \d{4}-\d\d-\d\d 09:00/);
  expect(old.map((name) => existsSync(path(name)))).toEqual([true, false, false]);
  rmSync(path('near.gazarch.csv'));
  writeFileSync(path(old[2]), 'of another program');
  const other = await trip(...args);
  expect([other.status, other.stderr]).toEqual([
    1,
    expect.stringContaining('near.gazarch.3.gpx already exists'),
  ]);
});

it('tells a whole area, however sure it is', async () => {
  writeFileSync(path('area.csv'), 'Хаяг\nБаянгол дүүрэг 3-р хороо\nСүхбаатарын талбай\n');
  const { status, stderr } = await trip(path('area.csv'), '--lang', 'en');
  expect([status, stderr]).toEqual([0, expect.stringMatching(/row 2: .*its center is visited\n/)]);
});

it('begins nowhere that is not sure, unless that is accepted', async () => {
  writeFileSync(path('start.csv'), 'Хаяг\nСүхбаатарын талбай\n');
  const args = [path('start.csv'), '--lang', 'en', '--overwrite', '--start'];
  const district = await trip(...args, 'Баянгол дүүрэг');
  expect([district.status, district.stderr]).toEqual([
    1,
    expect.stringMatching(/begin at .*Баянгол.*its center is visited\n.*--accept-start\n$/s),
  ]);
  expect((await trip(...args, 'Баянгол дүүрэг', '--accept-start')).status).toBe(0);
});

it('says what is wrong', async () => {
  writeFileSync(path('wrong.csv'), 'lat;lon\n47.9181;106.9175\n47.9179;106.923\n');
  const { status, stderr } = await trip(path('wrong.csv'), '--vehicles', '11');
  expect([status, stderr]).toEqual([1, expect.stringContaining('--vehicles must be a whole number from 1')]);
  const early = await trip(path('wrong.csv'), '--start', HOME, '--until', '08:00', '--lang', 'mn');
  expect([early.status, early.stderr]).toEqual([1, expect.stringContaining('09:00 цагаас хойш байх ёстой')]);
  writeFileSync(path('wrong.csv'), 'lat;lon;time\n47.9;106.9;early\n47.9;106.9;14\n');
  const cells = await trip(path('wrong.csv'));
  expect([cells.status, cells.stderr]).toEqual([
    1,
    expect.stringMatching(/row 2: time is "early"; .*\n.*row 3: time is "14"; .*\n.*2 cells cannot be read/),
  ]);
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
