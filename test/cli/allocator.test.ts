import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');

/** Stands for what Node has from 22.15 on: it says what would be started, and ends. */
const EXECVE = `process.execve = (file, args, env) => {
  console.log(JSON.stringify({ file, args, threshold: env.MALLOC_MMAP_THRESHOLD_, home: env.HOME }));
  process.exit(0);
};`;

function started(more: NodeJS.ProcessEnv): string {
  const env = { ...process.env, ...more };
  if (more['MALLOC_MMAP_THRESHOLD_'] === undefined) delete env['MALLOC_MMAP_THRESHOLD_'];
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(EXECVE)}`];
  const { stdout } = spawnSync(process.execPath, [...flags, MAIN, '--version'], {
    encoding: 'utf8',
    env,
  });
  return stdout;
}

it('starts again with an allocator that gives memory back, with the same flags and words', () => {
  const { file, args, threshold, home } = JSON.parse(started({})) as Record<string, unknown>;
  expect(file).toBe(process.execPath);
  expect((args as string[]).slice(-2)).toEqual([MAIN, '--version']);
  expect((args as string[])[1]).toBe('--import');
  expect(threshold).toBe('1048576');
  expect(home).toBe(process.env['HOME']);
});

it('leaves an allocator as it is that somebody has set', () => {
  expect(started({ MALLOC_MMAP_THRESHOLD_: '65536' })).toMatch(/^\d+\.\d+\.\d+\n$/);
});
