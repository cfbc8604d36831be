import { expect, it } from 'vitest';
import { canonicalWords, withNumbersInDigits } from '../../src/text/canonical.js';
import { typedWordsOf, wordsOf } from '../../src/text/words.js';

const UNITS = ['', 'нэг', 'хоёр', 'гурван', 'дөрвөн', 'таван', 'зургаан', 'долоон', 'найман', 'есөн'];
const LAST = ['', 'нэг', 'хоёр', 'гурав', 'дөрөв', 'тав', 'зургаа', 'долоо', 'найм', 'ес'];
const ORDINAL = ['', 'нэг', 'хоёр', 'гурав', 'дөрөв', 'тав', 'зургаа', 'дол', 'найм', 'ес'];
const TENS = ['', 'арван', 'хорин', 'гучин', 'дөчин', 'тавин', 'жаран', 'далан', 'наян', 'ерэн'];
const LAST_TENS = ['', 'арав', 'хорь', 'гуч', 'дөч', 'тавь', 'жар', 'дал', 'ная', 'ер'];
const ORDINAL_TENS = ['', 'арав', 'хори', 'гуч', 'дөч', 'тави', 'жар', 'дал', 'ная', 'ер'];

type Digits = readonly string[];

/** A number as people say it, by what its last word is. */
function spelled(value: number, units: Digits, tens: Digits): string {
  const [hundred, ten, unit] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const words = hundred === 0 ? [] : hundred === 1 ? ['зуун'] : [UNITS[hundred], 'зуун'];
  if (ten > 0) words.push((unit > 0 ? TENS : tens)[ten]);
  if (unit > 0) words.push(units[unit]);
  return words.join(' ');
}

const isRound = (value: number): boolean => value % 100 === 0;

it.each([
  ['before a word', UNITS, TENS, ' байр'],
  ['alone', LAST, LAST_TENS, ''],
])('reads each number in words from 11 to 999 %s', (_, units, tens, behind) => {
  for (let value = 11; value < 1000; value++) {
    // 10, 20 ... alone are words of names, too; so is зуун.
    if (isRound(value) || (behind === '' && value % 10 === 0 && value < 100)) continue;
    const keys = canonicalWords(wordsOf(spelled(value, units, tens) + behind)).map(({ strict }) => strict);
    expect(keys[0], `${value}: ${spelled(value, units, tens)}`).toBe(String(value));
    expect(keys).toHaveLength(behind === '' ? 1 : 2);
  }
});

it.each(['дүгээр', 'дугаар'])('reads each ordinal in words below 1000 that ends with %s', (ending) => {
  for (let value = 1; value < 1000; value++) {
    if (isRound(value)) continue;
    const text = spelled(value, ORDINAL, ORDINAL_TENS) + ending;
    const [word, ...others] = canonicalWords(wordsOf(text));
    expect([word.strict, word.isOrdinal, others.length], text).toEqual([String(value), true, 0]);
  }
});

it.each([
  ['зүүн дөрвөн зам', 'zun 4 zam'],
  ['зуун айл', 'zun ail'],
  ['долоон буудал', '7 budal'],
  ['баруун таван салаа', 'barun 5 sala'],
])('reads no number of several words in «%s»', (text, keys) => {
  expect(canonicalWords(wordsOf(text)).map(({ strict }) => strict)).toEqual(keys.split(' '));
});

it('puts a number of several words together, as it was typed', () => {
  const words = withNumbersInDigits(typedWordsOf('Монел гучдугаар гудамж, хорин хоёр тоот'));
  expect(words.map(({ word, typed, before }) => [word.strict, word.isOrdinal, typed, before])).toEqual([
    ['monel', false, 'Монел', ''],
    ['30', true, 'гучдугаар', ' '],
    ['gudamj', false, 'гудамж', ' '],
    ['22', false, 'хорин хоёр', ', '],
    ['tot', false, 'тоот', ' '],
  ]);
});

it('puts no words with a sign between them together', () => {
  const words = withNumbersInDigits(typedWordsOf('хорин, дөрвөн'));
  expect(words.map(({ typed }) => typed)).toEqual(['хорин', 'дөрвөн']);
});
