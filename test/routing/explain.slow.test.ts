import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { explanationLines } from '../../src/cli/commands/explain/explanation-text.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { RouteExplanation } from '../../src/routing/route-answers.js';
import { seededRandom } from '../seeded-random.js';
import { seedsOf } from '../random-cases.js';
import { asciiMap, type AsciiDrawing } from './ascii/ascii-map.js';
import { randomPoint } from './prove-routes.js';
import { randomNetwork } from './random-network.js';

function explain(drawing: AsciiDrawing, from: string, to: string): RouteExplanation {
  const { network, positions } = asciiMap(drawing);
  return RoutingIndex.from(buildRouting(network, PROFILES.driving).sections).explain(
    { origin: positions.get(from)!, destination: positions.get(to)! },
    { snapLimit_m: 1000 },
  );
}

describe('an explained route', () => {
  it('adds up to its answer, to the millisecond and the millimetre, in random towns', () => {
    for (const seed of seedsOf(60)) {
      const network = randomNetwork(seed);
      const random = seededRandom(seed);
      for (const mode of TRAVEL_MODES) {
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        for (let pair = 0; pair < 20; pair++) {
          const [from, to] = [randomPoint(network, random), randomPoint(network, random)];
          const { answer, stretches, origins, destinations } = index.explain(
            { origin: from, destination: to },
            {
              snapLimit_m: 1000,
            },
          );
          const where = `town ${seed}, ${mode}, ${from.join(',')} to ${to.join(',')}`;
          expect(answer, where).toEqual(
            index.route({ origin: from, destination: to }, { snapLimit_m: 1000 }),
          );
          if (answer.kind !== 'route') {
            expect(stretches, where).toEqual([]);
            continue;
          }
          const sum = (value: (stretch: (typeof stretches)[number]) => number): number =>
            stretches.reduce((total, stretch) => total + value(stretch), 0);
          expect(
            sum(({ duration_s, passing_s }) => duration_s + passing_s),
            where,
          ).toBeCloseTo(answer.duration_s, 6);
          expect(Math.abs(sum(({ distance_m }) => distance_m) - answer.distance_m), where).toBeLessThan(0.1);
          expect(stretches.at(-1)!.passing_s, where).toBe(0);
          expect(
            [origins, destinations].map((candidates) => candidates.filter(({ isChosen }) => isChosen).length),
            where,
          ).toEqual([1, 1]);
        }
      }
    }
  });

  it('names ways, speeds, reasons, turns and delays in the order of the road', () => {
    //     A--1--B===G===C      G is a gate
    //                   |
    //                   2
    //                   D--E
    const picture =
      'A--1--B---G---C--F\n              |\n              2\n              |\n              D--E';
    const drawing: AsciiDrawing = {
      picture,
      ways: {
        AB: 'highway=residential, name=Зам',
        BGC: 'highway=track, tracktype=grade4, surface=dirt',
        CD: '',
        CF: '',
        DE: '',
      },
      nodes: { G: 'barrier=gate' },
    };
    const { answer, stretches, origins } = explain(drawing, '1', '2');
    expect(answer.kind).toBe('route');
    expect(
      stretches.map(({ way, direction, distance_m }) => [
        way.class,
        way.surface,
        way.name,
        direction,
        Math.round(distance_m),
      ]),
    ).toEqual([
      ['residential', null, 'Зам', 'forward', 75],
      ['track', 'dirt', null, 'forward', 100],
      ['track', 'dirt', null, 'forward', 100],
      ['residential', null, null, 'forward', 100],
    ]);
    const [town, beforeGate, afterGate, down] = stretches;
    expect(town.speed_kmh).toBe(25);
    expect(town.why).toContain('class residential 25');
    expect(town.passing_s).toBe(0);
    expect(beforeGate.passing_s).toBeGreaterThan(0);
    expect(Math.round(afterGate.turn_degrees!)).toBe(90);
    expect(afterGate.passing_s).toBeGreaterThan(0);
    expect([down.passing_s, down.turn_degrees]).toEqual([0, null]);
    expect(origins).toHaveLength(1);
    expect(origins[0]).toMatchObject({
      component: 1,
      component_km: 0.7,
      isChosen: true,
    });
    const lines = explanationLines({ answer, stretches, origins, destinations: [] });
    expect(lines[0]).toMatch(/^375 m, \d+/);
    expect(lines.join('\n')).toContain('turning 90° right');
    expect(lines.join('\n')).toContain('way 1 (residential, Зам) forward: class residential 25');
  });

  it('shows the islands that were left, and an end that has no road', () => {
    const drawing = {
      picture: 'A--1--B\n\nC-----------2------------------------------D',
      ways: { AB: 'highway=service', CD: '' },
    };
    const left = explain(drawing, '1', '2');
    expect(left.origins.map(({ isChosen, component }) => [isChosen, component])).toEqual([
      [false, 2],
      [true, 1],
    ]);
    const lines = explanationLines(left);
    expect(lines[1]).toMatch(/^origin: 0.0 m .* which is not connected to the other end by any path$/);
    expect(lines[2]).toMatch(/^origin \*: 100.0 m [^w]*way 2 .* km$/);
    const { network } = asciiMap(drawing);
    const nowhere = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections).explain(
      { origin: [100, 40], destination: [106.9, 47.95] },
      { snapLimit_m: 1000 },
    );
    expect([nowhere.answer.kind, nowhere.origins, nowhere.destinations.length, nowhere.stretches]).toEqual([
      'origin_not_on_network',
      [],
      1,
      [],
    ]);
    expect(explanationLines(nowhere).slice(0, 2)).toEqual([
      'origin_not_on_network',
      'origin: no road within the limit',
    ]);
  });
});
