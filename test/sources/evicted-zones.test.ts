import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { KeptByBytes } from '../../src/routing/search/kept-by-bytes.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { AnsweringData } from '../../src/sources/embedded/dataset/answering-data.js';
import { EmbeddedRouter } from '../../src/sources/embedded/embedded-router.js';
import type { FoundMatrix, FoundRoute, MoreOfRoute, NoRoute } from '../../src/sources/router.js';
import type { Zone } from '../../src/zones/zone.js';
import { ZoneWatch } from '../../src/zones/zone-watch.js';
import { randomNetwork } from '../routing/random-network.js';
import { randomPoint } from '../routing/random-point.js';
import { seededRandom } from '../seeded-random.js';

/** Roads without closed zones are kept as far as there is room: here for two vehicles of four, in turns. */

const store = { most: Infinity, made: 0, bytes: 0 };

interface Kept {
  readonly bytes: number;
}

/** Keeps what was asked for last, as far as `store.most` has room, and counts what is made. */
class SmallStore {
  readonly values = new Map<string, Kept>();

  get(key: string, made: () => Kept): Kept {
    const value = this.values.get(key) ?? this.#made(made);
    this.values.delete(key);
    this.values.set(key, value);
    const sum = (): number => [...this.values.values()].reduce((all, { bytes }) => all + bytes, 0);
    for (const oldest of [...this.values.keys()].slice(0, -1))
      if (sum() > store.most) this.values.delete(oldest);
    return value;
  }

  #made(made: () => Kept): Kept {
    const value = made();
    store.made++;
    store.bytes = Math.max(store.bytes, value.bytes);
    return value;
  }
}

/** Each store of roads gives way to a small one. Test files share modules, so the class is not replaced. */
function useSmallStores(): void {
  const stores = new WeakMap<object, SmallStore>();
  const smallOf = (own: object): SmallStore => {
    const small = stores.get(own) ?? new SmallStore();
    stores.set(own, small);
    return small;
  };
  vi.spyOn(KeptByBytes.prototype, 'has').mockImplementation(function (this: object, key: string): boolean {
    return smallOf(this).values.has(key);
  });
  vi.spyOn(KeptByBytes.prototype, 'get').mockImplementation(function (
    this: object,
    key: string,
    made: () => Kept,
  ): Kept {
    return smallOf(this).get(key, made);
  });
  onTestFinished(() => void vi.restoreAllMocks());
}

const VEHICLES = ['plate:1', 'plate:2', 'plate:3', 'truck'];
const MORE: MoreOfRoute = {
  ...{ via: [], notes: true, steps: false, legs: false, geometry: 'full', language: 'mn' },
};
const ROUNDS = 40;

/** What does not depend on which of two equally quick ways is found. */
interface Told {
  kind: string;
  durations_s: number[];
}

function told(answer: FoundRoute | NoRoute | FoundMatrix): Told {
  if (!('kind' in answer)) return { kind: 'matrix', durations_s: [...answer.durations_s] };
  return { kind: answer.kind, durations_s: answer.kind === 'route' ? [answer.duration_s] : [] };
}

/** Equal to a millisecond. */
function expectSame(found: readonly Told[], expected: readonly Told[]): void {
  expect(found.map(({ kind }) => kind)).toEqual(expected.map(({ kind }) => kind));
  for (const [i, { durations_s }] of found.entries()) {
    const differences = durations_s.map((duration_s, at) =>
      Math.abs(duration_s - expected[i].durations_s[at]),
    );
    const worst = Math.max(0, ...differences.filter((difference) => !Number.isNaN(difference)));
    expect(worst, `request ${i}: ${durations_s.join()}, ${expected[i].durations_s.join()}`).toBeLessThan(
      1e-3,
    );
    expect(durations_s.map(Number.isFinite)).toEqual(expected[i].durations_s.map(Number.isFinite));
  }
}

beforeEach(() => Object.assign(store, { most: Infinity, made: 0, bytes: 0 }));

it('gives each of four vehicles its own ways, although only those of two are kept', async () => {
  useSmallStores();
  const network = randomNetwork(627);
  const random = seededRandom(627);
  const zones = VEHICLES.map((vehicle, i): Zone => ({
    ...{ id: i + 1, name: vehicle, area: null, closedFor: [vehicle], hours: null, ends: 'closed' },
    ways: Array.from({ length: 6 }, () => network.ways[Math.floor(random() * network.ways.length)].id),
    ...{ source: '', date: null, properties: {}, created_ms: 0 },
  }));
  const watch = new ZoneWatch({
    store: { changes: () => Promise.resolve({ zones, vehicles: [], version: '1' }) },
    timeZone: 'Asia/Ulaanbaatar',
    onProblem: (problem) => expect(problem).toBeNull(),
  });
  onTestFinished(() => watch.close());
  await watch.start();
  const { sections } = buildRouting(network, PROFILES.driving);
  const routerWith = (most: number): EmbeddedRouter => {
    store.most = most;
    const routing = { driving: RoutingIndex.from(sections) };
    const data = { routing } as unknown as AnsweringData;
    const limits = { snapLimit_m: 1_000, snapDetour_m: 300 };
    return new EmbeddedRouter({ pinned: () => data, state: () => 'ok' }, limits, () => [], watch);
  };
  const points = Array.from({ length: 2 * ROUNDS }, () => randomPoint(network, random));
  /** All at once, in turns: routes, and some matrices, which take several steps. */
  const askAll = (router: EmbeddedRouter): Promise<Told[]> =>
    Promise.all(
      Array.from({ length: ROUNDS }, (_, round) => {
        const [origin, destination] = points.slice(2 * round, 2 * round + 2);
        return VEHICLES.map(async (vehicle) => {
          const own = { vehicle: [vehicle], mode: 'driving' as const };
          if (round % 8 !== 0)
            return told(
              await router.route({ origin, destination, ...own, more: { ...MORE, vehicle: [vehicle] } }),
            );
          const cells = { origins: points.slice(0, 4), destinations: points.slice(4, 9), without: null };
          return told(await router.matrix({ ...own, ...cells, durations: true, distances: true }));
        });
      }).flat(),
    );
  const expected = await askAll(routerWith(Infinity));
  expect(store.made).toBe(VEHICLES.length);
  // More than without any vehicle, else this says nothing.
  expect(new Set(expected.map((one) => JSON.stringify(one))).size).toBeGreaterThan(ROUNDS);
  const small = routerWith(2.5 * store.bytes);
  store.made = 0;
  expectSame(await askAll(small), expected);
  expect(store.made).toBeGreaterThan(2 * VEHICLES.length);
});
