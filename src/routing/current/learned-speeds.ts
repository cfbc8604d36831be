import { GrowableUint32 } from '../../arrays/growable.js';
import type { WeekSlot } from '../profiles/week-slots.js';

/**
 * The total travel time of drives on certain roads in a week slot. These sums reveal nothing about any single
 * drive.
 */
export interface SpeedRow {
  /**
   * `way 123 +`, or `way 123 -` for the opposite direction; `city primary` or `country primary` for a road
   * class; `city` or `country` for all roads there.
   */
  key: string;
  /** The month, such as `2026-11`. */
  month: string;
  /** The index in the list of slots. */
  slot: number;
  /**
   * Approximate times in seconds: the observed time of the drives, excluding waits at lights and turns, and
   * the imported time for the same distance.
   */
  observed_s: number;
  model_s: number;
}

/** The weight given to broader levels, in seconds of imported time. */
const WEIGHT_S = 30;
/**
 * The maximum factor by which a driver can plausibly be slower or faster than the map suggests. A larger
 * factor indicates an error in the traces.
 */
const MOST_FACTOR = 10;

/** Learned speeds, summed over all months, which can be looked up by way. */
export class LearnedSpeeds {
  /** Objects with different speeds have different names. */
  readonly name: string;
  readonly slots: readonly WeekSlot[];
  /** Per key of a level above ways: the observed and the modeled seconds in each slot. */
  readonly #groups = new Map<string, Float64Array>();
  /**
   * Per directed way, in ascending order: twice the way's id, plus 1 for travel against its direction.
   * `#sums` holds their sums.
   */
  readonly #ways: number[] = [];
  readonly #sums = new GrowableUint32(1024);

  /** @param rows see `add` */
  constructor(name: string, slots: readonly WeekSlot[], rows: Iterable<SpeedRow> = []) {
    this.name = name;
    this.slots = slots;
    for (const row of rows) this.add(row);
  }

  /**
   * Adds a row. Rows about ways must be added in ascending order of way id, with each way's forward direction
   * first.
   */
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

  /** The number of directed ways with learned speeds. */
  get wayCount(): number {
    return this.#ways.length;
  }

  /**
   * Whether speeds were learned for a way itself. @param way twice the way's id, plus 1 for travel against
   * its direction
   */
  has(way: number, slot: number): boolean {
    const at = this.#placeOf(way);
    return at >= 0 && this.#sums.data[2 * (this.slots.length * at + slot) + 1] > 0;
  }

  /**
   * Returns the factor by which to multiply the imported travel time in a slot. The factor combines data
   * about the way, its class, and all roads in its surroundings: the less data one level has, the more weight
   * the next level gets.
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

  /** Returns -1 if nothing is known about the way. */
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

/**
 * Returns twice a way's id, plus 1 for travel against its direction, or null if the key is for another level.
 */
export function directedWay(key: string): number | null {
  const [, id, direction] = WAY.exec(key) ?? [];
  return id === undefined ? null : 2 * Number(id) + (direction === '-' ? 1 : 0);
}
