import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JsonWriter } from '../../src/wire/json-writer.js';
import { largeBytes, PIECE_BYTES, sendPieces, writtenLength } from '../../src/wire/large-body.js';
import { Slab } from '../../src/wire/slab.js';

/** Whoever reads a large answer slowly is cut off by bytes and time together. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes a piece every so many seconds, the last piece being the 256th. @returns when it was cut off, in s */
async function cutOff_s(every_s: number, isShared: boolean): Promise<number | null> {
  let cutAt_s: number | null = null;
  const begin_ms = performance.now();
  const reader = new Writable({
    highWaterMark: 1,
    write: (_, __, taken) => void setTimeout(taken, 1000 * every_s),
    destroy: (error, done) => {
      cutAt_s ??= (performance.now() - begin_ms) / 1000;
      done(error);
    },
  });
  const isOver = new Promise<void>((resolve) => {
    sendPieces(reader as Socket, largeBytes(Buffer.alloc(256 * PIECE_BYTES), isShared), resolve);
  });
  await vi.advanceTimersByTimeAsync(1000 * every_s * 300);
  await isOver;
  return cutAt_s;
}

it('reads 33 kB in 0.9 s: all of it is sent', async () => {
  expect(await cutOff_s(0.9, false)).toBeNull();
});

it('reads 33 kB in 2 s: it is cut off after 20 s, and not after 512', async () => {
  const cut_s = await cutOff_s(2, false);
  expect(cut_s).toBeGreaterThan(10);
  expect(cut_s).toBeLessThan(25);
});

it('reads a file as slowly: all of it is sent', async () => {
  expect(await cutOff_s(2, true)).toBeNull();
});

it('takes no piece for 10 s: it is cut off, a file, too', async () => {
  expect(await cutOff_s(11, true)).toBe(10);
});

it('lets others have their turn while the length of a body is counted', async () => {
  vi.useRealTimers();
  function* write(json: JsonWriter): Generator<void, void> {
    for (let i = 0; i < 100; i++) {
      json.begin().raw('x'.repeat(1000));
      yield;
    }
    json.begin();
  }
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const json = new JsonWriter(new Slab());
  const counted = writtenLength(json, write, 1e6).finally(() => (isOver = true));
  // Others write with the same writer meanwhile.
  setImmediate(() => json.begin().raw('else'));
  expect(await counted).toBe(100_000);
  expect(turns).toBeGreaterThan(1);
  expect(await writtenLength(json, write, 99_999)).toBe(Infinity);
});
