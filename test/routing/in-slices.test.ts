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
      while (answers.size < works.length)
        works.forEach((work, i) => {
          if (answers.has(i)) return;
          const step = work.next();
          if (step.done === true) answers.set(i, step.value);
          else slices++;
        });
      asked.forEach((ends, i) =>
        expect(answers.get(i), `town ${seed}, pair ${i}`).toBe(answerOf(whole, ends)),
      );
    }
    expect(slices).toBeGreaterThan(3);
  },
);
