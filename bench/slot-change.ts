/**
 * How long requests wait when a slot of the week begins, and when new speeds are taken over: a built service
 * under a steady load of routes and reverse lookups, and the same minutes without a change. Linux only.
 *
 *     npx -y tsx bench/slot-change.ts --source FILE [--build DIR] [--workers 2] [--seconds 60] [--rounds 3]
 *
 * The map is imported anew. A module in each process moves the clock, and notes how much of a core its main
 * thread takes from one look to the next: on a busy machine waits are those of others, too, and that is not.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { servedPath } from '../src/dataset/dataset-folder.js';
import { withFolderLock } from '../src/dataset/folder-lock.js';
import { readSection } from '../src/dataset/read-dataset.js';
import { DEFAULT_SLOTS } from '../src/routing/profiles/week-slots.js';
import { writeSpeeds } from '../src/sources/embedded/roads/speed-files.js';
import { seededRandom } from '../test/seeded-random.js';
import { ask, askAnew, startBuilt, stopBuilt, type BuiltService } from './built-service.js';
import { LatencyLog } from './latencies.js';

/** Of each kind. */
const PER_SECOND = 50;
const LIMIT_MS = 10;
/** A share of the minute passes before the change. */
const CHANGE_AT = 1 / 3;
const SEED = 61;
const [WEST, SOUTH, EAST, NORTH] = [106.78, 47.88, 107.0, 47.96];
/** Ten minutes before the morning peak ends, in Ulaanbaatar, and ten minutes after: a Tuesday. */
const [PEAK_MS, DAY_MS] = ['T01:50:00Z', 'T02:10:00Z'].map((time) => Date.parse(`2026-12-01${time}`));

const { values: flags } = parseArgs({
  options: {
    source: { type: 'string' },
    build: { type: 'string', default: '.' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
  },
});
if (flags.source === undefined) throw new Error('--source FILE is needed, such as mongolia-mix.osm.pbf');
const folder = mkdtempSync(join(tmpdir(), 'gazarch-slots-'));
const dataset = join(folder, 'dataset');
const [controlFile, turnsFile, clockFile] = ['control', 'turns', 'clock.mjs'].map((name) =>
  join(folder, name),
);
const random = seededRandom(SEED);

/** Looked at each millisecond; what is asked for is read each tenth of a second. */
const CLOCK = `import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
const [now, pid] = [Date.now, process.pid];
const stat = '/proc/self/task/' + pid + '/schedstat';
const cpu_ms = () => Number(readFileSync(stat, 'utf8').split(' ')[0]) / 1e6;
const name = (process.argv[1] ?? '').replace(/.*\\//, '');
let [shift, phase, longest, collected, last] = [0, '', 0, 0, cpu_ms()];
const read = () => {
  const [own, next] = readFileSync(process.env.BENCH_CONTROL, 'utf8').split(' ');
  shift = Number(own);
  if (next === phase) return;
  const line = [phase, name, longest, collected].join(' ') + '\\n';
  if (phase !== '') appendFileSync(process.env.BENCH_TURNS, line);
  [phase, longest, collected] = [next, 0, 0];
};
read();
Date.now = () => now() + shift;
setInterval(read, 100).unref();
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collected = Math.max(collected, duration);
}).observe({ entryTypes: ['gc'] });
setInterval(() => {
  const at = cpu_ms();
  longest = Math.max(longest, at - last);
  last = at;
}, 1).unref();
`;

const point = (): string =>
  [WEST + random() * (EAST - WEST), SOUTH + random() * (NORTH - SOUTH)].map((own) => own.toFixed(5)).join();

/** Speeds of some ways in all slots, other ones each time. */
async function learn(): Promise<void> {
  const ids = readSection(servedPath(dataset), 'driving/ways.id') as Float64Array;
  const rows = [...new Set(ids)]
    .sort((a, b) => a - b)
    .filter(() => random() < 0.2)
    .flatMap((id) =>
      ['+', '-'].flatMap((side) =>
        [...DEFAULT_SLOTS.keys()].map((slot) => ({
          ...{ key: `way ${id} ${side}`, month: '2026-11', slot, model_s: 512 },
          observed_s: Math.round(512 * (1 + 2 * random())),
        })),
      ),
    );
  const write = (lock: Parameters<typeof writeSpeeds>[0]): Promise<string> =>
    Promise.resolve(writeSpeeds(lock, { slots: DEFAULT_SLOTS, rows }));
  await withFolderLock(dataset, 'a bench', write, { onWait: () => undefined });
}

let shift_ms = 0;

/** @param name of what is measured from now on @param clock_ms what clocks show now; null: they go on */
function control(name: string, clock_ms: number | null = null): void {
  if (clock_ms !== null) shift_ms = clock_ms - Date.now();
  writeFileSync(controlFile, `${shift_ms} ${name}`);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Sends requests at a steady rate, whatever becomes of those before. A wait counts from when one was due. */
async function load(
  service: BuiltService,
  seconds: number,
): Promise<{ waits: LatencyLog; failed: number; over: number }> {
  const waits = new LatencyLog();
  const begun_ms = performance.now();
  const answers: Promise<void>[] = [];
  let [failed, over] = [0, 0];
  for (let i = 0; i < 2 * PER_SECOND * seconds; i++) {
    const due_ms = begun_ms + (1000 * i) / (2 * PER_SECOND);
    const left_ms = due_ms - performance.now();
    if (left_ms > 0) await pause(left_ms);
    const [lon, lat] = point().split(',');
    const target =
      i % 2 === 0
        ? `/v1/route?origin=${point()}&destination=${point()}`
        : `/v1/geocode?lat=${lat}&lon=${lon}`;
    answers.push(
      ask(service, target).then(
        ({ status }) => {
          const took_ms = performance.now() - due_ms;
          waits.add(took_ms);
          if (took_ms > LIMIT_MS) over++;
          if (status >= 500) failed++;
        },
        () => void failed++,
      ),
    );
  }
  await Promise.all(answers);
  return { waits, failed, over };
}

/** The slot, or the seconds, of a route in all workers. */
async function stateOf(service: BuiltService): Promise<string> {
  const target = '/v1/route?origin=106.85,47.91&destination=106.95,47.92';
  const answers = await Promise.all(Array.from({ length: 8 }, () => askAnew(service, [target])));
  const said = answers.flat().map(({ body }) => {
    const { route, speeds } = JSON.parse(body.toString()) as {
      route: { duration_seconds: number };
      speeds?: { slot: string };
    };
    return `${speeds?.slot} ${Math.round(route.duration_seconds)} s`;
  });
  return [...new Set(said)].join(' / ');
}

/** The longest stretch of main threads between two looks, by processor time; and of garbage collections. */
function turnsOf(name: string): string {
  const own = readFileSync(turnsFile, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([phase]) => phase === name);
  const longest = (of: string, column: number): string => {
    const values = own.filter(([, file]) => file === of).map((line) => Number(line[column]));
    return values.length === 0 ? '-' : Math.max(...values).toFixed(1);
  };
  return (
    `longest turn: workers ${longest('worker-entry.js', 2)} ms, leader ${longest('main.js', 2)} ms; ` +
    `longest collection in workers ${longest('worker-entry.js', 3)} ms (on the wall)`
  );
}

async function measured(
  service: BuiltService,
  name: string,
  change: () => void | Promise<void>,
): Promise<void> {
  const seconds = Number(flags.seconds);
  control(name);
  await pause(500);
  const before = await stateOf(service);
  const changed = pause(1000 * seconds * CHANGE_AT).then(change);
  const { waits, failed, over } = await load(service, seconds);
  await changed;
  const after = await stateOf(service);
  control('between');
  await pause(500);
  const { p50_ms, p99_ms, longest_ms, count } = waits.summary();
  const of = `${over} of ${count} above ${LIMIT_MS} ms, ${failed} failed`;
  console.log(
    `${name.padEnd(16)} p50 ${p50_ms.toFixed(1)}, p99 ${p99_ms.toFixed(1)}, longest ` +
      `${longest_ms.toFixed(1)} ms, ${of}; ${turnsOf(name)}; ${before} -> ${after}`,
  );
}

try {
  mkdirSync(dataset);
  const main = join(flags.build, 'dist/cli/main.js');
  const imported = ['import', flags.source, '--dataset', dataset, '--tiles', 'off'];
  execFileSync(process.execPath, [main, ...imported], { stdio: ['ignore', 'ignore', 'inherit'] });
  await learn();
  writeFileSync(clockFile, CLOCK);
  writeFileSync(turnsFile, '');
  control('start', PEAK_MS);
  const more = { BENCH_CONTROL: controlFile, BENCH_TURNS: turnsFile };
  Object.assign(process.env, more, { NODE_OPTIONS: `--import=${pathToFileURL(clockFile).href}` });
  const service = await startBuilt(flags.build, dataset, folder, ['--workers', flags.workers]);
  try {
    await load(service, 10);
    for (let round = 1; round <= Number(flags.rounds); round++) {
      const to = round % 2 === 1 ? DAY_MS : PEAK_MS;
      await measured(service, `nothing-${round}`, () => undefined);
      await measured(service, `slot-${round}`, () => control(`slot-${round}`, to));
      await measured(service, `nothing-too-${round}`, () => undefined);
      await measured(service, `speeds-${round}`, learn);
    }
  } finally {
    await stopBuilt(service);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
