import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { seededRandom } from '../seeded-random.js';
import { endOf, proveMatches, randomWalk } from './match-cases.js';
import { randomNetwork } from './random-network.js';

it('finds the way that whole searches find, in random towns', () => {
  const { pieces, ended, points } = proveMatches(25, 2);
  expect(pieces).toBeGreaterThan(25);
  expect(ended).toBeGreaterThan(0);
  expect(points).toBeGreaterThan(100);
});

it('matches traces that take turns as it matches each alone', () => {
  const sections = buildRouting(randomNetwork(7), PROFILES.driving).sections;
  const [index, random] = [RoutingIndex.from(sections), seededRandom(7)];
  const traces = Array.from({ length: 20 }, () => {
    const walk = randomWalk(readRoutingData(sections), random);
    return {
      points: walk.map(({ longitude, latitude }) => [longitude, latitude] as const),
      times_s: null,
      accuracy_m: walk.map(({ sigma_m }) => sigma_m),
    };
  });
  const alone = traces.map((trace) => endOf(index.match(trace, 'driving')));
  const works = traces.map((trace) => index.match(trace, 'driving'));
  const together = new Map<number, unknown>();
  while (together.size < works.length)
    works.forEach((work, i) => {
      if (together.has(i)) return;
      const { done, value } = work.next();
      if (done === true) together.set(i, value);
    });
  expect(traces.map((_, i) => together.get(i))).toEqual(alone);
  expect(alone.filter(({ pieces }) => pieces.length > 0).length).toBeGreaterThan(5);
});
