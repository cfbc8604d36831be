import { RoadConditions } from '../current/current-roads.js';
import type { CurrentCosts, RoadChange, RoadMarks, RoadZones } from '../current/current-roads.js';
import type { Steps } from '../../arrays/steps.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';

/** So many moments are remembered by what dates do to the roads then. */
const MOST_MOMENTS = 64;

/**
 * The roads at other times than now, worked out when somebody asks: a tenth of a second for a country. Dates
 * of roads are few, so most moments have the same roads as others.
 */
export class RoadsAtTimes<Roads> {
  readonly #data: RoutingData;
  readonly #made: (costs: CurrentCosts | null, key: string) => Roads;
  #conditions: RoadConditions | null = null;
  #changes: readonly RoadChange[] = [];
  /** What was looked up of a moment: all legs of a trip are asked for at the same one. */
  readonly #looks = new WeakMap<LocalTime, { changes: readonly RoadChange[]; look: RoadMarks | null }>();
  readonly #kept: (key: string, steps: () => Steps<Roads>) => Roads;
  /** By moment: a key of what dates do to the roads. */
  readonly #dateKeys = new Map<string, string>();

  /**
   * @param kept what is kept under a key, which is the same for the same roads, or is worked out
   * @param made makes of the costs of a moment what is kept; null: nothing differs from the import
   */
  constructor(
    data: RoutingData,
    kept: (key: string, steps: () => Steps<Roads>) => Roads,
    made: (costs: CurrentCosts | null, key: string) => Roads,
  ) {
    this.#data = data;
    this.#kept = kept;
    this.#made = made;
  }

  /** What has changed whatever the time. What was kept of before is for the caller to clear. */
  use(changes: readonly RoadChange[]): void {
    this.#changes = changes;
  }

  /** Null: the roads are those of the import. @param changes what has changed; that of `use` when absent */
  at(time: LocalTime, changes = this.#changes): Roads | null {
    if (this.#data.dates.length === 0 && changes.length === 0) return null;
    const conditions = this.#ofData();
    const known = this.#looks.get(time);
    const look = known?.changes === changes ? known.look : conditions.look(changes, time);
    this.#looks.set(time, { changes, look });
    if (look === null) return null;
    const key = `at ${look.key}`;
    return this.#kept(key, () => this.#workedOut(conditions.costsAt(changes, time), key));
  }

  /**
   * The same with what zones change on top. Their changes are many, so nobody looks at them again for a key.
   * @param time null: no date changes anything
   */
  within(zones: RoadZones, time: LocalTime | null): Roads {
    const key = `zones ${zones.key} ${this.#dateKey(time)}`;
    const changes = [...this.#changes, ...zones.changes];
    return this.#kept(key, () => this.#workedOut(this.#ofData().costsAt(changes, time), key));
  }

  #dateKey(time: LocalTime | null): string {
    if (time === null || this.#data.dates.length === 0) return '';
    const moment = JSON.stringify(time);
    let key = this.#dateKeys.get(moment);
    if (key === undefined) {
      if (this.#dateKeys.size === MOST_MOMENTS) this.#dateKeys.clear();
      key = this.#ofData().look([], time)?.key ?? '';
      this.#dateKeys.set(moment, key);
    }
    return key;
  }

  #ofData(): RoadConditions {
    return (this.#conditions ??= new RoadConditions(this.#data));
  }

  *#workedOut(steps: Steps<{ costs: CurrentCosts | null }>, key: string): Steps<Roads> {
    const { costs } = yield* steps;
    return this.#made(costs, key);
  }
}
