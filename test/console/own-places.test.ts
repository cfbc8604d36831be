import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConsoleLayers } from '../../src/cli/serve/console/console-layers.js';
import { withFolderLock } from '../../src/dataset/folder-lock.js';
import { readLayer } from '../../src/dataset/layers/layer-folder.js';
import { placeReasonMn } from '../../src/web/console/text/places-mn.js';
import { newOwner, setUp, startConsole, temporaryPlace } from './test-console.js';

const COLUMNS = ['name', 'lat', 'lon'];

it('uploads own places, tells what is wrong with rows, and goes back to the version before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-layers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const south = (points: readonly (readonly [number, number])[]): number[] =>
    points.flatMap(([, lat], i) => (lat < 40 ? [i] : []));
  const layers = new ConsoleLayers(folder, { outside: (points) => Promise.resolve(south(points)) });
  const console = await startConsole(temporaryPlace(), { layers });
  const admin = await setUp(console);
  const { browser: other } = await newOwner(console, admin, 'other@example.mn');
  const rows = [
    ['Нэг', '47,91', '106,9'],
    ['', '', ''],
    ['Хоёр', 'north', '106.91'],
    ['Гурав,\nдөрөв', '35.1', '106.92'],
  ];
  const check = 'POST /api/operator/layers/check';
  expect(await other.refusal(check, { body: { columns: COLUMNS, rows } })).toMatch(/operator_needed$/);
  expect(await admin.ask(check, { body: { columns: COLUMNS, rows } })).toEqual({
    ...{ places: 2, outside: [3], problem: null },
    left_out: [{ row: 2, reason: 'lat is not a number (north)' }],
  });
  const nothing = await admin.ask(check, { body: { columns: ['name'], rows: [['x']] } });
  expect(nothing.problem).toMatch(/has no column lat, lon/);
  const put = 'PUT /api/operator/layers/:layer';
  const params = { layer: 'branches' };
  const source = '../Салбар.xlsx';
  const table = { columns: COLUMNS, rows, source };
  expect(await admin.refusal(put, { params: { layer: '../x' }, body: table })).toMatch(/layer bad_format$/);
  expect(await admin.ask(put, { params, body: table })).toMatchObject([
    { name: 'branches', places: 2, source: '___Салбар.csv', previous_places: null },
  ]);
  const names = (): string[] => readLayer(folder, 'branches').features.map(({ tags }) => tags['name']);
  expect(names()).toEqual(['Нэг', 'Гурав, дөрөв']);
  await admin.ask(put, { params, body: { ...table, rows: [rows[0]] } });
  expect(names()).toEqual(['Нэг']);
  const undo = 'POST /api/operator/layers/:layer/undo';
  expect(await admin.ask(undo, { params })).toMatchObject([{ places: 2, previous_places: 1 }]);
  expect(names()).toEqual(['Нэг', 'Гурав, дөрөв']);
  // While somebody imports nothing changes.
  await withFolderLock(folder, 'import of mongolia', async () => {
    expect(await admin.refusal(undo, { params })).toBe('503 unavailable datasets');
  });
  await admin.ask(undo, { params });
  expect(names()).toEqual(['Нэг']);
  await admin.ask('DELETE /api/operator/layers/:layer', { params });
  expect(await admin.refusal(undo, { params })).toBe('404 not_found');
  expect(readdirSync(folder).filter((name) => name.endsWith('.geojson'))).toEqual([]);
  const { entries } = await admin.ask('GET /api/operator/audit', { query: {} });
  const noted = entries.filter(({ action }) => action.startsWith('layer.'));
  expect(noted.map(({ action }) => action)).toEqual([
    ...['layer.removed', 'layer.added', 'layer.added', 'layer.added', 'layer.added'],
  ]);
  expect(noted[3].details).toEqual({ places: 1, places_before: 2 });
});

it('has a Mongolian sentence for each reason why a row is no place', async () => {
  const layers = new ConsoleLayers(tmpdir(), { outside: () => Promise.resolve([]) });
  const good = ['47.91', '106.9', 'cafe', '', ''];
  const rows = [
    ['A', ...good.slice(0, 4), 'x1'],
    ['B', ...good.slice(0, 4), 'x1'],
    ['', ...good],
    ['C', '', '106.9', 'cafe', '', ''],
    ['D', '47.9', 'east', 'cafe', '', ''],
    ['E', '106.9', '47.9', 'cafe', '', ''],
    ['F', '200', '47.9', 'cafe', '', ''],
    ['G', '0', '0', 'cafe', '', ''],
    ['H', '47.9', '106.9', 'cafe', 'yes', ''],
    ['I', '47.9', '106.9', 'cafe', 'perhaps', ''],
  ];
  const columns = ['name', 'lat', 'lon', 'category', 'closed', 'id'];
  const { left_out } = await layers.check({ columns, rows });
  expect(left_out.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const said = left_out.map(({ reason }) => placeReasonMn(reason) ?? `English: ${reason}`);
  expect(said.filter((text) => !/^[«\p{Script=Cyrillic}]/u.test(text))).toEqual([]);
  expect(said).toContain('өргөрөг 90 градусаас их: 106.9. Өргөрөг, уртраг солигдсон');
  expect(said).toContain('давхардсан дугаар (id): «x1», мөр 2');
  expect(placeReasonMn('a reason of tomorrow')).toBeNull();
});
