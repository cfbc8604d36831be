import { it } from 'vitest';
import { checkBest, checkOptimal, checkRules, randomProblem } from './trip-cases.js';

it('finds the quickest order of one vehicle in 1,000 cases', () => {
  for (let seed = 1; seed <= 1000; seed++) checkOptimal(seed);
});

it('plans 150 handfuls of orders as well as looking at all plans does', () => {
  for (let seed = 1; seed <= 150; seed++) checkBest(seed);
});

it('breaks no rule with 60 orders', () => {
  for (let seed = 1; seed <= 8; seed++) checkRules(randomProblem(2000 + seed, 60), 2000 + seed);
});
