import { expect, it } from 'vitest';
import { KeptByBytes } from '../../src/routing/search/kept-by-bytes.js';

it('keeps what was asked for last, as much as fits', () => {
  const made: string[] = [];
  const kept = new KeptByBytes<{ bytes: number }>(10);
  const get = (key: string, bytes = 4): { bytes: number } =>
    kept.get(key, () => {
      made.push(key);
      return { bytes };
    });
  get('a');
  const b = get('b');
  get('a');
  // The third does not fit, and b was asked for longer ago.
  get('c');
  get('a');
  expect(made.join('')).toBe('abc');
  expect(get('b')).not.toBe(b);
  expect(made.join('')).toBe('abcb');
  // One alone may be larger than all are to be.
  get('d', 100);
  get('d');
  expect(made.join('')).toBe('abcbd');
  // What grows later pushes others out, too.
  const e = get('e');
  get('f');
  e.bytes = 8;
  get('f');
  get('e');
  expect(made.join('')).toBe('abcbdefe');
});

it('lets go of what was not asked for between two calls', () => {
  const kept = new KeptByBytes<{ bytes: number }>(10);
  for (const key of ['a', 'b']) kept.get(key, () => ({ bytes: 4 }));
  expect(kept.letGoUnused()).toBe(false);
  kept.get('b', () => ({ bytes: 4 }));
  expect(kept.letGoUnused()).toBe(true);
  expect(['a', 'b'].map((key) => kept.has(key))).toEqual([false, true]);
  expect(kept.letGoUnused()).toBe(true);
  expect([kept.has('b'), kept.letGoUnused()]).toEqual([false, false]);
});
