import { RoadConditions, type CurrentCosts, type RoadChange } from '../current/current-roads.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';
import { KeptByBytes } from './kept-by-bytes.js';

/**
 * Moments with different roads are kept up to so many bytes. For a country one takes 20 MB, and 60 when its
 * contraction is worked out.
 */
const MOST_BYTES = 128 * 2 ** 20;

/**
 * The roads at other times than now, worked out when somebody asks: a tenth of a second for a country. Dates
 * of roads are few, so most moments have the same roads as others.
 */
export class RoadsAtTimes<Roads extends { readonly bytes: number }> {
  readonly #data: RoutingData;
  readonly #made: (costs: CurrentCosts, key: string) => Roads;
  #conditions: RoadConditions | null = null;
  #changes: readonly RoadChange[] = [];
  /** By what differs. */
  readonly #known = new KeptByBytes<Roads>(MOST_BYTES);

  /** @param made makes of the costs of a moment what is kept; the key is the same for the same roads */
  constructor(data: RoutingData, made: (costs: CurrentCosts, key: string) => Roads) {
    this.#data = data;
    this.#made = made;
  }

  /** What has changed whatever the time. */
  use(changes: readonly RoadChange[]): void {
    this.#changes = changes;
    this.#known.clear();
  }

  /** Null: the roads are those of the import. */
  at(time: LocalTime): Roads | null {
    if (this.#data.dates.length === 0 && this.#changes.length === 0) return null;
    const conditions = (this.#conditions ??= new RoadConditions(this.#data));
    const key = conditions.look(this.#changes, time)?.key;
    if (key === undefined) return null;
    return this.#known.get(key, () => this.#made(conditions.costsAt(this.#changes, time).costs!, key));
  }
}
