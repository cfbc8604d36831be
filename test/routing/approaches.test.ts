import { describe, expect, it } from 'vitest';
import { compass } from '../../src/geo/bearing.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { Approach } from '../../src/routing/ends/approach.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { NetworkPoint } from '../../src/routing/ends/network-point.js';
import { RoutingOracle, type OraclePoint } from '../oracles/routing-dijkstra.js';
import type { OracleModel } from '../oracles/routing-model.js';
import { seededRandom } from '../seeded-random.js';
import { withinHalf, type LonLat } from './against-oracle.js';
import { asciiMap } from './ascii/ascii-map.js';
import { randomNetwork } from './random-network.js';
import { randomPoint } from './random-point.js';
import { everyPoint, slowNearest } from './slow-snap.js';

const WANTED = { line: true, notes: false, steps: false };
/** For a long run: GAZARCH_TEST_APPROACH_TOWNS=70 has 1,400 requests of each kind. */
const TOWNS = Number(process.env['GAZARCH_TEST_APPROACH_TOWNS'] ?? 5);
const REQUESTS = 20;

describe('a route that leaves and reaches its stops in some direction', () => {
  //  A---1---B---2---C
  //  |               |
  //  D---------------E
  const { network, positions } = asciiMap({
    picture: 'A---1---B---2---C\n|               |\nD---------------E',
    ways: { ABC: '', CEDA: 'highway=residential' },
  });
  const index = RoutingIndex.from(buildRouting(network, PROFILES.driving).sections);
  const [one, two] = ['1', '2'].map((name) => positions.get(name)!);
  const length_m = (from: LonLat, to: LonLat, approaches: (Approach | null)[]): number => {
    const found = index.describe([from, to], { snapLimit_m: 1000 }, { ...WANTED, approaches });
    if (found.kind !== 'route') throw new Error(found.kind);
    return Math.round(found.distance_m);
  };
  const straight_m = length_m(one, two, [null, null]);
  const beside = ([lon, lat]: LonLat, north_m: number): LonLat => [lon, lat + north_m / 111_000];

  it('begins and ends by bearing', () => {
    const east = { bearing: { degrees: 90, range: 20 } };
    const west = { bearing: { degrees: 270, range: 20 } };
    expect(length_m(one, two, [east, east])).toBe(straight_m);
    expect(length_m(one, two, [west, null])).toBeGreaterThan(straight_m);
    expect(length_m(one, two, [null, west])).toBeGreaterThan(straight_m);
    // Nothing here goes to the north-east: the nearest road that does is taken.
    const north = { bearing: { degrees: 0, range: 20 } };
    const found = index.describe([one, two], { snapLimit_m: 1000 }, { ...WANTED, approaches: [north, null] });
    expect(found).toMatchObject({ kind: 'route' });
    if (found.kind === 'route') expect(found.stops[0].distance_m).toBeGreaterThan(50);
    const nowhere = { bearing: { degrees: 45, range: 5 } };
    expect(
      index.describe([one, two], { snapLimit_m: 1000 }, { ...WANTED, approaches: [nowhere, null] }),
    ).toEqual({ kind: 'origin_not_on_network', nearestRoad_m: null, leg: 0 });
  });

  it('has the point on its right at the curb, and on either side on the road', () => {
    const curb = { isAtCurb: true };
    expect(length_m(one, beside(two, -20), [null, curb])).toBe(straight_m);
    expect(length_m(one, beside(two, 20), [null, curb])).toBeGreaterThan(straight_m);
    expect(length_m(beside(one, 20), two, [curb, null])).toBeGreaterThan(straight_m);
    expect(length_m(one, two, [curb, curb])).toBe(straight_m);
    const walking = RoutingIndex.from(buildRouting(network, PROFILES.walking).sections);
    const onFoot = walking.describe(
      [one, beside(two, 20)],
      { snapLimit_m: 1000 },
      { ...WANTED, approaches: [null, curb] },
    );
    expect(onFoot.kind === 'route' && Math.round(onFoot.distance_m)).toBe(straight_m);
  });
});

type Directed = NetworkPoint & Required<Pick<OraclePoint, 'may'>>;

/** What an approach leaves of a pair, by docs/routing-requests.md, 14. */
function directed(model: OracleModel, point: NetworkPoint, sent: LonLat, approach: Approach): Directed {
  const { nodes } = model.network.ways[point.way];
  const at = (place: number): LonLat => [
    model.network.nodeLon7[nodes[place]] / 1e7,
    model.network.nodeLat7[nodes[place]] / 1e7,
  ];
  const first = 2 * (model.firstPairOfWay[point.way] + point.place);
  const may = [first, first + 1].map((d) => model.access[d] !== 0);
  const [from, to] = [at(point.place), at(point.place + 1)];
  const hasLength = from[0] !== to[0] || from[1] !== to[1];
  if (hasLength && approach.isAtCurb === true && may[0] && may[1]) {
    const [perLon, perLat] = [metersPerDegreeLon(sent[1]), metersPerDegreeLat(sent[1])];
    const [x, y] = [(to[0] - from[0]) * perLon, (to[1] - from[1]) * perLat];
    const right_m =
      ((sent[0] - from[0]) * perLon * y - (sent[1] - from[1]) * perLat * x) / Math.sqrt(x * x + y * y);
    if (right_m >= 1) may[1] = false;
    if (right_m <= -1) may[0] = false;
  }
  if (hasLength && approach.bearing !== undefined) {
    const { degrees, range } = approach.bearing;
    [compass(from, to), compass(to, from)].forEach((own, i) => {
      const off = Math.abs(own - degrees) % 360;
      if (Math.min(off, 360 - off) > range) may[i] = false;
    });
  }
  return { ...point, may: [may[0], may[1]] };
}

const KINDS: Readonly<Record<string, (random: () => number) => Approach>> = {
  bearings: (random) => ({
    bearing: { degrees: Math.floor(361 * random()), range: Math.floor(20 + 100 * random()) },
  }),
  approaches: () => ({ isAtCurb: true }),
  both: (random) => ({ isAtCurb: true, bearing: { degrees: Math.floor(361 * random()), range: 100 } }),
};

describe('stops with a direction are those of the oracle', () => {
  it.each(Object.keys(KINDS))(
    '%s',
    (kind) => {
      const mode = 'driving';
      const limits = { snapLimit_m: 1000, snapDetour_m: 60 };
      const counts = { same: 0, other: 0, farther: 0, none: 0 };
      for (let seed = 1; seed <= TOWNS; seed++) {
        const network = randomNetwork(seed);
        const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
        const oracle = new RoutingOracle(network, PROFILES[mode]);
        const random = seededRandom(seed + 140_000);
        for (let i = 0; i < REQUESTS; i++) {
          const sent = [randomPoint(network, random), randomPoint(network, random)];
          const approaches = sent.map(() => (random() < 0.3 ? null : KINDS[kind](random)));
          const where = `town ${seed}, ${JSON.stringify([sent, approaches])}`;
          const found = sent.map((point, k) =>
            everyPoint(oracle.model, point)
              .map(({ point: own, plane_m }) => ({
                point: directed(oracle.model, own, point, approaches[k] ?? {}),
                plane_m,
              }))
              .filter(({ point: { may } }) => may[0] || may[1]),
          );
          const answer = index.describe(sent, limits, { ...WANTED, approaches });
          const [origins, destinations] = found.map((all) => slowNearest(all, limits.snapLimit_m));
          if (origins.length === 0 || destinations.length === 0) {
            counts.none++;
            expect(answer.kind, where).toMatch(/not_on_network/);
            continue;
          }
          const expected = oracle.route(origins, destinations);
          if (expected !== null) {
            const plain = index.describe(sent, limits, WANTED);
            if (answer.kind !== 'route') throw new Error(`${answer.kind}: ${where}`);
            counts[plain.kind === 'route' && plain.duration_s === answer.duration_s ? 'same' : 'other']++;
            // A share that is counted from the other end may round to the next millisecond.
            expect(Math.abs(1000 * answer.duration_s - expected.duration_ms), where).toBeLessThan(3);
            continue;
          }
          const nearest_m = (own: readonly Directed[]): number => Math.min(...own.map((p) => p.distance_m));
          const [from, to] = found.map((all, k) => {
            const points = all.map(({ point }) => point).sort((a, b) => a.distance_m - b.distance_m);
            const reach_m = Math.min(limits.snapLimit_m, nearest_m(points) + limits.snapDetour_m);
            const within = points.filter(({ distance_m }) => distance_m <= reach_m);
            return withinHalf({ nearest: points, within }, sent[k], [sent[1 - k]]).slice(0, 16);
          });
          const sums_m = from.flatMap((a) =>
            to.flatMap((b) => (oracle.route([a], [b]) === null ? [] : [a.distance_m + b.distance_m])),
          );
          if (sums_m.length === 0) expect(answer.kind, where).toBe('no_path');
          else {
            counts.farther++;
            if (answer.kind !== 'route') throw new Error(`${answer.kind}: ${where}`);
            const own_m = answer.stops.reduce((sum, { distance_m }) => sum + distance_m, 0);
            expect(own_m, where).toBeCloseTo(Math.min(...sums_m), 1);
          }
        }
      }
      const figures = JSON.stringify(counts);
      expect(counts.same + counts.other, figures).toBeGreaterThan(TOWNS * 5);
      expect(counts.other, figures).toBeGreaterThan(0);
    },
    600_000,
  );
});
