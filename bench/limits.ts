/**
 * What counting requests costs: in memory, and in a Redis of its own on this machine (needs redis-server).
 *
 *     bench/limits.js
 *
 * Shown is the processor time of this process for one count at 10,000 a second, what Redis is asked, and how
 * long requests wait: also while Redis hangs, is slow, or its network fails. One process counts, as with
 * `--workers 1`. A busy host holds the whole process up at times: the longest wait is shown with and without
 * these stalls.
 */
import { Redis } from 'ioredis';
import { LeasedWindowCounter } from '../src/limits/leased-window-counter.js';
import { MemoryWindowCounter } from '../src/limits/memory-window-counter.js';
import { openRedisSupply } from '../src/limits/redis/open-supply.js';
import type { WindowCounter } from '../src/limits/window-counter.js';
import { WindowLedger } from '../src/limits/window-ledger.js';
import { RedisServer } from '../test/limits/redis-server.js';
import { StallWatch } from './stall-watch.js';
import { TcpProxy } from '../test/limits/tcp-proxy.js';

const RATE_PER_S = 10_000;
const DURATION_MS = 3_000;
/** V8 compiles, and every key is made. */
const WARM_UP_MS = 1_500;
const TICK_MS = 2;
const MANY_KEYS = 10_000;

/** How long a request waited, and how long of this the process stood still. */
interface Wait {
  waited_ms: number;
  stalled_ms: number;
}

interface Traffic {
  duration_ms?: number;
  keys: number;
  limit: number;
}

/** How often a request waited too long, and the process went on alone. */
let falls = 0;

const redis = await RedisServer.start();
const proxy = await TcpProxy.to(redis.port);
const watcher = new Redis(redis.port, '127.0.0.1');
const direct = await openCounter(redis.port);
const harmed = await openCounter(proxy.port);
try {
  const idle_us = (await run(null, { keys: 1, limit: 1 })).cpu_us;
  for (const keys of [1, MANY_KEYS]) {
    const traffic = { keys, limit: keys === 1 ? 1_000_000 : 1_000 };
    for (const [name, counter] of [
      ['memory', new MemoryWindowCounter()],
      ['redis', direct.counter],
    ] as const) {
      await run(counter, { ...traffic, duration_ms: WARM_UP_MS });
      falls = 0;
      const before = await asked();
      const { cpu_us, waits } = await run(counter, traffic);
      const commands = ((await asked()) - before) / (DURATION_MS / 1000);
      const cost =
        `${(cpu_us - idle_us).toFixed(2)} µs a request, ` +
        `${Math.round(commands)} commands/s, ${falls} falls`;
      console.log(`${name}, ${keys} keys: ${cost}, waits ${spread(waits)}`);
    }
  }
  await harm(
    'hangs',
    () => redis.pause(),
    () => redis.resume(),
  );
  await harm(
    'answers 50 ms late',
    () => (proxy.delay_ms = 50),
    () => (proxy.delay_ms = 0),
  );
  await harm(
    'gets nothing',
    () => (proxy.isDropping = true),
    () => (proxy.isDropping = false),
  );
  await harm(
    'loses its connections',
    () => proxy.cut(),
    () => undefined,
  );
} finally {
  direct.close();
  harmed.close();
  watcher.disconnect();
  await proxy.stop();
  await redis.stop();
}

async function openCounter(port: number): Promise<{ counter: WindowCounter; close: () => void }> {
  const supply = await openRedisSupply(`redis://127.0.0.1:${port}`);
  const counter = new LeasedWindowCounter({ send: (message) => ledger.receive(1, message) });
  const ledger = new WindowLedger({ workers: 1, send: (_, message) => counter.receive(message), supply });
  supply.serve(ledger, (news) => counter.receive(news));
  counter.receive(supply.news());
  supply.onChange = (isAway) => (falls += isAway ? 1 : 0);
  return { counter, close: () => supply.close() };
}

async function harm(what: string, begin: () => unknown, end: () => unknown): Promise<void> {
  const timer = setTimeout(begin, DURATION_MS / 4);
  const watch = new StallWatch();
  const { waits } = await run(harmed.counter, { keys: MANY_KEYS, limit: 1_000 }, watch);
  watch.close();
  clearTimeout(timer);
  end();
  const state = harmed.counter.state();
  while (harmed.counter.state() !== 'ok') await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(`Redis ${what}: waits ${spread(waits)}, at the end ${state}, and it came back`);
}

/** @returns processor time of a request, this loop included, and how long requests waited for an answer */
async function run(
  counter: WindowCounter | null,
  { keys, limit, duration_ms = DURATION_MS }: Traffic,
  watch?: StallWatch,
): Promise<{ cpu_us: number; waits: Wait[] }> {
  const waits: Wait[] = [];
  const perTick = (RATE_PER_S * TICK_MS) / 1000;
  const before = process.cpuUsage();
  const begun_ms = performance.now();
  let sent = 0;
  while (performance.now() - begun_ms < duration_ms) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    const due = Math.min((performance.now() - begun_ms) / TICK_MS, duration_ms / TICK_MS) * perTick;
    for (; sent < due; sent++) {
      const sentAt_ms = performance.now();
      const state = counter?.hit([{ id: `key_${(sent * 7919) % keys}`, limit }], Date.now());
      if (state instanceof Promise) void state.then(() => waits.push(waitSince(sentAt_ms, watch)));
      else waits.push({ waited_ms: 0, stalled_ms: 0 });
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu_us: (user + system) / sent, waits };
}

function waitSince(sentAt_ms: number, watch: StallWatch | undefined): Wait {
  const now_ms = performance.now();
  return { waited_ms: now_ms - sentAt_ms, stalled_ms: watch?.stalled_ms(sentAt_ms, now_ms) ?? 0 };
}

function spread(waits: readonly Wait[]): string {
  const sorted = waits.map(({ waited_ms }) => waited_ms).sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const own_ms = waits.reduce((most, wait) => Math.max(most, wait.waited_ms - wait.stalled_ms), 0);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms, without stalls ${own_ms.toFixed(1)} ms`;
}

async function asked(): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(await watcher.info('commandstats'))?.[1] ?? 0);
}
