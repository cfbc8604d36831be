import { expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { avoidedFlags } from '../../src/routing/search/avoided-roads.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { seededRandom } from '../seeded-random.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
const AVOIDED = avoidedFlags(['unpaved']);

/** What of an answer is compared. */
function shown(answer: ReturnType<RoutingIndex['describe']>): string {
  return answer.kind === 'route' ? `${answer.duration_s} ${answer.distance_m}` : answer.kind;
}

it.each(TRAVEL_MODES)(
  'routes that are worked on in slices, in turn with others, are the same, %s',
  (mode) => {
    let slices = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const network = randomNetwork(seed);
      const random = seededRandom(seed + 510_000);
      const { sections } = buildRouting(network, PROFILES[mode]);
      const [index, whole] = [RoutingIndex.from(sections), RoutingIndex.from(sections)];
      const asked = Array.from({ length: 40 }, () => [
        randomPoint(network, random),
        randomPoint(network, random),
      ]);
      const answerOf = (of: RoutingIndex, ends: (typeof asked)[number]): string =>
        shown(of.describe(ends, LIMITS, { line: true, notes: false, steps: false, avoided: AVOIDED }));
      const works = asked.map((ends) => index.inSlices(() => answerOf(index, ends)));
      const answers = new Map<number, string>();
      for (let turn = 0; answers.size < works.length; turn++) {
        // What is being worked out for roads that have changed is of no use.
        if (turn === 2) index.use({ kind: 'imported' });
        works.forEach((work, i) => {
          if (answers.has(i)) return;
          const step = work.next();
          if (step.done === true) answers.set(i, step.value);
          else slices++;
        });
      }
      asked.forEach((ends, i) =>
        expect(answers.get(i), `town ${seed}, pair ${i}`).toBe(answerOf(whole, ends)),
      );
    }
    expect(slices).toBeGreaterThan(3);
  },
);

it.each(TRAVEL_MODES)('cells of two matrices that take turns are those of routes, %s', (mode) => {
  let [steps, cells] = [0, 0];
  for (let seed = 11; seed <= 13; seed++) {
    const network = randomNetwork(seed);
    const random = seededRandom(seed + 520_000);
    const { sections } = buildRouting(network, PROFILES[mode]);
    const [index, whole] = [RoutingIndex.from(sections), RoutingIndex.from(sections)];
    const points = Array.from({ length: 6 }, () => randomPoint(network, random));
    const wanted = { origins: points, destinations: points, without: null, distances: true };
    const works = [AVOIDED, 0].map((avoided) => ({
      avoided,
      work: index.matrix({ ...wanted, avoided }, LIMITS),
    }));
    while (works.length > 0)
      for (const one of [...works]) {
        const step = one.work.next();
        steps++;
        if (step.done !== true) continue;
        works.splice(works.indexOf(one), 1);
        step.value.durations_s.forEach((duration_s, cell) => {
          const ends = [points[Math.floor(cell / points.length)], points[cell % points.length]];
          const more = { line: false, notes: false, steps: false, avoided: one.avoided };
          const answer = whole.describe(ends, LIMITS, more);
          const expected = answer.kind === 'route' ? answer.duration_s : Infinity;
          expect(duration_s, `town ${seed}, cell ${cell}, avoiding ${one.avoided}`).toBeCloseTo(expected, 6);
          cells++;
        });
      }
  }
  expect(cells).toBe(3 * 2 * 36);
  expect(steps).toBeGreaterThan(50);
});
