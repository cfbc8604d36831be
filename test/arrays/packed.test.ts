import { describe, expect, it } from 'vitest';
import {
  BLOCK,
  numberAt,
  pack,
  packedCount,
  packedWith,
  readNumbers,
  signedAt,
  signedBounds,
  unpacked,
  verifyPacked,
} from '../../src/arrays/packed.js';
import { seededRandom } from '../seeded-random.js';

/** Numbers of a random length, in stretches of equal, near and far ones. */
function randomNumbers(random: () => number): Uint32Array {
  let [base, range] = [0, 1];
  return Uint32Array.from({ length: Math.floor(random() * 200) }, (_, i) => {
    if (i % 20 === 0) [base, range] = [Math.floor(random() * 2 ** 32), 2 ** Math.floor(random() * 33)];
    return base + Math.floor(random() * range);
  });
}

describe('packed numbers', () => {
  it('are those that were packed, of all widths and of both kinds', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const values = randomNumbers(seededRandom(seed));
      const signed = new Int32Array(values.buffer);
      const [packed, packedSigned] = [pack(values), pack(signed)];
      const where = `seed ${seed}`;
      for (const all of [packed, packedSigned]) {
        verifyPacked(all, where);
        expect(packedCount(all), where).toBe(values.length);
        expect(unpacked(all), where).toEqual(values);
        expect(
          [...values.keys()].map((i) => numberAt(all, i)),
          where,
        ).toEqual([...values]);
        expect(
          [...values.keys()].map((i) => signedAt(all, i)),
          where,
        ).toEqual([...signed]);
      }
    }
  });

  it('are the same with some replaced and more behind as packed anew', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seededRandom(seed);
      const [values, more] = [randomNumbers(random), randomNumbers(random)];
      const changed = values.slice();
      const replaced = Array.from({ length: Math.floor(random() * 4) }, () => {
        const at = Math.floor(random() * (values.length + 1));
        const own = randomNumbers(random).subarray(0, values.length - at);
        changed.set(own, at);
        return { at, values: own };
      });
      const all = Uint32Array.from([...changed, ...more]);
      expect(packedWith(pack(values), replaced, more), `seed ${seed}`).toEqual(pack(all));
    }
  });

  it('lie in the bounds of their blocks, which are less than twice as wide as they need be', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const values = new Int32Array(randomNumbers(seededRandom(seed)).buffer);
      const packed = pack(values);
      for (let first = 0; first < values.length; first += BLOCK) {
        const own = values.subarray(first, first + BLOCK);
        const { least, most } = signedBounds(packed, first);
        expect(least).toBe(Math.min(...own));
        expect(most).toBeGreaterThanOrEqual(Math.max(...own));
        expect(most - least).toBeLessThanOrEqual(2 * (Math.max(...own) - least));
      }
    }
  });

  it('are read in part, into every second place', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed);
      const values = randomNumbers(random);
      const from = Math.floor(random() * (values.length + 1));
      const to = from + Math.floor(random() * (values.length + 1 - from));
      const out = new Int32Array(2 * values.length + 1);
      readNumbers(pack(values), from, to, out, 1, 2);
      const expected = new Int32Array(out.length);
      values.subarray(from, to).forEach((value, i) => (expected[2 * i + 1] = value));
      expect(out, `seed ${seed}`).toEqual(expected);
    }
  });

  it('take as many bits as they differ by, and two words for each 32', () => {
    const near = Uint32Array.from({ length: 3200 }, (_, i) => 1_000_000 + ((i * 7919) % 1024));
    expect(pack(near).words.length).toBeLessThanOrEqual(1 + 2 * 101 + 100 * 10);
    expect(pack(new Uint32Array(3200).fill(7)).words).toHaveLength(1 + 2 * 101);
  });

  it('are found broken when a block is not where it should be', () => {
    const { words } = pack(Uint32Array.from({ length: 100 }, (_, i) => i * i));
    const broken = (at: number, value: number): (() => void) => {
      const copy = words.slice();
      copy[at] = value;
      return () => verifyPacked({ words: copy }, 'these');
    };
    expect(broken(0, 200)).toThrow('these: block');
    expect(broken(0, 1e9)).toThrow('these ends within');
    for (const block of [0, 1, 2, 3]) expect(broken(2 + 2 * block, 3)).toThrow(`block ${block} of 4`);
    expect(() => verifyPacked({ words: words.slice(0, -1) }, 'these')).toThrow('words, not');
    expect(() => verifyPacked({ words: new Uint32Array(0) }, 'these')).toThrow('these');
  });
});
