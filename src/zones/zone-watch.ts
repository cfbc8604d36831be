import { ClosureWatch } from '../closures/closure-watch.js';
import type { Position } from '../geo/position.js';
import { LocalClock, type LocalTime } from '../local-time.js';
import { isOpenAt, readOpeningTimes, type OpeningTimes } from '../routing/profiles/opening-times.js';
import type { FoundZone, Zones } from '../sources/zones.js';
import type { Zone } from './zone.js';
import { ZoneIndex } from './zone-index.js';
import type { ZoneList, ZoneStore } from './zone-store.js';

export interface ZoneWatchOptions {
  store: Pick<ZoneStore, 'changes'>;
  timeZone: string;
  onProblem: (problem: unknown) => void;
  /** See `ClosureWatch`. */
  lastKnown?: (() => Promise<ZoneList | null>) | undefined;
  /** In Unix milliseconds. Tests move it. */
  now?: () => number;
}

/** A zone, and when it is closed. */
interface WatchedZone extends Zone {
  /** Null: always. */
  times: OpeningTimes | null;
}

/** The zones of the database, as they are now. */
export class ZoneWatch implements Zones {
  readonly #watch: ClosureWatch<ZoneList>;
  readonly #clock: LocalClock;
  readonly #now: () => number;
  /** Those that are areas. */
  #areas: readonly WatchedZone[] = [];
  #index = new ZoneIndex([]);

  constructor({ store, timeZone, now = Date.now, ...options }: ZoneWatchOptions) {
    this.#clock = new LocalClock(timeZone);
    this.#now = now;
    this.#watch = new ClosureWatch(store, { ...options, onChange: ({ zones }) => this.#take(zones) });
  }

  /** Asks the database now. Never rejects; without an answer, what is known holds. */
  start(): Promise<void> {
    return this.#watch.ask();
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  at([lon, lat]: Position): FoundZone[] {
    const now = this.#clock.at(this.#now());
    return this.#index.at(lon, lat).map((number) => foundZone(this.#areas[number], now));
  }

  #take(zones: readonly Zone[]): void {
    const all = zones.map((zone) => ({ ...zone, times: timesOf(zone) }));
    this.#areas = all.filter(({ area }) => area !== null);
    this.#index = new ZoneIndex(this.#areas.map(({ area }) => area!));
  }
}

/** Hours that say nothing to us close always: it is for the operator to write others. */
function timesOf({ hours }: Zone): OpeningTimes | null {
  return hours === null ? null : readOpeningTimes(hours).times;
}

function foundZone(zone: WatchedZone, now: LocalTime): FoundZone {
  const { id, name, properties, closedFor, hours, ends, source, date, times } = zone;
  if (closedFor.length === 0) return { id, name, properties, rule: null };
  const isInForce = times === null || isOpenAt(times, now);
  return { id, name, properties, rule: { closedFor, hours, ends, source, date, isInForce } };
}
