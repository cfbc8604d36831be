import { Worker } from 'node:worker_threads';
import type { RoutingIndex } from '../../routing/routing-index.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { RoadsWork, type ModeSections } from './roads-work.js';
import type { RoadsReply } from './roads-worker.js';
import type { RoadsTaken, RoadsWanted } from './roads-wanted.js';

/** True when the TypeScript sources run unbuilt (tests): a thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/** What works out the roads: a thread, or in tests this one. */
interface Work {
  take(wanted: RoadsWanted): Promise<RoadsReply>;
  close(): Promise<void>;
}

/**
 * The roads of one dataset as they are now. A thread works them out beside the answers. Its results are
 * written between two requests, so each request sees the roads of one moment.
 */
export class DatasetRoads {
  readonly #indexes: Readonly<Record<TravelMode, RoutingIndex>>;
  readonly #work: Work;
  /** Whether some roads change with the time. */
  readonly hasDates: boolean;
  /** Wanted, but not begun. */
  #next: RoadsWanted | null = null;
  /** Ends when what was wanted last is taken. */
  #taking: Promise<RoadsTaken> | null = null;

  /** @param sections those that the indexes were made of */
  constructor(sections: ModeSections, indexes: Readonly<Record<TravelMode, RoutingIndex>>) {
    this.#indexes = indexes;
    this.hasDates = TRAVEL_MODES.some((mode) => (sections[mode]['dates.json']?.length ?? 0) > 0);
    this.#work = RUNS_UNBUILT ? workHere(sections) : workInThread(sections);
  }

  /**
   * From when the result is there, routes are as wanted here or later: of several that come during the work,
   * only the last is taken.
   * @throws Error when the thread has ended
   */
  take(wanted: RoadsWanted): Promise<RoadsTaken> {
    this.#next = wanted;
    this.#taking ??= this.#takeAll();
    return this.#taking;
  }

  /** Ends the thread. Routes stay as they are. */
  close(): Promise<void> {
    return this.#work.close();
  }

  async #takeAll(): Promise<RoadsTaken> {
    const begin_ms = performance.now();
    try {
      for (;;) {
        const wanted = this.#next!;
        this.#next = null;
        const reply = await this.#work.take(wanted);
        for (const mode of TRAVEL_MODES) {
          const { arcs, roads } = reply[mode];
          if (arcs !== null) this.#indexes[mode].useArcs(arcs);
          if (roads !== null) this.#indexes[mode].useRoads(roads);
        }
        if (this.#next !== null) continue;
        const isKnown = byTravelMode((mode) => reply[mode].isKnown);
        return { isKnown, took_ms: performance.now() - begin_ms };
      }
    } finally {
      // At once: what is wanted from now on needs another turn.
      this.#taking = null;
    }
  }
}

function workHere(sections: ModeSections): Work {
  let work: RoadsWork | null = null;
  return {
    take: (wanted) => Promise.resolve((work ??= new RoadsWork(sections)).take(wanted)),
    close: () => Promise.resolve(),
  };
}

function workInThread(sections: ModeSections): Work {
  const worker = new Worker(new URL('./roads-worker.js', import.meta.url), { workerData: sections });
  let answer: { resolve: (reply: RoadsReply) => void; reject: (error: Error) => void } | null = null;
  let end: Error | null = null;
  const fail = (error: Error): void => {
    end ??= error;
    answer?.reject(end);
  };
  worker.on('message', (reply: RoadsReply) => answer?.resolve(reply));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that keeps the roads up to date has ended')));
  // What a service waits for keeps it alive; the thread alone does not.
  worker.unref();
  return {
    take: (wanted) =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject };
        if (end === null) worker.postMessage(wanted);
        else reject(end);
      }),
    close: async () => void (await worker.terminate()),
  };
}
