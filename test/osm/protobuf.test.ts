import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/osm/format-error.js';
import { countPacked, Cursor } from '../../src/osm/protobuf.js';
import { seededRandom } from '../seeded-random.js';
import { varint, zigzag } from './pbf-writer.js';

const cursor = (bytes: readonly number[]): Cursor => new Cursor(Uint8Array.from(bytes));
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole numbers of all lengths: each has a random number of random bits and either sign. */
function randomInts(seed: number, count: number): bigint[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const bits = BigInt(Math.floor(random() * 54));
    const value = BigInt(Math.floor(random() * 2 ** 53)) & ((1n << bits) - 1n);
    return random() < 0.5 ? value : -value;
  });
}

describe('Cursor', () => {
  const values = [
    0n,
    1n,
    -1n,
    63n,
    64n,
    -64n,
    -65n,
    127n,
    128n,
    2n ** 31n,
    -(2n ** 31n),
    2n ** 32n,
    2n ** 35n,
    MOST,
    -MOST,
    ...randomInts(1, 5000),
  ];

  it('reads signed and unsigned numbers exactly, as big integers wrote them', () => {
    for (const value of values) {
      expect(cursor(zigzag(value)).sint64()).toBe(Number(value));
      expect(cursor(varint(value)).int64()).toBe(Number(value));
    }
  });

  it('reads them one after the other, the same with and without room behind', () => {
    const all = cursor(values.flatMap((value) => zigzag(value)));
    for (const value of values) expect(all.sint64()).toBe(Number(value));
    expect(all.pos).toBe(all.end);
    expect(countPacked(all.bytes, 0, all.end)).toBe(values.length);
  });

  it('reads 32 bits, and refuses more', () => {
    for (const value of [0, 127, 128, 300, 2 ** 28, 2 ** 31, 2 ** 32 - 1])
      expect(cursor(varint(BigInt(value))).uint32()).toBe(value);
    expect(() => cursor(varint(2n ** 32n)).uint32()).toThrow(FormatError);
    expect(() => cursor(varint(-1n)).uint32()).toThrow(FormatError);
  });

  it('refuses what doubles cannot keep', () => {
    for (const value of [MOST + 1n, -MOST - 1n, 2n ** 62n, -(2n ** 63n)]) {
      expect(() => cursor(zigzag(value)).sint64()).toThrow(/beyond 2\^53/);
      expect(() => cursor(varint(value)).int64()).toThrow(/beyond 2\^53/);
    }
  });

  it('refuses numbers that are cut off or longer than 64 bits', () => {
    for (const bytes of [[], [0x80], [0xff, 0xff], [0xff, 0xff, 0xff, 0xff], Array<number>(9).fill(0xff)]) {
      expect(() => cursor(bytes).sint64()).toThrow(/truncated/);
      expect(() => cursor(bytes).int64()).toThrow(/truncated/);
    }
    for (const bytes of [
      [...Array<number>(9).fill(0x80), 2],
      [...Array<number>(10).fill(0x80), 1],
    ]) {
      expect(() => cursor(bytes).sint64()).toThrow(/more than 64 bits/);
    }
    expect(() => countPacked(Uint8Array.of(1, 0x81), 0, 2)).toThrow(/truncated/);
  });

  it('does not look past its end', () => {
    const inner = new Cursor(Uint8Array.of(0x81, 0x81, 1, 0), 0, 2);
    expect(() => inner.sint64()).toThrow(/truncated/);
    expect(() => new Cursor(Uint8Array.of(5, 1, 2, 3, 4, 5), 0, 4).length()).toThrow(
      /5 bytes, but only 3 are left/,
    );
  });

  it('steps over fields of every wire type, and refuses unknown ones', () => {
    const all = cursor([
      0x08, 0x96, 0x01, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 9, 9, 0x25, 1, 2, 3, 4, 0x28, 7,
    ]);
    for (const field of [1, 2, 3, 4]) {
      expect(all.next()).toBe(true);
      expect(all.field).toBe(field);
      all.skip();
    }
    expect(all.next()).toBe(true);
    expect(all.expectInt()).toBe(7);
    expect(all.next()).toBe(false);
    for (const tag of [0x0b, 0x0c, 0x0e, 0x0f]) {
      const odd = cursor([tag, 0]);
      odd.next();
      expect(() => {
        odd.skip();
      }).toThrow(/wire type/);
    }
    expect(() => cursor([0, 0]).next()).toThrow(/field number 0/);
  });
});
