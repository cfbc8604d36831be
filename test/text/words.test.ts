import { describe, expect, it } from 'vitest';
import { houseNumberKey, houseNumberKeys } from '../../src/text/house-number.js';
import { joinKeys } from '../../src/text/join.js';
import { cleanText, wordsOf } from '../../src/text/words.js';
import { seededRandom } from '../seeded-random.js';

const keys = (text: string): string =>
  wordsOf(text)
    .map((word) => word.strict)
    .join(' ');
const joined = (text: string): string => joinKeys(wordsOf(text).map((word) => word.strict)).key;

describe('words', () => {
  it.each([
    ['4-р хороо', '4 horo'],
    ['4 р хороо', '4 horo'],
    ['4r horoo', '4 horo'],
    ['4-дүгээр хороо', '4 horo'],
    ['4 дугаар хороо', '4 horo'],
    ['4-р-ийн хороо', '4 horo'],
    ['32iin toirog', '32 toirog'],
    ['zuun 4n zam', 'zun 4 zam'],
    ['3н давхар', '3 davhar'],
    ['12н', '12n'],
    ['Дэнж 24ий', 'denj 24 i'],
    ['4th', '4'],
    ['БЗД-ийн 4-р хороо', 'bzd 4 horo'],
    ['худ-ийн 4-р хороо', 'hud 4 horo'],
    ['муис-н 7 зогсоол', 'muis 7 zogsol'],
    ['ЮНЕСКО-гийн гудамж', 'iunesko gudamj'],
    ['har-n', 'har n'],
    ['Нам Ян Жү-гийн', 'nam ian ju gin'],
    ['«Чита»-ын гудамж', 'qita gudamj'],
    ['"Ага"-ын гудамж', 'aga gudamj'],
    ['42-н зам', '42 zam'],
    ['Хан-Уул', 'han ul'],
    ['Нарантуул2', 'narantul 2'],
    ['8б байр', '8b bair'],
    ['15А', '15a'],
    ['8/2', '8 2'],
    ['GS25', 'gs 25'],
    ['A0401', 'a 0401'],
    ['III хороолол', '3 horolol'],
    ['ТЭЦ IV', 'tec 4'],
    ["Bayanzu'rx", 'baianzurh'],
    ['Дарьэх', 'darieh'],
    ['100 айл', '100 ail'],
    ['3,4-р хороолол', '3 4 horolol'],
    ['', ''],
    ['- !', ''],
  ])('of %s are "%s"', (text, expected) => {
    expect(keys(text)).toBe(expected);
  });

  it('keeps a hyphenated word that only looks like a case ending', () => {
    expect(keys('Баян-Ар')).toBe('baian ar');
    expect(keys('Дарь-Эх')).toBe('dari eh');
  });

  it('knows initials, and only before a name', () => {
    expect(wordsOf('Ж.Самбуугийн гудамж').map((word) => word.isInitial)).toEqual([true, false, false]);
    expect(wordsOf('Д. Сүхбаатар')[0].isInitial).toBe(true);
    expect(wordsOf('гудамж Ж.').every((word) => !word.isInitial)).toBe(true);
  });

  it('knows a letter and a number that are one name', () => {
    const codes = (text: string): boolean[] => wordsOf(text).map((word) => word.isCode);
    expect(codes('A12')).toEqual([true, true]);
    expect(codes('7 A12, БЗД')).toEqual([false, true, true, false]);
    for (const text of ['12а3', 'AH3', 'A 12', '8б/2']) expect(codes(text), text).not.toContain(true);
  });

  it('leaves out traditional script, shown and searched', () => {
    expect(cleanText('Халхгол ᠬᠠᠯᠬᠠ ᠭᠣᠣᠯ')).toBe('Халхгол');
    expect(keys('Халхгол ᠬᠠᠯᠬᠠ ᠭᠣᠣᠯ')).toBe('halhgol');
  });

  it('are the same whether the text is read by its characters or by regular expressions', () => {
    const random = seededRandom(4);
    const pieces = [
      ...'абвөүйЖСЁxIbK',
      '4',
      '12',
      ' ',
      ' ',
      '-',
      '.',
      '. ',
      ',',
      '/',
      '(',
      ')',
      '-р',
      'р',
      'th',
      'БЗД',
      'ийн',
      'ын',
      'дугаар',
    ];
    for (let i = 0; i < 5000; i++) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 10) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
      // An apostrophe disappears, but a text with one does not count as plain.
      expect(wordsOf(text), text).toEqual(wordsOf(`${text}'`));
      expect(cleanText(text), text).toBe(cleanText(`${text}'`).slice(0, -1).trim());
    }
  });

  it('survives anything', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 3000; i++) {
      const text = Array.from({ length: Math.floor(random() * 30) }, () =>
        String.fromCodePoint(Math.floor(random() * (random() < 0.5 ? 0x500 : 0xd7ff))),
      ).join('');
      for (const word of wordsOf(text)) {
        expect(word.strict, JSON.stringify(text)).not.toBe('');
        expect(word.loose, JSON.stringify(text)).not.toBe('');
        expect([...word.strict].every((sign) => sign > ' ')).toBe(true);
      }
    }
  });
});

describe('joined keys', () => {
  it('are equal with hyphen, blank and nothing between', () => {
    expect(new Set(['Хан-Уул', 'Хан Уул', 'Хануул', 'han uul', 'Khan-Uul'].map(joined))).toHaveLength(1);
    expect(joined('Хан нуур')).toBe(joined('Ханнуур'));
    expect(joined('Халх гол')).toBe(joined('Халхгол'));
  });

  it('keep numbers apart from what follows', () => {
    expect(joined('8б байр')).not.toBe(joined('8 байр'));
    expect(joined('1 5')).not.toBe(joined('15'));
    expect(joined('Нарантуул 2')).toBe(joined('Нарантуул2'));
  });

  it('say where each word starts', () => {
    const { key, starts } = joinKeys(['han', 'nur', '5', 'ail']);
    expect(starts.map((start) => key.slice(start))).toEqual(['hanur5 ail', 'nur5 ail', '5 ail', 'ail']);
  });
});

describe('house numbers', () => {
  it.each([
    ['15', '15'],
    ['8б', '8b'],
    ['8 Б', '8b'],
    ['8B', '8b'],
    ['8/2', '8/2'],
    ['8-2', '8/2'],
    ['15а', '15a'],
    ['16/2а', '16/2a'],
    ['8б/2', '8b2'],
    ['42 к1', '42k1'],
    ['42 корпус 1', '42k1'],
    ['27А строение 3', '27as3'],
    ['5 литБ', '5b'],
    ['5 литера Б', '5b'],
    ['4bis', '4bis'],
    ['40-р байр', '40'],
    ['дом 7', '7'],
    ['Б-8', 'b8'],
  ])('%s is %s', (text, key) => {
    expect(houseNumberKey(text)).toBe(key);
  });

  it('are those of a list, with and without notes', () => {
    expect(houseNumberKeys('17+19')).toEqual(['17/19', '17', '19']);
    expect(houseNumberKeys('11 ба 13')).toEqual(['11ba13', '11', '13']);
    expect(houseNumberKeys('33 (хуучин 12)')).toEqual(['33huqin12', '33']);
    expect(houseNumberKeys('12;14а')).toEqual(['12/14a', '12', '14a']);
  });

  it('are not words', () => {
    expect(houseNumberKey('байр')).toBeNull();
    expect(houseNumberKey('Б')).toBeNull();
    expect(houseNumberKey('шинэ том байр 5')).toBeNull();
    expect(houseNumberKey('')).toBeNull();
  });
});
