import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FORMAT_VERSION } from '../../src/dataset/format.js';
import { forget, keep, keptBytes, keptManifest, keptSource } from '../../src/offline/kept/keep.js';
import { editionText, PIECE_BYTES, type OfflineManifest } from '../../src/offline/kept/manifest.js';
import { OfflineError } from '../../src/offline/kept/offline-error.js';
import { SETTINGS } from './offline-settings.js';
import type { PieceSource } from '../../src/offline/kept/piece-source.js';

/** What a browser keeps, in memory, with room for so many bytes. */
class MemoryCaches {
  readonly files = new Map<string, Map<string, Uint8Array>>();
  room = Infinity;
  /** Writes, in their order. */
  log: string[] = [];
  /** Which write fails; all of one kind. */
  failAt = -1;
  fails: 'delete' | null = null;

  #write(kind: 'put' | 'delete', url: string): void {
    const at = this.log.push(`${kind} ${url.slice(url.lastIndexOf('/') + 1)}`) - 1;
    if (at === this.failAt || kind === this.fails) throw new Error('broken');
  }

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
        this.#write('put', url);
        own.set(url, bytes);
      },
      delete: async (url: string) => {
        this.#write('delete', url);
        return own.delete(url);
      },
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
      ...{ manifest: 1, edition: '', format: FORMAT_VERSION, generator: 'test', made_at: `e${edition}` },
      ...{ area: null, packing: 'br', sources: [], settings: SETTINGS },
      parts: [{ name: 'tiles', bytes, packed_bytes: 1, sections: [], pieces }],
    };
    this.whole.edition = createHash('sha256').update(editionText(this.whole)).digest('hex').slice(0, 16);
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

/** Pieces of the newer edition that are not in the older one. The full proof is GAZARCH_TEST_MOMENTS=20. */
const COUNT = Number(process.env['GAZARCH_TEST_MOMENTS'] ?? 8);
let caches: MemoryCaches;
beforeEach(() => {
  (globalThis as { caches?: unknown }).caches = caches = new MemoryCaches();
});
afterEach(() => {
  delete (globalThis as { caches?: unknown }).caches;
  vi.unstubAllGlobals();
});

const broken = (): Promise<never> => Promise.reject(new OfflineError('network', 'broken'));
const entries = (): number => [...(caches.files.get('gazarch-offline-default')?.keys() ?? [])].length;

/** The day of what is kept, as the editions of the test have it, read back byte by byte; null for none. */
async function whole(): Promise<string | null> {
  const manifest = await keptManifest();
  if (manifest === null) return null;
  const source = await keptSource();
  for (const { pieces } of manifest.parts)
    for (const piece of pieces) {
      const bytes = await source.piece(piece, manifest);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(piece.sha256);
    }
  return manifest.made_at;
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

  it('takes all of it by one write, behind which nothing fails any more', async () => {
    await keep(new TestSource(1, 4, 2), { note: { area: 'a' } });
    expect((await keptManifest())!.note).toEqual({ area: 'a' });
    const source = new TestSource(2, 6, 2);
    // What is removed afterwards cannot be: the new data are taken all the same.
    caches.fails = 'delete';
    await keep(source, { note: { area: 'b' } });
    caches.fails = null;
    expect((await keptManifest())!.note).toEqual({ area: 'b' });
    expect(await whole()).toBe('e2');
    const writes = caches.log.filter((entry) => entry.startsWith('put'));
    expect(writes.at(-1)).toBe('put manifest.json');
    expect(writes.filter((entry) => entry === 'put manifest.json')).toHaveLength(2);
  });

  it('is the edition before when any write of the browser fails', async () => {
    await keep(new TestSource(1, 4, 2));
    for (let at = 0; at < 5; at++) {
      caches.failAt = caches.log.length + at;
      await keep(new TestSource(2, 6, 2)).catch(() => undefined);
      caches.failAt = -1;
      expect(['e1', 'e2']).toContain(await whole());
    }
  });

  it('loads a piece again that was damaged here, and misses one that was removed', async () => {
    const source = new TestSource(1, 4, 0);
    source.fault = { at: 3, error: broken };
    await expect(keep(source)).rejects.toMatchObject({ reason: 'network' });
    const files = caches.files.get('gazarch-offline-default')!;
    const [url] = [...files.keys()];
    files.set(url, new Uint8Array(7));
    source.fault = null;
    await keep(source);
    expect(await whole()).toBe('e1');
    // As a browser does when the device is full, in the middle of a download.
    const other = new TestSource(2, 4, 0);
    const gone = keep(other, {
      onProgress: ({ done_bytes, total_bytes }) =>
        done_bytes === total_bytes && files.delete([...files.keys()].at(-1)!),
    });
    await expect(gone).rejects.toMatchObject({ reason: 'quota' });
    expect(await whole()).toBe('e1');
  });

  it('is at one tab at a time', async () => {
    const held = new Set<string>();
    const locks = {
      request: async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
        if (held.has(name)) return await work(null);
        held.add(name);
        return await work({}).finally(() => held.delete(name));
      },
    };
    vi.stubGlobal('navigator', { locks });
    const [first, second, third] = await Promise.allSettled([
      keep(new TestSource(1, 4, 0)),
      keep(new TestSource(2, 4, 0)),
      forget(),
    ]);
    expect(first.status).toBe('fulfilled');
    for (const end of [second, third]) expect(end).toMatchObject({ reason: { reason: 'busy' } });
    expect(await whole()).toBe('e1');
    await forget();
    expect(await whole()).toBeNull();
  });

  it('reads a part here and there', async () => {
    const { parts } = await keep(new TestSource(1, 6, 0));
    const read = keptBytes(parts[0]);
    expect([...(await read(PIECE_BYTES - 2, 4))]).toEqual([100, 100, 101, 101]);
    expect((await read(5 * PIECE_BYTES + 990, 100)).length).toBe(10);
    const all = await Promise.all([5, 4, 3, 2, 1, 0, 5].map((i) => read(i * PIECE_BYTES + 7, 1)));
    expect(all.map(([byte]) => byte)).toEqual([105, 104, 103, 102, 101, 100, 105]);
    const files = caches.files.get('gazarch-offline-default')!;
    const url = [...files.keys()].find((own) => own.endsWith(parts[0].pieces[4].sha256))!;
    const piece = files.get(url)!;
    files.delete(url);
    const again = keptBytes(parts[0]);
    await expect(again(4 * PIECE_BYTES, 1)).rejects.toMatchObject({ reason: 'not_found' });
    files.set(url, piece);
    expect([...(await again(4 * PIECE_BYTES, 1))]).toEqual([104]);
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
