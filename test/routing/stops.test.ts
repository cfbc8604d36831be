import { describe, expect, it } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex, type DescribedRoute } from '../../src/routing/routing-index.js';
import type { LegAbsent } from '../../src/routing/route-answers.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { RoutingOracle, type OracleTree } from '../oracles/routing-dijkstra.js';
import { seededRandom } from '../seeded-random.js';
import { points, withinHalf, type LonLat } from './against-oracle.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';
import { asciiMap, type AsciiDrawing } from './ascii/ascii-map.js';

const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };
const RANDOM = { snapLimit_m: 1000, snapDetour_m: 120 };
const TOWNS = Number(process.env['GAZARCH_TEST_STOP_TOWNS'] ?? 15);
const ALL = { line: true, notes: true, steps: true };

function over(drawing: AsciiDrawing, points: string, limits = LIMITS): DescribedRoute | LegAbsent {
  const { network, positions } = asciiMap(drawing);
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  return index.describe(
    [...points].map((point) => positions.get(point)!),
    limits,
    ALL,
  );
}

function found(answer: DescribedRoute | LegAbsent): DescribedRoute {
  if (answer.kind !== 'route') throw new Error(`${answer.kind} on leg ${answer.leg}`);
  return answer;
}

describe('a route over points between', () => {
  //     A--1--B--2--C
  //           |
  //           3
  //           D
  const drawing: AsciiDrawing = {
    picture: 'A--1--B--2--C\n      |\n      3\n      |\n      D',
    ways: { AB: 'highway=residential, name=A', BC: '', BD: 'highway=track, ford=yes' },
  };

  it('is the sum of its legs, one line without gaps', () => {
    const whole = found(over(drawing, '132'));
    const legs = [found(over(drawing, '13')), found(over(drawing, '32'))];
    expect(whole.distance_m).toBeCloseTo(legs[0].distance_m + legs[1].distance_m, 6);
    // The second leg begins at a rounded point, which is worth some milliseconds.
    expect(whole.duration_s).toBeCloseTo(legs[0].duration_s + legs[1].duration_s, 2);
    // 1, B, 3, B, 2
    expect(whole.coordinates).toHaveLength(10);
    expect(whole.stops).toEqual([...legs[0].stops, legs[1].stops[1]]);
    const types = ({ legs }: DescribedRoute) => legs.map(({ steps }) => steps.map(({ type }) => type));
    expect(types(whole)).toEqual([...types(legs[0]), ...types(legs[1])]);
    // Both legs drive 100 m of the ford, and it is one note.
    expect(whole.notes.map(({ kind, distance_m }) => [kind, Math.round(distance_m)])).toEqual([
      ['ford', 200],
    ]);
  });

  it('may turn back at a point between, and pass the same point twice', () => {
    const back = found(over(drawing, '1213'));
    expect(back.stops).toHaveLength(4);
    expect(Math.round(back.distance_m)).toBe(150 + 150 + 75 + 100);
    const still = found(over(drawing, '111'));
    expect([still.distance_m, still.coordinates.length]).toEqual([0, 4]);
  });

  it('says which leg failed', () => {
    const cut = { picture: 'A--1--B--2--C\n\nD--3--E', ways: { ABC: '', DE: '' } };
    expect(over(cut, '123')).toEqual({ kind: 'no_path', leg: 1 });
    expect(over(cut, '312')).toEqual({ kind: 'no_path', leg: 0 });
  });

  it('chooses the places of all stops together', () => {
    //  1 is nearest to a yard that nothing leads out of; the street is 100 m away.
    const yard: AsciiDrawing = {
      picture: 'Y-1-Z\n\nA---B-----------2---C',
      ways: { YZ: 'highway=service, oneway=-1', ABC: 'highway=residential' },
    };
    const limits = { snapLimit_m: 1000, snapDetour_m: 500 };
    for (const points of ['112', '212', '2112', '1212']) {
      const route = found(over(yard, points, limits));
      expect(route.stops.map(({ distance_m }) => Math.round(distance_m))).toEqual(
        [...points].map((point) => (point === '1' ? 100 : 0)),
      );
    }
    expect(over(yard, '212')).toEqual({ kind: 'no_path', leg: 0 });
  });

  it('leaves a stop at a junction along any of its roads', () => {
    // 2 is at B, where three roads end.
    const route = found(over(drawing, '1B2'));
    expect(Math.round(route.distance_m)).toBe(150);
    expect(route.legs.map(({ distance_m }) => Math.round(distance_m))).toEqual([75, 75]);
  });
});

/** The candidates of a point, those at one position together. */
function places(candidates: readonly NetworkPoint[]): NetworkPoint[][] {
  const byPosition = new Map<string, NetworkPoint[]>();
  for (const point of candidates) {
    const key = `${point.lon7} ${point.lat7}`;
    byPosition.set(key, [...(byPosition.get(key) ?? []), point]);
  }
  return [...byPosition.values()];
}

/** The least cost of a chain with one choice for each stop; Infinity for none. */
function cheapestChain<T>(
  choices: readonly T[][],
  first: (choice: T) => number,
  leg: (from: T, to: T) => number,
): number {
  let costs = choices[0].map(first);
  for (let k = 1; k < choices.length; k++)
    costs = choices[k].map((to) => Math.min(...choices[k - 1].map((from, i) => costs[i] + leg(from, to))));
  return Math.min(...costs);
}

describe('the places of all stops', () => {
  it.each(TRAVEL_MODES)('are the cheapest chain of the nearest, else the nearest chain, %s', (mode) => {
    const counts = { nearest: 0, farther: 0, none: 0 };
    for (let seed = 1; seed <= TOWNS; seed++) {
      const network = randomNetwork(seed);
      const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
      const oracle = new RoutingOracle(network, PROFILES[mode]);
      const random = seededRandom(seed + 38_000);
      for (let i = 0; i < 6; i++) {
        const stops: LonLat[] = [];
        const length = 3 + Math.floor(random() * 3);
        // Some stop twice at one point: in a yard, at a junction.
        while (stops.length < length)
          stops.push(
            random() < 0.3 && stops.length > 0 ? stops[stops.length - 1] : randomPoint(network, random),
          );
        const where = `town ${seed}, ${mode}, ${JSON.stringify(stops)}`;
        const candidates = stops.map((stop) => index.candidates(stop, RANDOM));
        if (candidates.some(({ nearest }) => nearest.length === 0)) continue;
        const answer = index.describe(stops, RANDOM, ALL);
        const cost = (from: readonly NetworkPoint[], to: readonly NetworkPoint[]): number => {
          const route = oracle.route(points(from), points(to));
          return route === null ? Infinity : route.duration_ms + route.cutsThrough * 1e9;
        };
        const cheapest = cheapestChain(
          candidates.map(({ nearest }) => places(nearest)),
          () => 0,
          cost,
        );
        if (cheapest < Infinity) {
          counts.nearest++;
          expect(Math.round(1000 * found(answer).duration_s), where).toBe(cheapest % 1e9);
          const chosen = found(answer).stops.map(({ lon7, lat7 }, k) =>
            candidates[k].nearest.filter((own) => own.lon7 === lon7 && own.lat7 === lat7),
          );
          const legs_ms = found(answer).legs.map(({ duration_s }) => Math.round(1000 * duration_s));
          expect(legs_ms, where).toEqual(legs_ms.map((_, k) => cost(chosen[k], chosen[k + 1]) % 1e9));
          continue;
        }
        const trees = new Map<NetworkPoint, OracleTree>();
        const treeOf = (from: NetworkPoint): OracleTree => {
          if (!trees.has(from)) trees.set(from, oracle.from(points([from])));
          return trees.get(from)!;
        };
        const least_m = cheapestChain(
          candidates.map((own, k) =>
            withinHalf(
              own,
              stops[k],
              [stops[k - 1], stops[k + 1]].filter((other) => other !== undefined),
            ),
          ),
          ({ distance_m }) => distance_m,
          (from, to) => (treeOf(from).costTo(points([to])) === null ? Infinity : to.distance_m),
        );
        counts[least_m === Infinity ? 'none' : 'farther']++;
        if (least_m === Infinity) expect(answer.kind, where).toBe('no_path');
        else
          expect(
            found(answer).stops.reduce((sum_m, { distance_m }) => sum_m + distance_m, 0),
            where,
          ).toBeCloseTo(least_m, 1);
      }
    }
    for (const count of Object.values(counts))
      expect(count, JSON.stringify(counts)).toBeGreaterThan(TOWNS / 10);
  });
});
