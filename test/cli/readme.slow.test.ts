import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { collect } from '../osm/collect.js';
import { pbf } from '../osm/pbf-writer.js';
import { blocks, commands, root } from './readme-text.js';
import { PATIENCE_MS } from '../patience.js';

/**
 * The commands and requests of both READMEs, taken from there and run in a folder like a clone, in which
 * `npm run build` has been run. What is different here:
 *
 * - the port is another one, there is one worker, and no tiles are made;
 * - `npm ci` and `npm test` are not run: this is a test, and packages would come from the network. Both are
 *   what `.ci/run` does;
 * - `npx` is a script that runs the same program, as npm's own takes seconds to start. That runs once;
 * - Geofabrik is a server of this test. Its extract is the sample, without the note that it is invented.
 */

const run = promisify(execFile);
const READMES = ['README.md', 'README.mn.md'];
const EXTRACT = '/asia/mongolia-latest.osm.pbf';

/** Sends requests for Geofabrik to the server of this test. */
const STAND_IN = `
const real = globalThis.fetch;
globalThis.fetch = (url, init) =>
  real(String(url).replace('https://download.geofabrik.de', process.env.STAND_IN), init);
`;

/** What `npx` does in a clone. */
const NPX = `#!/bin/sh
test "$1" = gazarch || exit 1
shift
exec node dist/cli/main.js "$@"
`;

let folder: string;
let geofabrik: Server;
let service: ChildProcess;
let said = '';
let address: string;
let env: NodeJS.ProcessEnv;
const downloads: string[] = [];

/** The whole sample as an extract. */
async function extract(): Promise<Buffer> {
  const { nodes, ways, relations } = await collect(readFileSync(join(root, 'sample/ulaanbaatar.osm')));
  const withTags = <T extends { tags: Record<string, string> | null }>(list: T[]) =>
    list.map((one) => ({ ...one, tags: one.tags ?? {} }));
  return pbf([
    [{ nodes: withTags(nodes) }],
    [{ ways: withTags(ways) }],
    [{ relations: withTags(relations) }],
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-readme-'));
  for (const name of ['dist', 'sample', 'scripts', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'stand-in.mjs'), STAND_IN);
  mkdirSync(join(folder, 'quick'));
  writeFileSync(join(folder, 'quick/npx'), NPX, { mode: 0o755 });
  writeFileSync(join(folder, 'branches.csv'), blocks('docs/own-places.md', 'csv')[0]);

  const bytes = await extract();
  const md5 = createHash('md5').update(bytes).digest('hex');
  geofabrik = createServer(({ url }, response) => {
    downloads.push(url!);
    if (url === EXTRACT) response.end(bytes);
    else response.writeHead(url === `${EXTRACT}.md5` ? 200 : 404).end(`${md5}  mongolia-latest.osm.pbf\n`);
  }).listen(0, '127.0.0.1');
  await once(geofabrik, 'listening');

  const port = await freePort();
  address = `127.0.0.1:${port}`;
  env = {
    PATH: `${join(folder, 'quick')}:${process.env['PATH']}`,
    HOME: folder,
    GAZARCH_PORT: String(port),
    GAZARCH_CONSOLE_PORT: String(await freePort()),
    GAZARCH_DRAIN_S: '0',
    GAZARCH_TILES: 'off',
    GAZARCH_WORKERS: '1',
    STAND_IN: `http://127.0.0.1:${(geofabrik.address() as AddressInfo).port}`,
    npm_config_update_notifier: 'false',
  };
});

afterAll(async () => {
  if (service?.exitCode === null) {
    const ended = once(service, 'exit');
    process.kill(-service.pid!, 'SIGTERM');
    await ended;
  }
  geofabrik?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program or a command line as it is written, but for the port. */
async function outputOf(program: string, name: string, code: string, more: object = {}): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, code.replaceAll('127.0.0.1:8080', address));
  const options = { cwd: folder, env: { ...env, ...more }, timeout: PATIENCE_MS };
  return (await run(program, [path], options)).stdout;
}

/** What the service answers. Waits, as clients do, while the limit of the key is used up. */
async function ask(path: string, key = env['KEY']!): Promise<Response> {
  for (;;) {
    const answer = await fetch(`http://${address}${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (answer.status !== 429) return answer;
    await answer.arrayBuffer();
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000);
  }
}

/** Results of a search of the service. */
async function search(text: string, key = env['KEY']!): Promise<{ id: string; name: string }[]> {
  const answer = await ask(`/v1/geocode?q=${encodeURIComponent(text)}`, key);
  if (answer.status !== 200) return [];
  return ((await answer.json()) as { results: { id: string; name: string }[] }).results;
}

/** Waits until the service, which looks about once a second, has taken something over. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(500);
}

async function isSample(): Promise<boolean> {
  return (await search('suhbaatar')).some(({ id }) => id.startsWith('sample:'));
}

/** What each command does; in this order. `line` is as a README has it. */
const CHECKS: [RegExp, (line: string) => Promise<void>][] = [
  [
    /^npm ci && npm start$/,
    async (line) => {
      const start = line.split(' && ')[1];
      service = spawn('sh', ['-c', start], { cwd: folder, env, detached: true });
      for (const stream of [service.stdout!, service.stderr!])
        stream.on('data', (piece: Buffer) => (said += piece.toString()));
      await until(() => {
        if (service.exitCode !== null) throw new Error(said);
        return Promise.resolve(said.includes('rollback'));
      });
      expect(said).toContain(`Map:                 http://${address}/\n`);
      env['KEY'] = readFileSync(join(folder, 'data/first-key.txt'), 'utf8').trim();
      expect(await isSample()).toBe(true);
    },
  ],
  [
    /^npm ci && npm test$/,
    () => {
      // CI asks what the command asks in a clean clone: all tests.
      const ci = readFileSync(join(root, '.ci/run'), 'utf8');
      expect(ci).toContain(" 'npm ci'\n");
      expect(ci).toContain(' -- test:all ');
      return Promise.resolve();
    },
  ],
  [
    /^curl .*q=Сүхбаатар"$/,
    async (line) => {
      const { results } = JSON.parse(await outputOf('sh', 'ask.sh', line)) as { results: { name: string }[] };
      expect(results[0].name).toContain('Сүхбаатар');
    },
  ],
  [
    /^curl .*lat=.*&lon=/,
    async (line) => {
      // What the README shows as the answer.
      const [shown] = blocks('README.md', 'json');
      expect(JSON.parse(await outputOf('sh', 'ask.sh', line))).toEqual(JSON.parse(shown));
    },
  ],
  [
    /^curl .*\/v1\/route\?/,
    async (line) => {
      const answer: unknown = JSON.parse(await outputOf('sh', 'ask.sh', line));
      expect(answer).toMatchObject({ route: { geometry: { type: 'LineString' } } });
    },
  ],
  [
    /^npx gazarch keys create /,
    async (line) => {
      const [, key] = /Bearer (\S+)/.exec(await outputOf('sh', 'do.sh', line))!;
      await until(async () => (await search('suhbaatar', key)).length > 0);
    },
  ],
  [
    /^npx gazarch keys list$/,
    async (line) => {
      const ofNpm = { PATH: process.env['PATH'] };
      expect(await outputOf('sh', 'do.sh', line, ofNpm)).toMatch(/my app.*geocode/);
    },
  ],
  [
    /^npx gazarch import mongolia$/,
    async (line) => {
      const options = { NODE_OPTIONS: `--import=${join(folder, 'stand-in.mjs')}` };
      await outputOf('sh', 'do.sh', line, options);
      expect(downloads).toEqual([`${EXTRACT}.md5`, EXTRACT]);
      await until(async () => !(await isSample()));
      expect((await search('suhbaatar'))[0].id).toMatch(/^osm:/);
    },
  ],
  [
    /^npx gazarch import --add branches\.csv$/,
    async (line) => {
      expect(await outputOf('sh', 'do.sh', line)).toContain('layer branches has 2 places');
      await until(async () => (await search('saraana flowers')).some(({ id }) => id.startsWith('own:')));
    },
  ],
  [
    /^npx gazarch rollback$/,
    async (line) => {
      await outputOf('sh', 'do.sh', line);
      await until(isSample);
    },
  ],
];

describe('the READMEs', () => {
  const all = READMES.flatMap(commands);

  it('have commands that this test knows, and no others', () => {
    expect(all.filter((line) => CHECKS.every(([pattern]) => !pattern.test(line)))).toEqual([]);
    expect(CHECKS.filter(([pattern]) => !all.some((line) => pattern.test(line)))).toEqual([]);
    for (const file of READMES) expect(commands(file).length).toBeGreaterThan(6);
  });

  // One after the other, as a reader does. A command of both is run once.
  const distinct = CHECKS.flatMap(([pattern, check]) =>
    [...new Set(all)].filter((line) => pattern.test(line)).map((line) => ({ line, check })),
  );
  it.each(distinct)('$line', async ({ line, check }) => check(line));

  it('ask the same in JavaScript and Python', async () => {
    const [js, ...moreJs] = blocks('README.md', 'js');
    const [python, ...morePython] = blocks('README.md', 'python');
    expect([...moreJs, ...morePython]).toEqual([]);
    const ofJs = await outputOf(process.execPath, 'ask.mjs', js);
    expect(ofJs).toMatch(/^\S*Сүхбаатар.* 47\.\d+ 106\.\d+$/m);
    expect(await outputOf('python3', 'ask.py', python)).toBe(ofJs);
  });

  it('lead to a reference whose first requests are answered', async () => {
    const page = await (await fetch(`http://${address}/docs`)).text();
    const paths = [...page.matchAll(/(?:GET |<\/span>)(\/v1\/[^"<\s]+)/g)].map(([, path]) => path);
    // In English, and in Mongolian.
    expect(paths).toHaveLength(8);
    for (const path of paths) {
      const answer = await ask(path.replaceAll('&amp;', '&'));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.json()).not.toEqual({ results: [] });
    }
  });

  it('show code in no other language, so all of it is run', () => {
    const languages = READMES.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w+)$/gm)].map(([, language]) => language),
    );
    expect([...new Set(languages)].sort()).toEqual(['js', 'json', 'python', 'sh']);
  });
});
