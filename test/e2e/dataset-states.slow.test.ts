import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli/run-cli.js';
import { tinyMap } from '../cli/tiny-map.js';
import { makeKey, Service } from './workers-service.js';
import { loners } from '../crews.js';

/** What a service does when the dataset on the disk is damaged, gone, or no file at all. */

const REFUSED = 'dataset refused or missing; the loaded one is still served';
const FELL_BACK = 'dataset refused; an older one is served';

let folder: string;
/** Two dataset files with the places «Эхний» and «Дараагийн». */
let first: string;
let second: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-states-'));
  [first, second] = await Promise.all(
    ['Эхний', 'Дараагийн'].map(async (name) => {
      const map = join(folder, `${name}.osm`);
      const out = join(folder, name);
      writeFileSync(map, tinyMap(name));
      const { status, stderr } = await runCli(['import', map], { env: { GAZARCH_DATASET: out } });
      expect(status, stderr).toBe(0);
      return join(
        out,
        readdirSync(out).find((file) => file.endsWith('.gazarch'))!,
      );
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A dataset folder with copies of these files. */
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const own = join(folder, `own-${++number}`);
  mkdirSync(own);
  for (const [name, content] of Object.entries(files))
    if (typeof content === 'string' && content.startsWith(folder)) copyFileSync(content, join(own, name));
    else writeFileSync(join(own, name), content);
  return own;
}

function damaged(path: string): Buffer {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] ^= 1;
  return bytes;
}

/** Puts a file in place at once, as an import does. */
function putInPlace(path: string, make: (aside: string) => void): void {
  make(`${path}.aside`);
  renameSync(`${path}.aside`, path);
}

describe.each(loners())('with %i workers', (workers) => {
  interface Started {
    service: Service;
    find: (name: string) => Promise<number>;
  }

  async function start(dataset: string): Promise<Started> {
    const database = join(folder, `keys-${++number}.sqlite`);
    const service = await Service.start({ dataset, database, workers });
    onTestFinished(async () => void (await service.stop()));
    const token = await makeKey(database, 100_000);
    const find = async (name: string): Promise<number> => {
      const { status, text } = await service.ask(`/v1/geocode?q=${encodeURIComponent(name)}`, token);
      return status === 200 ? (JSON.parse(text) as { count: number }).count : -status;
    };
    return { service, find };
  }

  /** Waits until as many requests as there are workers, one after the other, meet this state. */
  async function state(service: Service, wanted: 'ok' | 'degraded'): Promise<void> {
    let inARow = 0;
    await service.until(async () => {
      const { status, text } = await service.ask('/health/ready');
      expect(status).toBe(200);
      inARow = (JSON.parse(text) as { status: string }).status === wanted ? inARow + 1 : 0;
      return inARow >= 2 * workers;
    }, `the state ${wanted}`);
  }

  const inAll = (service: Service, message: string): Promise<void> =>
    service.until(() => service.entries(message).length === workers, `"${message}" in each worker`);

  it('a FIFO in place of the dataset does not stop it from taking the next one', async () => {
    const own = folderWith({ 'dataset.gazarch': first });
    const { service, find } = await start(own);
    putInPlace(join(own, 'dataset.gazarch'), (aside) => execFileSync('mkfifo', [aside]));
    await inAll(service, REFUSED);
    await state(service, 'degraded');
    expect(service.entries(REFUSED)[0].reason).toContain('it is not a regular file');
    expect(await find('Эхний')).toBe(1);
    putInPlace(join(own, 'dataset.gazarch'), (aside) => copyFileSync(second, aside));
    await inAll(service, 'dataset swapped');
    await state(service, 'ok');
    expect(await find('Дараагийн')).toBe(1);
  });

  it('a dataset that is deleted is noticed, and so is its return', async () => {
    const own = folderWith({ 'dataset.gazarch': first });
    const { service, find } = await start(own);
    renameSync(join(own, 'dataset.gazarch'), join(own, 'away'));
    await inAll(service, REFUSED);
    await state(service, 'degraded');
    expect(service.entries(REFUSED)[0].reason).toMatch(/there is no dataset in .* anymore/);
    expect(await find('Эхний')).toBe(1);
    renameSync(join(own, 'away'), join(own, 'dataset.gazarch'));
    await inAll(service, 'the dataset is intact again');
    await state(service, 'ok');
    // Each was said once.
    expect(service.entries(REFUSED).length).toBe(workers);
  });

  it.each([
    ['without numbers', 'dataset.gazarch', 'dataset.previous.gazarch'],
    ['with numbers', 'dataset-0002.gazarch', 'dataset-0001.gazarch'],
  ])('starts with the dataset before a damaged one (%s)', async (_, newest, before) => {
    const own = folderWith({ [newest]: damaged(second), [before]: first });
    const names = readdirSync(own);
    const { service, find } = await start(own);
    await inAll(service, FELL_BACK);
    expect(service.entries(FELL_BACK)[0].reason).toMatch(/is not a usable dataset: .*wrong checksum/);
    await state(service, 'degraded');
    expect(await find('Эхний')).toBe(1);
    expect(readdirSync(own)).toEqual(names);
    putInPlace(join(own, newest), (aside) => copyFileSync(second, aside));
    await inAll(service, 'dataset swapped');
    await state(service, 'ok');
    expect(await find('Дараагийн')).toBe(1);
  });

  it('starts with the newest when the pointer is no good, and follows a new pointer', async () => {
    const datasets = { 'dataset-0001.gazarch': first, 'dataset-0002.gazarch': second };
    const own = folderWith({ ...datasets, current: 'nonsense\n' });
    const { service, find } = await start(own);
    await inAll(service, FELL_BACK);
    expect(service.entries(FELL_BACK)[0].reason).toMatch(/the pointer .* names no dataset/);
    expect(await find('Дараагийн')).toBe(1);
    putInPlace(join(own, 'current'), (aside) => execFileSync('mkfifo', [aside]));
    await inAll(service, REFUSED);
    putInPlace(join(own, 'current'), (aside) => writeFileSync(aside, 'dataset-0001.gazarch\n'));
    await inAll(service, 'dataset swapped');
    await state(service, 'ok');
    expect(await find('Эхний')).toBe(1);
  });

  it('does not start when no dataset is sound', async () => {
    const own = folderWith({
      'dataset-0001.gazarch': damaged(first),
      'dataset-0002.gazarch': damaged(second),
    });
    const { status, stderr } = await runCli([
      ...['serve', '--dataset', own, '--workers', String(workers), '--port', '0'],
      ...['--database', join(folder, `keys-${++number}.sqlite`)],
    ]);
    expect(stderr).toMatch(/^gazarch: .*dataset-0002\.gazarch is not a usable dataset: .*\n$/);
    expect(status).toBe(1);
  });
});
