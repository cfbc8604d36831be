import { Worker } from 'node:worker_threads';
import type { CurrentArcs } from '../../routing/current/current-arcs.js';
import { RoadUpdater, type RoadCosts, type RoadMarks } from '../../routing/current/current-roads.js';
import { readRoutingData } from '../../routing/frozen/routing-data.js';
import type { RoutingIndex } from '../../routing/routing-index.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { RoadsWork, type ModeRoads, type ModeSections } from './roads-work.js';
import type { RoadsMessage } from './roads-worker.js';
import { changesAnything, type RoadsTaken, type RoadsWanted } from './roads-wanted.js';

/** True when the TypeScript sources run unbuilt (tests): a thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/** Where something has to be prepared, which takes seconds. */
interface Beforehand {
  /** Called with the costs of a mode: they are enough for a slow search. Null: it is as at the import. */
  onCosts: (mode: TravelMode, costs: RoadCosts | null) => void;
  /** Called when the costs of all modes are known. */
  onPreparing: () => void;
}

/** What works out the roads: a thread, or in tests this one. */
export interface Work {
  /** @throws Error when it is closed meanwhile */
  take(wanted: RoadsWanted, beforehand: Beforehand): Promise<Record<TravelMode, ModeRoads>>;
  close(): Promise<void>;
}

/**
 * The roads of one dataset as they are now. A thread works them out beside the answers. Its results are
 * written between two requests, so each request sees the roads of one moment.
 *
 * The thread takes seconds to begin, and as much memory as the dataset. So it is there only while closures
 * hold, or until the dates of an hour are worked out.
 */
export class DatasetRoads {
  readonly #sections: ModeSections;
  readonly #indexes: Readonly<Record<TravelMode, RoutingIndex>>;
  #work: Work | null = null;
  /** Of the work, where it has changed something: what its updates are written to. */
  readonly #arcs: Record<TravelMode, CurrentArcs | null> = byTravelMode(() => null);
  /** Whether some roads change with the time. */
  readonly hasDates: boolean;
  /** What routes are made of now: texts of `RoadMarks`. Null: closures hold. */
  #key: string | null = AS_IMPORTED;
  /** Wanted, but not begun. */
  #next: RoadsWanted | null = null;
  /** Ends when what was wanted last is taken. */
  #taking: Promise<RoadsTaken> | null = null;
  /** Costs are known, and the thread prepares the fast search. */
  #isPreparing = false;

  readonly #begin: () => Work;

  /**
   * @param sections those that the indexes were made of
   * @param begin for tests: what works them out
   */
  constructor(
    sections: ModeSections,
    indexes: Readonly<Record<TravelMode, RoutingIndex>>,
    begin = () => (RUNS_UNBUILT ? workHere(sections) : workInThread(sections)),
  ) {
    this.#sections = sections;
    this.#begin = begin;
    this.#indexes = indexes;
    this.hasDates = TRAVEL_MODES.some((mode) => (sections[mode]['dates.json']?.length ?? 0) > 0);
  }

  /**
   * From when the result is there, routes are as wanted here or later: of several that come during the work,
   * only the last is taken.
   * @throws Error when the thread has ended
   */
  take(wanted: RoadsWanted): Promise<RoadsTaken> {
    this.#next = wanted;
    // What is being prepared is outdated, and would only delay what is wanted now.
    const isNothing = !changesAnything(wanted) && this.#keyOf(wanted) === AS_IMPORTED;
    if (this.#isPreparing || isNothing) void this.close();
    this.#taking ??= this.#takeAll();
    return this.#taking;
  }

  /**
   * Until `take` is done, routes that have to do with what is wanted are refused. So a dataset can be served
   * at once, and no road that is closed is open for a moment.
   */
  expect(wanted: RoadsWanted): void {
    for (const [mode, marks] of this.#look(wanted))
      if (marks !== null) this.#indexes[mode].use({ kind: 'awaited', marks });
  }

  /** Ends the thread. Routes stay as they are. */
  async close(): Promise<void> {
    const work = this.#work;
    this.#work = null;
    await work?.close();
  }

  async #takeAll(): Promise<RoadsTaken> {
    const begin_ms = performance.now();
    try {
      for (;;) {
        const wanted = this.#next!;
        this.#next = null;
        let isKnown: RoadsTaken['isKnown'] | null = null;
        try {
          isKnown = changesAnything(wanted) ? await this.#change(wanted) : await this.#dateAll(wanted);
        } catch (error) {
          if (this.#next === null) throw error;
        }
        if (this.#next === null && isKnown !== null)
          return { isKnown, took_ms: performance.now() - begin_ms };
      }
    } finally {
      // At once: what is wanted from now on needs another turn.
      this.#taking = null;
    }
  }

  /** Without closures. Mostly nothing is to be done: dates change few times a day. */
  async #dateAll(wanted: RoadsWanted): Promise<RoadsTaken['isKnown']> {
    const key = this.#keyOf(wanted);
    if (key === AS_IMPORTED) {
      if (this.#key !== key) for (const mode of TRAVEL_MODES) this.#useImported(mode);
    } else if (key !== this.#key) await this.#change(wanted);
    await this.close();
    this.#key = key;
    return byTravelMode(() => []);
  }

  async #change(wanted: RoadsWanted): Promise<RoadsTaken['isKnown']> {
    this.#work ??= this.#begin();
    this.#key = null;
    let reply: Record<TravelMode, ModeRoads>;
    try {
      // Closed roads are closed within a second, although the fast search needs some more.
      reply = await this.#work.take(wanted, {
        onCosts: (mode, costs) => {
          if (costs === null) this.#useImported(mode);
          else this.#indexes[mode].use({ kind: 'costs', costs });
        },
        onPreparing: () => {
          this.#isPreparing = true;
          if (this.#next !== null) void this.close();
        },
      });
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      this.#isPreparing = false;
    }
    for (const mode of TRAVEL_MODES) {
      const { roads } = reply[mode];
      const arcs = (this.#arcs[mode] = reply[mode].arcs ?? this.#arcs[mode]);
      if (roads !== null && arcs !== null) this.#indexes[mode].use({ kind: 'current', arcs, roads });
    }
    return byTravelMode((mode) => reply[mode].isKnown);
  }

  #useImported(mode: TravelMode): void {
    this.#arcs[mode] = null;
    this.#indexes[mode].use({ kind: 'imported' });
  }

  #keyOf(wanted: RoadsWanted): string {
    return this.#look(wanted)
      .map(([, marks]) => marks?.key ?? '')
      .join('\n');
  }

  /** What differs from the import, for each mode. */
  #look({ changes, now }: RoadsWanted): [TravelMode, RoadMarks | null][] {
    return TRAVEL_MODES.map((mode) => {
      const isNothing = changes[mode].length === 0 && this.#sections[mode]['dates.json']?.length === 0;
      if (isNothing) return [mode, null];
      return [mode, new RoadUpdater(readRoutingData(this.#sections[mode])).look(changes[mode], now)];
    });
  }
}

/** The texts of marks that are not there. */
const AS_IMPORTED = TRAVEL_MODES.map(() => '').join('\n');

function workHere(sections: ModeSections): Work {
  let work: RoadsWork | null = null;
  return {
    take: (wanted, { onCosts }) => {
      work ??= new RoadsWork(sections);
      for (const mode of TRAVEL_MODES) {
        const costs = work.costs(mode, wanted);
        if (costs !== undefined) onCosts(mode, costs);
      }
      return Promise.resolve(work.take(wanted));
    },
    close: () => Promise.resolve(),
  };
}

function workInThread(sections: ModeSections): Work {
  const worker = new Worker(new URL('./roads-worker.js', import.meta.url), { workerData: sections });
  let answer: {
    beforehand: Beforehand;
    resolve: (reply: Record<TravelMode, ModeRoads>) => void;
    reject: (error: Error) => void;
  } | null = null;
  let end: Error | null = null;
  const fail = (error: Error): void => {
    end ??= error;
    answer?.reject(end);
  };
  worker.on('message', (message: RoadsMessage) => {
    if (end !== null) return;
    if ('costs' in message) answer?.beforehand.onCosts(message.mode, message.costs);
    else if ('isPreparing' in message) answer?.beforehand.onPreparing();
    else answer?.resolve(message.reply);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that keeps the roads up to date has ended')));
  // What a service waits for keeps it alive; the thread alone does not.
  worker.unref();
  return {
    take: (wanted, beforehand) =>
      new Promise((resolve, reject) => {
        answer = { beforehand, resolve, reject };
        if (end === null) worker.postMessage(wanted);
        else reject(end);
      }),
    close: async () => {
      fail(new Error('the thread that keeps the roads up to date was closed'));
      await worker.terminate();
    },
  };
}
