import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerPath, readLayer } from '../../src/dataset/layers/layer-folder.js';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { makeKey, Service } from './workers-service.js';

/** `gazarch import --add` beside a running service with two workers, as a user does it. */

/** Moments at which an addition is killed. */
const KILLS = Number(process.env['GAZARCH_TEST_KILLS'] ?? 1);

let folder: string;
let dataset: string;
let service: Service;
let token: string;

interface Place {
  id: string;
  name: string;
  address: string | null;
  distance_meters?: number;
  components?: Record<string, string>;
}

/** The ids that each worker answers with: requests on connections of their own go to both. */
async function answers(query: string): Promise<Place[][]> {
  const all: Place[][] = [];
  for (let i = 0; i < 4; i++) {
    const { status, text } = await service.ask(`/v1/geocode?${query}`, token);
    expect(status, text).toBe(200);
    all.push((JSON.parse(text) as { results: Place[] }).results);
  }
  return all;
}

const ask = async (query: string): Promise<Place[]> => (await answers(query))[0];
const search = (q: string, more = ''): string => `q=${encodeURIComponent(q)}&limit=20${more}`;

/** Waits until all workers answer so. */
async function until(query: string, holds: (places: readonly Place[]) => boolean): Promise<void> {
  await service.until(async () => (await answers(query)).every(holds), query);
}

const has = (id: string) => (places: readonly Place[]) => places.some((place) => place.id === id);

async function add(name: string, text: string, ...flags: string[]): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const result = await runCli(['import', '--add', path, '--dataset', dataset, ...flags]);
  expect(result.status, result.stderr).toBe(0);
  return result.stdout;
}

/** Thirty branches in three rows across the sample. */
function branches(names: (n: number) => string | null): string {
  const rows = Array.from({ length: 30 }, (_, i) => {
    const name = names(i + 1);
    const lat = (47.9125 + 0.002 * (i % 3)).toFixed(4);
    const lon = (106.9 + 0.0015 * i).toFixed(4);
    const address = i === 4 ? 'Энхтайваны өргөн чөлөө,77' : ',';
    return name === null ? null : `${i + 1},${name},${lat},${lon},shop=florist,${address}`;
  });
  return ['id,name,lat,lon,category,addr:street,addr:housenumber', ...rows].join('\n');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-own-'));
  dataset = join(folder, 'dataset');
  await copySampleDataset(dataset);
  const database = join(folder, 'keys.sqlite');
  token = await makeKey(database, 1_000_000);
  service = await Service.start({ dataset, database, workers: 2 });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('own places in a running service', () => {
  const QUERIES = ['сүхбаатар', 'номин', 'эмийн сан', 'bank', 'enhtaivan 5', 'сургуль', 'qqqq'];
  const texts = (): Promise<string[]> =>
    Promise.all(QUERIES.map(async (q) => (await service.ask(`/v1/geocode?${search(q)}`, token)).text));
  let before: string[];

  it('are found by name, category and address soon after the command', async () => {
    before = await texts();
    const summary = await add(
      'branches.csv',
      branches((n) => `Цэцгийн Сараана ${n}`),
    );
    expect(summary).toContain('layer branches has 30 places (30 new, 0 changed, 0 removed, 0 unchanged)');
    await until(search('цэцгийн сараана'), (places) => places.length === 20);
    const [first] = await ask(search('Цэцгийн Сараана 5'));
    expect(first).toMatchObject({
      id: 'own:branches:5',
      name: 'Цэцгийн Сараана 5',
      components: { street: 'Энхтайваны өргөн чөлөө', house_number: '77', city: 'Улаанбаатар' },
    });
    expect(first.address).toMatch(/^Улаанбаатар, .*дүүрэг, .*хороо, Энхтайваны өргөн чөлөө 77$/);
    expect((await ask(search('энхтайван 77'))).map(({ id }) => id)).toContain('own:branches:5');
    expect(await ask(search('сараана сүхбаатар дүүрэг'))).not.toEqual([]);
    const flowers = await ask(search('сараана', '&type=florist'));
    expect(flowers).toHaveLength(20);
    const nearest = await ask(search('сараана', '&near=106.9,47.9125'));
    expect(nearest[0].id).toBe('own:branches:1');
    const [reverse] = await ask('lat=47.9125&lon=106.9');
    expect(reverse).toMatchObject({ id: 'own:branches:1', distance_meters: 0 });
  });

  it('are changed and removed by the next file; what is not theirs is as it was', async () => {
    const summary = await add(
      'branches.csv',
      branches((n) => (n === 30 ? null : n === 7 ? 'Нарлаг салбар' : `Цэцгийн Сараана ${n}`)),
    );
    expect(summary).toContain('29 places (0 new, 1 changed, 1 removed, 28 unchanged)');
    await until(search('нарлаг салбар'), has('own:branches:7'));
    expect((await ask(search('Цэцгийн Сараана 30'))).map(({ id }) => id)).not.toContain('own:branches:30');
  });

  it('stay when the whole map is imported again', async () => {
    const changed = join(folder, 'changed.osm');
    writeFileSync(changed, tinyMap('Шинэ талбай'));
    const { status, stderr } = await runCli(['import', changed, '--dataset', dataset, '--force']);
    expect(status, stderr).toBe(0);
    await until(search('шинэ талбай'), (places) => places.some(({ name }) => name === 'Шинэ талбай'));
    expect((await answers(search('нарлаг салбар'))).every(has('own:branches:7'))).toBe(true);
    expect((await runCli(['rollback', '--dataset', dataset])).status).toBe(0);
    await until(search('сүхбаатарын талбай'), (places) => places[0]?.name === 'Сүхбаатарын талбай');
    expect((await answers(search('нарлаг салбар'))).every(has('own:branches:7'))).toBe(true);
  });

  it('stand in several layers, and are listed and explained', async () => {
    const point = (name: string) => ({
      type: 'Feature',
      id: name,
      properties: { name, category: 'parcel_locker' },
      geometry: { type: 'Point', coordinates: [106.92, 47.918] },
    });
    const lockers = { type: 'FeatureCollection', features: [point('Шүүгээ А'), point('Шүүгээ Б')] };
    await add('x.geojson', JSON.stringify(lockers), '--layer', 'lockers');
    await until(search('илгээмжийн шүүгээ'), has('own:lockers:Шүүгээ_А'));
    const list = await runCli(['layers', 'list', '--dataset', dataset, '--json']);
    expect(
      (JSON.parse(list.stdout) as { name: string; places: number }[]).map((l) => [l.name, l.places]),
    ).toEqual([
      ['branches', 29],
      ['lockers', 2],
    ]);
    const explained = await runCli(['explain', 'нарлаг салбар', '--dataset', dataset]);
    expect(explained.stdout).toContain('own:branches:7');
  });

  it('lose nothing when an addition is killed', async () => {
    const path = join(folder, 'branches.csv');
    const texts = ['Эхний', 'Дараах'].map((word) => branches((n) => `${word} ${n}`));
    writeFileSync(path, texts[0]);
    const args = ['import', '--add', path, '--dataset', dataset, '--layer', 'killed'];
    const begun = performance.now();
    expect((await runCli(args)).status).toBe(0);
    const whole_ms = performance.now() - begun;
    for (let i = 1; i <= KILLS; i++) {
      writeFileSync(path, texts[i % 2]);
      await runCli(args, { killAfter_ms: whole_ms * (0.5 + (0.5 * i) / KILLS) });
      const { features } = readLayer(dataset, 'killed');
      expect(features).toHaveLength(30);
      expect(new Set(features.map(({ tags }) => tags['name'].split(' ')[0])).size).toBe(1);
    }
    expect((await runCli(args)).status).toBe(0);
    expect(readdirSync(dataset).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leave out bad rows only, each with its line and reason', async () => {
    const text = [
      'id;name;lat;lon;category;closed',
      '1;Сайн газар;47.918;106.917;cafe;',
      '2;Таслал;47,918;106,917;cafe;',
      '9;Үг;47,9,18;106.917;cafe;',
      '3;Сольсон;106.917;47.918;cafe;',
      '4;;47.918;106.917;cafe;no',
      '5;"Хаалт;47.918;106.917;cafe;',
      '6;Хаалттай;47.918;106.917;cafe;yes',
      '1;Давхар;47.918;106.917;cafe;',
      '8;"Сайн ""хашилт"", зах";47.9181;106.917;cafe;',
    ].join('\r\n');
    const summary = await add('mixed.csv', `\uFEFF${text}`);
    for (const line of [
      'layer mixed has 3 places',
      'closed    1, not searchable',
      'line 4 (Үг): lat is not a number (47,9,18)',
      'line 5 (Сольсон): lat is 106.917, which is beyond 90: lat and lon are swapped',
      'line 6: no name',
      'line 7: it has a quotation mark that is not closed or is in the middle of a value',
      'line 9 (Давхар): its id "1" is already used by line 2',
    ])
      expect(summary).toContain(line);
    await until(search('Сайн хашилт зах'), has('own:mixed:8'));
  });

  it('are refused when a file has none, and the layer before stays', async () => {
    const path = join(folder, 'mixed.csv');
    const kept = readFileSync(layerPath(dataset, 'mixed'), 'utf8');
    const refused: [string, RegExp][] = [
      ['', /is empty/],
      ['a,b\n1,2', /has no column name, lat, lon; its columns are a, b/],
      [
        'name,lat,lon\nА,x,y',
        /none of the 1 entries .* is a place: 1 × lat is not a number \(x\) .*nothing was changed/,
      ],
      ['name,lat,lon', /has no places; nothing was changed/],
    ];
    for (const [text, message] of refused) {
      writeFileSync(path, text);
      const { status, stderr } = await runCli(['import', '--add', path, '--dataset', dataset]);
      expect(status).toBe(1);
      expect(stderr).toMatch(message);
    }
    // UTF-8 that was read as Windows-1252.
    const misreadText = new TextDecoder('windows-1252').decode(Buffer.from('name,lat,lon\nНом,47.9,106.9'));
    writeFileSync(path, misreadText);
    const misread = await runCli(['import', '--add', path, '--dataset', dataset]);
    expect(misread.stderr).toMatch(/its UTF-8 had been read as windows-1252/);
    expect(readFileSync(layerPath(dataset, 'mixed'), 'utf8')).toBe(kept);
  });

  it('stay when a layer is damaged; removed ones are gone, and all is as before', async () => {
    const path = layerPath(dataset, 'mixed');
    const good = readFileSync(path);
    writeFileSync(path, '{');
    // A worker that looks between the two steps of the write says so twice.
    const said = (): Set<unknown> => {
      const entries = service.entries('own places cannot be updated; the previous ones stay in use');
      return new Set(entries.map(({ worker }) => worker));
    };
    await service.until(() => said().size === 2, 'the refusal in both workers');
    expect((await answers(search('нарлаг салбар'))).every(has('own:branches:7'))).toBe(true);
    expect((await service.ask('/health/ready')).text).toContain('"geocoding":"fail"');
    writeFileSync(path, good);
    const removed = await runCli([
      'layers',
      'remove',
      'branches',
      'lockers',
      'killed',
      'mixed',
      '--dataset',
      dataset,
    ]);
    expect(removed.status, removed.stderr).toBe(0);
    expect(existsSync(path)).toBe(false);
    await until(search('нарлаг салбар'), (places) => !has('own:branches:7')(places));
    await until(search('сараана'), (places) => places.every(({ id }) => !id.startsWith('own:')));
    expect(await texts()).toEqual(before);
    expect((await service.ask('/health/ready')).text).not.toContain('fail');
    const again = await runCli(['layers', 'remove', 'mixed', '--dataset', dataset]);
    expect(again.stderr).toMatch(/there is no layer "mixed"/);
  });

  it('are added as both pages of the documentation say', async () => {
    const pages = ['own-places.md', 'own-places.mn.md'].map((name) =>
      readFileSync(resolve(import.meta.dirname, '../../docs', name), 'utf8'),
    );
    const blocks = (page: string, language: string): string[] =>
      [...page.matchAll(new RegExp(`^\`\`\`${language}$\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text);
    for (const language of ['csv', 'json', 'sh', 'text'])
      expect(blocks(pages[1], language)).toEqual(blocks(pages[0], language));
    const [page] = pages;
    writeFileSync(join(folder, 'branches.csv'), blocks(page, 'csv')[0]);
    writeFileSync(join(folder, 'lockers.geojson'), blocks(page, 'json')[0]);
    const [add, layers] = blocks(page, 'sh').map((commands) => commands.trim().split('\n'));
    const run = async (command: string): Promise<string> => {
      const [program, ...args] = command.split(' ');
      expect(program).toBe('gazarch');
      const result = await runCli(args, { cwd: folder, env: { GAZARCH_DATASET: dataset } });
      expect(result.status, result.stderr).toBe(0);
      return result.stdout;
    };
    const [printed] = [await run(add[0]), await run(add[1])];
    for (const line of blocks(page, 'text')[0].trim().split('\n'))
      expect(printed).toContain(line.replace('data/dataset: ', ''));
    const finds: [string, string][] = [
      ['saraana', 'own:branches:1'],
      ['цэцгийн дэлгүүр', 'own:branches:1'],
      ['parcel locker', 'own:lockers:L-1'],
      ['илгээмжийн шүүгээ', 'own:lockers:L-1'],
      ['Энхтайваны өргөн чөлөө 12', 'own:branches:1'],
    ];
    for (const [q, id] of finds) {
      expect(page + pages[1]).toContain(`\`${q}\``);
      await until(search(q), has(id));
    }
    const ids = (await ask(search('сараана'))).map(({ id }) => id);
    expect(ids.filter((id) => id === 'own:branches:3' || id === 'own:lockers:L-2')).toEqual([]);
    expect(await run(layers[0])).toMatch(/branches +2 +1 +branches.csv/);
    await run(layers[1]);
    expect(await run(layers[0])).not.toContain('lockers');
  });
});
