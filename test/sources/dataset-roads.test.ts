import { describe, expect, it } from 'vitest';
import { asPart } from '../../src/dataset/read-dataset.js';
import type { SectionMap } from '../../src/dataset/format.js';
import { LocalClock } from '../../src/local-time.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { CurrentRoads, RoadState } from '../../src/routing/current/current-roads.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { RoutingIndex } from '../../src/routing/routing-index.js';
import { DatasetRoads } from '../../src/sources/embedded/roads/dataset-roads.js';
import { readAllRoads, workOutRoads, type AllRoads } from '../../src/sources/embedded/roads/roads-work.js';
import type { RoadsWanted } from '../../src/routing/current/roads-wanted.js';
import { byTravelMode, TRAVEL_MODES } from '../../src/travel-mode.js';
import { randomNetwork } from '../routing/random-network.js';

const NETWORK = randomNetwork(2);
const SECTIONS: SectionMap = Object.assign(
  {},
  ...TRAVEL_MODES.map((mode) => asPart(mode, buildRouting(NETWORK, PROFILES[mode]).sections)),
) as SectionMap;
const NOW = new LocalClock('UTC').at(0);
const OPEN: RoadsWanted = { changes: { driving: [], walking: [] }, now: NOW };
const closed = (way: number): RoadsWanted => ({
  changes: { driving: [{ way, factor: 0 }], walking: [] },
  now: NOW,
});
const WORKED_OUT: AllRoads = {
  driving: { roads: {} as CurrentRoads, isKnown: [true] },
  walking: { roads: null, isKnown: [] },
};

interface Asked {
  wanted: RoadsWanted;
  finish: () => void;
  fail: (error: Error) => void;
}

function setUp() {
  const asked: Asked[] = [];
  const told: string[] = [];
  const indexes = byTravelMode((mode) => ({
    use: ({ kind }: RoadState) => void told.push(`${mode}: ${kind}`),
  })) as unknown as Record<'driving' | 'walking', RoutingIndex>;
  const workOut = (wanted: RoadsWanted): Promise<AllRoads> =>
    new Promise((resolve, reject) =>
      asked.push({ wanted, finish: () => resolve(WORKED_OUT), fail: (error) => reject(error) }),
    );
  return { asked, told, roads: new DatasetRoads(SECTIONS, indexes, workOut) };
}

/** Lets what waits for promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is wanted while roads are being worked out', () => {
  it('is taken when it is there, in both modes at once', async () => {
    const { asked, told, roads } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    expect(told).toEqual([]);
    asked[0].finish();
    expect((await taking).isKnown).toEqual({ driving: [true], walking: [] });
    expect(told).toEqual(['driving: current', 'walking: imported']);
  });

  it('opens all roads at once, and what comes late is not taken', async () => {
    const { asked, told, roads } = setUp();
    const first = roads.take(closed(1));
    await settle();
    asked[0].finish();
    await first;
    const taking = roads.take(closed(2));
    await settle();
    expect(roads.take(OPEN)).toBe(taking);
    expect(told.slice(2)).toEqual(['driving: imported', 'walking: imported']);
    asked[1].finish();
    await taking;
    expect(told).toHaveLength(4);
  });

  it('of several closures takes the last, and asks for none between', async () => {
    const { asked, told, roads } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    void roads.take(closed(2));
    void roads.take(closed(3));
    asked[0].finish();
    await settle();
    expect(asked.map(({ wanted }) => wanted)).toEqual([closed(1), closed(3)]);
    expect(told).toEqual([]);
    asked[1].finish();
    await taking;
    expect(told).toEqual(['driving: current', 'walking: imported']);
  });

  it('says that it failed when nothing else is wanted', async () => {
    const { asked, told, roads } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    asked[0].fail(new Error('too little memory'));
    await expect(taking).rejects.toThrow('too little memory');
    const again = roads.take(closed(1));
    await settle();
    void roads.take(closed(2));
    asked[1].fail(new Error('too little memory'));
    await settle();
    asked[2].finish();
    await again;
    expect(told).toEqual(['driving: current', 'walking: imported']);
  });
});

it('roads go through sections and come back', () => {
  const wanted = closed(NETWORK.ways[0].id);
  const { driving, walking } = readAllRoads(workOutRoads(SECTIONS, wanted));
  expect(driving.isKnown).toEqual([true]);
  expect(driving.roads!.isChanged.includes(1)).toBe(true);
  expect(walking).toEqual({ roads: null, isKnown: [] });
});
