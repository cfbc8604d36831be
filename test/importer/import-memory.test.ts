import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planMemory } from '../../src/importer/import-memory.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-memory-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of that many bytes, of which none takes place on the disk. */
function file(name: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  truncateSync(path, bytes);
  return path;
}

it('does two things at once with enough memory, one with less, and none with too little', () => {
  const sources = [file('map.osm.pbf', 20e6), file('own.geojson', 1e6)];
  const roomy = planMemory(sources, 1e6);
  expect(roomy).toMatchObject({ oneByOne: false, isEnough: true });
  const exact = planMemory(sources, roomy.needed_MB);
  expect(exact).toMatchObject({ oneByOne: false, isEnough: true });
  const small = planMemory(sources, roomy.needed_MB - 1);
  expect(small).toMatchObject({ oneByOne: true, isEnough: true });
  expect(small.needed_MB).toBeLessThan(roomy.needed_MB);
  expect(planMemory(sources, small.needed_MB - 1)).toMatchObject({ oneByOne: true, isEnough: false });
});

it('needs more for more, and for the same map as XML about as much', () => {
  const needed_MB = (path: string): number => planMemory([path], 1e6).needed_MB;
  expect(needed_MB(file('b.osm.pbf', 40e6))).toBeGreaterThan(needed_MB(file('a.osm.pbf', 20e6)));
  expect(needed_MB(file('c.osm', 400e6)) / needed_MB(file('d.osm.pbf', 20e6))).toBeCloseTo(1, 0);
});

it('asks the system what is free', () => {
  expect(planMemory([file('tiny.osm', 1000)])).toMatchObject({ isEnough: true });
});
