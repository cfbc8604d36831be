import { describe, expect, it } from 'vitest';
import {
  LONGEST_POSITION,
  writeCoordinates,
  writeMillionths,
  writeTenths,
} from '../../src/wire/number-writer.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 7;

describe('numbers written straight into bytes', () => {
  function written(write: (value: number, view: DataView, at: number) => number, value: number): string {
    const bytes = Buffer.alloc(20, '#');
    return bytes.toString(
      'latin1',
      3,
      write(value, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 3),
    );
  }

  it('are the numbers in millionths and in tenths', () => {
    const random = seededRandom(SEED);
    const values = [
      0, 1, 9, 10, 11, 99, 100, 101, 1_000_000, 10_000_000, 99_999_999, 179_999_999, 180_000_000,
    ];
    for (let i = 0; i < 20_000; i++) values.push(Math.floor(random() * 10 ** (1 + Math.floor(random() * 9))));
    for (const value of values) {
      if (written(writeTenths, value) !== String(value / 10))
        expect.fail(`${value} tenths are ${written(writeTenths, value)}`);
      if (value > 180_000_000) continue;
      for (const signed of [value, -value]) {
        if (
          Number(written(writeMillionths, signed)) !== signed / 1e6 ||
          !/^-?\d+(\.\d*[1-9])?$/.test(written(writeMillionths, signed))
        )
          expect.fail(`${signed} millionths are ${written(writeMillionths, signed)}`);
      }
    }
    expect(written(writeTenths, 2 ** 31 - 1)).toBe('214748364.7');
  });
});

describe('a line of coordinates', () => {
  function written(coordinates: Int32Array): string {
    const bytes = Buffer.alloc(3 + (coordinates.length / 2) * LONGEST_POSITION + 2, '#');
    const end = writeCoordinates(coordinates, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 3);
    expect(bytes.toString('latin1', 0, 3)).toBe('###');
    expect(end).toBeLessThanOrEqual(bytes.length);
    return bytes.toString('latin1', 3, end);
  }

  /** The same text, made the slow and obvious way. */
  function expected(coordinates: Int32Array): string {
    const degrees = (units: number): number => Math.round(units / 10) / 1e6;
    return JSON.stringify(
      Array.from({ length: coordinates.length / 2 }, (_, i) => [
        degrees(coordinates[2 * i]),
        degrees(coordinates[2 * i + 1]),
      ]),
    );
  }

  it('is what JSON.stringify makes of the numbers', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 300; i++) {
      const length = 2 * (1 + Math.floor(random() * 60));
      const scale = 10 ** Math.floor(random() * 10);
      const coordinates = Int32Array.from({ length }, (_, k) =>
        Math.round((random() - 0.5) * Math.min(scale, k % 2 === 0 ? 1.8e9 : 0.9e9) * 2),
      );
      if (written(coordinates) !== expected(coordinates))
        expect.fail(`seed ${SEED}, round ${i}: ${written(coordinates)}`);
    }
  });

  it('is that also in the north and east, with any number of digits, wherever the line leaves them', () => {
    const random = seededRandom(SEED);
    const upTo = (limit: number): number => {
      const step = 10 ** Math.floor(random() * 9);
      return Math.min(
        limit,
        Math.floor((random() * Math.min(limit, 10 ** (1 + Math.floor(random() * 10)))) / step) * step +
          (random() < 0.5 ? 0 : Math.floor(random() * 10)),
      );
    };
    for (let i = 0; i < 3000; i++) {
      const coordinates = Int32Array.from({ length: 2 * (1 + Math.floor(random() * 20)) }, (_, k) =>
        upTo(k % 2 === 0 ? 1_800_000_004 : 900_000_004),
      );
      if (written(coordinates) !== expected(coordinates))
        expect.fail(`seed ${SEED}, round ${i}: ${written(coordinates)}`);
      coordinates[Math.floor(random() * coordinates.length)] *= -1;
      if (written(coordinates) !== expected(coordinates))
        expect.fail(`seed ${SEED}, round ${i}, one of them negative: ${written(coordinates)}`);
    }
    for (let whole = 0; whole < 180; whole++) {
      const coordinates = new Int32Array(4000);
      for (let i = 0; i < 1000; i++)
        coordinates.set(
          [
            whole * 1e7 + i * 10_000,
            whole * 5e6 + i * 5000,
            whole * 1e7 + i * 10_000 + 6789,
            whole * 5e6 + i * 5000 + 4,
          ],
          4 * i,
        );
      if (written(coordinates) !== expected(coordinates)) expect.fail(`a position of ${whole} degrees`);
    }
  });

  it('takes the ends of the globe and nothing beyond', () => {
    expect(written(Int32Array.of(1_800_000_004, 900_000_004))).toBe('[[180,90]]');
    expect(written(Int32Array.of(1_800_000_004, 900_000_004, -1_800_000_005, -900_000_005))).toBe(
      '[[180,90],[-180,-90]]',
    );
    for (const beyond of [
      [1_800_000_005, 0],
      [-1_800_000_006, 0],
      [0, 900_000_005],
      [0, -900_000_006],
    ]) {
      const bytes = new DataView(new ArrayBuffer(100));
      expect(writeCoordinates(Int32Array.from(beyond), bytes, 3)).toBe(-1);
    }
  });
});
