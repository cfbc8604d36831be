import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDatasets, servedPath } from '../../src/dataset/dataset-folder.js';
import { readDataset } from '../../src/dataset/read-dataset.js';
import { geodata, hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { runCli } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');
/** Number of moments at which an import is killed. The whole proof has 50. */
const KILLS = Number(process.env['GAZARCH_TEST_KILLS'] ?? 1);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-import-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('gazarch import', () => {
  it('makes the same bytes of the same input, verify agrees, and machines get a summary', async () => {
    const outs = ['one', 'two'].map((name) => join(folder, name));
    await copySampleDataset(outs[0]);
    const result = await runCli(['import', sample, '--dataset', outs[1], '--json']);
    expect(result.status, result.stderr).toBe(0);
    const [one, two] = outs.map((out) => readFileSync(servedPath(out)));
    expect(one.equals(two)).toBe(true);
    const verified = await runCli(['verify', outs[0]]);
    expect(verified.status, verified.stderr).toBe(0);
    expect(verified.stdout).toContain(': ok, ');
    const summary = JSON.parse(result.stdout) as {
      meta: { sources: { name: string; nodes: number }[] };
      datasetBytes: number;
    };
    expect(summary.meta.sources[0].name).toBe('ulaanbaatar.osm');
    expect(summary.meta.sources[0].nodes).toBeGreaterThan(500);
    expect(summary.datasetBytes).toBeGreaterThan(10_000);
  });

  it('ends in one clear line, and leaves the old dataset alone, for sources that are no good', async () => {
    const out = join(folder, 'safe');
    await copySampleDataset(out);
    const before = readFileSync(servedPath(out));
    const xml = readFileSync(sample);
    const bad: Record<string, Buffer> = {
      'cut.osm': xml.subarray(0, xml.length / 2),
      'empty.osm': Buffer.alloc(0),
      'text.osm.pbf': Buffer.from('this is no map'),
      'nothing.osm': Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>'),
      'page.osm.gz': Buffer.from('<!doctype html><title>404</title>'),
      'broken.geojson': Buffer.from('{'),
    };
    for (const [name, bytes] of Object.entries(bad)) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const result = await runCli(['import', path, '--dataset', out]);
      expect(result.status, name).toBe(1);
      const errors = result.stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('gazarch:'));
      expect(errors.length, `${name}: ${result.stderr}`).toBe(1);
      expect(errors[0]).toContain(name);
      expect(result.stderr).not.toMatch(/\n {4}at /);
    }
    const missing = await runCli(['import', join(folder, 'absent.osm'), '--dataset', out]);
    expect(missing.stderr).toMatch(/absent\.osm: there is no such file/);
    expect(readFileSync(servedPath(out)).equals(before)).toBe(true);
    expect(readdirSync(out).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses a much poorer dataset unless forced to; rollback goes back', async () => {
    const out = join(folder, 'guarded');
    await copySampleDataset(out);
    const good = readFileSync(servedPath(out));
    const poor = join(folder, 'poor.osm');
    writeFileSync(poor, tinyMap('Баянзүрх'));
    const refused = await runCli(['import', poor, '--dataset', out]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/much poorer .* fell from .* --force/);
    expect(readFileSync(servedPath(out)).equals(good)).toBe(true);
    const forced = await runCli(['import', poor, '--dataset', out, '--force']);
    expect(forced.status, forced.stderr).toBe(0);
    expect(forced.stderr + forced.stdout).toContain('dataset 2 of');
    expect(readFileSync(servedPath(out)).equals(good)).toBe(false);
    expect((await runCli(['rollback', '--dataset', out])).status).toBe(0);
    expect(readFileSync(servedPath(out)).equals(good)).toBe(true);
  });

  it(`never leaves a dataset that loads wrongly when it is killed (${KILLS} moments)`, async () => {
    const out = join(folder, 'killed');
    // Two maps alternate, so that the old dataset can be told from the new one.
    const other = join(folder, 'other.osm');
    writeFileSync(other, readFileSync(sample, 'utf8').replaceAll('Сүхбаатарын талбай', 'Чингисийн талбай'));
    const maps = [sample, other];
    await copySampleDataset(out);
    const whole = [readFileSync(servedPath(out))];
    const started = performance.now();
    await runCli(['import', other, '--dataset', out], { isAnew: true });
    const whole_ms = performance.now() - started;
    whole.push(readFileSync(servedPath(out)));
    expect(whole[0].equals(whole[1])).toBe(false);
    const random = seededRandom(5);
    for (let i = 0; i < KILLS; i++) {
      const killAfter_ms = whole_ms * (0.3 + 0.7 * random());
      await runCli(['import', maps[i % 2], '--dataset', out], { killAfter_ms });
      const left = listDatasets(out);
      expect(left.length).toBeGreaterThanOrEqual(2);
      for (const { name, path } of left) {
        expect(
          whole.some((bytes) => bytes.equals(readFileSync(path))),
          `${name}, killed after ${killAfter_ms} ms`,
        ).toBe(true);
      }
      readDataset(servedPath(out));
    }
    // Whatever the next import reads, nothing of the killed ones is left.
    const next = join(folder, 'next.osm');
    writeFileSync(next, tinyMap('Баянзүрх'));
    const { status, stderr } = await runCli(['import', next, '--dataset', out, '--force']);
    expect(status, stderr).toBe(0);
    expect(readdirSync(out).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('says what is wrong with the folder it is to write to', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const result = await runCli(['import', sample, '--dataset', join(file, 'below')]);
    expect(result.status).toBe(1);
    expect(result.stderr).toMatch(/cannot write to the folder/);
    expect(existsSync(join(file, 'below'))).toBe(false);
  });

  it.skipIf(!hasGeodata)('takes GeoJSON beside OSM in one run', async () => {
    const [out, map] = [join(folder, 'layers'), join(folder, 'tiny.osm')];
    writeFileSync(map, tinyMap('Баянзүрх'));
    const result = await runCli([
      'import',
      map,
      geodata('ub-khoroo.geojson'),
      geodata('mn-places-extra.geojson'),
      '--dataset',
      out,
      '--json',
    ]);
    expect(result.status, result.stderr).toBe(0);
    const { meta } = JSON.parse(result.stdout) as {
      meta: { sources: { name: string; features?: number }[] };
    };
    expect(meta.sources.map((source) => [source.name, source.features])).toEqual([
      ['tiny.osm', undefined],
      ['ub-khoroo.geojson', 204],
      ['mn-places-extra.geojson', 40],
    ]);
  });
});
