import { describe, expect, it } from 'vitest';
import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { SharedSupply } from '../../src/limits/redis/shared-supply.js';
import type { WindowState } from '../../src/limits/window-counter.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import { partOfDay } from '../random-cases.js';
import { seededRandom } from '../seeded-random.js';
import { SimulatedLink, SimulatedRedis, SimulatedTime } from './simulated-redis.js';

/**
 * A thousand services that count in one Redis, simulated in one process: the real code of ledger, counter and
 * supply over a network with delays. How many requests of a window pass, and how many should?
 */

const REPLICAS = 1_000;
const MINUTE_MS = 60_000;
/** The start of a clock minute. */
const START_MS = Date.UTC(2026, 0, 2, 3, 4);
/** So many requests come in each window, as a multiple of the limit. */
const DEMAND = 1.2;
/** All scenarios are asked in so many days, or at once with GAZARCH_TEST_PARTS=all. */
const DAYS = 3;

interface Scenario {
  limit: number;
  traffic: 'even' | 'skewed';
  /** Replicas that are killed in a window, with all that they hold. Each is replaced by a new one. */
  kills: number;
}

interface Outcome {
  /** Of each window, the share of the limit that passed. */
  shares: number[];
  /** Requests that passed beyond the limit, at most. */
  beyond: number;
  questionsPerRequest: number;
}

class SimulatedReplica {
  readonly counter: LeasedWindowCounter;
  readonly #ledger: WindowLedger;
  readonly supply: SharedSupply;
  isAlive = true;

  constructor(time: SimulatedTime, link: SimulatedLink) {
    const clock = time.clock(() => this.isAlive);
    this.supply = new SharedSupply({ link, clock });
    this.counter = new LeasedWindowCounter({
      send: (message) => this.#ledger.receive(1, message),
      defer: (run) => clock.soon(run),
    });
    this.#ledger = new WindowLedger({
      workers: 1,
      send: (_, message) => this.counter.receive(message),
      supply: this.supply,
    });
    this.supply.serve(this.#ledger, (news) => this.counter.receive(news));
    this.supply.start();
  }

  kill(): void {
    this.isAlive = false;
    this.supply.close();
    this.counter.close();
    this.#ledger.close();
  }
}

async function simulate({ limit, traffic, kills }: Scenario, seed: number): Promise<Outcome> {
  const random = seededRandom(seed);
  const windows = limit > 1_000 ? 1 : 2;
  const time = new SimulatedTime(START_MS - 1_000);
  const redis = SimulatedRedis.aged();
  // Most messages take 0.1 to 0.6 ms, a few 1.4 ms: there and back within the 3 ms that Redis has.
  const trip_ms = (): number => 0.1 + 0.5 * random() + (random() < 0.01 ? 0.8 : 0);
  const start = (): SimulatedReplica =>
    new SimulatedReplica(time, new SimulatedLink({ redis, time, trip_ms }));
  const replicas = Array.from({ length: REPLICAS }, start);
  const passed = new Map<number, number>();
  const note = ({ allowed, resetAt_s }: WindowState): void => {
    if (allowed) passed.set(resetAt_s, (passed.get(resetAt_s) ?? 0) + 1);
  };
  const hit = (): void => {
    // Skewed: a third of all requests comes to a hundredth of the replicas.
    const at = traffic === 'even' ? random() : random() ** 4;
    let replica = Math.floor(at * REPLICAS);
    // As at the start of a real service: no request comes before Redis has answered.
    while (replicas[replica].supply.news().isAway) replica = (replica + 1) % REPLICAS;
    const state = replicas[replica].counter.hit([{ id: 'a', limit }], Math.floor(time.now_ms));
    if (state instanceof Promise) void state.then(note);
    else note(state);
  };
  const requests = Math.floor(limit * DEMAND) * windows;
  for (let i = 0; i < requests; i++) time.at(START_MS + random() * windows * MINUTE_MS, hit);
  for (let i = 0; i < kills * windows; i++) {
    time.at(START_MS + random() * windows * MINUTE_MS, () => {
      const at = Math.floor((traffic === 'even' ? random() : random() ** 4) * REPLICAS);
      replicas[at].kill();
      replicas[at] = start();
    });
  }
  await time.advanceTo(START_MS - 1);
  expect(replicas.every(({ supply }) => !supply.news().isAway)).toBe(true);
  redis.calls = redis.asked = 0;
  await time.advanceTo(START_MS + windows * MINUTE_MS - 1);
  const questions = redis.asked;
  await time.advanceTo(START_MS + windows * MINUTE_MS + 100);
  replicas.forEach((replica) => replica.kill());
  const counts = Array.from({ length: windows }, (_, i) => passed.get(START_MS / 1000 + 60 * (i + 1)) ?? 0);
  return {
    shares: counts.map((count) => count / limit),
    beyond: Math.max(...counts) - limit,
    questionsPerRequest: questions / requests,
  };
}

const SCENARIOS: (Scenario & { floor: number })[] = [100, 1_000, 100_000].flatMap((limit) =>
  (['even', 'skewed'] as const).flatMap((traffic) => [
    { limit, traffic, kills: 0, floor: limit > 1_000 ? 0.995 : 1 },
    { limit, traffic, kills: 100, floor: limit > 1_000 ? 0.99 : 0.98 },
  ]),
);

describe(`${REPLICAS} services that count in one Redis`, () => {
  it('never let more than the limit pass, and hardly less', async () => {
    const table: Record<string, string | number>[] = [];
    for (const [i, scenario] of partOfDay([...SCENARIOS.entries()], DAYS)) {
      const { shares, beyond, questionsPerRequest } = await simulate(scenario, i + 1);
      const { limit, traffic, kills } = scenario;
      const [least, most] = [Math.min(...shares), Math.max(...shares)].map(
        (share) => `${(100 * share).toFixed(3)} %`,
      );
      table.push({ limit, traffic, kills, least, most, questionsPerRequest: questionsPerRequest.toFixed(2) });
      const what = `seed ${i + 1}: ${JSON.stringify(scenario)}`;
      expect(beyond, what).toBeLessThanOrEqual(0);
      expect(Math.min(...shares), what).toBeGreaterThanOrEqual(scenario.floor);
    }
    process.stdout.write(`${table.map((row) => Object.values(row).join('\t')).join('\n')}\n`);
  });
});
