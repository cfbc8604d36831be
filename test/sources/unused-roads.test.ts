import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { runImport } from '../../src/importer/run-import.js';
import type { LocalTime } from '../../src/local-time.js';
import { RoadConditions } from '../../src/routing/current/current-roads.js';
import { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import type { FoundRoute } from '../../src/sources/router.js';
import { timeOf } from '../routing/time-of.js';

/** A straight road over ice from 106.90 to 106.92, and another one around it by the north. */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.89"/><node id="2" lat="47.9" lon="106.9"/>
  <node id="3" lat="47.9" lon="106.92"/><node id="4" lat="47.9" lon="106.93"/>
  <node id="5" lat="47.91" lon="106.91"/>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="ice_road" v="yes"/></way>
  <way id="3"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
  <way id="4"><nd ref="2"/><nd ref="5"/><nd ref="3"/><tag k="highway" v="residential"/></way></osm>`;
const SUMMER = timeOf('2026-07-01');
const WINTER = timeOf('2027-01-15');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

it('lets go of roads within two minutes after the last question, and not of those of now', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-unused-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'map.osm'), MAP);
  const out = join(folder, 'dataset');
  const request = { sources: [join(folder, 'map.osm')], out, mapping: null, force: true, generator: 'test' };
  await runImport({ ...request, keep: 2 }, { onProgress: () => undefined });
  const dataset = new CurrentDataset(out);
  onTestFinished(() => dataset.close());
  await dataset.refresh();
  const slower = [{ way: 1, factor: 0.5 }];
  await dataset.setRoads({ changes: { driving: slower, walking: [] }, now: WINTER });
  dataset.watch();
  const router = new EmbeddedRouter(dataset, { snapLimit_m: 1_000 });
  const distance_m = async (departAt?: LocalTime): Promise<number> => {
    const more = {
      via: [],
      notes: false,
      steps: false,
      legs: false,
      geometry: 'full',
      language: 'mn',
    } as const;
    const found = await router.route({
      ...{ origin: [106.891, 47.9], destination: [106.929, 47.9], mode: 'driving' },
      more: { ...more, ...(departAt !== undefined && { departAt }) },
    });
    return Math.round((found as FoundRoute).distance_m / 100);
  };
  const workedOut = vi.spyOn(RoadConditions.prototype, 'costsAt');
  onTestFinished(() => workedOut.mockRestore());
  const askedAfter = async (seconds: number, departAt?: LocalTime): Promise<[number, number]> => {
    vi.advanceTimersByTime(seconds * 1_000);
    return [await distance_m(departAt), workedOut.mock.calls.length];
  };
  expect(await askedAfter(0, SUMMER)).toEqual([40, 1]);
  // Each question keeps them for a while.
  for (let i = 0; i < 6; i++) expect(await askedAfter(44, SUMMER)).toEqual([40, 1]);
  expect(await askedAfter(120, SUMMER)).toEqual([40, 2]);
  expect(await askedAfter(0)).toEqual([28, 2]);
  expect(await askedAfter(600)).toEqual([28, 2]);
});
