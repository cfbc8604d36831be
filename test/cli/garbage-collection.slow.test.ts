import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { GROW_NO_MORE, V8_OPTIONS, YOUNG_OPTION } from '../../src/cli/serve/process/garbage-collection.js';

it('asks V8 for nothing that this version of it does not know', () => {
  const script =
    `const { setFlagsFromString } = require('node:v8'); ` +
    `for (const option of ${JSON.stringify([...V8_OPTIONS, GROW_NO_MORE])}) setFlagsFromString(option);`;
  const { status, stderr } = spawnSync(process.execPath, [YOUNG_OPTION, '--eval', script], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

/** Much survives, as when a program is loaded. V8 then gives young values more and more. */
const LOADING = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const kept = [];
  for (let i = 0; i < 1e6; i++) kept.push([i]);
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);`;

it('starts workers with as much for young values as they need', () => {
  const youngBytes = (...options: string[]): number =>
    Number(spawnSync(process.execPath, [...options, '--eval', LOADING], { encoding: 'utf8' }).stdout);
  expect(youngBytes()).toBeGreaterThan(8 << 20);
  expect(youngBytes(YOUNG_OPTION)).toBe(8 << 20);
});
