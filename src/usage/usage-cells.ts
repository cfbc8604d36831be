import { BUCKETS, OUTCOMES, USAGE_ENDPOINTS } from './usage-tables.js';

/** The number of requests for one key, endpoint and outcome in one minute. */
export interface UsageCount {
  /** Minutes since 1970. */
  minute: number;
  /** Empty if the requests had no known key. */
  keyId: string;
  /** Index in `USAGE_ENDPOINTS`. */
  endpoint: number;
  /** Index in `OUTCOMES`. */
  outcome: number;
  /** The number of requests in each latency bucket. */
  buckets: readonly number[];
}

/** The content of `UsageCells` as a message between processes. */
export interface UsageMinute {
  minute: number;
  keys: string[];
  /**
   * For each cell: the index of its key, the index of its combination, and the number of requests in each
   * bucket.
   */
  cells: number[];
}

/** The number of pairs of an endpoint and an outcome. */
const COMBINATIONS = USAGE_ENDPOINTS.length * OUTCOMES.length;
const NUMBERS_OF_A_CELL = 2 + BUCKETS;
const FIRST_KEYS = 16;
const FIRST_CELLS = 16;

/**
 * The counts of one minute. Each key has a slot, and a cell contains the counts for one slot, endpoint and
 * outcome. Adding to an existing cell allocates no object. Each slot takes up 160 bytes, and each cell takes
 * up 72.
 */
export class UsageCells {
  minute: number;
  #slots = new Map<string, number>();
  /** The index of the cell plus 1 for each slot and combination, or 0 if there is no cell. */
  #cellOf = new Int32Array(FIRST_KEYS * COMBINATIONS);
  /** The slot and combination of each cell, as an index into `#cellOf`. */
  #places = new Int32Array(FIRST_CELLS);
  #counts = new Uint32Array(FIRST_CELLS * BUCKETS);
  #size = 0;

  constructor(minute: number) {
    this.minute = minute;
  }

  /** The number of cells. */
  get size(): number {
    return this.#size;
  }

  /** The number of requests. */
  get requests(): number {
    let sum = 0;
    for (let i = 0; i < this.#size * BUCKETS; i++) sum += this.#counts[i];
    return sum;
  }

  /** Counts one request. All arguments except the key are indexes into the tables. */
  add(keyId: string, endpoint: number, outcome: number, bucket: number): void {
    const cell = this.#cell(keyId, endpoint * OUTCOMES.length + outcome);
    this.#counts[cell * BUCKETS + bucket]++;
  }

  /** Adds another process's counts for the same minute. */
  addAll({ keys, cells }: UsageMinute): void {
    for (let at = 0; at < cells.length; at += NUMBERS_OF_A_CELL) {
      const first = this.#cell(keys[cells[at]], cells[at + 1]) * BUCKETS;
      for (let bucket = 0; bucket < BUCKETS; bucket++) this.#counts[first + bucket] += cells[at + 2 + bucket];
    }
  }

  toMessage(): UsageMinute {
    const keys: string[] = [];
    const keyOfSlot = new Map<number, number>();
    const names = [...this.#slots.keys()];
    const cells: number[] = [];
    for (let cell = 0; cell < this.#size; cell++) {
      const slot = Math.floor(this.#places[cell] / COMBINATIONS);
      let key = keyOfSlot.get(slot);
      if (key === undefined) {
        keyOfSlot.set(slot, (key = keys.length));
        keys.push(names[slot]);
      }
      cells.push(key, this.#places[cell] % COMBINATIONS);
      for (let bucket = 0; bucket < BUCKETS; bucket++) cells.push(this.#counts[cell * BUCKETS + bucket]);
    }
    return { minute: this.minute, keys, cells };
  }

  toCounts(): UsageCount[] {
    const names = [...this.#slots.keys()];
    return Array.from({ length: this.#size }, (_, cell) => {
      const combination = this.#places[cell] % COMBINATIONS;
      return {
        minute: this.minute,
        keyId: names[Math.floor(this.#places[cell] / COMBINATIONS)],
        endpoint: Math.floor(combination / OUTCOMES.length),
        outcome: combination % OUTCOMES.length,
        buckets: [...this.#counts.subarray(cell * BUCKETS, (cell + 1) * BUCKETS)],
      };
    });
  }

  /**
   * Starts a new minute without counts. Keys keep their slots, because most keys are used again in the next
   * minute.
   */
  clear(minute: number): void {
    this.minute = minute;
    for (let cell = 0; cell < this.#size; cell++) this.#cellOf[this.#places[cell]] = 0;
    this.#counts.fill(0, 0, this.#size * BUCKETS);
    this.#size = 0;
  }

  #cell(keyId: string, combination: number): number {
    let slot = this.#slots.get(keyId);
    if (slot === undefined) slot = this.#newSlot(keyId);
    const place = slot * COMBINATIONS + combination;
    const cell = this.#cellOf[place];
    return cell > 0 ? cell - 1 : this.#newCell(place);
  }

  #newSlot(keyId: string): number {
    const slot = this.#slots.size;
    this.#slots.set(keyId, slot);
    if ((slot + 1) * COMBINATIONS > this.#cellOf.length) {
      const larger = new Int32Array(this.#cellOf.length * 2);
      larger.set(this.#cellOf);
      this.#cellOf = larger;
    }
    return slot;
  }

  #newCell(place: number): number {
    if (this.#size === this.#places.length) {
      const [places, counts] = [new Int32Array(this.#size * 2), new Uint32Array(this.#counts.length * 2)];
      places.set(this.#places);
      counts.set(this.#counts);
      [this.#places, this.#counts] = [places, counts];
    }
    this.#places[this.#size] = place;
    this.#cellOf[place] = ++this.#size;
    return this.#size - 1;
  }
}
