import { RoadConditions, type CurrentCosts, type RoadChange } from '../current/current-roads.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';

/** So many moments with different roads are kept: each takes 50 MB for a country. */
const MOST_MOMENTS = 2;

/**
 * The roads at other times than now, worked out when somebody asks: a tenth of a second for a country. Dates
 * of roads are few, so most moments have the same roads as others.
 */
export class RoadsAtTimes<Roads> {
  readonly #data: RoutingData;
  readonly #made: (costs: CurrentCosts) => Roads;
  #conditions: RoadConditions | null = null;
  #changes: readonly RoadChange[] = [];
  /** By what differs, the moment asked for last behind the others. */
  readonly #known = new Map<string, Roads>();

  /** @param made makes of the costs of a moment what is kept */
  constructor(data: RoutingData, made: (costs: CurrentCosts) => Roads) {
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
    this.#conditions ??= new RoadConditions(this.#data);
    const key = this.#conditions.look(this.#changes, time)?.key;
    if (key === undefined) return null;
    let found = this.#known.get(key);
    if (found === undefined) found = this.#made(this.#conditions.costsAt(this.#changes, time).costs!);
    this.#known.delete(key);
    this.#known.set(key, found);
    if (this.#known.size > MOST_MOMENTS) this.#known.delete(this.#known.keys().next().value!);
    return found;
  }
}
