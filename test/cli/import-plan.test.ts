import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { planImport, planLines, type ImportPlan } from '../../src/cli/commands/data/import-plan.js';
import { planMemoryOf } from '../../src/importer/import-memory.js';
import { FaultServer } from '../sources/fault-server.js';
import { runCli } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** What an import would take, said without doing it. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-plan-'));
  writeFileSync(join(folder, 'map.osm'), tinyMap('Зайсан'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is printed by --dry-run, which leaves nothing behind', async () => {
  const out = join(folder, 'dataset');
  const args = ['import', join(folder, 'map.osm'), '--dataset', out, '--dry-run'];
  const text = await runCli(args);
  expect([text.status, text.stderr]).toEqual([0, '']);
  for (const word of ['source', 'time', 'memory', 'disk', 'nothing was imported'])
    expect(text.stdout).toMatch(new RegExp(`^${word}`, 'm'));
  const { sources, memory, disk } = JSON.parse((await runCli([...args, '--json'])).stdout) as ImportPlan;
  expect(sources).toEqual([
    { name: join(folder, 'map.osm'), bytes: statSync(join(folder, 'map.osm')).size, isDownloaded: false },
  ]);
  expect([memory.isEnough, disk.isEnough]).toEqual([true, true]);
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder)).toEqual(['map.osm']);
});

it('covers what Mongolia took', async () => {
  // The extract that the project measures with: 13.56 MB, see docs/decisions/0025-small-server.md.
  const size = { name: 'mongolia-mix.osm.pbf', bytes: 13_555_702 };
  const server = await FaultServer.start(() => ({ status: 200, text: '' }));
  onTestFinished(() => server.stop());
  server.fault = (_answer, _req, res) => res.writeHead(200, { 'content-length': String(size.bytes) }).end();
  const plan = await planImport([`${server.url.href}${size.name}`], folder, { withTiles: true });
  expect(plan.sources[0]).toMatchObject({ bytes: size.bytes, isDownloaded: true });
  expect(plan.time_s.least).toBeLessThan(50 + 24);
  expect(plan.time_s.most).toBeGreaterThan(50 + 24);
  expect(plan.memory.needed_MB).toBe(planMemoryOf([size]).needed_MB);
  // The file itself, the dataset, the tiles.
  expect(plan.disk.needed_MB).toBeGreaterThan(14 + 197 + 25);
});

it('knows the kind of a download by its name, without what the query says', async () => {
  const server = await FaultServer.start(() => ({ status: 200, text: '' }));
  onTestFinished(() => server.stop());
  server.fault = (_answer, _req, res) => res.writeHead(200, { 'content-length': '10000000' }).end();
  const asked = `${server.url.href}map.osm.pbf`;
  const plan = await planImport([`${asked}?token=s3cret`], folder, { withTiles: true });
  const plain = await planImport([asked], folder, { withTiles: true });
  // What is free changes from one moment to the next.
  expect([plan.sources, plan.time_s]).toEqual([plain.sources, plain.time_s]);
  expect(plan.disk.needed_MB).toBe(plain.disk.needed_MB);
  expect(plan.memory.needed_MB).toBe(plain.memory.needed_MB);
  expect(plan.sources[0].name).toBe(asked);
});

it('refuses --add with --dry-run, and leaves own places as they are', async () => {
  const branches = join(folder, 'branches.csv');
  writeFileSync(branches, 'id,name,lat,lon\n1,Зайсан,47.9,106.9\n');
  onTestFinished(() => rmSync(branches));
  const out = join(folder, 'of-own-places');
  const { status, stderr } = await runCli(['import', '--add', branches, '--dataset', out, '--dry-run']);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `gazarch: --add ${branches} takes seconds and does not support --dry-run; omit --dry-run, or try the ` +
      'file with --dataset DIR\n',
  );
  expect(existsSync(out)).toBe(false);
});

it('says where room is missing', () => {
  const memory = { needed_MB: 900, available_MB: 800, oneByOne: true, isEnough: false };
  const disk = { needed_MB: 500, free_MB: 400, isEnough: false };
  const lines = planLines({ sources: [], time_s: { least: 1, most: 2 }, memory, disk }).join('\n');
  expect(lines).toContain('modes are built one at a time: that may not be enough');
  expect(lines).toContain('400 MB are free: make room first');
});

it('names what is not there, and never a password', async () => {
  await expect(planImport(['no.osm'], folder, { withTiles: true })).rejects.toThrow(
    'no.osm: there is no such',
  );
  const url = 'http://me:s3cret@127.0.0.1:9/map.osm.pbf';
  await expect(planImport([url], folder, { withTiles: true })).rejects.toThrow(
    /^cannot get the size of http:\/\/\*\*\*@127\.0\.0\.1:9\/map\.osm\.pbf: .*; check the connection/,
  );
});
