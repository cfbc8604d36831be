import { describe, expect, it } from 'vitest';
import { StringTable, StringTableBuilder } from '../../src/arrays/string-table.js';
import { seededRandom } from '../seeded-random.js';

function stored(strings: readonly string[]): { table: StringTable; ids: number[] } {
  const builder = new StringTableBuilder();
  const ids = strings.map((string) => builder.add(string));
  return { table: new StringTable(builder.finish()), ids };
}

/** The first and the last character of each length in UTF-8, and a byte order mark. */
const CHARACTERS = [
  '\u0000',
  'a',
  '\u007f',
  '\u0080',
  'ө',
  'Ү',
  '\u07ff',
  '\u0800',
  '€',
  'ᠠ',
  '\ud7ff',
  '\ue000',
  '\ufeff',
  '\uffff',
  '\u{10000}',
  '🐫',
  '\u{10ffff}',
];

describe('StringTable', () => {
  it('gives back what was put in, whatever it is written in and however long it is', () => {
    const random = seededRandom(1);
    const strings = ['', ...CHARACTERS];
    for (let i = 0; i < 2_000; i++) {
      const alphabet = CHARACTERS.slice(0, 1 + Math.floor(random() * CHARACTERS.length));
      strings.push(
        Array.from(
          { length: Math.floor(random() ** 2 * 250) },
          () => alphabet[Math.floor(random() * alphabet.length)],
        ).join(''),
      );
    }
    const { table, ids } = stored(strings);
    strings.forEach((string, i) => expect(table.get(ids[i]), JSON.stringify(string)).toBe(string));
  });

  it('gives the same again, whatever was asked for in between', () => {
    const random = seededRandom(2);
    const strings = Array.from({ length: 5_000 }, (_, i) => `${i}-р хороо`);
    const { table } = stored(strings);
    for (let i = 0; i < 50_000; i++) {
      const id = Math.floor(random() ** 3 * strings.length);
      expect(table.getAgain(id)).toBe(strings[id]);
    }
  });

  it('keeps equal strings once, and knows no others', () => {
    const { table, ids } = stored(['гудамж', 'хороо', 'гудамж']);
    expect(ids).toEqual([0, 1, 0]);
    expect(table.size).toBe(2);
    for (const id of [-1, 2, Number.NaN]) {
      expect(() => table.get(id)).toThrow(RangeError);
      expect(() => table.getAgain(id)).toThrow(RangeError);
    }
  });
});
