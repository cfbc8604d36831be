import { describe, expect, it } from 'vitest';
import { genitivesOf, stemsOf } from '../../src/text/strip-case.js';
import { wordsOf } from '../../src/text/words.js';

describe('cases of words', () => {
  it.each([
    ['хөгжил', 'хөгжлийн'],
    ['цэцэг', 'цэцгийн'],
    ['хүн', 'хүний'],
    ['ахуй', 'ахуйн'],
    ['боловсрол', 'боловсролын'],
  ])('the genitive of %s is %s, and back', (word, genitive) => {
    const [[noun], [inGenitive]] = [wordsOf(word), wordsOf(genitive)];
    expect(genitivesOf(noun).map(({ strict }) => strict)).toContain(inGenitive.strict);
    expect(stemsOf(inGenitive).map(({ strict }) => strict)).toContain(noun.strict);
  });

  it('numbers and words of two letters have none', () => {
    expect([...genitivesOf(wordsOf('12')[0]), ...genitivesOf(wordsOf('гэ')[0])]).toEqual([]);
  });
});
