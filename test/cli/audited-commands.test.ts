import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closuresCommand } from '../../src/cli/commands/roads/closures-command.js';
import { importCommand } from '../../src/cli/commands/data/import-command.js';
import { layersCommand } from '../../src/cli/commands/data/layers-command.js';
import { projectsCommand } from '../../src/cli/commands/keys/projects-command.js';
import { vehiclesCommand } from '../../src/cli/commands/roads/vehicles-command.js';
import { zonesCommand } from '../../src/cli/commands/roads/zones-command.js';
import { openDatabase } from '../../src/database/open-database.js';

/** What commands change besides keys stands in the audit log, with who did it and the values before. */

let folder: string;
let database: string;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-audit-'));
  database = join(folder, 'keys.sqlite');
  printed = '';
  const keep = (text: unknown): boolean => ((printed = String(text)), true);
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  vi.spyOn(console, 'log').mockImplementation(keep);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function run(command: Command, ...args: string[]): Promise<void> {
  await command.parseAsync([...args, '--database', database], { from: 'user' });
}

async function entries(): Promise<{ action: string; target: string | null; details: object }[]> {
  const open = await openDatabase(database, { mustExist: true, warn: () => undefined });
  const rows = await open.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  await open.close();
  const shell = `shell:${userInfo().username}`;
  for (const { actor, account_id } of rows) expect([actor, account_id]).toEqual([shell, null]);
  return rows.map(({ action, target_name, details }) => ({
    ...{ action, target: target_name },
    details: JSON.parse(details) as object,
  }));
}

it('notes closures of ways and of areas, and what was removed', async () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [106, 47],
        [107, 47],
        [107, 48],
        [106, 47],
      ],
    ],
  };
  writeFileSync(join(folder, 'area.geojson'), JSON.stringify(area));
  await run(closuresCommand(), 'add', '--force', '--way', '5', '--mode', 'driving', '--reason', 'ice');
  await run(closuresCommand(), 'add', '--area', join(folder, 'area.geojson'), '--speed-factor', '0.5');
  await run(closuresCommand(), 'remove', '1');
  const always = { from: null, until: null };
  expect(await entries()).toEqual([
    {
      ...{ action: 'closure.added', target: 'ice' },
      details: { way: 5, mode: 'driving', speed_factor: 0, ...always },
    },
    {
      ...{ action: 'closure.added', target: '' },
      details: { area: JSON.stringify([area.coordinates]), mode: null, speed_factor: 0.5, ...always },
    },
    {
      ...{ action: 'closure.removed', target: 'ice' },
      details: {
        ...{ way_before: 5, mode_before: 'driving', speed_factor_before: 0 },
        ...{ from_before: null, until_before: null },
      },
    },
  ]);
});

it('notes zones that come and go', async () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [106, 47],
        [107, 47],
        [107, 48],
        [106, 47],
      ],
    ],
  };
  const properties = { name: 'Төв', price: 5 };
  writeFileSync(
    join(folder, 'zones.geojson'),
    JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties, geometry: area }],
    }),
  );
  await run(zonesCommand(), 'add', join(folder, 'zones.geojson'));
  const rule = ['--closed-for', 'plate:1,plate:6', '--hours', 'Mo 08:00-20:00', '--date', '2025-09-17'];
  await run(zonesCommand(), 'add', '--force', '--way', '5', '7', '--name', 'middle', ...rule);
  await run(zonesCommand(), 'list', '--json');
  const listed = JSON.parse(printed) as { lost_ways: number | null; in_force: boolean }[];
  expect(listed).toMatchObject([
    { id: 1, name: 'Төв', area: { type: 'MultiPolygon' }, properties, closed_for: [], in_force: false },
    { id: 2, name: 'middle', ways: [5, 7], closed_for: ['plate:1', 'plate:6'], ends: 'closed' },
  ]);
  await run(zonesCommand(), 'remove', '1');
  expect(await entries()).toEqual([
    {
      ...{ action: 'zone.added', target: 'Төв' },
      details: { area: JSON.stringify([area.coordinates]), properties: JSON.stringify(properties) },
    },
    {
      ...{ action: 'zone.added', target: 'middle' },
      details: {
        ...{ ways: '5 7', closed_for: 'plate:1 plate:6', hours: 'Mo 08:00-20:00', ends: 'closed' },
        ...{ source: '', date: '2025-09-17', properties: '{}' },
      },
    },
    {
      ...{ action: 'zone.removed', target: 'Төв' },
      details: {
        area_before: JSON.stringify([area.coordinates]),
        properties_before: JSON.stringify(properties),
      },
    },
  ]);
});

it.each([
  [[], 'define the zone with one of these'],
  [['--way', '5'], 'needs --name'],
  [['--road', 'x'], '--near'],
  [['--way', '5', '--name', 'x', '--force', '--closed-for', 'A plate'], '"A plate"'],
  [['--way', '5', '--name', 'x', '--force', '--hours', 'Mo'], '--closed-for'],
  [['--way', '5', '--name', 'x', '--force', '--closed-for', 'truck', '--hours', 'sometimes'], '"sometimes"'],
  [['--way', '5', '--name', 'x', '--force', '--closed-for', 'truck', '--ends', 'open'], '--ends'],
  [['--way', '5', '--name', 'x', '--force', '--closed-for', 'truck', '--date', '2025-02-30'], '--date'],
  [['none.geojson'], 'cannot read none.geojson'],
])('refuses a zone as %j', async (args, problem) => {
  expect(await refusalOf(zonesCommand(), 'add', ...args)).toContain(problem);
});

it('warns of zones with one name, and removes zones by name', async () => {
  const said = vi.spyOn(process.stderr, 'write');
  const add = (name: string): Promise<void> =>
    run(zonesCommand(), 'add', '--force', '--way', '5', '--name', name);
  await add('Төв');
  expect(said.mock.calls.join()).not.toContain('zones are called');
  await add('Төв');
  expect(said.mock.calls.join()).toContain('2 zones are called "Төв": 1, 2');
  await add('3');
  await add('bridges');
  expect(await refusalOf(zonesCommand(), 'remove', 'Төв')).toContain('specify one by its number: 1, 2');
  expect(await refusalOf(zonesCommand(), 'remove', 'bridge')).toContain('no zone bridge');
  // A number is that of a zone, whatever another one is called.
  await run(zonesCommand(), 'remove', 'bridges', '3', '1', '1', '--json');
  expect(JSON.parse(printed)).toEqual({ removed: [1, 3, 4] });
  await run(zonesCommand(), 'remove', 'Төв');
  expect((await entries()).filter(({ action }) => action === 'zone.removed')).toHaveLength(4);
});

it('notes kinds of vehicles, of which a later word changes only what it says', async () => {
  await run(vehiclesCommand(), 'add', 'ten-ton', '--weight', '8');
  await run(vehiclesCommand(), 'add', 'ten-ton', '--weight', '10', '--height', '4.5');
  const said = vi.spyOn(process.stderr, 'write');
  await run(vehiclesCommand(), 'add', 'ten-ton', '--height', '4');
  expect(said.mock.calls.join()).toContain('ten-ton already existed');
  await run(vehiclesCommand(), 'list', '--json');
  expect(JSON.parse(printed)).toEqual([{ name: 'ten-ton', height_meters: 4, weight_tons: 10 }]);
  await run(vehiclesCommand(), 'remove', 'ten-ton');
  const target = 'ten-ton';
  expect(await entries()).toEqual([
    { action: 'vehicle.added', target, details: { height_meters: null, weight_tons: 8 } },
    {
      ...{ action: 'vehicle.added', target },
      details: { height_meters: 4.5, height_meters_before: null, weight_tons: 10, weight_tons_before: 8 },
    },
    { action: 'vehicle.added', target, details: { height_meters: 4, height_meters_before: 4.5 } },
    { action: 'vehicle.removed', target, details: { height_meters_before: 4, weight_tons_before: 10 } },
  ]);
});

it.each([
  [['add', 'Big Truck', '--weight', '1'], 'Big Truck'],
  [['add', 'truck'], '--height, --weight or both'],
  [['add', 'truck', '--height', 'none'], '--height, --weight or both'],
  [['add', 'truck', '--weight', '0'], '--weight'],
  [['add', 'truck', '--height', '4m'], '--height'],
  [['remove', 'truck'], 'no key database'],
])('refuses vehicles %j', async (args, problem) => {
  expect(await refusalOf(vehiclesCommand(), ...args)).toContain(problem);
});

/** What a command says that ends with an error. */
async function refusalOf(command: Command, ...args: string[]): Promise<string> {
  const errors: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (errors.push(String(text)), true));
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit');
  });
  await run(command, ...args).catch((error: Error) => errors.push(error.message));
  return errors.join();
}

it('notes own places that come and go, and nothing where there is no key database', async () => {
  const places = join(folder, 'shops.csv');
  const dataset = ['--dataset', join(folder, 'dataset')];
  const write = (rows: number): void => {
    const lines = Array.from({ length: rows }, (_, i) => `${i},Shop ${i},47.9${i},106.9`);
    writeFileSync(places, ['id,name,lat,lon', ...lines].join('\n'));
  };
  write(2);
  await run(importCommand(), '--add', places, ...dataset);
  await expect(openDatabase(database, { mustExist: true, warn: () => undefined })).rejects.toThrow('no key');
  await run(closuresCommand(), 'add', '--force', '--way', '5');
  write(3);
  await run(importCommand(), '--add', places, ...dataset);
  await run(layersCommand(), 'remove', 'shops', ...dataset);
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect((await entries()).slice(1)).toEqual([
    {
      ...{ action: 'layer.added', target: 'shops' },
      details: { places: 3, places_before: 2, sha256: digest, sha256_before: digest },
    },
    {
      ...{ action: 'layer.removed', target: 'shops' },
      details: { places_before: 3, source_before: 'shops.csv', sha256_before: digest },
    },
  ]);
});

it('notes what is done to projects', async () => {
  await run(projectsCommand(), 'create', '--name', 'one', '--json');
  const { id } = JSON.parse(printed) as { id: string };
  await run(projectsCommand(), 'edit', id, '--name', 'two', '--total', '100');
  await run(projectsCommand(), 'edit', id, '--total', 'none');
  await run(projectsCommand(), 'archive', id);
  expect(await entries()).toEqual([
    { action: 'project.created', target: 'one', details: {} },
    { action: 'project.changed', target: 'two', details: { name: 'two', name_before: 'one' } },
    {
      ...{ action: 'project.changed', target: 'two' },
      details: { total_rate_limit: 100, total_rate_limit_before: null },
    },
    {
      ...{ action: 'project.changed', target: 'two' },
      details: { total_rate_limit: null, total_rate_limit_before: 100 },
    },
    { action: 'project.archived', target: 'two', details: {} },
  ]);
});
