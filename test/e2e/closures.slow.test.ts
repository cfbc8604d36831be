import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../src/client/answers.js';
import { runCli } from '../cli/run-cli.js';
import { Load } from './load.js';
import { makeKey, Service } from './workers-service.js';

/**
 * Closures while a service with two workers is under load: what clients see, with no restart.
 *
 *     A---1---B---3---C      1 is the short way from A to B, 2 the long one, 3 the only one to C.
 *      \--2--/
 */
const MAP = `<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
  <node id="1" lat="47.9" lon="106.8"/><node id="2" lat="47.9" lon="106.9"/>
  <node id="3" lat="47.95" lon="106.85"/><node id="4" lat="47.9" lon="107.0"/>
  <node id="5" lat="47.9" lon="106.79"/><node id="6" lat="47.9" lon="107.01"/>
  <node id="9" lat="47.9" lon="106.81"><tag k="place" v="suburb"/><tag k="name" v="Нэгдүгээр"/></node>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="2"><nd ref="1"/><nd ref="3"/><nd ref="2"/><tag k="highway" v="residential"/></way>
  <way id="3"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
  <way id="4"><nd ref="5"/><nd ref="1"/><tag k="highway" v="residential"/><tag k="name" v="Нарны зам"/></way>
  <way id="5"><nd ref="4"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>`;

const DETOUR = '/v1/route?origin=106.795,47.9&destination=106.9,47.9';
const ONLY = '/v1/route?origin=106.85,47.9&destination=107.005,47.9';
/** Connections that are opened one after the other, so that each worker gets some. */
const ASKED = 8;

let folder: string;
let dataset: string;
let database: string;
let service: Service;
let token: string;
let load: Load;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-closures-'));
  [dataset, database] = [join(folder, 'dataset'), join(folder, 'keys.sqlite')];
  writeFileSync(join(folder, 'map.osm'), MAP);
  const { status, stderr } = await runCli(['import', join(folder, 'map.osm'), '--dataset', dataset]);
  expect(status, stderr).toBe(0);
  token = await makeKey(database, 1_000_000);
  service = await Service.start({ dataset, database, workers: 2 });
  load = new Load({
    port: service.port,
    token,
    targets: [DETOUR, '/v1/geocode?q=negdugeer', '/health/ready'],
    pause_ms: 60,
  });
});
afterAll(async () => {
  await load.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  id: number;
  state: string;
}

async function closures<T>(...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await runCli([
    ...['closures', ...args, '--database', database, '--json'],
    ...(args[0] === 'remove' ? [] : ['--dataset', dataset]),
  ]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

/** What several connections get, without repetitions and without the ids of requests. */
async function answers(path: string): Promise<string[]> {
  const texts = await Promise.all(Array.from({ length: ASKED }, () => service.ask(path, token)));
  const withoutId = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');
  return [...new Set(texts.map(({ status, text }) => `${status} ${withoutId(text)}`))];
}

/** Waits until all connections get an answer for which it holds. @returns it */
async function until(path: string, holds: (answer: string) => boolean): Promise<string> {
  let found: string[] = [];
  await service.until(async () => {
    found = await answers(path);
    return found.length === 1 && holds(found[0]);
  }, 'the answer of all workers');
  return found[0];
}

it('makes a detour after the command, in all workers, and the old answer when removed', async () => {
  const [before] = await answers(DETOUR);
  expect(before).toMatch(/^200 /);
  const [{ id, state }] = await closures<Listed[]>('add', '--way', '1', '--reason', 'ice over the Kherlen');
  expect(state).toBe('in force');
  const detour = await until(DETOUR, (answer) => answer !== before);
  expect(detour).toMatch(/^200 .*106\.85,47\.95/);
  const [noted] = await answers(`${DETOUR}&notes=true`);
  const { detour: told, route } = JSON.parse(noted.slice(4)) as Answer<'RouteResponse'>;
  expect(told?.closures).toEqual([
    { name: null, reason: 'ice over the Kherlen', until: null, is_open: false },
  ]);
  const { route: free } = JSON.parse(before.slice(4)) as Answer<'RouteResponse'>;
  expect(told?.duration_seconds).toBeCloseTo(route.duration_seconds - free.duration_seconds, 0);
  expect(told?.distance_meters).toBeCloseTo(route.distance_meters - free.distance_meters, 0);
  await closures('remove', String(id));
  await until(DETOUR, (answer) => answer === before);
});

it('finds no path where the only road is closed, for the mode that it is closed for', async () => {
  const [before] = await answers(ONLY);
  const walk = `${ONLY}&mode=walking`;
  const [walkBefore] = await answers(walk);
  expect([before.slice(0, 3), walkBefore.slice(0, 3)]).toEqual(['200', '200']);
  const [{ id }] = await closures<Listed[]>('add', '--way', '3', '--mode', 'driving', '--to', '2100-01-01');
  const none = await until(ONLY, (answer) => answer !== before);
  expect(none).toMatch(/^404 .*no_path/);
  expect((await answers(`${ONLY}&notes=true`))[0]).toMatch(
    /"closures":\[{"name":null,"reason":null,"until":"2100/,
  );
  expect(await answers(walk)).toEqual([walkBefore]);
  await closures('remove', String(id));
  await until(ONLY, (answer) => answer === before);
});

it('closes an area, makes roads slower, and knows when', async () => {
  const [before] = await answers(DETOUR);
  const area = join(folder, 'area.geojson');
  const ring = [
    [106.84, 47.89],
    [106.86, 47.89],
    [106.86, 47.91],
    [106.84, 47.91],
    [106.84, 47.89],
  ];
  writeFileSync(area, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  const [closed] = await closures<Listed[]>('add', '--area', area);
  const detour = await until(DETOUR, (answer) => answer !== before);
  expect(detour).toMatch(/106\.85,47\.95/);
  await closures('remove', String(closed.id));
  await until(DETOUR, (answer) => answer === before);
  const [slow] = await closures<Listed[]>('add', '--way', '4', '--speed-factor', '0.5');
  const slower = await until(DETOUR, (answer) => answer !== before);
  const seconds = (answer: string): number => Number(/"duration_seconds":([\d.]+)/.exec(answer)![1]);
  expect(seconds(slower)).toBeGreaterThan(seconds(before));
  const later = await closures<Listed[]>('add', '--way', '1', '--from', '2099-01-01');
  const over = await closures<Listed[]>('add', '--way', '1', '--to', '2020-01-01');
  const gone = await closures<Listed[]>('add', '--force', '--way', '77');
  expect([...later, ...over, ...gone].map(({ state }) => state)).toEqual([
    'not yet',
    'over',
    'not in force: no such road',
  ]);
  const listed = await closures<Listed[]>('list');
  expect(listed.map(({ state }) => state)).toEqual([
    'in force',
    'not yet',
    'over',
    'not in force: no such road',
  ]);
  expect(await answers(DETOUR)).toEqual([slower]);
  await closures('remove', ...[slow, ...later, ...over, ...gone].map(({ id }) => String(id)));
  await until(DETOUR, (answer) => answer === before);
});

it('closes a road by its name near a place, and refuses a way that the map does not have', async () => {
  const [before] = await answers(DETOUR);
  const near = (place: string): string[] => ['add', '--road', 'нарны зам', '--near', place];
  const [{ id, way }] = await closures<(Listed & { way: number })[]>(...near('негдүгээр'));
  expect(way).toBe(4);
  await until(DETOUR, (answer) => answer !== before);
  await closures('remove', String(id));
  const refusal = async (...args: string[]): Promise<string> => {
    const { status, stderr } = await runCli([
      'closures',
      ...args,
      '--database',
      database,
      '--dataset',
      dataset,
      '--json',
    ]);
    return `${status} ${stderr}`;
  };
  expect(await refusal('add', '--way', '77')).toMatch(/^1 .*the map has no way 77/s);
  expect(await refusal(...near('107,47.9'))).toMatch(/^1 .*no road "нарны зам" within 3 km.*one elsewhere/s);
  expect(await refusal('add', '--road', 'x')).toMatch(/^1 .*--near/s);
  expect(await closures('list')).toEqual([]);
  await until(DETOUR, (answer) => answer === before);
});

it('takes over a thousand at once', async () => {
  const [before] = await answers(DETOUR);
  const ways = Array.from({ length: 1_000 }, (_, i) => String(i === 999 ? 1 : 10_000 + i));
  const added = await closures<Listed[]>('add', '--force', '--way', ...ways);
  await until(DETOUR, (answer) => answer !== before);
  await closures('remove', ...added.map(({ id }) => String(id)));
  await until(DETOUR, (answer) => answer === before);
});

it('has failed no request meanwhile', async () => {
  await load.stop();
  expect(load.statuses()).toEqual(['200']);
  expect(load.asked).toBeGreaterThan(200);
});
