import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { inRunFolder } from './run-folder.js';

/**
 * Notes how much processor time each test file takes, with the programs that it starts. Vitest runs this
 * before each file, and a process runs one file after the other.
 */

/** Linux counts the time of other processes in hundredths of a second, whatever the processor. */
const TICKS_PER_S = 100;
/** Where user and system time stand in `/proc/PID/stat`, behind the name of the program: see proc(5). */
const [OWN, OF_CHILDREN] = [11, 13];

/** Seconds of this process and of the programs that it started, also of those that run on. */
function processorTime_s(): number {
  const { user, system } = process.cpuUsage();
  const own_s = (user + system) / 1e6;
  if (!existsSync('/proc/self/task')) return own_s;
  const running = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const ticks = running.map((pid) => ticksOf(pid, OWN) + ticksOf(pid, OF_CHILDREN));
  return own_s + [ticksOf('self', OF_CHILDREN), ...ticks].reduce((sum, one) => sum + one, 0) / TICKS_PER_S;
}

function ticksOf(pid: string, first: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[first]) + Number(fields[first + 1]);
  } catch {
    // It has just ended.
    return 0;
  }
}

const before_s = processorTime_s();
afterAll(() => {
  const folder = inRunFolder('processor-time');
  mkdirSync(folder, { recursive: true });
  const name = encodeURIComponent(expect.getState().testPath ?? 'unknown');
  writeFileSync(`${folder}/${name}`, String(processorTime_s() - before_s));
});
