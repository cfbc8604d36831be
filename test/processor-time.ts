import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { inRunFolder } from './run-folder.js';

/**
 * Notes how much processor time each test file takes, with the programs that it starts. Vitest runs this
 * before each file, and a process runs one file after the other.
 */

/** Linux counts the time of ended children in hundredths of a second, whatever the processor. */
const TICKS_PER_S = 100;
/** Where it stands in `/proc/self/stat`, counted from behind the name of the program: see proc(5). */
const [CHILD_USER, CHILD_SYSTEM] = [13, 14];

/** Seconds of this process and of its children that have ended. */
function processorTime_s(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenTime_s();
}

function childrenTime_s(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[CHILD_USER]) + Number(fields[CHILD_SYSTEM])) / TICKS_PER_S;
}

const before_s = processorTime_s();
afterAll(() => {
  const folder = inRunFolder('processor-time');
  mkdirSync(folder, { recursive: true });
  const name = encodeURIComponent(expect.getState().testPath ?? 'unknown');
  writeFileSync(`${folder}/${name}`, String(processorTime_s() - before_s));
});
