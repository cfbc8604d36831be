import { RoadConditions } from '../current/current-roads.js';
import type { CurrentCosts, RoadChange, RoadMarks, RoadZones } from '../current/current-roads.js';
import type { LearnedSpeeds } from '../current/learned-speeds.js';
import type { WeekSpeeds } from '../current/week-speeds.js';
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
  #learned: LearnedSpeeds | null = null;
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

  /** How quick roads are in slots of the week; null: nothing was learned. What was kept is to be cleared. */
  useSpeeds(learned: LearnedSpeeds | null): void {
    this.#learned = learned;
    this.#conditions = null;
    this.#dateKeys.clear();
  }

  /** Null: the roads are those of the import. @param changes what has changed; that of `use` when absent */
  at(time: LocalTime, changes = this.#changes): Roads | null {
    const key = this.#keyAt(time, changes);
    if (key === '') return null;
    return this.#kept(key, () => this.#workedOut(this.#ofData().costsAt(changes, time), key));
  }

  /** Whether the roads are the same at two times. */
  areSame(time: LocalTime, other: LocalTime): boolean {
    return this.#keyAt(time, this.#changes) === this.#keyAt(other, this.#changes);
  }

  /** How quick roads are in slots of the week; null: nothing is known. */
  get week(): WeekSpeeds | null {
    return this.#hasSlots ? this.#ofData().week : null;
  }

  get hasLearned(): boolean {
    return this.#learned !== null;
  }

  get #hasSlots(): boolean {
    return this.#data.week.length > 0 || this.#learned !== null;
  }

  /** Empty: the roads are those of the import. */
  #keyAt(time: LocalTime, changes: readonly RoadChange[]): string {
    if (this.#data.dates.length === 0 && !this.#hasSlots && changes.length === 0) return '';
    const conditions = this.#ofData();
    const known = this.#looks.get(time);
    const look = known?.changes === changes ? known.look : conditions.look(changes, time);
    this.#looks.set(time, { changes, look });
    const speeds = conditions.week.keyAt(time);
    return look === null && speeds === '' ? '' : `at ${speeds} ${look?.key ?? ''}`;
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
    const { dates } = this.#data;
    if (time === null || (dates.length === 0 && !this.#hasSlots)) return '';
    const moment = JSON.stringify(time);
    let key = this.#dateKeys.get(moment);
    if (key === undefined) {
      if (this.#dateKeys.size === MOST_MOMENTS) this.#dateKeys.clear();
      const conditions = this.#ofData();
      const look = dates.length === 0 ? null : conditions.look([], time);
      key = `${conditions.week.keyAt(time)} ${look?.key ?? ''}`;
      this.#dateKeys.set(moment, key);
    }
    return key;
  }

  #ofData(): RoadConditions {
    return (this.#conditions ??= new RoadConditions(this.#data, this.#learned));
  }

  *#workedOut(steps: Steps<{ costs: CurrentCosts | null }>, key: string): Steps<Roads> {
    const { costs } = yield* steps;
    return this.#made(costs, key);
  }
}
