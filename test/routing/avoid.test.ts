import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { avoidedFlags } from '../../src/routing/search/avoided-roads.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { RoutingOracle } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { points } from './against-oracle.js';
import { asciiMap } from './ascii/ascii-map.js';
import { changeOracle } from './oracle-changes.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
/** For a long run: GAZARCH_TEST_AVOID_TOWNS=70 has 2,000 pairs and more in each mode. */
const TOWNS = Number(process.env['GAZARCH_TEST_AVOID_TOWNS'] ?? 15);
const PAIRS = 40;
const WANTED = { line: true, notes: true, steps: false };

describe('toll booths', () => {
  const ask = (booth: string, avoided: number) => {
    const { network, positions } = asciiMap({
      picture: `
    X1A---T---B2Y
      |       |
      C-------D`,
      column_m: 100,
      ways: { XA: '', ATB: '', BY: '', ACDB: '' },
      nodes: { T: booth },
    });
    const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
    const ends = ['1', '2'].map((name) => positions.get(name)!);
    const answer = index.describe(ends, { snapLimit_m: 50 }, { ...WANTED, avoided });
    if (answer.kind !== 'route') throw new Error(answer.kind);
    return [Math.round(answer.distance_m), answer.notes.map(({ kind }) => kind)];
  };

  it.each(['barrier=toll_booth', 'highway=toll_gantry'])('%s is avoided, and noted', (booth) => {
    expect(ask(booth, 0)).toEqual([1000, ['toll']]);
    expect(ask(booth, avoidedFlags(['toll']))).toEqual([1800, []]);
  });

  it('a gate is none', () => expect(ask('barrier=cattle_grid', avoidedFlags(['toll']))).toEqual([1000, []]));
});

it.each(TRAVEL_MODES)('routes that avoid toll roads are those of the oracle, %s', (mode) => {
  const counts = { same: 0, other: 0, unavoidable: 0 };
  for (let seed = 1; seed <= TOWNS; seed++) {
    const network = randomNetwork(seed);
    const random = seededRandom(seed + 380_000);
    // A way may come in several parts with one id.
    const tolls = new Set(network.ways.map(({ id }) => id).filter(() => random() < 0.3));
    network.ways = network.ways.map((way) => ({
      ...way,
      tags: { ...way.tags, toll: tolls.has(way.id) ? 'yes' : 'no' },
    }));
    const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
    const oracle = new RoutingOracle(network, PROFILES[mode]);
    changeOracle(
      oracle.model,
      Array.from(tolls, (way) => ({ way, factor: 0.1 })),
    );
    for (let pair = 0; pair < PAIRS; pair++) {
      const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
      const where = `town ${seed}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
      const answer = index.describe([from, to], LIMITS, { ...WANTED, avoided: avoidedFlags(['toll']) });
      const [origin, destination] = [from, to].map((point) =>
        points(index.candidates(point, LIMITS).nearest),
      );
      const expected = oracle.route(origin, destination);
      if (answer.kind !== 'route' || expected === null) {
        expect([answer.kind === 'route', expected !== null], where).toEqual([false, false]);
        continue;
      }
      const toll_s = answer.notes.find(({ kind }) => kind === 'toll')?.duration_s ?? 0;
      // Parts of pairs at both ends are rounded before or behind the factor.
      const difference_s = answer.duration_s + 9 * toll_s - expected.duration_ms / 1000;
      expect(Math.abs(difference_s), where).toBeLessThan(0.02);
      const plain = index.route({ origin: from, destination: to }, LIMITS);
      const isSame = plain.kind === 'route' && plain.duration_s === answer.duration_s;
      counts[toll_s > 0 ? 'unavoidable' : isSame ? 'same' : 'other']++;
    }
  }
  for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(TOWNS / 3);
});
