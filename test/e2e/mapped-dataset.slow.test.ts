import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { whyNotMapped } from '../../src/dataset/map-file.js';
import { runCli } from '../cli/run-cli.js';
import { makeKey, Service } from './workers-service.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { alone, crews, notAlone } from '../crews.js';

/** What a service does when something happens to the file that it has mapped. */

const LEFT = 'a mapped dataset cannot be read; all workers stop using it';
const REFUSED = 'dataset refused or missing; the loaded one is still served';
const FELL_BACK = 'dataset refused; an older one is served';
const NO_FILE = 'the current roads cannot be written to a file, so each worker computes its own';
const ROUTE = '/v1/route?origin=106.9176,47.9188&destination=106.8832,47.9065';
/** Stops koffi from loading, as on a platform that it has no binary for. */
const BLOCK = `
  const Module = require('node:module');
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === 'koffi') throw new Error('no koffi here');
    return load(name, ...rest);
  };`;

/** Notes each thread that reads or verifies a dataset, in whichever process. */
const COUNT = `
  const threads = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  threads.Worker = class extends threads.Worker {
    constructor(file, ...rest) {
      const name = /(verify|read)-worker\\.js$/.exec(String(file));
      if (name !== null) appendFileSync(process.env.COUNTED, name[0] + '\\n');
      super(file, ...rest);
    }
  };
  require('node:module').syncBuiltinESMExports();`;

let folder: string;
let file: string;
let number = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-mapped-'));
  await copySampleDataset(join(folder, 'made'));
  file = join(
    folder,
    'made',
    readdirSync(join(folder, 'made')).find((name) => name.endsWith('.gazarch'))!,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with two datasets, of which the second is served. */
function twoDatasets(): { own: string; served: string } {
  const own = join(folder, `own-${++number}`);
  mkdirSync(own);
  for (const name of ['dataset-0001.gazarch', 'dataset-0002.gazarch']) copyFileSync(file, join(own, name));
  writeFileSync(join(own, 'current'), 'dataset-0002.gazarch\n');
  const served = join(own, 'dataset-0002.gazarch');
  // Who changes a dataset file has to allow it first.
  chmodSync(served, 0o644);
  return { own, served };
}

interface Started {
  service: Service;
  database: string;
  token: string;
  /** Statuses of some requests on connections of their own; 0 for one that was cut off. */
  statuses: (count: number) => Promise<number[]>;
}

async function start(
  own: string,
  workers: number,
  more: { flags?: string[]; env?: Record<string, string>; database?: string } = {},
): Promise<Started> {
  const database = more.database ?? join(folder, `keys-${++number}.sqlite`);
  const token = await makeKey(database, 1_000_000);
  const service = await Service.start({ dataset: own, workers, ...more, database });
  onTestFinished(async () => void (await service.stop()));
  const status = async (): Promise<number> =>
    (await service.ask(ROUTE, token).catch(() => ({ status: 0 }))).status;
  return {
    service,
    database,
    token,
    statuses: (count) => Promise.all(Array.from({ length: count }, status)),
  };
}

const loaded = (service: Service): { dataset?: string; path?: string }[] =>
  service.entries('dataset loaded') as { dataset?: string; path?: string }[];

async function readiness(service: Service): Promise<{ status: string; dataset?: string }> {
  return JSON.parse((await service.ask('/health/ready')).text) as { status: string; dataset?: string };
}

describe.skipIf(whyNotMapped() !== null)('a mapped dataset', () => {
  it.each(crews(3))(
    'is said to be mapped, and verified once, whoever maps it (%i workers)',
    async (workers) => {
      const counted = join(folder, 'verified.txt');
      writeFileSync(join(folder, 'count.cjs'), COUNT);
      const env = { NODE_OPTIONS: `--require ${join(folder, 'count.cjs')}`, COUNTED: counted };
      const { service, statuses } = await start(twoDatasets().own, workers, { env });
      expect(loaded(service).map(({ dataset }) => dataset)).toEqual(Array(workers).fill('mapped'));
      expect(await readiness(service)).toMatchObject({ status: 'ok', dataset: 'mapped' });
      expect(await statuses(4)).toEqual([200, 200, 200, 200]);
      expect(readFileSync(counted, 'utf8')).toBe('verify-worker.js\n');
    },
  );

  notAlone(() =>
    it('that is made shorter ends a worker, and all go to the dataset before it', async () => {
      const { own, served } = twoDatasets();
      const { service, statuses } = await start(own, 2);
      const before = service.workers;
      truncateSync(served, 0);
      await service.until(async () => {
        await statuses(2);
        return service.entries(LEFT).length > 0;
      }, 'the death of a worker');
      // Whoever is left and whoever comes anew serve the one before: from now on nothing fails any more.
      await service.until(async () => {
        const isBack = service.workers.length === 2 && (await statuses(8)).every((status) => status === 200);
        return isBack && (await readiness(service)).status === 'degraded';
      }, 'the dataset before');
      for (let i = 0; i < 20; i++) expect(await statuses(4)).toEqual([200, 200, 200, 200]);
      expect(service.entries(LEFT).length).toBe(1);
      expect(service.entries('worker ended, another takes its place')[0].reason).toBe('signal SIGBUS');
      expect(service.workers).not.toEqual(before);
      // The next import ends it.
      rmSync(served);
      copyFileSync(file, join(own, 'dataset-0003.gazarch'));
      writeFileSync(join(own, 'current'), 'dataset-0003.gazarch\n');
      await service.until(
        async () => (await readiness(service)).status === 'ok',
        'a dataset that is in order',
      );
    }),
  );

  alone(() =>
    it('that is made shorter ends a single process, and its next start takes the one before', async () => {
      const { own, served } = twoDatasets();
      const { service, statuses } = await start(own, 1);
      truncateSync(served, 0);
      expect(await statuses(1)).toEqual([0]);
      expect(await service.ended()).toBe('SIGBUS');
      const again = await start(own, 1);
      const [refused] = again.service.entries(FELL_BACK);
      expect(refused.reason).toMatch(
        /dataset-0002\.gazarch is not a usable dataset: it is shorter than a header/,
      );
      expect(await again.statuses(4)).toEqual([200, 200, 200, 200]);
    }),
  );

  it.each(crews())(
    'answers on when it is deleted or another gets its name, and is left when written to (%i workers)',
    async (workers) => {
      const { own, served } = twoDatasets();
      const { service, statuses } = await start(own, workers);
      rmSync(served);
      await service.until(() => service.entries(REFUSED).length === workers, 'the refusal');
      expect(await statuses(8)).toEqual(Array(8).fill(200));
      // Renamed, so that no look sees half of the file.
      copyFileSync(file, `${served}.copy`);
      renameSync(`${served}.copy`, served);
      await service.until(() => service.entries('dataset swapped').length === workers, 'the swap');
      expect(await statuses(8)).toEqual(Array(8).fill(200));
      expect(service.entries('worker ended, another takes its place')).toEqual([]);
      // In place, within a look.
      chmodSync(served, 0o644);
      const fd = openSync(served, 'r+');
      writeSync(fd, Buffer.alloc(64, 255), 0, 64, statSync(served).size - 64);
      closeSync(fd);
      await service.until(() => service.entries(FELL_BACK).length === workers, 'the refusal');
      expect(service.entries(FELL_BACK)[0].reason).toMatch(/has a wrong checksum/);
      expect(service.entries(REFUSED)).toHaveLength(workers);
      await service.until(
        () => service.entries('dataset swapped').length === 2 * workers,
        'the dataset before',
      );
      expect(await statuses(4)).toEqual([200, 200, 200, 200]);
      expect((await readiness(service)).status).toBe('degraded');
    },
  );
});

/** Stops the process that works out roads, as a lack of memory does. */
const NO_ROADS = `
  const children = require('node:child_process');
  const fork = children.fork;
  children.fork = (file, ...rest) => {
    if (String(file).includes('roads-process')) throw new Error('no memory for it');
    return fork(file, ...rest);
  };
  require('node:module').syncBuiltinESMExports();`;

describe.skipIf(whyNotMapped() !== null)('roads of now', () => {
  const ASIDE = [106.9, 47.905, 106.905, 47.925];

  /** Closes roads between the ends of the route, and waits for another answer of all workers. */
  async function closeAndWait({ service, database, token }: Started): Promise<void> {
    const answers = async (): Promise<string[]> => {
      const texts = await Promise.all(Array.from({ length: 8 }, () => service.ask(ROUTE, token)));
      return [...new Set(texts.map(({ text }) => text.replace(/"request_id":"[^"]*"/, '')))];
    };
    const [before] = await answers();
    const [west, south, east, north] = ASIDE;
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const area = join(folder, 'area.geojson');
    writeFileSync(area, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    const args = [
      'closures',
      'add',
      '--area',
      area,
      '--database',
      database,
      '--dataset',
      file.replace(/[^/]*$/, ''),
    ];
    const { status, stderr } = await runCli(args);
    expect(status, stderr).toBe(0);
    await service.until(async () => {
      const now = await answers();
      return now.length === 1 && now[0] !== before;
    }, 'the closure in all workers');
  }

  const filesIn = (own: string): string[] => readdirSync(own).filter((name) => name.endsWith('.now'));

  /** Cuts their file, which ends a worker. They are made anew, and the dataset stays. */
  async function loseRoads({ service, statuses }: Started, own: string): Promise<void> {
    const path = join(own, filesIn(own)[0]);
    const { size } = statSync(path);
    chmodSync(path, 0o644);
    truncateSync(path, 0);
    await service.until(async () => {
      await statuses(2);
      return service.entries('a file with the current roads cannot be read; writing it again').length > 0;
    }, 'the death of a worker');
    await service.until(async () => {
      const isBack = service.workers.length === 2 && (await statuses(8)).every((status) => status === 200);
      return isBack && filesIn(own).length === 1 && (await readiness(service)).status === 'ok';
    }, 'the roads anew');
    expect(statSync(path).size).toBe(size);
    for (let i = 0; i < 20; i++) expect(await statuses(4)).toEqual([200, 200, 200, 200]);
    expect(service.entries(LEFT)).toEqual([]);
  }

  it.each(crews())(
    'lie in one file for all, outlive a start and a loss, and go with the last closure (%i workers)',
    async (workers) => {
      const { own } = twoDatasets();
      const started = await start(own, workers);
      await closeAndWait(started);
      const [name, ...more] = filesIn(own);
      expect(more).toEqual([]);
      const { ino } = statSync(join(own, name));
      expect(started.service.entries(NO_FILE)).toEqual([]);
      await started.service.stop();
      const again = await start(own, workers, { database: started.database });
      await again.service.until(
        async () => (await again.statuses(4)).every((status) => status === 200),
        'answers',
      );
      expect(statSync(join(own, name)).ino).toBe(ino);
      if (workers > 1) await loseRoads(again, own);
      // No file is left behind when the last closure is removed.
      const { status, stderr } = await runCli(['closures', 'remove', '1', '--database', started.database]);
      expect(status, stderr).toBe(0);
      await again.service.until(() => filesIn(own).length === 0, 'no file');
      expect(await again.statuses(8)).toEqual(Array(8).fill(200));
    },
  );

  it.each(crews())(
    'are worked out by each process where there can be no file (%i workers)',
    async (workers) => {
      const { own } = twoDatasets();
      writeFileSync(join(folder, 'no-roads.cjs'), NO_ROADS);
      const env = { NODE_OPTIONS: `--require ${join(folder, 'no-roads.cjs')}` };
      const started = await start(own, workers, { env });
      await closeAndWait(started);
      expect(filesIn(own)).toEqual([]);
      expect(started.service.entries(NO_FILE).map(({ reason }) => reason)).toEqual(['no memory for it']);
    },
  );
});

describe('without a mapper', () => {
  const blocked = (): { env: Record<string, string> } => {
    writeFileSync(join(folder, 'block.cjs'), BLOCK);
    return { env: { NODE_OPTIONS: `--require ${join(folder, 'block.cjs')}` } };
  };

  it.each(crews())('datasets are read, and that is said (%i workers)', async (workers) => {
    const { service, statuses } = await start(twoDatasets().own, workers, blocked());
    const [said] = service.entries('datasets are read into memory: files cannot be mapped here');
    expect(said.reason).toBe('no koffi here');
    expect(loaded(service).map(({ dataset }) => dataset)).toEqual(Array(workers).fill('read'));
    expect((await readiness(service)).dataset).toBe('read');
    expect(await statuses(4)).toEqual([200, 200, 200, 200]);
  });

  notAlone(() =>
    it('a service that is to map does not start', async () => {
      const database = join(folder, `keys-${++number}.sqlite`);
      const args = ['serve', '--dataset', twoDatasets().own, '--database', database, '--map-dataset', 'on'];
      const { status, stderr } = await runCli(args, blocked());
      expect(status).toBe(1);
      expect(stderr).toMatch(/--map-dataset is on, but files cannot be mapped here: no koffi here; install/);
    }),
  );

  notAlone(() =>
    it('--map-dataset off reads, although files could be mapped', async () => {
      const { service, statuses } = await start(twoDatasets().own, 1, { flags: ['--map-dataset', 'off'] });
      expect(loaded(service)[0].dataset).toBe('read');
      // Made shorter, it is refused, and what was read answers.
      truncateSync(loaded(service)[0].path!, 0);
      await service.until(() => service.entries(REFUSED).length === 1, 'the refusal');
      expect(await statuses(4)).toEqual([200, 200, 200, 200]);
    }),
  );
});
