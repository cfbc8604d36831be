import { describe, expect, it } from 'vitest';
import {
  LONGEST_POSITION,
  writeCoordinates,
  writeMillionths,
  writeTenths,
} from '../../src/wire/coordinate-writer.js';
import { degreesText, millionths, numberText, stringText, tenthsText } from '../../src/wire/json-text.js';
import { Slab } from '../../src/wire/slab.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 7;

it('writes strings as JSON.stringify does', () => {
  const random = seededRandom(SEED);
  const odd = [
    '',
    '"',
    '\\',
    '\n',
    '\0',
    '\x1f',
    '\x7f',
    '\u2028',
    '\ud800',
    '\udc00',
    '😀',
    'Өвөрхангай',
    '</script>',
  ];
  for (let i = 0; i < 5000; i++) {
    const length = Math.floor(random() * 12);
    odd.push(
      Array.from({ length }, () =>
        String.fromCharCode(Math.floor(random() * (random() < 0.5 ? 128 : 65536))),
      ).join(''),
    );
  }
  for (const text of odd) expect(JSON.parse(stringText(text))).toBe(text);
  for (const text of odd)
    if (stringText(text) !== JSON.stringify(text))
      expect.fail(`${JSON.stringify(text)} is written as ${stringText(text)}`);
});

it('writes a number that was sent as String does, however it was sent', () => {
  const random = seededRandom(SEED + 1);
  const sent = [
    '0',
    '-0',
    '0.0',
    '1.',
    '.5',
    '1e2',
    '1E-7',
    '+1.5',
    '00.5',
    '47.90',
    '0.0000001',
    '-0.0000009',
    '0.000001',
    '0.9999999999999999',
    '106.91758312345678',
    '179.99999999999997',
    '90',
    '-180.0',
  ];
  for (let i = 0; i < 20_000; i++) {
    const digits = Array.from({ length: Math.floor(random() * 18) }, () => Math.floor(random() * 10)).join(
      '',
    );
    sent.push(
      `${random() < 0.3 ? '-' : ''}${Math.floor(random() * (random() < 0.2 ? 1 : 180))}${random() < 0.9 ? '.' : ''}${random() < 0.1 ? '000000' : ''}${digits}`,
    );
  }
  for (const text of sent)
    if (numberText(text, Number(text)) !== String(Number(text)))
      expect.fail(`${text} is written as ${numberText(text, Number(text))}, not ${Number(text)}`);
  expect(sent.filter((text) => numberText(text, Number(text)) === text).length).toBeGreaterThan(5_000);
});

describe('degrees', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [106.917512, '106.917512'],
    [47.9, '47.9'],
    [47, '47'],
    [-47.5, '-47.5'],
    [0.000001, '0.000001'],
    [0.0000004, '0'],
    [-0.0000004, '0'],
    [0.5, '0.5'],
    [1.000001, '1.000001'],
    [179.9999999, '180'],
    [-180, '-180'],
  ])('%d is %s', (degrees, text) => expect(degreesText(degrees)).toBe(text));

  it('have at most 6 decimals, and are the nearest such number', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 20_000; i++) {
      const degrees = (random() - 0.5) * 360;
      const text = degreesText(degrees);
      if (!/^-?\d+(\.\d{1,6})?$/.test(text) || Math.abs(Number(text) - degrees) > 0.5002e-6)
        expect.fail(`${degrees} is written as ${text}`);
    }
  });

  it('read the same alone and in a line, for every unit of 1e-7', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 20_000; i++) {
      const units = Math.round((random() - 0.5) * 3.6e9);
      if (Number(degreesText(units / 1e7)) !== millionths(units) / 1e6) expect.fail(`${units}`);
    }
  });
});

it('writes lengths with at most one decimal', () => {
  expect([0, 0.04, 0.05, 1, 12.34, 12.35, 99.96, 1234567.89].map(tenthsText)).toEqual([
    '0',
    '0',
    '0.1',
    '1',
    '12.3',
    '12.4',
    '100',
    '1234567.9',
  ]);
});

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

  /** The slow and obvious way. */
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

  it('is that in the north and east, too, with few digits or many, before the point and behind it, wherever the line leaves them', () => {
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
      expect(() => written(Int32Array.from(beyond))).toThrow('invalid answer');
    }
  });
});

describe('a slab', () => {
  it('gives out texts that do not disturb each other, however long', () => {
    const random = seededRandom(SEED);
    const slab = new Slab();
    const texts = Array.from({ length: 2000 }, (_, i) =>
      `${i} Өргөө `.repeat(Math.floor(random() * (i % 100 === 0 ? 50_000 : 100))),
    );
    const bytes = texts.map((text) => slab.textBody(text));
    for (const [i, text] of texts.entries())
      if (bytes[i].bytes().toString('utf8') !== text) expect.fail(`text ${i}`);
  });

  it('has room for a head before each body, and says so when a head is longer', () => {
    const slab = new Slab();
    const bodies = ['one', 'two', 'three'].map((text) => slab.textBody(text));
    const wholes = bodies.map((body) => body.withHead('h'.repeat(1024))!.toString());
    expect(wholes).toEqual(['one', 'two', 'three'].map((text) => 'h'.repeat(1024) + text));
    expect(bodies.map((body) => body.bytes().toString())).toEqual(['one', 'two', 'three']);
    expect(bodies[0].withHead('h'.repeat(1025))).toBe(null);
  });

  it('takes back the last body only', () => {
    const slab = new Slab();
    const [first, second] = [slab.textBody('first'), slab.textBody('second')];
    slab.giveBack(first);
    expect(slab.textBody('third').start).toBeGreaterThan(second.end);
    const last = slab.textBody('last');
    slab.giveBack(last);
    slab.giveBack(last);
    expect(slab.textBody('again').start).toBe(last.start);
    expect([first, second].map((body) => body.bytes().toString())).toEqual(['first', 'second']);
  });

  it('keeps only what is taken', () => {
    const slab = new Slab();
    slab.reserve(10).write('discarded', slab.start);
    expect(slab.textBody('kept').bytes().toString()).toBe('kept');
  });
});
