import { GrowableUint32 } from '../../arrays/growable.js';
import type { WeekSlot } from '../profiles/week-slots.js';

/**
 * The time that drives took on some roads in a slot of the week: sums that reveal nothing about a single
 * drive.
 */
export interface SpeedRow {
  /**
   * `way 123 +`, or `way 123 -` against it; `city primary`, `country primary`; `city` or `country` for all
   * roads there.
   */
  key: string;
  /** Such as `2026-11`. */
  month: string;
  /** Index in the list of slots. */
  slot: number;
  /**
   * Approximate seconds: of the drives without waits at lights and turns, and of the import for the same
   * meters.
   */
  observed_s: number;
  model_s: number;
}

/** The weight of wider levels, in seconds of the import. */
const WEIGHT_S = 30;
/**
 * Nobody drives this many times slower or faster than the map says. A larger factor is an error in the
 * traces.
 */
const MOST_FACTOR = 10;

/** Sums over all months, ready for lookups by way. */
export class LearnedSpeeds {
  /** Differs for different sums. */
  readonly name: string;
  readonly slots: readonly WeekSlot[];
  /** By key of a level above ways: the observed and the modelled seconds, by slot. */
  readonly #groups = new Map<string, Float64Array>();
  /** Ids of ways * 2, + 1 against the way, ascending; then the same sums one after the other. */
  readonly #ways: number[] = [];
  readonly #sums = new GrowableUint32(1024);

  /** @param rows see `add` */
  constructor(name: string, slots: readonly WeekSlot[], rows: Iterable<SpeedRow> = []) {
    this.name = name;
    this.slots = slots;
    for (const row of rows) this.add(row);
  }

  /** Adds a row. Rows of ways come in ascending order of their ids, along a way before against it. */
  add({ key, slot, observed_s, model_s }: SpeedRow): void {
    const width = 2 * this.slots.length;
    const way = directedWay(key);
    if (way === null) {
      let own = this.#groups.get(key);
      if (own === undefined) this.#groups.set(key, (own = new Float64Array(width)));
      own[2 * slot] += observed_s;
      own[2 * slot + 1] += model_s;
      return;
    }
    const sums = this.#sums;
    if (this.#ways.at(-1) !== way) {
      this.#ways.push(way);
      for (let i = 0; i < width; i++) sums.push(0);
    }
    const at = sums.length - width + 2 * slot;
    sums.data[at] += observed_s;
    sums.data[at + 1] += model_s;
  }

  /** How many directed ways have learned speeds. */
  get wayCount(): number {
    return this.#ways.length;
  }

  /** Whether a way itself has learned speeds. @param way its id * 2, + 1 against it */
  has(way: number, slot: number): boolean {
    const at = this.#placeOf(way);
    return at >= 0 && this.#sums.data[2 * (this.slots.length * at + slot) + 1] > 0;
  }

  /**
   * The factor on the imported time in a slot. It mixes what is known about the way, about its class, and
   * about all roads around it: the less is known about a level, the more the next one counts.
   * @param around `city` or `country` @param usual the factor if nothing is known
   */
  longer(
    way: number,
    slot: number,
    { around, kind, usual }: { around: string; kind: string; usual: number },
  ): number {
    const all = shrunk(this.#groups.get(around), slot, usual);
    const ofClass = shrunk(this.#groups.get(`${around} ${kind}`), slot, all);
    const at = this.#placeOf(way);
    const width = 2 * this.slots.length;
    const own = at < 0 ? undefined : this.#sums.data.subarray(width * at, width * (at + 1));
    return Math.min(MOST_FACTOR, Math.max(1 / MOST_FACTOR, shrunk(own, slot, ofClass)));
  }

  /** -1 if nothing is known about it. */
  #placeOf(way: number): number {
    let [low, high] = [0, this.#ways.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.#ways[middle] === way) return middle;
      if (this.#ways[middle] < way) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

function shrunk(sums: Float64Array | Uint32Array | undefined, slot: number, wider: number): number {
  if (sums === undefined) return wider;
  return (sums[2 * slot] + WEIGHT_S * wider) / (sums[2 * slot + 1] + WEIGHT_S);
}

const WAY = /^way (\d{1,15}) ([+-])$/;

/** The id of a way * 2, + 1 against it; null for the key of another level. */
export function directedWay(key: string): number | null {
  const [, id, direction] = WAY.exec(key) ?? [];
  return id === undefined ? null : 2 * Number(id) + (direction === '-' ? 1 : 0);
}
