import { expect, it } from 'vitest';
import { counted, nounOf } from '../src/counted.js';

it('uses the singular for 1 only', () => {
  expect([0, 1, 2, 21].map((count) => counted(count, 'key'))).toEqual([
    '0 keys',
    '1 key',
    '2 keys',
    '21 keys',
  ]);
  expect([1, 3].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '3 entries']);
  expect([1, 0].map((count) => nounOf(count, 'key was', 'keys were'))).toEqual(['key was', 'keys were']);
});
