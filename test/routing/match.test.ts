import { expect, it } from 'vitest';
import { proveMatches } from './match-cases.js';

it('finds the way that whole searches find, in random towns', () => {
  const { pieces, ended } = proveMatches(25, 2);
  expect(pieces).toBeGreaterThan(25);
  expect(ended).toBeGreaterThan(0);
});
