import { expect, it } from 'vitest';
import { romanise, traditionalInLatin } from '../../src/text/romanise.js';
import { cleanText, isTraditional, wordsOf } from '../../src/text/words.js';

it.each([
  ['ᠤᠯᠠᠭᠠᠨᠪᠠᠭᠠᠲᠤᠷ', 'Ulaanbaatur'],
  ['ᠳᠠᠷᠬᠠᠨ', 'Darkhan'],
  ['ᠵᠠᠭᠤᠨᠮᠣᠳᠤ', 'Zuunmodu'],
  ['ᠴᠡᠴᠡᠷᠯᠢᠭ', 'Tsetserlig'],
  ['ᠰᠢᠨ᠎ᠡ', 'Shine'],
  ['ᠪᠠᠭ᠎ᠠ ᠲᠣᠢᠷᠤᠭ', 'Baga Toirug'],
  ['ᠰᠠᠶᠢᠨ', 'Sain'],
  ['ᠮᠣᠩᠭᠣᠯ\u202fᠤᠨ ᠪᠠᠩᠬᠢ', 'Monggolun Bangkhi'],
  ['᠑᠒ ᠰᠤᠷᠭᠠᠭᠤᠯᠢ', '12 Surguuli'],
])('%s is read as %s', (written, read) => {
  expect(traditionalInLatin(written)).toBe(read);
  expect(cleanText(`  ${written}`)).toBe(read);
});

it.each([
  ['Дархан', 'ᠳᠠᠷᠬᠠᠨ'],
  ['Улаан', 'ᠤᠯᠠᠭᠠᠨ'],
  ['Шинэ', 'ᠰᠢᠨ᠎ᠡ'],
])('%s is the same word as %s', (cyrillic, script) => {
  const strict = (text: string): string[] => wordsOf(text).map((word) => word.strict);
  expect(strict(script)).toEqual(strict(cyrillic));
  expect(cleanText(script)).toBe(romanise(cyrillic));
});

it.each(['Дархан ᠳᠠᠷᠬᠠᠨ', 'ᠳᠠᠷᠬᠠᠨ 5', '', '᠂ ᠃', '-'])('%j is not in traditional script alone', (text) => {
  expect(isTraditional(text)).toBe(false);
  expect(cleanText(text)).not.toMatch(/[\u1800-\u18af]/);
});
