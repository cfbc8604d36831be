import { describe, expect, it } from 'vitest';
import { LocalClock } from '../../src/local-time.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { RoadCosts, RoadState } from '../../src/routing/current/current-roads.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import type { RoutingIndex } from '../../src/routing/routing-index.js';
import { DatasetRoads, type Work } from '../../src/sources/embedded/dataset-roads.js';
import type { RoadsWanted } from '../../src/sources/embedded/roads-wanted.js';
import { byTravelMode } from '../../src/travel-mode.js';
import { randomNetwork } from '../routing/random-network.js';

const NETWORK = randomNetwork(2);
const SECTIONS = byTravelMode((mode) => buildRouting(NETWORK, PROFILES[mode]).sections);
const NOW = new LocalClock('UTC').at(0);
const OPEN: RoadsWanted = { changes: { driving: [], walking: [] }, now: NOW };
const closed = (way: number): RoadsWanted => ({
  changes: { driving: [{ way, factor: 0 }], walking: [] },
  now: NOW,
});

/** A thread that does what the test says, when the test says so. */
class Thread implements Work {
  readonly begun: { wanted: RoadsWanted; beforehand: Parameters<Work['take']>[1]; finish: () => void }[] = [];
  isClosed = false;
  #end: (error: Error) => void = () => undefined;

  take(wanted: RoadsWanted, beforehand: Parameters<Work['take']>[1]): ReturnType<Work['take']> {
    return new Promise((resolve, reject) => {
      this.#end = reject;
      const nothing = byTravelMode(() => ({ arcs: null, roads: null, isKnown: [true] }));
      this.begun.push({ wanted, beforehand, finish: () => resolve(nothing) });
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.#end(new Error('closed'));
    return Promise.resolve();
  }
}

function setUp() {
  const threads: Thread[] = [];
  const told: string[] = [];
  const indexes = byTravelMode((mode) => ({
    use: ({ kind }: RoadState) => void told.push(`${mode}: ${kind}`),
  })) as unknown as Record<'driving' | 'walking', RoutingIndex>;
  const roads = new DatasetRoads(SECTIONS, indexes, () => {
    threads.push(new Thread());
    return threads.at(-1)!;
  });
  /** What a thread says before it prepares. */
  const sayCosts = (thread: Thread): void => {
    const { beforehand } = thread.begun.at(-1)!;
    beforehand.onCosts('driving', {} as RoadCosts);
    beforehand.onCosts('walking', null);
    beforehand.onPreparing();
  };
  return { threads, told, roads, sayCosts };
}

/** Lets what waits for promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is wanted while roads are being prepared', () => {
  it('opens them again without waiting for the thread', async () => {
    const { threads, told, roads, sayCosts } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    sayCosts(threads[0]);
    expect(told).toEqual(['driving: costs', 'walking: imported']);
    expect(roads.take(OPEN)).toBe(taking);
    await taking;
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(told.slice(2)).toEqual(['driving: imported', 'walking: imported']);
  });

  it('opens them also before their costs are known', async () => {
    const { threads, told, roads } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    void roads.take(OPEN);
    await taking;
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(told).toEqual(['driving: imported', 'walking: imported']);
  });

  it('begins anew with another closure, when the costs of the first are known', async () => {
    const { threads, roads, sayCosts } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    void roads.take(closed(2));
    void roads.take(closed(3));
    await settle();
    // Its costs are worth waiting for: otherwise nothing would be closed while closures come and come.
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([false]);
    sayCosts(threads[0]);
    await settle();
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(threads[1].begun.map(({ wanted }) => wanted)).toEqual([closed(3)]);
    threads[1].begun[0].finish();
    expect((await taking).isKnown).toEqual({ driving: [true], walking: [true] });
    // Prepared, the same thread takes what comes next.
    const next = roads.take(closed(4));
    await settle();
    expect(threads[1].begun).toHaveLength(2);
    threads[1].begun[1].finish();
    await next;
    await roads.close();
  });

  it('says that the thread has ended when nothing else is wanted', async () => {
    const { threads, roads } = setUp();
    const taking = roads.take(closed(1));
    await settle();
    void threads[0].close();
    await expect(taking).rejects.toThrow('closed');
  });
});
