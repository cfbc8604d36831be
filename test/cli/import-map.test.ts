import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PmtilesFile } from '../../src/tiles/pmtiles-file.js';
import { runCli, startCli, type CliResult } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** The last step of an import: the tiles of the map, and what becomes of the dataset without them. */

const sample = resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-import-map-'));
  for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.osm`), tinyMap(name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function importInto(out: string, ...words: string[]): Promise<CliResult> {
  return runCli(['import', '--dataset', join(folder, out), ...words], { env: { GAZARCH_TILES: 'on' } });
}
const source = (name: string): string => join(folder, `${name}.osm`);
const filesIn = (out: string): string[] =>
  readdirSync(join(folder, out))
    .filter((name) => name.startsWith('dataset-'))
    .sort();

describe('the map of an import', () => {
  it('is written beside each dataset, and goes with it', async () => {
    const first = await importInto('both', source('one'), '--json', '--keep', '1');
    expect(first.status, first.stderr).toBe(0);
    const { map } = JSON.parse(first.stdout) as { map: { path: string; tiles: number } };
    expect(map.tiles).toBeGreaterThan(3);
    const file = new PmtilesFile(map.path);
    expect(file.header.counts.addressed).toBe(map.tiles);
    file.close();
    expect(filesIn('both')).toEqual(['dataset-0001.gazarch', 'dataset-0001.pmtiles']);
    const second = await importInto('both', source('two'), '--keep', '1');
    expect(second.stdout).toMatch(/dataset 2 of[^]*dataset-0002\.pmtiles: \d+ tiles/);
    expect(filesIn('both')).toEqual(['dataset-0002.gazarch', 'dataset-0002.pmtiles']);
  });

  it('is left out when nobody wants it, and made up for later', async () => {
    const without = await importInto('later', source('one'), '--tiles', 'off');
    expect([without.status, without.stderr.includes('map:')]).toEqual([0, false]);
    expect(filesIn('later')).toEqual(['dataset-0001.gazarch']);
    const again = await importInto('later', source('one'));
    expect(again.stdout).toContain('nothing new; dataset 1');
    expect(filesIn('later')).toEqual(['dataset-0001.gazarch', 'dataset-0001.pmtiles']);
  });

  it('is no reason to fail: the dataset is served, and the command that makes the map is named', async () => {
    const out = join(folder, 'no map');
    mkdirSync(join(out, 'dataset-0001.pmtiles', 'in the way'), { recursive: true });
    const { status, stderr } = await importInto('no map', source('one'), '--force');
    expect(status).toBe(0);
    expect(stderr).toContain(
      `warning: the map could not be written; the dataset is served; to draw its map: gazarch tiles ` +
        `${source('one')} --dataset '${out}'`,
    );
    expect(readdirSync(out).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await runCli(['verify', out])).status).toBe(0);
    rmSync(join(out, 'dataset-0001.pmtiles'), { recursive: true });
    expect((await runCli(['tiles', source('one'), '--dataset', out])).status).toBe(0);
    expect(filesIn('no map')).toEqual(['dataset-0001.gazarch', 'dataset-0001.pmtiles']);
  });

  it('can be stopped: the dataset is served, and nothing half is left', async () => {
    const out = join(folder, 'stopped');
    const child = startCli(['import', sample, '--dataset', out], { env: { GAZARCH_TILES: 'on' } });
    let stderr = '';
    child.stderr!.on('data', (piece: Buffer) => {
      if (!stderr.includes('map:') && `${stderr}${piece.toString()}`.includes('map:')) child.kill('SIGINT');
      stderr += piece.toString();
    });
    const status = await new Promise((done) => child.on('close', done));
    expect(stderr).toMatch(
      /gazarch: the map was skipped; the dataset is served; to draw its map: gazarch tiles/,
    );
    expect(status).toBe(130);
    expect(filesIn('stopped')).toEqual(['dataset-0001.gazarch']);
    expect((await runCli(['verify', out])).status).toBe(0);
  });

  it('is not drawn from GeoJSON alone, which is said', async () => {
    const path = join(folder, 'points.geojson');
    const geometry = { type: 'Point', coordinates: [106.9, 47.9] };
    const properties = { name: 'Төв', place: 'suburb' };
    writeFileSync(
      path,
      JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] }),
    );
    const { status, stderr } = await importInto('points', path);
    expect([status, existsSync(join(folder, 'points', 'dataset-0001.pmtiles'))]).toEqual([0, false]);
    expect(stderr).toContain('a map is drawn from OSM files');
  });
});
