import { RoadConditions } from '../current/current-roads.js';
import type { CurrentCosts, RoadChange, RoadMarks, RoadZones } from '../current/current-roads.js';
import type { LearnedSpeeds } from '../current/learned-speeds.js';
import type { WeekSpeeds } from '../current/week-speeds.js';
import type { Steps } from '../../arrays/steps.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { LocalTime } from '../../local-time.js';

/** The number of moments whose date effects are cached. */
const MOST_MOMENTS = 64;

/**
 * Computes the roads at other times on demand, which takes a tenth of a second for a country. Few roads
 * depend on the date, so the roads are the same at many different moments.
 */
export class RoadsAtTimes<Roads> {
  readonly #data: RoutingData;
  readonly #made: (costs: CurrentCosts | null, key: string) => Roads;
  #conditions: RoadConditions | null = null;
  #learned: LearnedSpeeds | null = null;
  #changes: readonly RoadChange[] = [];
  /** The results of `look` by moment. All legs of a trip use the same moment. */
  readonly #looks = new WeakMap<LocalTime, { changes: readonly RoadChange[]; look: RoadMarks | null }>();
  readonly #kept: (key: string, steps: () => Steps<Roads>) => Roads;
  /** Per moment: a key that identifies how dates affect the roads. */
  readonly #dateKeys = new Map<string, string>();

  /**
   * @param kept returns the cached value for a key or computes the value; identical roads have identical keys
   * @param made creates a value from the costs at a moment; the costs are null if the roads are the same as
   * the imported roads
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

  /** Sets the changes that apply at all times. The caller has to clear the cached values. */
  use(changes: readonly RoadChange[]): void {
    this.#changes = changes;
  }

  /**
   * Sets the speeds of roads in each week slot; null if no speeds were learned. The caller has to clear the
   * cached values.
   */
  useSpeeds(learned: LearnedSpeeds | null): void {
    this.#learned = learned;
    this.#conditions = null;
    this.#dateKeys.clear();
  }

  /**
   * Returns null if the roads are the same as the imported roads. @param changes defaults to the changes set
   * by `use`
   */
  at(time: LocalTime, changes = this.#changes): Roads | null {
    const key = this.#keyAt(time, changes);
    if (key === '') return null;
    return this.#kept(key, () => this.#workedOut(this.#ofData().costsAt(changes, time), key));
  }

  /** Whether the roads are the same at the two given times. */
  areSame(time: LocalTime, other: LocalTime): boolean {
    return this.#keyAt(time, this.#changes) === this.#keyAt(other, this.#changes);
  }

  /** The speeds of roads in each week slot; null if unknown. */
  get week(): WeekSpeeds | null {
    return this.#hasSlots ? this.#ofData().week : null;
  }

  get hasLearned(): boolean {
    return this.#learned !== null;
  }

  get #hasSlots(): boolean {
    return this.#data.week.length > 0 || this.#learned !== null;
  }

  /** Returns an empty key if the roads are the same as the imported roads. */
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
   * Returns the roads with the additional changes made by zones. Zones make many changes, so the key does not
   * list each of them.
   * @param time null if dates do not change any roads
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
