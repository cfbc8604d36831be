import { describe, expect, it } from 'vitest';
import type { ForwardHit } from '../../src/geocoding/finding/forward-hit.js';
import { isWholeName } from '../../src/geocoding/reading/hit-fit.js';
import { wordsOf } from '../../src/text/words.js';

const hit = (group: ForwardHit['group'], key: ForwardHit['key']): ForwardHit => ({
  row: 0,
  group,
  key,
  relaxation: 0,
});

describe('A query that is read no further', () => {
  it.each<[string, ForwardHit[]]>([
    ['дарви сумын', [hit(1, 'strict')]],
    ['дарви сумы', [hit(1, 'loose'), hit(2, 'literal')]],
    ['залуусын гуд', [hit(1, 'strict'), hit(1, 'strict')]],
    ['ulziit ', [hit(1, 'loose'), hit(1, 'loose')]],
    ['бөмб', [hit(2, 'loose')]],
  ])('is a name: «%s»', (text, hits) => expect(isWholeName(hits, wordsOf(text))).toBe(true));

  it.each<[string, string, ForwardHit[]]>([
    ['finds nothing', 'дарви сумын', []],
    ['may be of one area or of another', 'цагаан-үүр сумын', [hit(1, 'strict'), hit(1, 'strict')]],
    ['has a letter twice', 'хөвсгөл цагааннуур сум', [hit(1, 'strict')]],
    ['only sounds like a name', 'цагааннуур хөвсгөл', [hit(1, 'loose')]],
    ['may be of a khoroo', 'бгд 1-р хор', [hit(1, 'strict')]],
    ['may be of a bag', '1-р баг, баян', [hit(1, 'strict')]],
    ['is only the beginning of a name', 'бат-өлзийт сум', [hit(2, 'strict')]],
    ['is only words of a name', 'соё', [hit(3, 'strict')]],
  ])('is not one that %s: «%s»', (_, text, hits) => expect(isWholeName(hits, wordsOf(text))).toBe(false));
});
