import type { LearnedSpeeds, SpeedRow } from '../current/learned-speeds.js';
import { WayLevels } from '../current/way-levels.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { FERRY } from '../frozen/way-flags.js';
import type { MatchedStep } from './matched-piece.js';
import { safeSum, type DrivenSum } from './safe-sum.js';

/**
 * A vehicle counts only if its drives in a month span at least this time. Otherwise the vehicle's id may
 * identify a single drive or day.
 */
const LEAST_APART_MS = 7 * 24 * 3_600_000;
/**
 * A step counts as standing still if it takes longer than this many times the map's time plus this many
 * seconds.
 */
const STAND = { times: 8, more_s: 120 };
/**
 * Only these roads have rows for individual ways. On a residential street, a row for one way would reveal
 * when the people who live at its end come home.
 */
const THROUGH = /^(motorway|trunk|primary|secondary|tertiary)(_link)?$/;
/** A step of fewer than this many seconds is assumed to contain no driving. */
const LEAST_S = 0.2;

/** The month and slot to which a step's times are added. */
export interface StepTime {
  month: string;
  slot: number;
  /** The time in Unix milliseconds. */
  time_ms: number;
}

/** A span of time. */
interface Span {
  vehicle: string;
  from_ms: number;
  to_ms: number;
}

/** Totals the matched drives of a single run. Vehicles are forgotten when the run ends. */
export class SpeedSums {
  readonly #data: RoutingData;
  readonly #levels: WayLevels;
  /** Sums by month and slot, then by row key, then by vehicle. */
  readonly #sums = new Map<string, Map<string, Map<string, DrivenSum>>>();
  /** The time from the first to the last drive, by month, then by vehicle. */
  readonly #months = new Map<string, Map<string, Span>>();
  readonly #drives: Span[] = [];

  constructor(data: RoutingData) {
    this.#data = data;
    this.#levels = new WayLevels(data);
  }

  /** @param timeOf returns the month and slot of a step, given the seconds at which the step starts */
  add(vehicle: string, steps: readonly MatchedStep[], timeOf: (time_s: number) => StepTime): void {
    if (steps.length === 0) return;
    const [from_ms, to_ms] = [steps[0].from_s, steps[steps.length - 1].to_s].map(
      (time_s) => timeOf(time_s).time_ms,
    );
    this.#drives.push({ vehicle, from_ms, to_ms });
    for (const step of steps) {
      const taught = taughtStep(step);
      if (taught === null) continue;
      const { month, slot, time_ms } = timeOf(step.from_s);
      const span = made(made(this.#months, month, newMap<Span>), vehicle, () => ({
        ...{ vehicle, from_ms: time_ms, to_ms: time_ms },
      }));
      span.from_ms = Math.min(span.from_ms, time_ms);
      span.to_ms = Math.max(span.to_ms, time_ms);
      const sums = made(this.#sums, `${month} ${slot}`, newMap<Map<string, DrivenSum>>);
      for (const { way, duration_s } of step.stretches) {
        if (duration_s <= 0 || (this.#data.ways.flags[way >> 1] & FERRY) !== 0) continue;
        for (const key of this.#keysOf(way)) {
          const own = made(made(sums, key, newMap<DrivenSum>), vehicle, () => ({
            ...{ observed_s: 0, model_s: 0 },
          }));
          own.observed_s += taught.longer * duration_s;
          own.model_s += duration_s;
        }
      }
    }
  }

  /**
   * Returns the rows that may be written, and the number of rows that had too few vehicles.
   * @returns unlike: the number of ids that may identify a single drive or day and therefore do not count
   */
  rows(): { rows: SpeedRow[]; tooFew: number; unlike: number } {
    const rows: SpeedRow[] = [];
    let tooFew = 0;
    // One driver may have many ids, but can never drive under two of them at the same time.
    const isFleet = areAtOnce(this.#drives);
    const counts = (month: string, vehicle: string): boolean => {
      const span = this.#months.get(month)?.get(vehicle);
      return isFleet && span !== undefined && span.to_ms - span.from_ms >= LEAST_APART_MS;
    };
    for (const [at, sums] of this.#sums) {
      const [month, slot] = at.split(' ');
      for (const [key, vehicles] of sums) {
        const own = [...vehicles].filter(([vehicle]) => counts(month, vehicle)).map(([, sum]) => sum);
        const safe = safeSum(own);
        if (safe === null) tooFew++;
        else rows.push({ key, month, slot: Number(slot), ...safe });
      }
    }
    const ids = new Set(this.#drives.map(({ vehicle }) => vehicle));
    const unlike = [...ids].filter((id) => ![...this.#months.keys()].some((month) => counts(month, id)));
    return { rows, tooFew, unlike: unlike.length };
  }

  /**
   * Returns the keys for all roads in the surroundings, for the road's class there and, on a through road,
   * for this way in this direction.
   */
  #keysOf(way: number): string[] {
    const { ways } = this.#data;
    const { around, kind } = this.#levels.of(way >> 1);
    const wide = [around, `${around} ${kind}`];
    return THROUGH.test(kind) ? [...wide, `way ${ways.id[way >> 1]} ${'+-'[way & 1]}`] : wide;
  }
}

const newMap = <T>(): Map<string, T> => new Map<string, T>();

function made<T>(map: Map<string, T>, key: string, make: () => T): T {
  let own = map.get(key);
  if (own === undefined) map.set(key, (own = make()));
  return own;
}

/** Whether two vehicles ever drive at the same time. */
function areAtOnce(drives: readonly Span[]): boolean {
  const ascending = [...drives].sort((a, b) => a.from_ms - b.from_ms);
  /** The earlier drive that ends last. */
  let last: Span | undefined;
  for (const own of ascending) {
    if (last !== undefined && own.vehicle !== last.vehicle && own.from_ms < last.to_ms) return true;
    if (last === undefined || own.to_ms > last.to_ms) last = own;
  }
  return false;
}

/**
 * Returns the ratio of a step's duration to the map's duration, excluding the map's waits at lights and
 * turns.
 * @returns null if nothing can be learned from the step
 */
function taughtStep({ from_s, to_s, stretches }: MatchedStep): { longer: number } | null {
  let [driving_s, passing_s] = [0, 0];
  for (const own of stretches) {
    driving_s += own.duration_s;
    passing_s += own.passing_s;
  }
  const took_s = to_s - from_s;
  if (driving_s < LEAST_S || took_s > STAND.times * (driving_s + passing_s) + STAND.more_s) return null;
  return { longer: (took_s - passing_s) / driving_s };
}

/**
 * A drive's duration, and the durations predicted by the map and by the learned speeds. Stops are excluded.
 */
export interface CheckedDrive {
  took_s: number;
  map_s: number;
  learned_s: number;
}

/** Compares drives with speeds that were learned from other drives. */
export class SpeedCheck {
  readonly #data: RoutingData;
  readonly #learned: LearnedSpeeds;
  readonly #levels: WayLevels;

  constructor(data: RoutingData, learned: LearnedSpeeds) {
    this.#data = data;
    this.#learned = learned;
    this.#levels = new WayLevels(data);
  }

  /** @param timeOf see SpeedSums.add() */
  check(steps: readonly MatchedStep[], timeOf: (time_s: number) => Pick<StepTime, 'slot'>): CheckedDrive {
    const checked: CheckedDrive = { took_s: 0, map_s: 0, learned_s: 0 };
    for (const step of steps) {
      if (taughtStep(step) === null) continue;
      const { slot } = timeOf(step.from_s);
      checked.took_s += step.to_s - step.from_s;
      for (const { way, duration_s, passing_s } of step.stretches) {
        const { around, kind } = this.#levels.of(way >> 1);
        const own = 2 * this.#data.ways.id[way >> 1] + (way & 1);
        checked.map_s += duration_s + passing_s;
        checked.learned_s +=
          duration_s * this.#learned.longer(own, slot, { around, kind, usual: 1 }) + passing_s;
      }
    }
    return checked;
  }
}
