/**
 * What a build needs: the memory and the time of an import over its course, the size of the dataset, the time
 * until the service is ready, its first answers, and its memory after many mixed requests. Linux only.
 *
 *     npx -y tsx bench/memory.ts [--build DIR] [--source FILE]... [--dataset DIR] [--requests FILE]
 *       [--rounds 5]
 *
 * With sources, they are imported first. `--requests` is a recording of `bench/answers.ts`; its requests are
 * sent `--rounds` times over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { answerTargets } from './answer-targets.js';
import { ask, startBuilt, stopBuilt } from './built-service.js';
import { median } from './server-process.js';

const LOOK_MS = 50;
const STARTS = 5;
const AT_ONCE = 8;

/** What a service is asked first. */
const FIRST = [
  '/v1/route?origin=106.9175,47.9181&destination=106.832271,47.905813',
  '/v1/geocode?q=%D1%81%D2%AF%D1%85%D0%B1%D0%B0%D0%B0%D1%82%D0%B0%D1%80',
  '/v1/geocode?lat=47.918841&lon=106.917583',
  '/v1/route?origin=106.9175,47.9181&destination=106.832271,47.905813&mode=walking&steps=true',
];

const { values: flags } = parseArgs({
  options: {
    build: { type: 'string', default: '.' },
    source: { type: 'string', multiple: true },
    dataset: { type: 'string' },
    requests: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'gazarch-memory-'));
try {
  const dataset = flags.dataset ?? join(folder, 'dataset');
  if (flags.source !== undefined) await measureImport(flags.source, dataset);
  await measureStarts(dataset);
  if (Number(flags.rounds) > 0) await measureService(dataset);
} finally {
  rmSync(folder, { recursive: true });
}

/** Prints the highest resident memory of each second, and the totals. */
async function measureImport(sources: string[], dataset: string): Promise<void> {
  const started = performance.now();
  const args = [join(flags.build, 'dist/cli/main.js'), 'import', ...sources, '--dataset', dataset, '--force'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const bySecond: number[] = [];
  let peak = 0;
  const looking = setInterval(() => {
    const now = residentOf_MB(child.pid!);
    const second = Math.floor((performance.now() - started) / 1000);
    bySecond[second] = Math.max(bySecond[second] ?? 0, now);
    peak = Math.max(peak, now, peakOf_MB(child.pid!));
  }, LOOK_MS);
  const [status] = (await once(child, 'exit')) as [number | null];
  clearInterval(looking);
  const took_s = (performance.now() - started) / 1000;
  console.log(`import: status ${status}, ${took_s.toFixed(1)} s, at most ${Math.round(peak)} MB resident`);
  console.log(`  MB by second: ${bySecond.map((mb) => Math.round(mb)).join(' ')}`);
}

async function measureStarts(dataset: string): Promise<void> {
  console.log(`dataset: ${(statSync(servedPath(dataset)).size / 1e6).toFixed(1)} MB`);
  const ready_ms: number[] = [];
  const first_ms: number[][] = [];
  for (let i = 0; i < STARTS; i++) {
    const service = await startBuilt(flags.build, dataset, folder);
    ready_ms.push(service.ready_ms);
    first_ms.push([]);
    for (const target of FIRST) {
      const begin = performance.now();
      await ask(service, target);
      first_ms[i].push(performance.now() - begin);
    }
    await stopBuilt(service);
  }
  console.log(`ready: ${median(ready_ms).toFixed(0)} ms (${ready_ms.map((ms) => ms.toFixed(0)).join(' ')})`);
  for (const [i, target] of FIRST.entries()) {
    const times = first_ms.map((ofStart) => ofStart[i]);
    console.log(
      `  first ${target.slice(0, 40)}: ${median(times).toFixed(1)}, ` +
        `at most ${Math.max(...times).toFixed(1)} ms`,
    );
  }
}

async function measureService(dataset: string): Promise<void> {
  const targets =
    flags.requests === undefined
      ? answerTargets(servedPath(dataset))
      : readFileSync(flags.requests, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t')[0]);
  const service = await startBuilt(flags.build, dataset, folder);
  const pid = service.child.pid!;
  await new Promise((wait) => setTimeout(wait, 2000));
  console.log(`resident when ready: ${residentOf_MB(pid).toFixed(0)} MB`);
  const total = targets.length * Number(flags.rounds);
  let next = 0;
  const started = performance.now();
  const askOn = async (): Promise<void> => {
    while (next < total) await ask(service, targets[next++ % targets.length]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  const took_s = (performance.now() - started) / 1000;
  console.log(
    `resident after ${total} requests (${took_s.toFixed(0)} s): ${residentOf_MB(pid).toFixed(0)} MB, ` +
      `at most ${peakOf_MB(pid).toFixed(0)} MB`,
  );
  console.log(`  ${kindsOf(pid)}`);
  await stopBuilt(service);
}

function residentOf_MB(pid: number): number {
  return field_MB(`/proc/${pid}/status`, 'VmRSS');
}

function peakOf_MB(pid: number): number {
  return field_MB(`/proc/${pid}/status`, 'VmHWM');
}

/** 0 when the process has ended. The kernel's kB are 1,024 bytes. */
function field_MB(path: string, name: string): number {
  try {
    const kB = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8'))?.[1];
    return (Number(kB ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

/** What the kernel knows of the memory of a process. */
function kindsOf(pid: number): string {
  const path = `/proc/${pid}/smaps_rollup`;
  return ['Rss', 'Anonymous', 'Private_Clean', 'Shared_Clean', 'Pss_File', 'Pss_Shmem']
    .map((name) => `${name} ${field_MB(path, name).toFixed(0)}`)
    .join(', ');
}
