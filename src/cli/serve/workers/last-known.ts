import { ClosureWatch } from '../../../closures/closure-watch.js';
import type { ClosureList } from '../../../closures/closure-store.js';
import { KeySnapshot } from '../../../keys/key-snapshot.js';
import type { KeyChanges } from '../../../keys/key-store.js';
import type { ZoneList } from '../../../zones/zone-store.js';
import type { KnownRows } from '../../terminal/known-copy.js';
import type { Stores } from '../../terminal/open-key-store.js';
import type { ToWorker } from './worker-messages.js';

/** What the key database held when it was last read; null where it was never read. */
export interface LastKnown {
  keys: KeyChanges | null;
  closures: ClosureList | null;
  zones: ZoneList | null;
}

/** How often the database is asked: what a new worker is given is at most this old. */
const POLL_MS = 1_000;

/**
 * Keys, closures and zones as the leading process last read them. A worker that has to start while the
 * database is broken gets them from here, and serves what the others serve.
 */
export class LastKnownStores {
  readonly #keys: KeySnapshot;
  readonly #watches: readonly Pick<ClosureWatch, 'ask' | 'close'>[];
  readonly #timer: NodeJS.Timeout;
  #closures: ClosureList | null = null;
  #zones: ZoneList | null = null;

  /**
   * Begins to read. `close` ends that; it comes before the stores are closed.
   * @param known what a copy on the disk says, where the database is away
   */
  constructor({ keys, closures, zones }: Stores, known: KnownRows | null) {
    this.#keys = new KeySnapshot(keys, known?.keys);
    this.#closures = known?.closures ?? null;
    this.#zones = known?.zones ?? null;
    // Every worker says so.
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

  /** Waits for no answer: a database that hangs does not hold up the end. */
  close(): void {
    clearInterval(this.#timer);
    for (const watch of this.#watches) void watch.close();
  }
}
