import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { RoadWatch } from '../../src/closures/road-watch.js';
import { openStores } from '../../src/cli/terminal/open-key-store.js';
import { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import { runCli } from '../cli/run-cli.js';

/**
 * Three ways from A to B: 1 over the ice, 2 over a pass that is closed in winter, 3 all the year round. The
 * later in this list the longer.
 */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.8"/><node id="2" lat="47.9" lon="106.9"/>
  <node id="3" lat="47.97" lon="106.85"/><node id="4" lat="47.8" lon="106.85"/>
  <node id="5" lat="47.9" lon="106.79"/><node id="6" lat="47.9" lon="106.91"/>
  <node id="9" lat="47.9" lon="106.81"><tag k="place" v="suburb"/><tag k="name" v="Нэгдүгээр"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="ice_road" v="yes"/>
    <tag k="maxspeed" v="60"/></way>
  <way id="2"><nd ref="1"/><nd ref="3"/><nd ref="2"/><tag k="highway" v="residential"/>
    <tag k="access:conditional" v="no @ (Nov-Apr)"/></way>
  <way id="3"><nd ref="1"/><nd ref="4"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="4"><nd ref="5"/><nd ref="1"/><tag k="highway" v="residential"/></way>
  <way id="5"><nd ref="2"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-roads-'));
  writeFileSync(join(folder, 'map.osm'), MAP);
  const { status, stdout, stderr } = await runCli([
    ...['import', join(folder, 'map.osm')],
    ...['--dataset', join(folder, 'dataset')],
  ]);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('driving: 2 roads, 0 gates and 0 restrictions change with the time');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Which way a route takes. */
function wayOf(route: ReturnType<EmbeddedRouter['route']>): number {
  if (route instanceof Promise || route.kind !== 'route') return 0;
  const { coordinates } = route;
  const latitudes = Array.from(coordinates.filter((_, i) => i % 2 === 1));
  return latitudes.includes(479_700_000) ? 2 : latitudes.includes(478_000_000) ? 3 : 1;
}

it('changes routes with the clock of the service, and nothing is started anew', async () => {
  const { keys, closures } = await openStores(join(folder, 'keys.sqlite'), {
    mustExist: false,
    warn: () => undefined,
  });
  const dataset = new CurrentDataset(join(folder, 'dataset'), (news) => {
    if (news.kind === 'roads') expect(news.taken).not.toBeInstanceOf(Error);
  });
  // In Ulaanbaatar it is eight hours later.
  let now_ms = Date.UTC(2027, 0, 15, 4);
  let taken = Promise.resolve();
  const watch = new RoadWatch({
    store: closures,
    timeZone: 'Asia/Ulaanbaatar',
    now: () => now_ms,
    onRoads: (wanted) => void (taken = dataset.setRoads(wanted)),
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  onTestFinished(async () => {
    await watch.close();
    dataset.close();
    await keys.close();
  });
  await watch.start();
  await dataset.refresh();
  const ask = async (): Promise<void> => {
    // The first may wait for a question that was asked before the change.
    await watch.start();
    await watch.start();
  };
  const router = new EmbeddedRouter(dataset, { snapLimit_m: 1000, snapDetour_m: 0 });
  const route = (): number =>
    wayOf(router.route({ origin: [106.795, 47.9], destination: [106.905, 47.9], mode: 'driving' }));
  const at = async (...date: [number, number, number, number?, number?]): Promise<number> => {
    now_ms = Date.UTC(...date) - 8 * 3_600_000;
    watch.look();
    await taken;
    return route();
  };
  expect(route()).toBe(1);
  expect(await at(2027, 6, 15, 12)).toBe(2);
  expect(await at(2027, 10, 15, 12)).toBe(3);
  expect(await at(2027, 0, 15, 12)).toBe(1);
  // A day passes.
  expect(await at(2027, 2, 31, 23, 59)).toBe(1);
  expect(await at(2027, 3, 1)).toBe(3);
  expect(await at(2027, 3, 30, 23)).toBe(3);
  expect(await at(2027, 4, 1)).toBe(2);
  // A closure has its time, too.
  const way = { wayId: 2, area: null, mode: null, factor: 0, reason: 'flood' };
  const [{ id }] = await closures.add(
    [{ ...way, from_ms: Date.UTC(2027, 4, 2), until_ms: Date.UTC(2027, 4, 3) }],
    now_ms,
  );
  await ask();
  expect(await at(2027, 4, 2, 7, 59)).toBe(2);
  expect(await at(2027, 4, 2, 8)).toBe(3);
  // It can be changed while it holds.
  for (const [changed, taken_way] of [
    [{ factor: 0.99 }, 2],
    [{ factor: 0 }, 3],
    [{ mode: 'walking' }, 2],
    [{ mode: 'driving' }, 3],
  ] as const) {
    await closures.change(id, changed);
    await ask();
    expect(await at(2027, 4, 2, 8, 1), JSON.stringify(changed)).toBe(taken_way);
  }
  expect(await at(2027, 4, 3, 8)).toBe(2);
});

it('closes the other road when only the road of a closure was changed', async () => {
  const own = join(folder, 'shell.sqlite');
  const { keys, closures } = await openStores(own, { mustExist: false, warn: () => undefined });
  const closure = {
    wayId: 1,
    area: null,
    mode: null,
    factor: 0,
    reason: '',
    from_ms: null,
    until_ms: null,
  };
  // Before anybody asks: the watch asks by itself, too, and reports when there is none.
  await closures.add([closure], 1);
  const wanted: unknown[] = [];
  const watch = new RoadWatch({
    store: closures,
    timeZone: 'Asia/Ulaanbaatar',
    now: () => Date.UTC(2027, 0, 15, 4),
    onRoads: ({ changes }) => wanted.push(changes.driving),
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  onTestFinished(async () => {
    await watch.close();
    await keys.close();
  });
  await watch.start();
  const shell = new Database(own);
  shell.exec('update closures set way_id = 3');
  shell.close();
  await watch.start();
  const ring = [
    [106, 47],
    [107, 47],
    [107, 48],
    [106, 47],
  ];
  const again = new Database(own);
  again.exec(`update closures set way_id = null, area = '${JSON.stringify([[ring]])}'`);
  again.close();
  await watch.start();
  expect(wanted).toEqual([
    [{ factor: 0, way: 1 }],
    [{ factor: 0, way: 3 }],
    [{ factor: 0, area: expect.anything() as unknown }],
  ]);
});
