import { Worker } from 'node:worker_threads';
import { RoadUpdater, type RoadMarks } from '../../routing/current/current-roads.js';
import { readRoutingData } from '../../routing/frozen/routing-data.js';
import type { RoutingIndex } from '../../routing/routing-index.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { RoadsWork, type ModeSections } from './roads-work.js';
import type { CostsReply, RoadsReply } from './roads-worker.js';
import { changesAnything, type RoadsTaken, type RoadsWanted } from './roads-wanted.js';

/** True when the TypeScript sources run unbuilt (tests): a thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/** What works out the roads: a thread, or in tests this one. */
interface Work {
  /** @param onCosts called before, where something has to be prepared, which takes seconds */
  take(wanted: RoadsWanted, onCosts: (costs: CostsReply) => void): Promise<RoadsReply>;
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
  /** Whether some roads change with the time. */
  readonly hasDates: boolean;
  /** What routes are made of now: texts of `RoadMarks`. Null: closures hold. */
  #key: string | null = AS_IMPORTED;
  /** Wanted, but not begun. */
  #next: RoadsWanted | null = null;
  /** Ends when what was wanted last is taken. */
  #taking: Promise<RoadsTaken> | null = null;

  /** @param sections those that the indexes were made of */
  constructor(sections: ModeSections, indexes: Readonly<Record<TravelMode, RoutingIndex>>) {
    this.#sections = sections;
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
    this.#taking ??= this.#takeAll();
    return this.#taking;
  }

  /**
   * Until `take` is done, routes that have to do with what is wanted are refused. So a dataset can be served
   * at once, and no road that is closed is open for a moment.
   */
  expect(wanted: RoadsWanted): void {
    for (const [mode, marks] of this.#look(wanted))
      if (marks !== null) this.#indexes[mode].expectRoads(marks);
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
        const isKnown = changesAnything(wanted) ? await this.#change(wanted) : await this.#dateAll(wanted);
        if (this.#next === null) return { isKnown, took_ms: performance.now() - begin_ms };
      }
    } finally {
      // At once: what is wanted from now on needs another turn.
      this.#taking = null;
    }
  }

  /** Without closures. Mostly nothing is to be done: dates change few times a day. */
  async #dateAll(wanted: RoadsWanted): Promise<RoadsTaken['isKnown']> {
    const key = this.#look(wanted)
      .map(([, marks]) => marks?.key ?? '')
      .join('\n');
    if (key === AS_IMPORTED) {
      for (const mode of TRAVEL_MODES) if (this.#key !== key) this.#indexes[mode].useImported();
    } else if (key !== this.#key) await this.#change(wanted);
    await this.close();
    this.#key = key;
    return byTravelMode(() => []);
  }

  async #change(wanted: RoadsWanted): Promise<RoadsTaken['isKnown']> {
    const isNew = this.#work === null;
    this.#work ??= RUNS_UNBUILT ? workHere(this.#sections) : workInThread(this.#sections);
    let reply: RoadsReply;
    try {
      // Closed roads are closed within a second, although the fast search needs some more.
      reply = await this.#work.take(wanted, (costs) => {
        for (const mode of TRAVEL_MODES) if (costs[mode] !== null) this.#indexes[mode].useCosts(costs[mode]);
      });
    } catch (error) {
      await this.close();
      throw error;
    }
    for (const mode of TRAVEL_MODES) {
      const { arcs, roads } = reply[mode];
      if (arcs !== null) this.#indexes[mode].useArcs(arcs);
      if (roads !== null) this.#indexes[mode].useRoads(roads);
      else if (isNew) this.#indexes[mode].useImported();
    }
    this.#key = null;
    return byTravelMode((mode) => reply[mode].isKnown);
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
    take: (wanted, onCosts) => {
      work ??= new RoadsWork(sections);
      onCosts(work.costs(wanted));
      return Promise.resolve(work.take(wanted));
    },
    close: () => Promise.resolve(),
  };
}

function workInThread(sections: ModeSections): Work {
  const worker = new Worker(new URL('./roads-worker.js', import.meta.url), { workerData: sections });
  let answer: {
    onCosts: (costs: CostsReply) => void;
    resolve: (reply: RoadsReply) => void;
    reject: (error: Error) => void;
  } | null = null;
  let end: Error | null = null;
  const fail = (error: Error): void => {
    end ??= error;
    answer?.reject(end);
  };
  worker.on('message', (message: { costs: CostsReply } | { reply: RoadsReply }) => {
    if ('costs' in message) answer?.onCosts(message.costs);
    else answer?.resolve(message.reply);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that keeps the roads up to date has ended')));
  // What a service waits for keeps it alive; the thread alone does not.
  worker.unref();
  return {
    take: (wanted, onCosts) =>
      new Promise((resolve, reject) => {
        answer = { onCosts, resolve, reject };
        if (end === null) worker.postMessage(wanted);
        else reject(end);
      }),
    close: async () => void (await worker.terminate()),
  };
}
