/**
 * Notes the long turns of a worker's event loop; `greedy.ts` loads it into each worker. It asks the system
 * how long this thread has had a core, so neither an idle worker nor a busy machine looks like a long turn.
 * Linux only.
 *
 *     TURNS_FOLDER=DIR NODE_OPTIONS=--import=…/turn-watch.js gazarch serve
 *
 * DIR gets `PID.turns`, a line for each turn above 5 ms: when it ended, and its processor time, in
 * microseconds. With TURNS_PROFILE=1 it gets `PID.cpuprofile`, too, after SIGUSR2; both have the same clock.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { join } from 'node:path';
import koffi from 'koffi';

const LONG_US = 5_000;
const EVERY_MS = 1;
const SAMPLE_US = 500;
const CLOCK_THREAD_CPUTIME_ID = 3;

const folder = process.env['TURNS_FOLDER'];
if (folder !== undefined && process.argv[1]?.endsWith('worker-entry.js') === true) watch(folder);

function watch(into: string): void {
  const now = koffi.load('libc.so.6').func('int clock_gettime(int, void *)');
  const time = new BigInt64Array(2);
  const spent_us = (): number => {
    now(CLOCK_THREAD_CPUTIME_ID, time);
    return Number(time[0]) * 1e6 + Number(time[1]) / 1e3;
  };
  let last_us = spent_us();
  setInterval(() => {
    const now_us = spent_us();
    const turn_us = now_us - last_us;
    last_us = now_us;
    if (turn_us < LONG_US) return;
    const end_us = process.hrtime.bigint() / 1_000n;
    appendFileSync(join(into, `${process.pid}.turns`), `${end_us} ${Math.round(turn_us)}\n`);
  }, EVERY_MS).unref();
  if (process.env['TURNS_PROFILE'] === '1') profile(join(into, `${process.pid}.cpuprofile`));
}

function profile(file: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  session.post('Profiler.start');
  process.on('SIGUSR2', () => {
    session.post('Profiler.stop', (_error: Error | null, { profile: own }: Profiler.StopReturnType) => {
      writeFileSync(file, JSON.stringify(own));
    });
  });
}
