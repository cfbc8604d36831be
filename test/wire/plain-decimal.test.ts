import { expect, it } from 'vitest';
import { plainDecimal } from '../../src/wire/plain-decimal.js';
import { seededRandom } from '../seeded-random.js';

const SEED = 31;

it('reads what Number reads, to the last bit, out of the middle of a text', () => {
  const random = seededRandom(SEED);
  const below = (limit: number): number => Math.floor(random() * limit);
  const digits = (length: number): string => Array.from({ length }, () => below(10)).join('');
  for (let i = 0; i < 100_000; i++) {
    const before = below(10);
    const text = `${random() < 0.3 ? '-' : ''}${digits(before)}${random() < 0.8 ? `.${digits(below(15 - before))}` : ''}`;
    const value = plainDecimal(`7,${text},8`, 2, 2 + text.length);
    if (/\d/.test(text) ? !Object.is(value, Number(text)) : !Number.isNaN(value))
      expect.fail(`seed ${SEED}: ${text} is read as ${value}`);
  }
  for (const text of [
    '0',
    '-0',
    '-0.0',
    '5.',
    '.5',
    '-.5',
    '007',
    '999999999999999',
    '.99999999999999',
    '99999999999999.',
    '180.00000000000',
  ]) {
    expect(plainDecimal(text, 0, text.length), text).toBe(Number(text));
  }
});

it('leaves everything else to others', () => {
  for (const text of [
    '',
    '-',
    '.',
    '-.',
    '1.2.3',
    '+1',
    '1e5',
    '--1',
    '1-',
    ' 1',
    '1 ',
    '0x1',
    '١',
    'Infinity',
    'NaN',
    '1234567890.123456',
    '/',
    ':',
    '1\u0660',
  ]) {
    expect(plainDecimal(text, 0, text.length), text).toBeNaN();
  }
  expect(plainDecimal('12', 0, -1)).toBeNaN();
  expect(plainDecimal('12', 3, 2)).toBeNaN();
});
