import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeKey } from '../e2e/workers-service.js';
import { manifestOf } from '../dataset-feed/feed-server.js';
import { freePort } from '../free-port.js';
import { NO_REDIS, RedisServer } from '../limits/redis-server.js';
import { fakeOsrm } from '../sources/fake-osrm.js';
import { FaultServer } from '../sources/fault-server.js';
import { runCli, type CliOptions } from './run-cli.js';
import { tinyMap } from './tiny-map.js';

/** `gazarch doctor` finds what is planted, and nothing where nothing is. It takes 20 s. */

interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failure';
  found: string;
  remedy?: string;
}

let folder: string;
let sound: string;
let data: string;
let port: number;
const open: Server[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-doctor-'));
  sound = join(folder, 'sound');
  const map = join(folder, 'map.osm');
  writeFileSync(map, tinyMap('Зайсан'));
  const { status, stderr } = await runCli(['import', map, '--data', sound, '--tiles', 'off']);
  expect(status, stderr).toBe(0);
  await makeKey(join(sound, 'gazarch.sqlite'), 10);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  data = join(mkdtempSync(join(folder, 'case-')), 'data');
  expect(spawnSync('cp', ['-a', sound, data]).status).toBe(0);
  port = await freePort();
});
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function doctor(
  flags: readonly string[] = [],
  options: CliOptions = {},
): Promise<{ status: number | null; findings: Finding[] }> {
  const all = ['doctor', '--json', '--data', data, '--port', String(port), '--workers', '1', ...flags];
  const { status, stdout, stderr } = await runCli(all, options);
  expect(stderr).toBe('');
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  expect(ok).toBe(status === 0);
  expect(ok).toBe(findings.every((one) => one.status !== 'failure'));
  return { status, findings };
}

async function serve(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Signed by itself. */
function certificate(days: number): { key: string; cert: string; file: string } {
  const [key, cert] = [join(folder, `${days}.key`), join(folder, `${days}.pem`)];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-days', String(days), '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  expect(spawnSync('openssl', [...args, ...names]).status).toBe(0);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8'), file: cert };
}

const MANIFEST = JSON.stringify(manifestOf(Buffer.from('x'), 3));

it('finds nothing where all is well, in lines for people too', async () => {
  const { status, findings } = await doctor();
  expect(findings.filter((one) => one.status !== 'ok')).toEqual([]);
  expect([status, findings.map(({ check }) => check)]).toEqual([
    0,
    [
      ...['versions', 'descriptors', 'memory', 'port', 'folder', 'dataset', 'age', 'questions', 'lock'],
      ...['leftovers', 'disk', 'keys', 'database', 'limits'],
    ],
  ]);
  const said = await runCli(['doctor', '--data', data, '--port', String(port), '--workers', '1']);
  expect(said.stdout.trimEnd().split('\n')).toHaveLength(findings.length);
  expect(said.stdout).toMatch(/^ok {7}dataset: .* is sound, /m);
});

const dataset = (name: string): string => join(data, 'dataset', name);
const theFile = (): string => readdirSync(join(data, 'dataset')).find((name) => name.endsWith('.gazarch'))!;

/** What is planted; then the check that finds it, what it says, and what it says is to be done. */
type Fault = readonly [
  what: string,
  plant: () =>
    | Promise<readonly string[] | { flags?: readonly string[]; env: Record<string, string> }>
    | readonly string[],
  check: string,
  status: 'warning' | 'failure',
  found: RegExp,
  remedy: RegExp,
];

const FAULTS: readonly Fault[] = [
  [
    'a variable that is no setting',
    async () => Promise.resolve({ env: { GAZARCH_PROT: '1' } }),
    ...(['settings', 'warning', /GAZARCH_PROT is not a setting/, /correct or remove/] as const),
  ],
  [
    'a setting out of its bounds',
    () => ['--drain-s', '9999'],
    'settings',
    'failure',
    /--drain-s/,
    /0 to 600/,
  ],
  [
    'a port of another program',
    async () => {
      port = await serve(createHttpServer((_req, res) => res.end('hello')));
      return [];
    },
    ...(['port', 'failure', /cannot listen on .*another program/, /--port/] as const),
  ],
  [
    'a service that hangs',
    async () => {
      port = await serve(createHttpServer(() => undefined));
      return [];
    },
    ...(['port', 'failure', /listens on .* but does not answer/, /hangs: restart it/] as const),
  ],
  [
    'an address of another machine',
    () => ['--host', '203.0.113.9'],
    ...(['port', 'failure', /203\.0\.113\.9/, /choose another/] as const),
  ],
  [
    'one port for two',
    () => ['--metrics-port', String(port)],
    ...(['metrics-port', 'failure', /are both/, /choose another/] as const),
  ],
  [
    'too many workers',
    () => ['--workers', '512'],
    'memory',
    'failure',
    /512 workers need/,
    /fewer --workers/,
  ],
  [
    'no dataset',
    () => {
      rmSync(join(data, 'dataset'), { recursive: true });
      return [];
    },
    ...(['dataset', 'failure', /there is no folder/, /gazarch import/] as const),
  ],
  [
    'a damaged dataset',
    () => {
      const path = dataset(theFile());
      const bytes = readFileSync(path);
      bytes.fill(0xa5, bytes.length / 2);
      rmSync(path);
      writeFileSync(path, bytes);
      return [];
    },
    ...(['dataset', 'failure', /dataset-0001/, /import/] as const),
  ],
  [
    'a pointer to nothing',
    () => {
      writeFileSync(dataset('current'), 'dataset-0042.gazarch\n');
      return [];
    },
    ...(['dataset', 'failure', /dataset-0042/, /gazarch rollback/] as const),
  ],
  [
    'a folder that is a file',
    () => {
      rmSync(join(data, 'dataset'), { recursive: true });
      writeFileSync(join(data, 'dataset'), 'x');
      return [];
    },
    ...(['folder', 'failure', /it is not a folder/, /--data/] as const),
  ],
  [
    'an import that goes on',
    () => {
      const holder = { doing: 'import of mongolia', host: hostname(), process: process.pid, since: 'now' };
      writeFileSync(dataset('dataset.lock.json'), JSON.stringify(holder));
      return [];
    },
    ...(['lock', 'warning', /being changed by import of mongolia/, /wait/] as const),
  ],
  [
    'an import that was killed',
    () => {
      const { pid } = spawnSync('true');
      const holder = { doing: 'import of mongolia', host: hostname(), process: pid, since: 'then' };
      writeFileSync(dataset('dataset.lock.json'), JSON.stringify(holder));
      return [];
    },
    ...(['lock', 'warning', /was killed/, /nothing/] as const),
  ],
  [
    'what a killed import left',
    () => {
      writeFileSync(dataset('dataset.0123456789abcdef.tmp'), Buffer.alloc(2_000_000));
      return [];
    },
    ...(['leftovers', 'warning', /1 half-written file in .*2 MB/, /next import/] as const),
  ],
  [
    'a database that is none',
    () => {
      for (const end of ['-wal', '-shm']) rmSync(join(data, `gazarch.sqlite${end}`), { force: true });
      writeFileSync(join(data, 'gazarch.sqlite'), 'hello, this is text and no database at all'.repeat(50));
      return [];
    },
    ...(['database', 'failure', /is not a database/, /./] as const),
  ],
  [
    'a database that is not mounted',
    () => {
      rmSync(join(data, 'gazarch.sqlite'));
      return ['--database-must-exist'];
    },
    ...(['database', 'failure', /there is no/, /mount its volume/] as const),
  ],
  [
    'no key',
    async () => {
      rmSync(join(data, 'gazarch.sqlite'));
      const made = await runCli(['projects', 'create', 'shop', '--database', join(data, 'gazarch.sqlite')]);
      return Promise.resolve(made.status === 0 ? [] : ['--database', join(data, 'none.sqlite')]);
    },
    ...(['database', 'warning', /no usable key|there is no/, /gazarch/] as const),
  ],
  [
    'a PostgreSQL that is away',
    async () => ['--database', `postgres://me:se-cret@127.0.0.1:${await freePort()}/keys`],
    ...(['database', 'failure', /postgres:\/\/\*\*\*@127\.0\.0\.1/, /./] as const),
  ],
  [
    'a Redis that is away',
    async () => ['--limits', `redis://127.0.0.1:${await freePort()}`],
    ...(['limits', 'failure', /does not answer/, /counts on its own/] as const),
  ],
  [
    'an engine that is away',
    async () => ['--router', `osrm+http://127.0.0.1:${await freePort()}`],
    ...(['engine', 'failure', /osrm driving at .*refused/, /start it/] as const),
  ],
  [
    'an engine that is something else',
    async () => [
      '--router',
      `osrm+http://127.0.0.1:${await serve(createHttpServer((_, res) => res.end('hi')))}`,
    ],
    ...(['engine', 'failure', /no JSON/, /correct --router/] as const),
  ],
  [
    'a server of datasets whose clock is wrong',
    async () => {
      const server = createHttpServer((_, res) => {
        res.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end(MANIFEST);
      });
      return ['--dataset', `http://127.0.0.1:${await serve(server)}/m.json`];
    },
    ...(['clock', 'warning', /differs by 3[56]\d\d/, /NTP/] as const),
  ],
  [
    'a certificate that ends soon',
    async () => {
      const { key, cert, file } = certificate(5);
      const server = createHttpsServer({ key, cert }, (_, res) => res.end(MANIFEST));
      const at = await serve(server);
      return { flags: ['--dataset', `https://127.0.0.1:${at}/m.json`], env: { NODE_EXTRA_CA_CERTS: file } };
    },
    ...(['certificate', 'warning', /valid for another [45] days/, /renew/] as const),
  ],
  [
    'a certificate that nobody trusts',
    async () => {
      const { key, cert } = certificate(30);
      const server = createHttpsServer({ key, cert }, (_, res) => res.end(MANIFEST));
      return ['--dataset', `https://127.0.0.1:${await serve(server)}/m.json`];
    },
    ...(['feed', 'failure', /self-signed certificate/, /certificate/] as const),
  ],
];

it.each(FAULTS)('finds %s', async (_what, plant, check, status, found, remedy) => {
  const planted = await plant();
  const { flags = [], env = {} } = 'env' in planted ? planted : { flags: planted };
  const { findings } = await doctor(flags, { env });
  const finding = findings.find((one) => one.check === check && one.status === status);
  expect(finding, JSON.stringify(findings, null, 1)).toBeDefined();
  expect(finding!.found).toMatch(found);
  expect(finding!.remedy).toMatch(remedy);
  expect(JSON.stringify(findings)).not.toContain('se-cret');
});

it.skipIf(NO_REDIS)('finds a Redis that lets us count, but not where we want to', async () => {
  const redis = await RedisServer.start();
  await redis.ask('ACL SETUSER gazarch on >word ~other:* +evalsha +eval +get +set +time +select');
  try {
    const { findings } = await doctor(['--limits', `redis://gazarch:word@127.0.0.1:${redis.port}`]);
    const [finding] = findings.filter((one) => one.check === 'limits');
    expect(finding).toMatchObject({ status: 'failure' });
    expect(finding.remedy).toContain('~gazarch:*');
    const right = `redis://gazarch:word@127.0.0.1:${redis.port}?prefix=other:`;
    expect((await doctor(['--limits', right])).status).toBe(0);
  } finally {
    await redis.stop();
  }
});

it('knows the service that runs already, and engines that answer', async () => {
  const engine = await FaultServer.start(fakeOsrm);
  try {
    const { status, findings } = await doctor(['--router', `osrm+http://127.0.0.1:${engine.port},embedded`]);
    expect([status, findings.at(-1)]).toMatchObject([0, { check: 'engine', status: 'ok' }]);
  } finally {
    await engine.stop();
  }
});

it('makes nothing', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  data = join(empty, 'data');
  expect((await doctor()).status).toBe(1);
  expect(readdirSync(empty)).toEqual([]);
});
