import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyMap } from '../cli/tiny-map.js';
import { freePort } from '../free-port.js';
import { DEPLOY, lastStage, listOf } from './dockerfile.js';
import { startProgram, stopped, untilAnswers } from './program.js';

/**
 * There is no container engine in the tests. The Dockerfile is read by its own rules, and the steps of its
 * last stage are run in a plain folder, one by one.
 */

const root = resolve(import.meta.dirname, '../..');
const steps = lastStage();
let folder: string;
let home: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-image-'));
  home = join(folder, 'var/lib/gazarch');
  mkdirSync(home, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has no mistake that a linter knows', () => {
  const text = readFileSync(resolve(DEPLOY, 'Dockerfile'), 'utf8');
  expect(
    validate(text).map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`),
  ).toEqual([]);
});

it('leaves out of the context what the build makes anew', () => {
  const ignored = readFileSync(resolve(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', 'data']));
});

describe('the image', () => {
  const app = (): string => join(folder, 'opt/gazarch');

  it('gets its files and packages by its own steps', () => {
    mkdirSync(app(), { recursive: true });
    let ran = 0;
    for (const { keyword, text } of steps) {
      if (keyword === 'COPY') copy(text);
      else if (keyword === 'RUN') run(text);
      else continue;
      ran++;
    }
    expect(ran).toBe(steps.filter(({ keyword }) => keyword === 'COPY' || keyword === 'RUN').length);
    expect(existsSync(join(app(), 'node_modules/libsql'))).toBe(true);
    expect(existsSync(join(app(), 'node_modules/typescript'))).toBe(false);
  });

  /** What the first stage builds is what `npm test` has built. */
  function copy(text: string): void {
    const words = text.replace('--from=build', '').trim().split(/\s+/);
    const target = words.pop()!;
    for (const word of words) {
      const source = join(root, word.replace(/^\/src\//, ''));
      cpSync(source, join(app(), target === './' ? word : target), { recursive: true });
    }
  }

  /** As root in an image; here there is no user to add, and another place for the link. */
  function run(text: string): void {
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    const here = text
      .replaceAll('/opt/gazarch', app())
      .replaceAll('/usr/local/bin', join(folder, 'usr/local/bin'))
      .replace(/&& npm cache clean --force/, '')
      .replace(/&& useradd .*/, '');
    execFileSync('sh', ['-ec', here], { cwd: app(), stdio: 'pipe' });
  }

  it('is not run by root', () => {
    expect(steps.find(({ keyword }) => keyword === 'USER')?.text).toBe('gazarch');
  });

  it('serves, is healthy by its own check, and stops at the signal', async () => {
    const settings = steps
      .find(({ keyword }) => keyword === 'ENV')!
      .text.split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]);
    const port = await freePort();
    const env: Record<string, string> = {
      ...Object.fromEntries(settings),
      GAZARCH_DATA: home,
      GAZARCH_PORT: String(port),
      GAZARCH_HOST: '127.0.0.1',
    };
    writeFileSync(join(home, 'map.osm'), tinyMap('Зайсан'));
    const command = listOf(steps, 'ENTRYPOINT').map((word) => word.replace('/opt/gazarch', app()));
    execFileSync(command[0], [...command.slice(1), 'import', 'map.osm'], {
      cwd: home,
      env: withPath(env),
      stdio: 'pipe',
    });
    const service = startProgram([...command, ...listOf(steps, 'CMD')], { cwd: home, env });
    const [program, ...rest] = listOf(steps, 'HEALTHCHECK').map((word) => word.replace('8080', String(port)));
    try {
      await untilAnswers(`http://127.0.0.1:${port}/health/ready`, service);
      execFileSync(program, rest, { env: withPath({}) });
      execFileSync(join(folder, 'usr/local/bin/gazarch'), ['keys', 'list'], {
        cwd: home,
        env: withPath(env),
      });
    } finally {
      service.kill('SIGTERM');
    }
    expect(await stopped(service)).toBe(0);
    expect(() => execFileSync(program, rest, { env: withPath({}), stdio: 'pipe' })).toThrow();
  });
});

function withPath(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH']!, ...env };
}
