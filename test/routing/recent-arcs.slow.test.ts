import { describe, expect, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import {
  RecentArcs,
  type PositionsOfArcs,
  type RecentArcsSize,
} from '../../src/routing/paths/recent-arcs.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { Ends, RouteAbsent, RouteFound } from '../../src/routing/route-answers.js';
import { seededRandom } from '../seeded-random.js';
import { randomNetwork } from './random-network.js';

const SEED = 20261122;

/** Arcs with made-up positions that follow from their number. Counts how often arcs are read. */
class MadeUpArcs implements PositionsOfArcs {
  readonly #count: (arc: number) => number;
  pairs = new Int32Array(0);
  length = 0;
  firstLength = 0;
  all_m = 0;
  rest_m = 0;
  reads = 0;

  constructor(count: (arc: number) => number) {
    this.#count = count;
  }

  read(arc: number): void {
    this.reads++;
    const random = seededRandom(arc + 1);
    const count = this.#count(arc);
    this.pairs = Int32Array.from({ length: 2 * count + 10 }, () => Math.floor((random() - 0.5) * 2 ** 32));
    this.length = 2 * count;
    this.firstLength = 2 * Math.floor(random() * (count + 1));
    this.all_m = random() * 1000;
    this.rest_m = this.all_m * random();
  }
}

function recentArcs(made: PositionsOfArcs, size: RecentArcsSize): RecentArcs {
  const arcs = new RecentArcs(size);
  arcs.readFrom(made);
  return arcs;
}

function numbersOf(arcs: RecentArcs, arc: number, isCut: boolean): number[] {
  const { pairs, begin, end, metres } = arcs.line(arc, isCut);
  return [metres, ...pairs.subarray(begin, end)];
}

describe('recent arcs', () => {
  it('have the positions and metres of each, whatever was forgotten', () => {
    const random = seededRandom(SEED);
    for (const size of [
      { halfBytes: 2 ** 12, halfPlaces: 2 ** 10 },
      { halfBytes: 2 ** 14, halfPlaces: 16 },
      { halfBytes: 2 ** 10, halfPlaces: 4 },
    ]) {
      const made = new MadeUpArcs((arc) => arc % 6);
      const arcs = recentArcs(made, size);
      for (let i = 0; i < 30_000; i++) {
        const arc = Math.floor(random() ** 3 * 300);
        const isCut = random() < 0.3;
        const got = numbersOf(arcs, arc, isCut);
        made.read(arc);
        const expected = [
          isCut ? made.rest_m : made.all_m,
          ...made.pairs.subarray(isCut ? made.firstLength : 0, made.length),
        ];
        expect(got, `seed ${SEED}, ${size.halfBytes} bytes, request ${i}, arc ${arc}`).toEqual(expected);
      }
    }
  });

  it('are kept from the second time on, and for good when they are asked for often', () => {
    const made = new MadeUpArcs(() => 10);
    const arcs = recentArcs(made, { halfBytes: 2 ** 14, halfPlaces: 64 });
    const readsOf = (arc: number): number => {
      const before = made.reads;
      arcs.line(arc, false);
      return made.reads - before;
    };
    expect([readsOf(7), readsOf(7), readsOf(7)]).toEqual([1, 1, 0]);
    // 2,000 other arcs are used twice each and never again: enough to fill a half forty times.
    let readsOf7 = 0;
    for (let arc = 100; arc < 2100; arc++) {
      readsOf7 += readsOf(7);
      for (let k = 0; k < 2; k++) arcs.line(arc, false);
    }
    // Arc 7 is read again only when the young half has no room for it.
    expect(readsOf7).toBeLessThan(10);
    expect([readsOf(2099), readsOf(101)]).toEqual([0, 1]);
  });

  it('are of the data that they are read from', () => {
    const made = [new MadeUpArcs(() => 3), new MadeUpArcs(() => 4)];
    const arcs = new RecentArcs({ halfBytes: 2 ** 12, halfPlaces: 64 });
    for (let i = 0; i < 6; i++) {
      arcs.readFrom(made[i % 2]);
      for (let k = 0; k < 3; k++) expect(numbersOf(arcs, 5, false)).toHaveLength(i % 2 === 0 ? 7 : 9);
    }
    // Of three uses in a turn, two read the arc anew and the third finds it.
    expect(made.map(({ reads }) => reads)).toEqual([6, 6]);
    arcs.readFrom(made[1]);
    arcs.line(5, false);
    expect(made[1].reads).toBe(6);
  });

  it('are not kept when they would push out all others', () => {
    const made = new MadeUpArcs((arc) => arc);
    const arcs = recentArcs(made, { halfBytes: 2 ** 14, halfPlaces: 64 });
    for (const arc of [64, 65]) for (let k = 0; k < 4; k++) arcs.line(arc, false);
    expect(made.reads).toBe(2 + 4);
  });
});

it('gives the same line and length to the last bit, kept or not', () => {
  const sizes = [
    { halfBytes: 2 ** 20, halfPlaces: 2 ** 10 },
    { halfBytes: 2 ** 12, halfPlaces: 8 },
    { halfBytes: 64, halfPlaces: 4 },
  ];
  const memories = sizes.map((size) => new RecentArcs(size));
  let routes = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const network = randomNetwork(seed);
    const random = seededRandom(seed);
    const { sections } = buildRouting(network, PROFILES[seed % 2 === 0 ? 'driving' : 'walking'], {
      cellVertices: 4,
    });
    const indexes = memories.map((recentArcs) => RoutingIndex.from(sections, recentArcs));
    const point = (): [number, number] => {
      const node = Math.floor(random() * network.nodeLon7.length);
      return [
        toDegrees(network.nodeLon7[node]) + (random() - 0.5) * 1e-3,
        toDegrees(network.nodeLat7[node]) + (random() - 0.5) * 1e-3,
      ];
    };
    for (let pair = 0; pair < 40; pair++) {
      const ends: Ends = { origin: point(), destination: point() };
      const told = indexes.map((index) => lineOf(index.route(ends, { snapLimit_m: 1000 })));
      expect(told, `town ${seed}, ${JSON.stringify(ends)}`).toEqual(told.map(() => told[0]));
      if (told[0].length > 0) routes++;
    }
  }
  expect(routes).toBeGreaterThan(400);
});

function lineOf(answer: RouteFound | RouteAbsent): number[] {
  return answer.kind === 'route' ? [answer.distance_m, ...answer.coordinates] : [];
}
