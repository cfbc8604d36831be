import { describe, expect, it } from 'vitest';
import { Slices } from '../../src/sources/embedded/slices.js';

/** As long as a slice may take. */
const SLICE_MS = 2;

/** Counts itself among those that have begun and are not over. */
class Begun {
  now = 0;
  most = 0;

  /** A work of so many slices: each takes as long as a slice may. */
  *work(slices: number, result: string): Generator<void, string> {
    this.most = Math.max(this.most, ++this.now);
    try {
      for (let i = 0; i < slices; i++) {
        const end = performance.now() + SLICE_MS;
        while (performance.now() < end);
        yield;
      }
    } finally {
      this.now--;
    }
    return result;
  }
}

describe('long works', () => {
  it('are all done, four at a time for one', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const names = Array.from({ length: 12 }, (_, i) => `work ${i}`);
    const done = await Promise.all(
      names.map(async (name) => slices.work(begun.work(3, name), undefined, { shares: ['one'] })),
    );
    expect(done).toEqual(names);
    expect(begun.most).toBe(4);
  });

  it('let one that is short be over before those that are long', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const over: string[] = [];
    const start = async (count: number, name: string): Promise<void> => {
      over.push(await slices.work(begun.work(count, name)));
    };
    await Promise.all([start(20, 'long'), start(20, 'long, too'), start(1, 'short')]);
    expect(over[0]).toBe('short');
  });

  it('take turns by organisation, however many works and keys one has', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const over: string[] = [];
    const start = async (count: number, shares: readonly string[]): Promise<void> => {
      over.push(await slices.work(begun.work(count, shares.join()), undefined, { shares }));
    };
    const many = Array.from({ length: 12 }, (_, i) => start(8, ['busy', `key ${i % 10}`]));
    const few = [start(8, ['other', 'key']), start(2, ['third', 'key'])];
    await Promise.all([...many, ...few]);
    // Of those that are busy, one or two works are over before.
    expect(over.indexOf('third,key')).toBeLessThan(2);
    expect(over.indexOf('other,key')).toBeLessThan(4);
  });

  it('take turns by key within an organisation', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const over: string[] = [];
    const start = async (count: number, shares: readonly string[]): Promise<void> => {
      over.push(await slices.work(begun.work(count, shares.join()), undefined, { shares }));
    };
    await Promise.all([
      ...Array.from({ length: 12 }, () => start(8, ['one', 'busy'])),
      start(8, ['one', 'quiet']),
    ]);
    expect(over.indexOf('one,quiet')).toBeLessThan(4);
  });

  it('are given up when nobody waits any more, begun or not', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const leaving = new AbortController();
    const works = Array.from({ length: 6 }, async () => slices.work(begun.work(50, 'never'), leaving.signal));
    const all = Promise.allSettled(works);
    leaving.abort(new Error('gone'));
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    expect(await slices.work(begun.work(1, 'next'))).toBe('next');
  });

  it('of many are begun at once, one for each beyond the first, but not without bound', async () => {
    const [slices, begun] = [new Slices(), new Begun()];
    const works = Array.from({ length: 80 }, async (_, i) =>
      slices.work(begun.work(2, ''), undefined, { shares: [`organisation ${i}`] }),
    );
    await Promise.all(works);
    expect(begun.most).toBeGreaterThan(16);
    expect(begun.most).toBeLessThanOrEqual(64);
  });

  it('that cannot pause wait a turn behind a long one, and take turns by organisation', async () => {
    let now_ms = 0;
    const slices = new Slices(() => now_ms);
    const over: string[] = [];
    const whole = (name: string, ms: number): string | Promise<string> =>
      slices.whole(
        () => {
          now_ms += ms;
          return name;
        },
        undefined,
        { shares: [name] },
      );
    expect([whole('short', 0), whole('short', 0), whole('long', 3)]).toEqual(['short', 'short', 'long']);
    const waiting = ['busy', 'busy', 'busy', 'busy', 'busy', 'other'].map(async (name) => {
      over.push(await whole(name, 3));
    });
    await Promise.all(waiting);
    expect(over.indexOf('other')).toBeLessThan(2);
    await new Promise(setImmediate);
    expect(whole('short', 0)).toBe('short');
  });

  it('that need no second slice are over at once', () => {
    const quick = (function* (): Generator<void, string> {
      yield;
      return 'quick';
    })();
    expect(new Slices().work(quick)).toBe('quick');
  });
});
