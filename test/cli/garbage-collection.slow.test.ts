import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { GROW_NO_MORE, V8_OPTIONS } from '../../src/cli/serve/garbage-collection.js';

it('asks V8 for nothing that this version of it does not know', () => {
  const script =
    `const { setFlagsFromString } = require('node:v8'); ` +
    `for (const option of ${JSON.stringify([...V8_OPTIONS, GROW_NO_MORE])}) setFlagsFromString(option);`;
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
