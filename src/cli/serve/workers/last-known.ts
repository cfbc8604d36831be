import { ClosureWatch } from '../../../closures/closure-watch.js';
import type { ClosureList } from '../../../closures/closure-store.js';
import { KeySnapshot } from '../../../keys/key-snapshot.js';
import type { KeyChanges } from '../../../keys/key-store.js';
import type { ZoneList } from '../../../zones/zone-store.js';
import type { KnownRows } from '../../terminal/known-copy.js';
import type { Stores } from '../../terminal/open-key-store.js';
import type { ToWorker } from './worker-messages.js';

/** The key database's content at its last read; `null` if it was never read. */
export interface LastKnown {
  keys: KeyChanges | null;
  closures: ClosureList | null;
  zones: ZoneList | null;
}

/** How often the database is read: a new worker's data is at most this old. */
const POLL_MS = 1_000;

/**
 * The keys, closures and zones that the leader last read. A worker that has to start while the database is
 * down gets this content, and serves the same data as the other workers.
 */
export class LastKnownStores {
  readonly #keys: KeySnapshot;
  readonly #watches: readonly Pick<ClosureWatch, 'ask' | 'close'>[];
  readonly #timer: NodeJS.Timeout;
  #closures: ClosureList | null = null;
  #zones: ZoneList | null = null;

  /**
   * Starts reading. `close` stops the periodic reads, and must be called before the stores are closed.
   * @param known the rows of a copy on disk, if the database is down
   */
  constructor({ keys, closures, zones }: Stores, known: KnownRows | null) {
    this.#keys = new KeySnapshot(keys, known?.keys);
    this.#closures = known?.closures ?? null;
    this.#zones = known?.zones ?? null;
    // Problems are ignored here, because every worker reports them.
    const onProblem = (): void => undefined;
    this.#watches = [
      new ClosureWatch(closures, { onChange: (list) => (this.#closures = list), onProblem }),
      new ClosureWatch(zones, { onChange: (list) => (this.#zones = list), onProblem }),
    ];
    this.#timer = setInterval(() => void this.#keys.refresh(), POLL_MS).unref();
    void this.#keys.refresh();
    for (const watch of this.#watches) void watch.ask();
  }

  tell(send: (message: ToWorker) => void): void {
    for (const keys of this.#keys.parts())
      send({ kind: 'last_known', part: { keys, closures: null, zones: null, isLast: false } });
    const [closures, zones] = [this.#closures, this.#zones];
    send({ kind: 'last_known', part: { keys: null, closures, zones, isLast: true } });
  }

  /** Does not wait for the database to respond, because a hung database must not delay the exit. */
  close(): void {
    clearInterval(this.#timer);
    for (const watch of this.#watches) void watch.close();
  }
}
