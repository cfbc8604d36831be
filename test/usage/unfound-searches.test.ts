import { describe, expect, it } from 'vitest';
import { keptText, UnfoundSearches } from '../../src/usage/unfound-searches.js';

/** What of a text that was not found is counted, and what is never kept. */

describe('a text that was not found', () => {
  it.each([
    ['  Шинэ   НОМИН, плаза! ', 'шинэ номин плаза'],
    ['ﬁt“zone”', 'fit zone'],
    ['ᠤᠯᠠᠭᠠᠨ ᠪᠠᠭᠠᠲᠤᠷ', 'ᠤᠯᠠᠭᠠᠨ ᠪᠠᠭᠠᠲᠤᠷ'],
    ['нэг хоёр гурав дөрөв тав', 'нэг хоёр гурав дөрөв тав'],
  ])('%s is counted as %s', (typed, kept) => expect(keptText(typed)).toBe(kept));

  it.each([
    ['99112233', 'a telephone number'],
    ['+976 9911-2233', 'the same'],
    ['утас ９９１１２２３３', 'the same in full width'],
    ['утас ᠙᠙᠑᠑᠒᠒᠓᠓', 'the same in Mongolian digits'],
    ['bat@example.mn', 'an e-mail address'],
    ['bat＠example mn', 'the same in full width'],
    ['Энхтайваны өргөн чөлөө 12', 'a house number'],
    ['42-р байр', 'the same'],
    ['байр Ⅻ', 'the same in Roman numerals'],
    ['47.9, 106.9', 'a point'],
    ['нэг хоёр гурав дөрөв тав зургаа', 'six words'],
    ['a,b,c.d-e/f', 'the same without spaces'],
    ['ө'.repeat(61), 'a long text'],
    ['!?', 'no word'],
  ])('%s is never kept: %s', (typed) => expect(keptText(typed)).toBeNull());
});

describe('searches of one process', () => {
  it('are summed up by text and asker, and nothing is kept of numbers and of nobody', () => {
    const searches = new UnfoundSearches();
    for (let i = 0; i < 1_000; i++)
      searches.note(i % 2 === 0 ? 'Шинэ зах' : 'шинэ  зах.', 'key_a', 5_000 + i);
    searches.note('шинэ зах', 'key_b', 9_000);
    for (let asker = 0; asker < 5; asker++) searches.note('Бат 9911 2233', `key_${asker}`, 9_000);
    searches.note('шинэ зах', '', 9_000);
    expect(searches.take()).toEqual([
      { text: 'шинэ зах', asker: 'key_a', time_ms: 5_000, requests: 1_000 },
      { text: 'шинэ зах', asker: 'key_b', time_ms: 9_000, requests: 1 },
    ]);
    expect(searches.take()).toEqual([]);
  });

  it('are bounded: of one asker within an hour, and of all between two looks', () => {
    const searches = new UnfoundSearches();
    const word = (i: number): string =>
      String.fromCodePoint(0x61 + (i % 26), 0x61 + (Math.floor(i / 26) % 26));
    for (let i = 0; i < 300; i++) searches.note(word(i), 'key_a', 1_000);
    expect(searches.take()).toHaveLength(100);
    for (let i = 0; i < 300; i++) searches.note(word(i), 'key_a', 2_000);
    expect(searches.take()).toHaveLength(0);
    for (let i = 0; i < 300; i++) searches.note(word(i), 'key_a', 3_600_001);
    expect(searches.take()).toHaveLength(100);
    for (let i = 0; i < 2_000; i++) searches.note(word(i), `key_${i}`, 3_600_002);
    expect(searches.take()).toHaveLength(500);
  });
});
