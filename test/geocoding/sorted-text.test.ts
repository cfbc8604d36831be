import { describe, expect, it } from 'vitest';
import { encodeKey, packKeys } from '../../src/geocoding/lookup/key-text.js';
import { SortedText } from '../../src/geocoding/lookup/sorted-text.js';
import { seededRandom } from '../seeded-random.js';

const random = seededRandom(11);
const pick = (letters: string): string => [...letters][Math.floor(random() * [...letters].length)];
const word = (most: number): string =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () =>
    pick(random() < 0.9 ? 'abz09' : '\u0001 /~ꙗé'),
  ).join('');

// A small text has a table of two letters, a large one of three.
describe.each([500, 20_000])('sorted texts of %i keys', (count) => {
  const keys = Array.from({ length: count }, () => word(5)).sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const { bytes, starts } = packKeys(keys);
  const text = new SortedText(bytes, starts.subarray(0, keys.length));
  // As texts: to compare lists of thousands takes far longer than to find them.
  const slots = (isIn: (key: string, slot: number) => boolean): string =>
    [...keys.keys()].filter((slot) => isIn(keys[slot], slot)).join();
  const listed = ({ from, to }: { from: number; to: number }): string =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).join();

  it('are found by what they begin with, and by all of it', () => {
    let found = 0;
    for (let i = 0; i < 600; i++) {
      const key = word(4);
      const range = text.range(encodeKey(key));
      expect(listed(range), key).toBe(slots((known) => known.startsWith(key)));
      if (range.from < range.to) {
        found++;
        expect(listed(text.wholeAmong(encodeKey(key).length, range)), key).toBe(
          slots((known) => known === key),
        );
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('are found among some of them', () => {
    const among = { from: 100, to: 300 };
    for (let i = 0; i < 200; i++) {
      const key = word(2);
      expect(listed(text.rangeAmong(encodeKey(key), among)), key).toBe(
        slots((known, slot) => known.startsWith(key) && slot >= among.from && slot < among.to),
      );
    }
  });
});
