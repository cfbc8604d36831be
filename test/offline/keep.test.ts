import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/dataset/format.js';
import { forget, keep, keptManifest, keptPart, keptSource } from '../../src/offline/kept/keep.js';
import { PIECE_BYTES, type OfflineManifest } from '../../src/offline/kept/manifest.js';
import { OfflineError } from '../../src/offline/kept/offline-error.js';
import type { PieceSource } from '../../src/offline/kept/piece-source.js';

/** What a browser keeps, in memory, with room for so many bytes. */
class MemoryCaches {
  readonly files = new Map<string, Map<string, Uint8Array>>();
  room = Infinity;

  async open(name: string): Promise<object> {
    const own = this.files.get(name) ?? new Map<string, Uint8Array>();
    this.files.set(name, own);
    return {
      match: async (url: string) => (own.has(url) ? new Response(own.get(url)!.slice()) : undefined),
      put: async (url: string, response: Response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        const used = [...this.files.values()].flatMap((all) => [...all.values()]);
        if (used.reduce((sum, { length }) => sum + length, bytes.length) > this.room)
          throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
        own.set(url, bytes);
      },
      delete: async (url: string) => own.delete(url),
      keys: async () => [...own.keys()].map((url) => ({ url })),
    };
  }

  async has(name: string): Promise<boolean> {
    return this.files.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.files.delete(name);
  }
}

/** Pieces of an edition; both editions have their first ones in common. */
class TestSource implements PieceSource {
  readonly bytes: readonly Uint8Array<ArrayBuffer>[];
  readonly whole: OfflineManifest;
  asked: string[] = [];
  /** What happens instead of the piece that is asked for as this one. */
  fault: { at: number; error: () => Promise<never> | Uint8Array<ArrayBuffer> } | null = null;

  constructor(edition: number, count: number, common: number) {
    this.bytes = Array.from({ length: count }, (_, i) =>
      new Uint8Array(i + 1 < count ? PIECE_BYTES : 1000).fill(i < common ? i : 100 * edition + i),
    );
    const pieces = this.bytes.map((bytes, i) => ({
      ...{ file: `tiles-${i}.br`, bytes: bytes.length, packed_bytes: 10 + i },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }));
    const bytes = this.bytes.reduce((sum, { length }) => sum + length, 0);
    this.whole = {
      ...{ manifest: 1, edition: `e${edition}`, format: FORMAT_VERSION, generator: 'test', made_at: '' },
      ...{ area: null, packing: 'br', sources: [], settings: {} as OfflineManifest['settings'] },
      parts: [{ name: 'tiles', bytes, packed_bytes: 1, sections: [], pieces }],
    };
  }

  async manifest(): Promise<unknown> {
    return structuredClone(this.whole);
  }

  async piece({ file }: { file: string }): Promise<Uint8Array<ArrayBuffer>> {
    if (this.fault?.at === this.asked.length) return await this.fault.error();
    this.asked.push(file);
    return this.bytes[Number(/\d+/.exec(file)![0])];
  }
}

const COUNT = 20;
let caches: MemoryCaches;
beforeEach(() => {
  (globalThis as { caches?: unknown }).caches = caches = new MemoryCaches();
});
afterEach(() => {
  delete (globalThis as { caches?: unknown }).caches;
});

const broken = (): Promise<never> => Promise.reject(new OfflineError('network', 'broken'));
const entries = (): number => [...(caches.files.get('gazarch-offline-default')?.keys() ?? [])].length;

/** The edition that is kept, read back byte by byte; null for none. */
async function whole(): Promise<string | null> {
  const manifest = await keptManifest();
  if (manifest === null) return null;
  const source = await keptSource();
  for (const { pieces } of manifest.parts)
    for (const piece of pieces) {
      const bytes = await source.piece(piece, manifest);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(piece.sha256);
    }
  return manifest.edition;
}

describe('what is kept', () => {
  it('is nothing at first, and all of it afterwards', async () => {
    expect(await whole()).toBeNull();
    const progress: number[] = [];
    const source = new TestSource(1, 3, 0);
    await keep(source, { onProgress: ({ done_bytes }) => progress.push(done_bytes) });
    expect(await whole()).toBe('e1');
    expect(progress).toEqual([0, ...progress.slice(1).sort((a, b) => a - b)]);
    expect(progress.at(-1)).toBe(10 + 11 + 12);
    await forget();
    expect(await whole()).toBeNull();
  });

  it.each(Array.from({ length: COUNT }, (_, at) => at))(
    'is the edition before when a download breaks off at piece %i, and the next goes on there',
    async (at) => {
      await keep(new TestSource(1, 4, 2));
      const source = new TestSource(2, COUNT + 2, 2);
      source.fault = { at, error: broken };
      await expect(keep(source)).rejects.toMatchObject({ reason: 'network' });
      expect(await whole()).toBe('e1');
      const before = source.asked.length;
      source.fault = null;
      await keep(source);
      // Two are as in the edition before, and no piece came twice.
      expect(new Set(source.asked).size).toBe(source.asked.length);
      expect(source.asked.length).toBe(COUNT);
      expect(before).toBeLessThan(COUNT);
      expect(await whole()).toBe('e2');
      expect(entries()).toBe(COUNT + 2 + 1);
    },
  );

  it('is the edition before when there is no room, and nothing is left of the new one', async () => {
    await keep(new TestSource(1, 4, 0));
    const before = entries();
    caches.room = 9 * PIECE_BYTES;
    await expect(keep(new TestSource(2, 12, 0))).rejects.toMatchObject({ reason: 'quota' });
    expect(await whole()).toBe('e1');
    expect(entries()).toBe(before);
  });

  it('is nothing when there is no room for the first', async () => {
    caches.room = 2 * PIECE_BYTES;
    await expect(keep(new TestSource(1, 6, 0))).rejects.toMatchObject({ reason: 'quota' });
    expect(await whole()).toBeNull();
    expect(entries()).toBe(0);
  });

  it('takes no piece with other bytes', async () => {
    const source = new TestSource(1, 3, 0);
    source.fault = { at: 1, error: () => new Uint8Array(PIECE_BYTES) };
    await expect(keep(source)).rejects.toMatchObject({ reason: 'damaged' });
    expect(await whole()).toBeNull();
  });

  it('says what a web server lacks that sends packed pieces as they lie', async () => {
    const source = new TestSource(1, 1, 0);
    source.fault = { at: 0, error: () => new Uint8Array(10) };
    await expect(keep(source)).rejects.toThrow(/Content-Encoding: br/);
  });

  it('ends when it is stopped, and goes on later', async () => {
    const source = new TestSource(1, 6, 0);
    const stop = new AbortController();
    const stopped = keep(source, {
      signal: stop.signal,
      onProgress: ({ done_bytes }) => done_bytes > 0 && stop.abort(),
    });
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(await whole()).toBeNull();
    const before = source.asked.length;
    await keep(source);
    expect(source.asked.length).toBe(6);
    expect(before).toBeGreaterThan(0);
  });

  it('reads a part here and there', async () => {
    await keep(new TestSource(1, 3, 0));
    const part = await keptPart('tiles');
    expect([...(await part!.read(PIECE_BYTES - 2, 4))]).toEqual([100, 100, 101, 101]);
    expect((await part!.read(2 * PIECE_BYTES + 990, 100)).length).toBe(10);
    expect(await keptPart('search')).toBeNull();
  });

  it('is of this version, with parts that are there', async () => {
    const other = new TestSource(1, 1, 0);
    other.whole.format = 1;
    await expect(keep(other)).rejects.toMatchObject({ reason: 'other_version' });
    await expect(keep(new TestSource(1, 1, 0), { parts: ['walking'] })).rejects.toMatchObject({
      reason: 'no_part',
    });
    await expect(
      keep({ ...other, manifest: () => Promise.resolve('hello'), piece: broken }),
    ).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('needs a browser that keeps', async () => {
    delete (globalThis as { caches?: unknown }).caches;
    await expect(keep(new TestSource(1, 1, 0))).rejects.toMatchObject({ reason: 'no_storage' });
    expect(await keptManifest()).toBeNull();
  });
});
