import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OfflineManifest } from '../../src/offline/kept/manifest.js';
import { fromUrl } from '../../src/offline/kept/piece-source.js';

/** What a service answers one after the other; the last one again and again. */
let answers: (() => Response)[];
let asked_ms: number[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  asked_ms = [];
  vi.stubGlobal('fetch', () => {
    asked_ms.push(Date.now() - Date.UTC(2026, 0, 1));
    return Promise.resolve((answers.length > 1 ? answers.shift()! : answers[0])());
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const busy = (status: number, retryAfter?: string) => (): Response =>
  new Response('busy', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
const fine = (): Response => new Response(Uint8Array.of(7));

function piece(signal?: AbortSignal): Promise<Uint8Array> {
  const source = fromUrl('https://maps.example.mn/a/');
  const asked = { file: 'search-0000.br', bytes: 1, packed_bytes: 1, sha256: '' };
  return source.piece(asked, { packing: 'br' } as OfflineManifest, signal);
}

it('waits as long as the service says, and asks again', async () => {
  answers = [busy(429, '17'), busy(503, 'Thu, 01 Jan 2026 00:00:27 GMT'), busy(503), busy(429, 'soon'), fine];
  const asked = piece();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([...(await asked)]).toEqual([7]);
  expect(asked_ms).toEqual([0, 17_000, 27_000, 32_000, 37_000]);
});

it('gives up after some tries, and at once when it should wait for hours', async () => {
  answers = [busy(503, '1')];
  const asked = expect(piece()).rejects.toMatchObject({ reason: 'network' });
  await vi.advanceTimersByTimeAsync(60_000);
  await asked;
  expect(asked_ms).toHaveLength(8);
  answers = [busy(429, '86400')];
  await expect(piece()).rejects.toMatchObject({ reason: 'network' });
  expect(asked_ms).toHaveLength(9);
});

it('ends a wait when it is stopped', async () => {
  answers = [busy(429, '50')];
  const stop = new AbortController();
  const asked = expect(piece(stop.signal)).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(1000);
  stop.abort(new Error('enough'));
  await asked;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not ask again for what is not there', async () => {
  answers = [busy(404)];
  await expect(piece()).rejects.toMatchObject({ reason: 'not_found' });
  answers = [busy(500)];
  await expect(piece()).rejects.toMatchObject({ reason: 'network' });
  expect(asked_ms).toHaveLength(2);
});
