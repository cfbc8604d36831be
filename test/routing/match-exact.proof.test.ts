import { expect, it } from 'vitest';
import { proveMatches } from './match-cases.js';

it('finds the most likely way on five hundred small maps', () => {
  const { pieces, ended, points } = proveMatches(500, 2);
  expect(pieces).toBeGreaterThan(500);
  expect(ended).toBeGreaterThan(20);
  expect(points).toBeGreaterThan(2000);
});
