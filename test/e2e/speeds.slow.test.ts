import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../src/client/answers.js';
import { withFolderLock } from '../../src/dataset/folder-lock.js';
import { currentSpeeds, writeSpeeds } from '../../src/sources/embedded/roads/speed-files.js';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from './workers-service.js';

/** Learned speeds in a service with two workers: taken over with no restart, kept through an import. */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.8"/><node id="2" lat="47.9" lon="106.9"/>
  <node id="9" lat="47.9" lon="106.81"><tag k="place" v="suburb"/><tag k="name" v="Нэгдүгээр"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`;
const THERE = '/v1/route?origin=106.81,47.9&destination=106.89,47.9';
const BACK = '/v1/route?origin=106.89,47.9&destination=106.81,47.9';
/** Connections that are opened one after the other, so that each worker gets some. */
const ASKED = 8;
/** Three days in a week, so that one of them is this one. */
const SLOTS = [
  { name: 'first', hours: 'Mo-Tu' },
  { name: 'second', hours: 'We-Fr' },
  { name: 'rest', hours: null },
];

let folder: string;
let dataset: string;
let service: Service;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-speeds-'));
  dataset = join(folder, 'dataset');
  writeFileSync(join(folder, 'map.osm'), MAP);
  await importMap();
  const database = join(folder, 'keys.sqlite');
  token = await makeKey(database, 1_000_000);
  service = await Service.start({ dataset, database, workers: 2 });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function importMap(...flags: string[]): Promise<void> {
  const { status, stderr } = await runCli([
    ...['import', join(folder, 'map.osm'), '--dataset', dataset, '--tiles', 'off', ...flags],
  ]);
  expect(status, stderr).toBe(0);
}

/** What all workers answer: seconds and speeds. */
async function answers(path: string): Promise<{ seconds: number; speeds: unknown }[]> {
  const texts = await Promise.all(Array.from({ length: ASKED }, () => service.ask(path, token)));
  const all = texts.map(({ text }) => {
    const { route, speeds } = JSON.parse(text) as Answer<'RouteResponse'>;
    return JSON.stringify({ seconds: route.duration_seconds, speeds });
  });
  return [...new Set(all)].map((text) => JSON.parse(text) as { seconds: number; speeds: unknown });
}

it('are taken over by all workers, by direction, kept by an import, and gone when removed', async () => {
  const [{ seconds, speeds }] = await answers(THERE);
  expect(speeds).toBeUndefined();
  const rows = [0, 1, 2].map((slot) => ({
    ...{ key: 'way 1 +', month: '2026-11', slot },
    ...{ observed_s: 60_000, model_s: 30_000 },
  }));
  const path = await withFolderLock(dataset, 'a test', (lock) => writeSpeeds(lock, { slots: SLOTS, rows }), {
    onWait: () => undefined,
  });
  const isSlower = async (): Promise<boolean> => {
    const found = await answers(THERE);
    return found.length === 1 && Math.abs(found[0].seconds / seconds - 2) < 0.01;
  };
  await service.until(isSlower, 'the learned speeds in all workers');
  const [there] = await answers(THERE);
  expect(there.speeds).toMatchObject({ coverage: 1 });
  expect(await answers(BACK)).toMatchObject([{ seconds, speeds: { coverage: 0 } }]);
  const monday = await answers(`${THERE}&depart_at=2026-12-07T08:00`);
  expect(monday).toMatchObject([{ seconds: there.seconds, speeds: { slot: 'first', coverage: 1 } }]);
  const midnight = await answers(`${THERE}&depart_at=2026-12-08T23:59`);
  const next = { next_slot: 'second', next_slot_after_seconds: 60 };
  expect(midnight).toMatchObject([{ seconds: there.seconds, speeds: { slot: 'first', ...next } }]);

  const named = MAP.replace('Нэгдүгээр', 'Хоёрдугаар');
  writeFileSync(join(folder, 'map.osm'), named);
  await importMap();
  await service.until(isSlower, 'the same after an import');
  expect((await runCli(['rollback', '--dataset', dataset])).status).toBe(0);
  await service.until(isSlower, 'the same after a rollback');
  const broken = join(dataset, 'speeds-0002-00000000.json.gz');
  writeFileSync(broken, 'no speeds');
  expect(currentSpeeds(dataset)).not.toBe(path);
  await service.until(
    () => service.entries('learned speeds cannot be updated; the previous ones stay in use').length > 0,
    'the refusal',
  );
  expect(await isSlower()).toBe(true);

  rmSync(broken);
  const { status, stdout } = await runCli(['speeds', 'list', '--json', '--dataset', dataset]);
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    [{ slot: 'first', ways: 1 }, { ways: 1 }, { ways: 1 }],
  ]);
  expect((await runCli(['speeds', 'remove', '--dataset', dataset])).status).toBe(0);
  await service.until(async () => {
    const found = await answers(THERE);
    return found.length === 1 && found[0].seconds === seconds && found[0].speeds === undefined;
  }, 'the speeds of the map again');
});
