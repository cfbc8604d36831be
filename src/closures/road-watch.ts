import { createHash } from 'node:crypto';
import { toUnits } from '../geo/coordinates.js';
import { LocalClock } from '../local-time.js';
import type { RoadChange } from '../routing/current/current-roads.js';
import { periodOf, type RoadsWanted } from '../routing/current/roads-wanted.js';
import { byTravelMode } from '../travel-mode.js';
import { holdsAt, type Closure } from './closure.js';
import type { ClosureList, ClosureStore } from './closure-store.js';
import { ClosureWatch } from './closure-watch.js';

export interface RoadWatchOptions {
  store: Pick<ClosureStore, 'changes'>;
  timeZone: string;
  /** Called with the road state whenever it may have changed. */
  onRoads: (wanted: RoadsWanted) => void;
  onProblem: (problem: unknown) => void;
  /** See `ClosureWatch`. */
  lastKnown?: (() => Promise<ClosureList | null>) | undefined;
  /** Returns the current time in Unix milliseconds. Tests replace it. */
  now?: () => number;
}

/** How often the clock is checked. A closure begins or ends at most this much later than scheduled. */
const LOOK_MS = 500;

/** A closure together with the road change that it causes. */
export interface WatchedClosure extends Closure {
  change: RoadChange;
}

/**
 * Reports which road changes currently apply: the changes of all closures in force. It reports again when a
 * closure is added, changed or removed, when one begins or ends, and at the start of each half-hour.
 */
export class RoadWatch {
  readonly #options: RoadWatchOptions;
  readonly #clock: LocalClock;
  readonly #watch: ClosureWatch;
  readonly #timer: NodeJS.Timeout;
  readonly #now: () => number;
  #closures: readonly WatchedClosure[] = [];
  /** Per closure: a digest of its roads and its effect. */
  #effects: ReadonlyMap<Closure, string> = new Map();
  #told = '';

  constructor(options: RoadWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#clock = new LocalClock(options.timeZone);
    this.#watch = new ClosureWatch(options.store, {
      onChange: ({ closures }) => {
        this.#closures = closures.map((closure) => ({ ...closure, change: changeOf(closure) }));
        this.#effects = new Map(this.#closures.map((closure) => [closure, effectOf(closure)]));
        this.look();
      },
      onProblem: options.onProblem,
      lastKnown: options.lastKnown,
    });
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Returns the closures that are in force now. */
  holding(): readonly WatchedClosure[] {
    const now_ms = this.#now();
    return this.#closures.filter((closure) => holdsAt(closure, now_ms));
  }

  /** When the database last answered, in Unix milliseconds; null if it never has. */
  get answered_ms(): number | null {
    return this.#watch.answered_ms;
  }

  /**
   * Queries the database now. Never rejects; if the database does not answer, the known closures stay in
   * force.
   */
  async start(): Promise<void> {
    await this.#watch.ask();
    this.look();
  }

  /** Checks the clock for closures that begin or end. */
  look(): void {
    const holding = this.holding();
    const now = this.#clock.at(this.#now());
    const told = JSON.stringify([periodOf(now), holding.map((closure) => this.#effects.get(closure))]);
    if (told === this.#told) return;
    this.#told = told;
    const changes = byTravelMode((mode) =>
      holding.filter((closure) => closure.mode === null || closure.mode === mode).map(({ change }) => change),
    );
    this.#options.onRoads({ changes, now });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#watch.close();
  }
}

/**
 * Comparing ids is not enough: someone may change a closure's road directly in the database, and a restored
 * backup reuses ids.
 */
function effectOf({ wayId, area, mode, factor }: Closure): string {
  return createHash('sha256')
    .update(JSON.stringify([wayId, area, mode, factor]))
    .digest('base64');
}

/** Returns the road change that a closure causes. */
export function changeOf({ wayId, area, factor }: Pick<Closure, 'wayId' | 'area' | 'factor'>): RoadChange {
  return {
    factor,
    ...(wayId === null ? {} : { way: wayId }),
    ...(area === null
      ? {}
      : {
          area: area.map((rings) =>
            rings.map((ring) => ring.flatMap(([lon, lat]) => [toUnits(lon), toUnits(lat)])),
          ),
        }),
  };
}
