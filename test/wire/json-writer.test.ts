import { describe, expect, it } from 'vitest';
import { millionths, millionthsOf, stringText } from '../../src/wire/json-text.js';
import { fixedText, JsonWriter } from '../../src/wire/json-writer.js';
import { Slab } from '../../src/wire/slab.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 7;

const slab = new Slab();
const writer = new JsonWriter(slab);

/** What the writer makes of one call. */
function written(write: (json: JsonWriter) => unknown): string {
  write(writer.begin());
  const body = writer.end();
  const text = body.bytes().toString();
  slab.giveBack(body);
  return text;
}

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
  for (const text of odd) expect(written((json) => json.string(text))).toBe(JSON.stringify(text));
  expect(written((json) => json.string(null))).toBe('null');
  for (const text of odd)
    if (stringText(text) !== JSON.stringify(text))
      expect.fail(`${JSON.stringify(text)} is written as ${stringText(text)}`);
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
    [1.000001, '1.000001'],
    [179.9999999, '180'],
    [-180, '-180'],
  ])('%d is %s', (degrees, text) => expect(written((json) => json.degrees(degrees))).toBe(text));

  it('have at most 6 decimals, and are the nearest such number', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 20_000; i++) {
      const degrees = (random() - 0.5) * 360;
      const text = written((json) => json.degrees(degrees));
      if (!/^-?\d+(\.\d{1,6})?$/.test(text) || Math.abs(Number(text) - degrees) > 0.5002e-6)
        expect.fail(`${degrees} is written as ${text}`);
    }
  });

  it('read the same alone and in a line, for every unit of 1e-7', () => {
    const random = seededRandom(SEED);
    for (let i = 0; i < 20_000; i++) {
      const units = Math.round((random() - 0.5) * 3.6e9);
      if (millionthsOf(units / 1e7) !== millionths(units)) expect.fail(`${units}`);
    }
  });

  it('are written in full where that is asked for', () => {
    const random = seededRandom(SEED);
    const values = [0, 47.9, 106.917512, -0.5, 1e-7, -1e-7, 12.3456789, 179.99999999999997];
    for (let i = 0; i < 5_000; i++)
      values.push(Number(((random() - 0.5) * 360).toFixed(Math.floor(random() * 16))));
    for (const value of values) expect(written((json) => json.exactDegrees(value))).toBe(String(value));
  });
});

it('writes lengths with at most one decimal', () => {
  const lengths = [0, 0.04, 0.05, 1, 12.34, 12.35, 99.96, 1234567.89, 3e8, 1e300];
  const texts = lengths.map((length) => written((json) => json.tenths(length)));
  expect(texts.map(Number)).toEqual(lengths.map((length) => Math.round(length * 10) / 10));
});

it('finds room for whatever is written, in whatever order', () => {
  const random = seededRandom(SEED);
  for (let round = 0; round < 200; round++) {
    const wanted: string[] = [];
    writer.begin();
    for (let i = Math.floor(random() * 40); i >= 0; i--) {
      const length = Math.floor(random() ** 8 * 100_000);
      const text = 'ө'.repeat(length);
      const ready = JSON.stringify(text);
      const [write, result] = (
        [
          [() => writer.string(text), ready],
          [() => writer.bytes(Buffer.from(ready)), ready],
          [() => writer.raw(ready), ready],
          [() => writer.fixed(fixedText(',')), ','],
          [() => writer.integer(length), String(length)],
          [() => writer.positions(new Int32Array(2 + 2 * length)), `[${'[0,0],'.repeat(length)}[0,0]]`],
        ] as [() => unknown, string][]
      )[Math.floor(random() * 6)];
      write();
      wanted.push(result);
    }
    const body = writer.end();
    if (body.bytes().toString() !== wanted.join('')) expect.fail(`seed ${SEED}, round ${round}`);
    if (random() < 0.5) slab.giveBack(body);
  }
});
