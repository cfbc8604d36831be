import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { Load } from './load.js';
import { makeKey, Service } from './workers-service.js';

/**
 * Zones while two replicas, one with two workers and one alone, are under load: what clients see, with no
 * restart.
 *
 *     A---1---B       1 is the short way from A to B, 2 the long one.
 *      \--2--/
 */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.8"/><node id="2" lat="47.9" lon="106.9"/>
  <node id="3" lat="47.95" lon="106.85"/>
  <node id="5" lat="47.9" lon="106.79"/><node id="6" lat="47.9" lon="106.91"/>
  <node id="9" lat="47.9" lon="106.81"><tag k="place" v="suburb"/><tag k="name" v="Нэгдүгээр"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="maxheight" v="3"/></way>
  <way id="2"><nd ref="1"/><nd ref="3"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="4"><nd ref="5"/><nd ref="1"/><tag k="highway" v="residential"/></way>
  <way id="5"><nd ref="2"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>`;

const ROUTE = '/v1/route?origin=106.795,47.9&destination=106.905,47.9&notes=true';
const OWN = `${ROUTE}&vehicle=plate:1`;
const IN_ZONE = '/v1/zones?point=106.85,47.9';
/** Connections that are opened one after the other, so that each worker gets some. */
const ASKED = 8;

let folder: string;
let dataset: string;
let database: string;
let services: Service[];
let token: string;
let load: Load;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-zones-'));
  [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
  writeFileSync(join(folder, 'map.osm'), MAP);
  const { status, stdout, stderr } = await runCli(['import', join(folder, 'map.osm'), '--dataset', dataset]);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('  signs     roads with height or weight limits: 1\n');
  token = await makeKey(database, 1_000_000);
  services = await Promise.all([2, 1].map((workers) => Service.start({ dataset, database, workers })));
  load = new Load({ port: services[0].port, token, targets: [ROUTE, IN_ZONE], pause_ms: 60 });
});
afterAll(async () => {
  await load.stop();
  await Promise.all(services.map((service) => service.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function zones<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await runCli([
    ...['zones', ...args, '--database', database, '--json'],
    ...(args[0] === 'remove' ? [] : ['--dataset', dataset]),
  ]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

/** What several connections of both replicas get, without repetitions and without the ids of requests. */
async function answers(path: string): Promise<string[]> {
  const asked = services.flatMap((service) => Array.from({ length: ASKED }, () => service.ask(path, token)));
  const withoutId = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');
  return [...new Set((await Promise.all(asked)).map(({ status, text }) => `${status} ${withoutId(text)}`))];
}

/** Waits until all connections get an answer for which it holds. @returns it */
async function until(path: string, holds: (answer: string) => boolean): Promise<string> {
  let found: string[] = [];
  await services[0].until(async () => {
    found = await answers(path);
    return found.length === 1 && holds(found[0]);
  }, 'the answer of all workers');
  return found[0];
}

it('closes a zone for its vehicles in all processes of both replicas, and for nobody else', async () => {
  const [free] = await answers(ROUTE);
  expect(free).toMatch(/^200 /);
  expect(await answers(OWN)).toEqual([expect.stringMatching(/^400 .*"reason":"unknown_value","known":\[\]/)]);
  for (const [path, points] of [
    ['matrix', 'origins=106.795,47.9;106.905,47.9'],
    ['isochrone', 'minutes=5&point=106.795,47.9'],
    ['trip', 'stops=106.795,47.9;106.905,47.9'],
  ])
    expect((await answers(`/v1/${path}?${points}&vehicle=plate:1`))[0]).toMatch(/^400 .*"known":\[\]/);
  const rule = ['--closed-for', 'plate:1', '--source', 'a decree'];
  const [{ id, lost_ways }] = await zones<{ id: number; lost_ways: number }[]>(
    ...['add', '--way', '1', '--name', 'middle', ...rule],
  );
  expect(lost_ways).toBe(0);
  const round = await until(OWN, (answer) => answer.startsWith('200'));
  expect(round).toMatch(/106\.85,47\.95.*"kind":"zone_avoided".*"name":"middle".*"source":"a decree"/);
  expect(await answers(ROUTE)).toEqual([free]);
  // The next dataset has a quicker way round. Neither it nor the way back to this one opens the zone.
  const avoids = /"kind":"zone_avoided".*"name":"middle"/;
  const next = join(folder, 'next.osm');
  writeFileSync(next, MAP.replace(/(<way id="2">.*?)residential/, '$1unclassified'));
  expect((await runCli(['import', next, '--dataset', dataset, '--force'])).status).toBe(0);
  expect(await until(OWN, (answer) => answer !== round)).toMatch(avoids);
  expect((await runCli(['rollback', '1', '--dataset', dataset])).status).toBe(0);
  expect(await until(OWN, (answer) => answer === round)).toMatch(avoids);
  await zones('remove', String(id));
  await until(OWN, (answer) => answer.startsWith('400'));
});

it('keeps large vehicles off roads that are too low for them', async () => {
  const vehicles = (...args: string[]): ReturnType<typeof runCli> =>
    runCli(['vehicles', ...args, '--database', database]);
  const own = (name: string): string => ROUTE + `&vehicle=${name}`;
  expect((await vehicles('add', 'van', '--height', '2.6')).status).toBe(0);
  expect((await vehicles('add', 'lorry', '--height', '3.8')).status).toBe(0);
  expect(await until(own('lorry'), (answer) => answer.startsWith('200'))).toMatch(
    /106\.85,47\.95.*"kind":"limit_avoided"/,
  );
  expect(await answers(own('van'))).toEqual(await answers(ROUTE));
  expect((await vehicles('remove', 'lorry')).status).toBe(0);
  await until(own('lorry'), (answer) => answer.startsWith('400'));
});

it('says in which zones a point is, and after the backup was put back, too', async () => {
  const square = [
    [106.84, 47.89],
    [106.86, 47.89],
    [106.86, 47.91],
    [106.84, 47.91],
    [106.84, 47.89],
  ];
  const file = join(folder, 'zone.geojson');
  const geometry = { type: 'Polygon', coordinates: [square] };
  writeFileSync(file, JSON.stringify({ type: 'Feature', properties: { price: 5_000 }, geometry }));
  const [{ id }] = await zones<{ id: number }[]>('add', file, '--closed-for', 'truck', '--ends', 'allowed');
  const found = await until(IN_ZONE, (answer) => answer.includes(`"id":${id}`));
  expect(found).toMatch(
    /^200 {"zones":\[{"id":\d+,"name":"zone","properties":{"price":5000},"rule":{"closed_for":/,
  );
  const backup = join(folder, 'backup.sqlite');
  expect((await runCli(['keys', 'backup', backup, '--database', database])).status).toBe(0);
  const again = await Service.start({ dataset, database: backup, workers: 1 });
  try {
    expect((await again.ask(IN_ZONE, token)).text).toContain('"name":"zone"');
    const { status, text } = await again.ask(`${ROUTE}&vehicle=truck`, token);
    expect([status, text]).toEqual([200, expect.stringContaining('106.85,47.95')]);
  } finally {
    await again.stop();
  }
  // The next import has lost the way: the list says so, and everything else goes on.
  await zones('add', '--force', '--way', '1', '77', '--name', 'lost', '--closed-for', 'truck');
  const listed = await zones<{ name: string; lost_ways: number | null }[]>('list');
  expect(listed.map(({ name, lost_ways }) => [name, lost_ways])).toEqual([
    ['zone', null],
    ['lost', 1],
  ]);
});

it('has failed no request meanwhile', async () => {
  await load.stop();
  expect(load.statuses()).toEqual(['200']);
});
