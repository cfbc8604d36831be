import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASED_ABOVE } from '../../src/limits/lease-limits.js';
import type { WindowState } from '../../src/limits/window-counter.js';
import { seededRandom } from '../seeded-random.js';
import { SimulatedWorkers } from './simulated-workers.js';

/**
 * Counts that several processes share, simulated in one process. Every order of messages that a
 * channel allows may happen here.
 */

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 2, 3, 4);
const END_S = START / 1000 + 60;

// No deadline may pass during a schedule.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Notes the state of every hit, whenever it comes. */
class Notes {
  readonly states: WindowState[] = [];
  open = 0;

  note(state: WindowState | Promise<WindowState>): void {
    if (!(state instanceof Promise)) {
      this.states.push(state);
      return;
    }
    this.open++;
    void state.then((settled) => {
      this.open--;
      this.states.push(settled);
    });
  }

  async all(): Promise<WindowState[]> {
    // Promises settle in microtasks, and none of these waits for anything but others.
    for (let i = 0; i < 10; i++) await Promise.resolve();
    expect(this.open).toBe(0);
    return this.states;
  }
}

async function decided(
  workers: SimulatedWorkers,
  state: WindowState | Promise<WindowState>,
): Promise<WindowState> {
  workers.settle();
  return state;
}

describe('a window that several processes share', () => {
  it.each([1, 2, 4, 16])(
    'lets exactly the limit through with %i workers, whatever comes in which order',
    async (count) => {
      for (let seed = 1; seed <= 150; seed++) {
        const random = seededRandom(seed);
        const workers = new SimulatedWorkers(count, random);
        const limit = pick(random, [1, 2, 7, 100, LEASED_ABOVE, LEASED_ABOVE + 1, 1500, 3000]);
        const demand = Math.floor(limit * (0.5 + random()));
        // In some schedules the messages between hits nearly all arrive, in others they pile up.
        const haste = pick(random, [0.1, 1, 5]);
        const notes = new Notes();
        // Clients stay with one worker for a while. So other workers hold leases that they do not use.
        let favourite = 1;
        for (let i = 0; i < demand; i++) {
          if (random() < 10 / limit) favourite = pick(random, workers.numbers);
          const worker = random() < 0.02 ? pick(random, workers.numbers) : favourite;
          notes.note(workers.hit(worker, 'a', limit, START + i * 3));
          for (let steps = random() * 2 * haste; steps > 0.5; steps--) workers.step();
          if (i % 50 === 0) await Promise.resolve();
        }
        workers.settle();
        const states = await notes.all();
        const what = `seed ${seed}, limit ${limit}, demand ${demand}`;
        expect(states.length, what).toBe(demand);
        expect(states.filter(({ allowed }) => allowed).length, what).toBe(Math.min(limit, demand));
        workers.close();
      }
    },
  );

  it('never lets more than the limit through, over edges of the minute and deaths of workers', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const workers = new SimulatedWorkers(3, random);
      const limits: Record<string, number> = { a: 5, b: 1200, c: 40 };
      const passed = new Map<string, number>();
      let now = START;
      for (let i = 0; i < 4000; i++) {
        now += random() < 0.0005 ? MINUTE : Math.floor(random() * 3);
        const key = pick(random, ['a', 'b', 'b', 'b', 'c']);
        // Some workers read the clock a little earlier than others.
        const state = workers.hit(
          pick(random, workers.numbers),
          key,
          limits[key],
          now - Math.floor(random() * 20),
        );
        void Promise.resolve(state).then(({ allowed, resetAt_s }) => {
          if (allowed) passed.set(`${key} ${resetAt_s}`, (passed.get(`${key} ${resetAt_s}`) ?? 0) + 1);
        });
        while (random() < 0.6 && workers.step());
        if (random() < 0.002) {
          workers.kill(pick(random, workers.numbers));
          workers.start();
        }
        if (i % 20 === 0) await Promise.resolve();
      }
      workers.settle();
      for (let i = 0; i < 10; i++) await Promise.resolve();
      for (const [window, count] of passed)
        expect(count, `seed ${seed}, ${window}`).toBeLessThanOrEqual(limits[window[0]]);
      expect([...passed.keys()].length, `seed ${seed}`).toBeGreaterThan(2);
      workers.close();
    }
  });

  it('counts Remaining down one by one, over all workers, up to the limit that is leased', async () => {
    for (const limit of [3, 100, LEASED_ABOVE]) {
      const workers = new SimulatedWorkers(4, seededRandom(limit));
      for (let i = 0; i < limit; i++) {
        const state = await decided(workers, workers.hit(workers.numbers[i % 4], 'a', limit, START + i));
        expect(state).toMatchObject({ allowed: true, limit, remaining: limit - 1 - i, resetAt_s: END_S });
      }
      for (const number of workers.numbers) {
        expect(await decided(workers, workers.hit(number, 'a', limit, START))).toMatchObject({
          allowed: false,
          limit,
          remaining: 0,
          resetAt_s: END_S,
        });
      }
      workers.close();
    }
  });

  it('counts hits of one turn in the order in which they came', async () => {
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one] = workers.numbers;
    const states = Array.from({ length: 5 }, () => workers.hit(one, 'a', 3, START));
    workers.settle();
    const settled = await Promise.all(states.map(async (state) => state));
    expect(settled.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    // One question and one answer for the whole turn.
    expect(workers.messages).toBe(3);
    workers.close();
  });

  it('needs no question for what is leased, nor for what is exhausted', async () => {
    const limit = 100_000;
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one, two] = workers.numbers;
    let passed = 0;
    for (let i = 0; i < limit; i++) {
      const state = workers.hit(i % 2 === 0 ? one : two, 'a', limit, START);
      if ((state instanceof Promise ? await decided(workers, state) : state).allowed) passed++;
    }
    expect(passed).toBe(limit);
    // 100,000 hits, and one question for every few hundred.
    expect(workers.messages).toBeLessThan(1500);
    for (const number of workers.numbers)
      expect((await decided(workers, workers.hit(number, 'a', limit, START))).allowed).toBe(false);
    const before = workers.messages;
    for (let i = 0; i < 1000; i++)
      expect(workers.hit(workers.numbers[i % 2], 'a', limit, START)).toMatchObject({
        allowed: false,
        limit,
        remaining: 0,
        resetAt_s: END_S,
      });
    expect(workers.messages).toBe(before);
    workers.close();
  });

  it('says of a leased key no more than an eighth too much or too little', async () => {
    const limit = 10_000;
    const workers = new SimulatedWorkers(4, seededRandom(1));
    for (let i = 0; i < limit; i++) {
      const { remaining } = await decided(workers, workers.hit(workers.numbers[i % 4], 'a', limit, START));
      const left = limit - 1 - i;
      expect(Math.abs(remaining - left), `hit ${i}`).toBeLessThanOrEqual(Math.ceil(left / 8) + limit / 8);
    }
    workers.close();
  });

  it('says of a leased key what was left a second ago, however long its lease lasts', async () => {
    const limit = 10_000;
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one, two] = workers.numbers;
    const ask = (worker: number, now: number): Promise<WindowState> =>
      decided(workers, workers.hit(worker, 'a', limit, now));
    await ask(one, START);
    for (let i = 0; i < 8_000; i++) await ask(two, START + 10);
    expect((await ask(one, START + 999)).remaining).toBeGreaterThan(9_000);
    await ask(one, START + 1_000);
    const { remaining } = await ask(one, START + 1_001);
    expect(remaining).toBeGreaterThan(1_500);
    expect(remaining).toBeLessThan(2_000);
    workers.close();
  });

  it('begins anew at the edge of the minute', async () => {
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one, two] = workers.numbers;
    const ask = (worker: number, now: number): Promise<WindowState> =>
      decided(workers, workers.hit(worker, 'a', 1, now));
    expect(await ask(one, START + MINUTE - 1)).toMatchObject({ allowed: true, resetAt_s: END_S });
    expect(await ask(two, START + MINUTE - 1)).toMatchObject({ allowed: false, resetAt_s: END_S });
    expect(await ask(two, START + MINUTE)).toMatchObject({ allowed: true, resetAt_s: END_S + 60 });
    // A worker that read the clock before the edge counts its hit after the edge.
    expect(await ask(one, START + MINUTE - 1)).toMatchObject({ allowed: false });
    expect(await ask(one, START + MINUTE)).toMatchObject({ allowed: false, resetAt_s: END_S + 60 });
    workers.close();
  });

  it('follows a limit that changes, in workers that learn of it at different times', async () => {
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one, two] = workers.numbers;
    const ask = (worker: number, limit: number): Promise<WindowState> =>
      decided(workers, workers.hit(worker, 'a', limit, START));
    for (let i = 0; i < 3; i++) await ask(one, 2);
    expect(await ask(two, 5000)).toMatchObject({ allowed: true, limit: 5000 });
    // The lease of the higher limit goes back. So three of five are used.
    expect(await ask(one, 5)).toMatchObject({ allowed: true, limit: 5, remaining: 1 });
    expect(await ask(two, 5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await ask(two, 5)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await ask(one, 6)).toMatchObject({ allowed: true, limit: 6, remaining: 0 });
    expect(await ask(one, 4)).toMatchObject({ allowed: false, limit: 4, remaining: 0 });
    workers.close();
  });

  it('counts what a dead worker held as used, and refuses nobody before the rest is used', async () => {
    const limit = 4000;
    const workers = new SimulatedWorkers(2, seededRandom(1));
    const [one, two] = workers.numbers;
    await decided(workers, workers.hit(one, 'a', limit, START));
    workers.kill(one);
    let passed = 1;
    while ((await decided(workers, workers.hit(two, 'a', limit, START))).allowed) passed++;
    // A lease is an eighth of 3,999, divided between two workers.
    expect(passed).toBe(limit - Math.floor(3999 / 16));
    workers.close();
  });
});

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)];
}
