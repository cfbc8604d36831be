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
  const slots = (isIn: (key: string) => boolean): number[] =>
    keys.flatMap((key, slot) => (isIn(key) ? [slot] : []));
  const listed = ({ from, to }: { from: number; to: number }): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

  it('are found by what they begin with, and by all of it', () => {
    let found = 0;
    for (let i = 0; i < 600; i++) {
      const key = word(4);
      const range = text.range(encodeKey(key));
      expect(listed(range), key).toEqual(slots((known) => known.startsWith(key)));
      if (range.from < range.to) {
        found++;
        expect(listed(text.wholeAmong(encodeKey(key).length, range)), key).toEqual(
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
      const isAmong = (slot: number): boolean => slot >= among.from && slot < among.to;
      expect(listed(text.rangeAmong(encodeKey(key), among)), key).toEqual(
        slots((known) => known.startsWith(key)).filter(isAmong),
      );
    }
  });
});
