import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS, RECALL_MS } from '../../src/limits/lease-limits.js';
import { LeasedWindowCounter } from '../../src/limits/leased-window-counter.js';
import { WindowLedger } from '../../src/limits/window-ledger.js';
import type { CounterMessage, LedgerMessage } from '../../src/limits/window-messages.js';

/** A counter or a ledger alone. The other side is slow, silent or away. */

const START = Date.UTC(2026, 0, 2, 3, 4);
const END_S = START / 1000 + 60;
const WINDOW = START / 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function lonelyCounter(): { counter: LeasedWindowCounter; sent: LedgerMessage[]; degraded: boolean[] } {
  const sent: LedgerMessage[] = [];
  const degraded: boolean[] = [];
  const counter = new LeasedWindowCounter({
    send: (message) => sent.push(message),
    onDegraded: (isDegraded) => degraded.push(isDegraded),
  });
  return { counter, sent, degraded };
}

function answer(ask: number, allowed: number, remaining: number, lease = 0): CounterMessage {
  return {
    kind: 'counted',
    answers: [
      { ask, allowed, lease, remaining, window: WINDOW, isExhausted: remaining === 0 && lease === 0 },
    ],
  };
}

describe('a counter whose ledger does not answer', () => {
  it('waits, then counts alone and says so, then asks again when there is an answer', async () => {
    const { counter, sent, degraded } = lonelyCounter();
    const first = counter.hit([{ id: 'a', limit: 2 }], START);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(counter.state()).toBe('ok');
    await vi.advanceTimersByTimeAsync(2);
    expect(await first).toMatchObject({ allowed: true, limit: 2, remaining: 1, resetAt_s: END_S });
    expect(counter.state()).toBe('degraded');
    // Later hits do not wait, and nothing is asked.
    expect(counter.hit([{ id: 'a', limit: 2 }], START)).toMatchObject({
      allowed: true,
      limit: 2,
      remaining: 0,
      resetAt_s: END_S,
    });
    expect(counter.hit([{ id: 'a', limit: 2 }], START)).toMatchObject({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAt_s: END_S,
    });
    expect(counter.hit([{ id: 'b', limit: 1 }], START)).toMatchObject({ allowed: true, remaining: 0 });
    expect(counter.hit([{ id: 'b', limit: 1 }], START)).toMatchObject({ allowed: false });
    expect(counter.hit([{ id: 'a', limit: 2 }], START + 60_000)).toMatchObject({
      allowed: true,
      remaining: 1,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.length).toBe(1);
    counter.receive(answer(1, 1, 1));
    expect(counter.state()).toBe('ok');
    const asked = counter.hit([{ id: 'a', limit: 2 }], START + 60_000);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.length).toBe(2);
    counter.receive({
      kind: 'counted',
      answers: [{ ask: 2, allowed: 1, lease: 0, remaining: 0, window: WINDOW + 1, isExhausted: true }],
    });
    expect(await asked).toMatchObject({ allowed: true, remaining: 0, resetAt_s: END_S + 60 });
    expect(degraded).toEqual([true, false]);
  });

  it('counts alone from what it knows was left', async () => {
    const { counter } = lonelyCounter();
    const known = counter.hit([{ id: 'a', limit: 10 }], START);
    await vi.advanceTimersByTimeAsync(1);
    counter.receive(answer(1, 1, 3));
    expect(await known).toMatchObject({ remaining: 3 });
    const lost = counter.hit([{ id: 'a', limit: 10 }], START);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS + 10);
    expect(await lost).toMatchObject({ allowed: true, remaining: 2 });
    const states = [1, 2, 3].map(() => counter.hit([{ id: 'a', limit: 10 }], START));
    expect(states).toMatchObject([{ remaining: 1 }, { remaining: 0 }, { allowed: false }]);
  });

  it('is not taken in by its own absence: an answer that lies there is read before it gives up', async () => {
    const { counter } = lonelyCounter();
    const hit = counter.hit([{ id: 'a', limit: 2 }], START);
    await vi.advanceTimersByTimeAsync(1);
    // The process stood still. When it goes on, timers are due before messages are read.
    setTimeout(() => setImmediate(() => counter.receive(answer(1, 1, 1))), PATIENCE_MS - 2);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS * 2);
    expect(await hit).toMatchObject({ allowed: true, remaining: 1 });
    expect(counter.state()).toBe('ok');
  });

  it('gives back nothing of what it made up', async () => {
    const { counter, sent } = lonelyCounter();
    void counter.hit([{ id: 'a', limit: 5000 }], START);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS + 10);
    counter.receive({ kind: 'recall', window: WINDOW, keys: ['a'] });
    expect(sent.at(-1)).toEqual({ kind: 'returned', window: WINDOW, leases: [{ key: 'a', unused: 0 }] });
  });
});

describe('a ledger', () => {
  function ledgerOfTwo(): { ledger: WindowLedger; sent: [number, CounterMessage][] } {
    const sent: [number, CounterMessage][] = [];
    return {
      ledger: new WindowLedger({ workers: 2, send: (worker, message) => sent.push([worker, message]) }),
      sent,
    };
  }
  const count = (ask: number, hits: number, limit = 3000): LedgerMessage => ({
    kind: 'count',
    asks: [{ ask, key: 'a', limit, hits, now_ms: START }],
  });

  it('does not wait for a worker that hangs, and still never gives too much', async () => {
    const { ledger, sent } = ledgerOfTwo();
    ledger.receive(1, count(1, 1));
    const lease = Math.floor(2999 / 16);
    expect(sent).toEqual([
      [
        1,
        {
          kind: 'counted',
          answers: [
            { ask: 1, allowed: 1, lease, remaining: 2999 - lease, window: WINDOW, isExhausted: false },
          ],
        },
      ],
    ]);
    ledger.receive(2, count(1, 5000));
    expect(sent.slice(1)).toEqual([[1, { kind: 'recall', window: WINDOW, keys: ['a'] }]]);
    await vi.advanceTimersByTimeAsync(RECALL_MS - 1);
    expect(sent.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent[2]).toEqual([
      2,
      {
        kind: 'counted',
        answers: [
          { ask: 1, allowed: 2999 - lease, lease: 0, remaining: 0, window: WINDOW, isExhausted: true },
        ],
      },
    ]);
    // The lease comes back too late: it counts as used.
    ledger.receive(1, { kind: 'returned', window: WINDOW, leases: [{ key: 'a', unused: lease }] });
    ledger.receive(2, count(2, 1));
    expect(sent[3]).toMatchObject([2, { answers: [{ allowed: 0, isExhausted: true }] }]);
  });

  it('hands out a lease before it calls it back', () => {
    const { ledger, sent } = ledgerOfTwo();
    const ask = { key: 'a', limit: 3000, now_ms: START };
    ledger.receive(1, {
      kind: 'count',
      asks: [
        { ...ask, ask: 1, hits: 1 },
        { ...ask, ask: 2, hits: 3000 },
      ],
    });
    expect(sent.map(([, { kind }]) => kind)).toEqual(['counted', 'recall']);
  });

  it('answers whoever waits for a lease when its holder dies', () => {
    const { ledger, sent } = ledgerOfTwo();
    ledger.receive(1, count(1, 1));
    ledger.receive(2, count(1, 5000));
    ledger.drop(1);
    expect(sent.at(-1)).toMatchObject([2, { answers: [{ ask: 1, isExhausted: true }] }]);
  });

  it('counts in the new window what waited when the old one ended', () => {
    const { ledger, sent } = ledgerOfTwo();
    ledger.receive(1, count(1, 1));
    ledger.receive(2, count(1, 3000));
    ledger.receive(1, {
      kind: 'count',
      asks: [{ ask: 2, key: 'b', limit: 5, hits: 1, now_ms: START + 60_000 }],
    });
    const answers = sent
      .slice(2)
      .map(([worker, message]) => [worker, message.kind === 'counted' ? message.answers[0] : null]);
    expect(answers).toContainEqual([
      2,
      expect.objectContaining({ ask: 1, allowed: 3000, window: WINDOW + 1 }),
    ]);
    expect(answers).toContainEqual([1, expect.objectContaining({ ask: 2, allowed: 1, window: WINDOW + 1 })]);
  });

  it('sends all answers of a message in one', () => {
    const { ledger, sent } = ledgerOfTwo();
    const asks = Array.from({ length: 50 }, (_, i) => ({
      ask: i,
      key: `key ${i}`,
      limit: 10,
      hits: 2,
      now_ms: START,
    }));
    ledger.receive(1, { kind: 'count', asks });
    expect(sent.length).toBe(1);
    expect(sent[0]).toMatchObject([
      1,
      { kind: 'counted', answers: asks.map(({ ask }) => ({ ask, allowed: 2, remaining: 8 })) },
    ]);
  });
});
