import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import { rotateKey } from '../../src/keys/change-key.js';
import { createProject, editProject } from '../../src/keys/change-project.js';
import { createKey } from '../../src/keys/create-key.js';
import { KeyMirror } from '../../src/keys/key-mirror.js';
import type { KeyMirrorOptions } from '../../src/keys/key-mirror.js';
import { createToken } from '../../src/keys/key-token.js';
import { MemoryKeyStore } from './memory-key-store.js';
import { findKey, REQUEST } from './temporary-database.js';

const open: KeyMirror[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await Promise.all(open.splice(0).map((mirror) => mirror.close()));
  vi.useRealTimers();
});

async function start(store: MemoryKeyStore, options: KeyMirrorOptions = {}): Promise<KeyMirror> {
  const mirror = await KeyMirror.start(store, options);
  open.push(mirror);
  return mirror;
}

describe('finding a key', () => {
  it('serves a known key at once, without asking the store', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const mirror = await start(store);
    for (let i = 0; i < 1000; i++) expect(findKey(mirror, token)).toEqual(key);
    expect(store.asked).toBe(1);
    expect(mirror.state()).toBe('ok');
  });

  it('refuses text that is no token at once, without asking the store', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    await vi.advanceTimersByTimeAsync(500);
    for (const text of [
      '',
      'geo_',
      'geo_' + 'a'.repeat(36),
      createToken().slice(1),
      'Bearer x',
      createToken() + '0',
    ])
      expect(findKey(mirror, text)).toBeNull();
    expect(store.asked).toBe(1);
  });

  it('knows a key that was made a moment ago', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    await vi.advanceTimersByTimeAsync(200);
    const { key, token } = await createKey(store, REQUEST);
    expect(await findKey(mirror, token)).toEqual(key);
    expect(findKey(mirror, token)).toEqual(key);
  });

  it('knows it also right after another look at the store, or during one', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    // Three cases: right after a poll, right after a question for another token, and while
    // an older answer is on its way.
    await vi.advanceTimersByTimeAsync(1000);
    const second = await createKey(store, REQUEST);
    expect(await findKey(mirror, second.token)).toEqual(second.key);
    const third = await createKey(store, REQUEST);
    const found = findKey(mirror, third.token);
    await vi.advanceTimersByTimeAsync(100);
    expect(await found).toEqual(third.key);
    const changes = store.changes.bind(store);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    store.changes = async (since) => {
      const answer = await changes(since);
      await held;
      return answer;
    };
    await vi.advanceTimersByTimeAsync(1000);
    const fourth = await createKey(store, REQUEST);
    const late = findKey(mirror, fourth.token);
    release();
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toEqual(fourth.key);
  });

  it('asks the store ten times a second at most, however many unknown tokens come', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    const before = store.asked;
    const answers: Promise<unknown>[] = [];
    for (let ms = 0; ms < 5000; ms++) {
      for (let i = 0; i < 3; i++) answers.push(Promise.resolve(findKey(mirror, createToken())));
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([null]));
    expect(store.asked - before).toBeLessThanOrEqual(51 + 5);
    expect(store.asked - before).toBeGreaterThan(40);
  });

  it('asks once for many unknown tokens that come together', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    await vi.advanceTimersByTimeAsync(500);
    const { key, token } = await createKey(store, REQUEST);
    const found = await Promise.all([
      findKey(mirror, createToken()),
      ...Array.from({ length: 50 }, () => findKey(mirror, token)),
    ]);
    expect(store.asked).toBe(2);
    expect(found).toEqual([null, ...Array.from({ length: 50 }, () => key)]);
  });
});

describe('keeping up with the store', () => {
  it('learns of a change, and of a swapped store, also for a token that was found before', async () => {
    const store = new MemoryKeyStore();
    const [first, second] = [await createKey(store, REQUEST), await createKey(store, REQUEST)];
    const mirror = await start(store);
    for (const { key, token } of [first, second]) expect(findKey(mirror, token)).toEqual(key);
    await store.revoke(first.key.id, new Date());
    await vi.advanceTimersByTimeAsync(1000);
    expect(findKey(mirror, first.token)).toMatchObject({
      id: first.key.id,
      revokedAt: expect.any(Date) as Date,
    });
    expect(findKey(mirror, second.token)).toEqual(second.key);
    store.replace((await store.list()).filter(({ key }) => key.id === second.key.id));
    await vi.advanceTimersByTimeAsync(1000);
    const gone = findKey(mirror, first.token);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await gone).toBeNull();
    expect(findKey(mirror, second.token)).toEqual(second.key);
  });

  it('learns of a revocation within a second', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const mirror = await start(store);
    await store.revoke(key.id, new Date());
    await vi.advanceTimersByTimeAsync(1000);
    expect(findKey(mirror, token)).toMatchObject({ id: key.id, revokedAt: expect.any(Date) as Date });
  });

  it('forgets the keys of a store that was swapped for another', async () => {
    const store = new MemoryKeyStore();
    const old = await createKey(store, REQUEST);
    const mirror = await start(store);
    const elsewhere = new MemoryKeyStore();
    const added = await createKey(elsewhere, REQUEST);
    store.replace(await elsewhere.list());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await findKey(mirror, old.token)).toBeNull();
    expect(findKey(mirror, added.token)).toEqual(added.key);
  });

  it('is degraded while there is no key at all', async () => {
    const store = new MemoryKeyStore();
    const problems: unknown[] = [];
    const mirror = await start(store, { onProblem: (problem) => problems.push(problem) });
    expect(mirror.state()).toBe('degraded');
    const { key } = await createKey(store, REQUEST);
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.state()).toBe('ok');
    await store.revoke(key.id, new Date());
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.state()).toBe('ok');
    expect(problems).toEqual([]);
  });

  it('serves what it knows when the store lost its keys, and takes over one that has some', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const kept = await store.list();
    const problems: unknown[] = [];
    const mirror = await start(store, { onProblem: (problem) => problems.push(problem) });
    store.replace([]);
    await vi.advanceTimersByTimeAsync(10_000);
    store.problem = new Error('away, too');
    await vi.advanceTimersByTimeAsync(10_000);
    store.problem = null;
    store.replace([]);
    mirror.touched(key.id);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(findKey(mirror, token)).toEqual(key);
    expect(mirror.state()).toBe('degraded');
    expect(problems.map(String)).toEqual([
      expect.stringContaining('the key store is empty, but 1 key was in it'),
    ]);
    store.replace(kept);
    await vi.advanceTimersByTimeAsync(1000);
    expect([mirror.state(), findKey(mirror, token), problems.length]).toEqual(['ok', key, 2]);
    store.replace([]);
    await vi.advanceTimersByTimeAsync(1000);
    const other = await createKey(store, REQUEST);
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.state()).toBe('ok');
    expect(findKey(mirror, other.token)).toEqual(other.key);
    const gone = findKey(mirror, token);
    await vi.advanceTimersByTimeAsync(200);
    expect(await gone).toBeNull();
  });

  it('tells of one problem once, however many things fail', async () => {
    const store = new MemoryKeyStore();
    const { key } = await createKey(store, REQUEST);
    const problems: unknown[] = [];
    const mirror = await start(store, { onProblem: (problem) => problems.push(problem) });
    mirror.touched(key.id);
    store.problem = new Error('away');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(problems).toEqual([store.problem]);
    store.problem = null;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(problems).toEqual([expect.any(Error), null]);
  });

  it('serves what it knows while the store is away, says so, and recovers', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const problems: unknown[] = [];
    const mirror = await start(store, { onProblem: (problem) => problems.push(problem) });
    store.problem = new Error('away');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(mirror.state()).toBe('degraded');
    expect(findKey(mirror, token)).toEqual(key);
    expect(await findKey(mirror, createToken())).toBeNull();
    expect(problems).toEqual([store.problem]);
    store.problem = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.state()).toBe('ok');
    expect(problems).toEqual([expect.any(Error), null]);
  });

  it('with a hanging store: piles up no questions, goes on serving, lets no request wait long', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const mirror = await start(store);
    let release = (): void => undefined;
    store.gate = new Promise((resolve) => (release = resolve));
    await vi.advanceTimersByTimeAsync(900);
    const unknown = Promise.resolve(findKey(mirror, createToken()));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await unknown).toBeNull();
    expect(mirror.state()).toBe('degraded');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await findKey(mirror, createToken())).toBeNull();
    expect(findKey(mirror, token)).toEqual(key);
    expect(store.asked).toBe(2);
    release();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.asked).toBe(3);
    expect(mirror.state()).toBe('ok');
  });

  it('refuses to judge any token before the store was read once', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    store.problem = new Error('away');
    const mirror = await start(store);
    expect(mirror.state()).toBe('fail');
    expect(findKey(mirror, 'nonsense')).toBeNull();
    await expect(findKey(mirror, token)).rejects.toThrow(OperatingError);
    await vi.advanceTimersByTimeAsync(500);
    await expect(findKey(mirror, token)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    store.problem = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.state()).toBe('ok');
    expect(findKey(mirror, token)).toEqual(key);
  });
});

describe('noting the last use', () => {
  it('writes each used key once every five seconds, and nothing when none was used', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    for (let i = 0; i < 1000; i++) mirror.touched(`key_${i % 3}`);
    expect(store.touches).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.touches.map(({ ids }) => ids)).toEqual([['key_0', 'key_1', 'key_2']]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(store.touches).toHaveLength(1);
  });

  it('writes at close what is left, and then leaves the store alone', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    mirror.touched('key_a');
    await mirror.close();
    expect(store.touches.map(({ ids }) => ids)).toEqual([['key_a']]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.asked).toBe(1);
  });

  it('writes many keys in batches, all of them', async () => {
    const store = new MemoryKeyStore();
    const mirror = await start(store);
    const ids = Array.from({ length: 1234 }, (_, i) => `key_${i}`);
    ids.forEach((id) => mirror.touched(id));
    await mirror.flush();
    expect(Math.max(...store.touches.map((touch) => touch.ids.length))).toBeLessThanOrEqual(500);
    expect(store.touches.flatMap((touch) => touch.ids)).toEqual(ids);
  });

  it('keeps what could not be written for the next time; three failures in a row are a problem', async () => {
    const store = new MemoryKeyStore();
    await createKey(store, REQUEST);
    const problems: unknown[] = [];
    const mirror = await start(store, { poll_ms: 1e9, onProblem: (problem) => problems.push(problem) });
    mirror.touched('key_a');
    store.problem = new Error('busy');
    await mirror.flush();
    await mirror.flush();
    expect(mirror.state()).toBe('ok');
    await mirror.flush();
    expect(mirror.state()).toBe('degraded');
    mirror.touched('key_b');
    store.problem = null;
    await mirror.flush();
    expect(store.touches.map(({ ids }) => ids)).toEqual([['key_a', 'key_b']]);
    expect(mirror.state()).toBe('ok');
    expect(problems).toEqual([expect.any(Error), null]);
  });
});

describe('rotation and projects', () => {
  it('finds a rotated key by both secrets, and forgets all before them', async () => {
    const store = new MemoryKeyStore();
    const { key, token } = await createKey(store, REQUEST);
    const mirror = await start(store);
    expect(mirror.find(token)).toMatchObject({ secretUntil_ms: Number.POSITIVE_INFINITY });
    const second = (await rotateKey(store, key.id, 60))!;
    await vi.advanceTimersByTimeAsync(1000);
    const until = { key: second.key, secretUntil_ms: second.key.previousExpiresAt!.getTime() };
    expect(mirror.find(token)).toMatchObject(until);
    expect(mirror.find(second.token)).toMatchObject({ secretUntil_ms: Number.POSITIVE_INFINITY });
    // Two rotations between two looks at the store.
    const third = (await rotateKey(store, key.id, 60))!;
    const fourth = (await rotateKey(store, key.id, 60))!;
    store.forgetVersionsBeforeLast();
    await vi.advanceTimersByTimeAsync(1000);
    expect(mirror.find(fourth.token)).toMatchObject({ secretUntil_ms: Number.POSITIVE_INFINITY });
    expect(mirror.find(third.token)).toMatchObject({ key: { id: key.id } });
    const gone = Promise.all([token, second.token].map(async (each) => mirror.find(each)));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await gone).toEqual([null, null]);
    expect(mirror.state()).toBe('ok');
  });

  it('tells of its project, and follows it', async () => {
    const store = new MemoryKeyStore();
    const project = await createProject(store, { name: 'p', rateLimit: 7 });
    const { token } = await createKey(store, { ...REQUEST, projectId: project.id });
    const { token: other } = await createKey(store, REQUEST);
    const mirror = await start(store);
    const found = mirror.find(token);
    expect(found).toMatchObject({ project: { id: project.id, rateLimit: 7, isArchived: false } });
    await editProject(store, project.id, { rateLimit: 3, archivedAt: new Date() });
    await vi.advanceTimersByTimeAsync(1000);
    expect(found).toMatchObject({ project: { rateLimit: 3, isArchived: true } });
    await editProject(store, project.id, { rateLimit: null, archivedAt: null });
    await vi.advanceTimersByTimeAsync(1000);
    const unbounded = { rateLimit: Number.POSITIVE_INFINITY, isArchived: false };
    expect(found).toMatchObject({ project: unbounded });
    expect(mirror.find(other)).toMatchObject({ project: { id: 'default', ...unbounded }, rules: null });
  });
});
