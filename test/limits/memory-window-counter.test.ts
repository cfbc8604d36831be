import { describe, expect, it } from 'vitest';
import { MemoryWindowCounter } from '../../src/limits/memory-window-counter.js';
import { untouchedWindow } from '../../src/limits/window-counter.js';
import { seededRandom } from '../seeded-random.js';

const MINUTE = 60_000;
/** 2026-01-02 03:04:00 UTC: the start of a clock minute. */
const START = Date.UTC(2026, 0, 2, 3, 4);
const END_S = START / 1000 + 60;

describe('a window of one minute', () => {
  it('allows exactly its limit, and counts down to nothing', () => {
    const counter = new MemoryWindowCounter();
    const states = Array.from({ length: 5 }, (_, i) => counter.hit([{ id: 'a', limit: 3 }], START + i));
    expect(states).toMatchObject([
      { allowed: true, limit: 3, remaining: 2, resetAt_s: END_S },
      { allowed: true, limit: 3, remaining: 1, resetAt_s: END_S },
      { allowed: true, limit: 3, remaining: 0, resetAt_s: END_S },
      { allowed: false, limit: 3, remaining: 0, resetAt_s: END_S },
      { allowed: false, limit: 3, remaining: 0, resetAt_s: END_S },
    ]);
  });

  it('is aligned to the clock minute: it ends at the edge, not a minute after the first request', () => {
    const counter = new MemoryWindowCounter();
    expect(counter.hit([{ id: 'a', limit: 1 }], START + MINUTE - 1)).toMatchObject({
      allowed: true,
      resetAt_s: END_S,
    });
    expect(counter.hit([{ id: 'a', limit: 1 }], START + MINUTE - 0.001)).toMatchObject({ allowed: false });
    expect(counter.hit([{ id: 'a', limit: 1 }], START + MINUTE)).toMatchObject({
      allowed: true,
      resetAt_s: END_S + 60,
    });
    expect(counter.hit([{ id: 'a', limit: 1 }], START + MINUTE + 1)).toMatchObject({ allowed: false });
  });

  it("is each key's own", () => {
    const counter = new MemoryWindowCounter();
    expect(counter.hit([{ id: 'a', limit: 1 }], START).allowed).toBe(true);
    expect(counter.hit([{ id: 'b', limit: 1 }], START).allowed).toBe(true);
    expect(counter.hit([{ id: 'a', limit: 1 }], START).allowed).toBe(false);
    for (const id of ['__proto__', 'constructor', 'toString', '']) {
      expect(counter.hit([{ id, limit: 1 }], START).allowed, id).toBe(true);
      expect(counter.hit([{ id, limit: 1 }], START).allowed, id).toBe(false);
    }
  });

  it('follows a limit that changes within it', () => {
    const counter = new MemoryWindowCounter();
    for (let i = 0; i < 10; i++) counter.hit([{ id: 'a', limit: 2 }], START);
    // Two were served. Refused requests do not count against the higher limit.
    expect(counter.hit([{ id: 'a', limit: 5 }], START)).toMatchObject({ allowed: true, remaining: 2 });
    expect(counter.hit([{ id: 'a', limit: 1 }], START)).toMatchObject({
      allowed: false,
      remaining: 0,
      limit: 1,
    });
  });

  it('lets no request through twice when one that read the clock before the edge comes after it', () => {
    const counter = new MemoryWindowCounter();
    expect(counter.hit([{ id: 'a', limit: 2 }], START + MINUTE).remaining).toBe(1);
    expect(counter.hit([{ id: 'a', limit: 2 }], START + MINUTE - 1)).toMatchObject({
      allowed: true,
      remaining: 0,
      resetAt_s: END_S + 60,
    });
    expect(counter.hit([{ id: 'a', limit: 2 }], START + MINUTE + 1).allowed).toBe(false);
  });

  it('starts anew when the clock is set back far', () => {
    const counter = new MemoryWindowCounter();
    counter.hit([{ id: 'a', limit: 1 }], START + 1000 * MINUTE);
    expect(counter.hit([{ id: 'a', limit: 1 }], START)).toMatchObject({ allowed: true, resetAt_s: END_S });
  });

  it('refuses a limit that is none', () => {
    const counter = new MemoryWindowCounter();
    for (const limit of [0, -1, 1.5, Number.NaN])
      expect(() => counter.hit([{ id: 'a', limit }], START)).toThrow(/rate limit/);
  });

  it('of a response without a key is untouched', () => {
    expect(untouchedWindow(100, START)).toMatchObject({
      allowed: true,
      limit: 100,
      remaining: 100,
      resetAt_s: END_S,
    });
    expect(untouchedWindow(100, START + MINUTE - 1).resetAt_s).toBe(END_S);
    expect(untouchedWindow(100, START + MINUTE).resetAt_s).toBe(END_S + 60);
  });
});

describe('many requests', () => {
  it('are counted exactly: as a list of every request says', () => {
    const seed = 20260102;
    const random = seededRandom(seed);
    const counter = new MemoryWindowCounter();
    // All allowed requests. The oracle reads all of them again each time.
    const served: { id: string; window: number }[] = [];
    let now = START;
    for (let i = 0; i < 5_000; i++) {
      now += Math.floor(random() * 100);
      const id = `key_${Math.floor(random() * 5)}`;
      const limit = 50 + Math.floor(random() * 3);
      const window = Math.floor(now / MINUTE);
      const before = served.filter((hit) => hit.id === id && hit.window === window).length;
      const state = counter.hit([{ id, limit }], now);
      const expected = {
        allowed: before < limit,
        limit,
        remaining: Math.max(limit - before - 1, 0),
        resetAt_s: (window + 1) * 60,
      };
      expect(state, `seed ${seed}, hit ${i}`).toMatchObject(expected);
      if (state.allowed) served.push({ id, window });
    }
  });

  it('of a million in one window, exactly the limit is allowed', () => {
    const counter = new MemoryWindowCounter();
    let allowed = 0;
    for (let i = 0; i < 1_000_000; i++)
      if (counter.hit([{ id: 'a', limit: 123_456 }], START + (i % MINUTE)).allowed) allowed++;
    expect(allowed).toBe(123_456);
  });
});
