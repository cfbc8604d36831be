import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

/** A command says and does the same in a process that is warm as in one of its own. */

const folder = mkdtempSync(join(tmpdir(), 'gazarch-warm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMMANDS: [string, string[]][] = [
  ['does its work', ['keys', 'list', '--json']],
  ['lacks a flag', ['keys', 'create']],
  ['does not know a flag', ['keys', 'list', '--nothing']],
  ['cannot do it', ['keys', 'revoke', 'missing']],
  ['has no dataset', ['verify', '--dataset', join(folder, 'nowhere')]],
];

it.each(COMMANDS)('says the same when it %s', async (_, args) => {
  const options = { env: { GAZARCH_DATABASE: join(folder, 'keys.sqlite'), LANG: 'C' }, cwd: folder };
  const create = ['keys', 'create', '--name', 'Түлхүүр', '--endpoints', 'geocode'];
  expect((await runCli(create, options)).status).toBe(0);
  const anew = await runCli(args, { ...options, isAnew: true });
  // The first of its kind may be started.
  await runCli(args, options);
  expect(await runCli(args, options)).toEqual(anew);
});

it('runs two commands at the same time as two processes', async () => {
  const options = { env: { GAZARCH_DATABASE: join(folder, 'two.sqlite') }, cwd: folder };
  const create = (name: string): ReturnType<typeof runCli> =>
    runCli(['keys', 'create', '--name', name, '--endpoints', 'geocode'], options);
  const results = await Promise.all(['one', 'two', 'three'].map(create));
  expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
});
