import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('asks V8 for nothing that this version of it does not know', () => {
  const source = readFileSync(new URL('../../src/cli/garbage-collection.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/setFlagsFromString\('([^']+)'\)/g)].map(([, option]) => option);
  expect(options).toHaveLength(2);
  const script = `const { setFlagsFromString } = require('node:v8'); for (const option of ${JSON.stringify(options)}) setFlagsFromString(option);`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
