import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyMap } from '../cli/tiny-map.js';
import { freePort } from '../free-port.js';
import { startProgram, stopped, untilAnswers } from './program.js';

/** The packed package, installed as a user does, and used from folders that have nothing to do with it. */

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-packed-'));
const data = join(folder, 'data');
const gazarch = join(folder, 'installed/bin/gazarch');
const env = { GAZARCH_DATA: data };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  // `npm test` has built it.
  const npm = (args: string[]): string =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  npm(['pack', '--ignore-scripts', '--pack-destination', folder]);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  npm([
    'install',
    '--global',
    '--ignore-scripts',
    '--prefix',
    join(folder, 'installed'),
    join(folder, packed),
  ]);
});

function elsewhere(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function run(args: string[], cwd: string): string {
  return execFileSync(gazarch, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe('the installed package', () => {
  it('has all that it needs, and takes less than 82 MB', () => {
    const kilobytes = Number(
      execFileSync('du', ['-sk', join(folder, 'installed')], { encoding: 'utf8' }).split('\t')[0],
    );
    expect(kilobytes).toBeLessThan(82_000);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(run(['--version'], elsewhere('a')).trim()).toBe(version);
  });

  it('serves the sample, makes keys, and takes an import, each from another folder', async () => {
    const port = await freePort();
    const service = startProgram([gazarch, 'serve', '--sample', '--port', String(port), '--drain-s', '0'], {
      cwd: elsewhere('b'),
      env,
    });
    const url = `http://127.0.0.1:${port}`;
    try {
      await untilAnswers(`${url}/health/ready`, service);
      expect((await fetch(`${url}/docs`)).status).toBe(200);
      expect(await (await fetch(`${url}/redoc/redoc.standalone.js`)).text()).toContain('Redoc');
      const key = JSON.parse(
        run(['keys', 'create', '--name', 'a test', '--endpoints', 'geocode', '--json'], elsewhere('c')),
      ) as { key: string };
      const found = async (text: string): Promise<string[]> => {
        const answer = await fetch(`${url}/v1/geocode?q=${encodeURIComponent(text)}`, {
          headers: { authorization: `Bearer ${key.key}` },
        });
        const { results } = (await answer.json()) as { results?: { name: string }[] };
        return (results ?? []).map(({ name }) => name);
      };
      // A new key is known within a second.
      while ((await found('Сүхбаатар')).length === 0) await wait();
      writeFileSync(join(elsewhere('d'), 'map.osm'), tinyMap('Хэрлэнбаян'));
      // It waits while the map of the sample is still being drawn.
      run(['import', 'map.osm', '--force'], elsewhere('d'));
      while (!(await found('хэрлэнбаян')).includes('Хэрлэнбаян')) await wait();
    } finally {
      service.kill('SIGTERM');
    }
    expect(await stopped(service)).toBe(0);
    for (const name of ['a', 'b', 'c']) expect(readdirSync(elsewhere(name)), name).toEqual([]);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['dataset', 'first-key.txt', 'gazarch.sqlite']));
  });

  it('refuses a dataset of an older format with the command to run, which makes it good', async () => {
    const served = readFileSync(join(data, 'dataset', 'current'), 'utf8').trim();
    const path = join(data, 'dataset', served);
    const bytes = readFileSync(path);
    const version = bytes.readUInt32LE(8);
    bytes.writeUInt32LE(version - 1, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 32)), 32);
    writeFileSync(path, bytes);
    let told = '';
    try {
      run(['verify'], elsewhere('e'));
    } catch (error) {
      told = (error as { stderr: string }).stderr;
    }
    expect(told).toContain(`it has format version ${version - 1}, this program reads version ${version}`);
    // The folder's name has nothing that a shell would read, so the words are those of the command.
    const [, words] = /make it again with "gazarch (import map\.osm --dataset [^"]+)"/.exec(told)!;
    writeFileSync(join(elsewhere('d'), 'map.osm'), tinyMap('Шинэ'));
    run([...words.split(' '), '--force'], elsewhere('d'));
    const port = await freePort();
    const start = ['serve', '--port', String(port), '--workers', '1', '--drain-s', '0'];
    const service = startProgram([gazarch, ...start], { cwd: elsewhere('e'), env });
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`, service);
    service.kill('SIGTERM');
    expect(await stopped(service)).toBe(0);
  });
});

function wait(): Promise<void> {
  return new Promise((done) => setTimeout(done, 100));
}
