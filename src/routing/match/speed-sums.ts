import { numberAt } from '../../arrays/packed.js';
import type { LearnedSpeeds, SpeedRow } from '../current/learned-speeds.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { FERRY } from '../frozen/way-flags.js';
import type { MatchedStep } from './matched-piece.js';

/** A row is written only where a run has so many drives of so many vehicles. */
const ENOUGH = { drives: 5, vehicles: 3 };
/** So many drives of one vehicle count on a way in a run: no row is about one of them. */
const MOST_OF_ONE = 5;
/** A step of more than so many times what the map says, and so many seconds more, is a stand. */
const STAND = { times: 8, more_s: 120 };
/** In a shorter step nothing was driven. */
const LEAST_S = 0.2;

/** Where sums of a step belong. */
export interface StepTime {
  month: string;
  slot: number;
}

interface Sum {
  observed_s: number;
  model_s: number;
  drives: number;
  /** The drive that was counted last. */
  last: number;
  /** By vehicle: its drives. */
  vehicles: Map<string, number>;
}

/** Sums up matched drives of one run. What it keeps of a vehicle is gone with it. */
export class SpeedSums {
  readonly #data: RoutingData;
  readonly #levels: WayLevels;
  /** By month and slot, then by key of the row. */
  readonly #sums = new Map<string, Map<string, Sum>>();
  #drive = 0;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#levels = new WayLevels(data);
  }

  /** @param timeOf of the seconds at which a step begins */
  add(vehicle: string, steps: readonly MatchedStep[], timeOf: (time_s: number) => StepTime): void {
    this.#drive++;
    for (const step of steps) {
      const taught = taughtStep(step);
      if (taught === null) continue;
      const { month, slot } = timeOf(step.from_s);
      const at = `${month} ${slot}`;
      let sums = this.#sums.get(at);
      if (sums === undefined) this.#sums.set(at, (sums = new Map<string, Sum>()));
      for (const { way, duration_s } of step.stretches) {
        if (duration_s <= 0 || (this.#data.ways.flags[way >> 1] & FERRY) !== 0) continue;
        const own = { observed_s: taught.longer * duration_s, model_s: duration_s };
        this.#note(sums, vehicle, own, this.#keysOf(way));
      }
    }
  }

  /** The rows that may be written, and how many ways had too few drives for that. */
  rows(): { rows: SpeedRow[]; tooFew: number } {
    const rows: SpeedRow[] = [];
    let tooFew = 0;
    for (const [at, sums] of this.#sums) {
      const [month, slot] = at.split(' ');
      for (const [key, { observed_s, model_s, drives, vehicles }] of sums) {
        if (drives < ENOUGH.drives || vehicles.size < ENOUGH.vehicles) tooFew++;
        else
          rows.push({ key, month, slot: Number(slot), drives, observed_s: Math.max(0, observed_s), model_s });
      }
    }
    return { rows, tooFew };
  }

  /** All roads around, the class, the way in this direction. */
  #keysOf(way: number): string[] {
    const { ways } = this.#data;
    const { around, kind } = this.#levels.of(way);
    return [around, `${around} ${kind}`, `way ${ways.id[way >> 1]} ${(way & 1) === 1 ? '-' : '+'}`];
  }

  #note(
    sums: Map<string, Sum>,
    vehicle: string,
    { observed_s, model_s }: { observed_s: number; model_s: number },
    keys: readonly string[],
  ): void {
    for (const [level, key] of keys.entries()) {
      let sum = sums.get(key);
      if (sum === undefined)
        sums.set(key, (sum = { observed_s: 0, model_s: 0, drives: 0, last: 0, vehicles: new Map() }));
      const known = sum.vehicles.get(vehicle) ?? 0;
      const isOther = sum.last !== this.#drive;
      const isWay = level === keys.length - 1;
      if (isWay && isOther && known >= MOST_OF_ONE) continue;
      if (isOther) {
        sum.last = this.#drive;
        sum.drives++;
        sum.vehicles.set(vehicle, known + 1);
      }
      sum.observed_s += observed_s;
      sum.model_s += model_s;
    }
  }
}

/**
 * How many times as long as on the map a step took, without the waits at lights and turns of the map.
 * @returns null: it teaches nothing
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

/** What a drive took, and what it would take by the map and by what was learned. Stands are left out. */
export interface CheckedDrive {
  took_s: number;
  map_s: number;
  learned_s: number;
}

/** Compares drives with speeds that others have taught. */
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
  check(steps: readonly MatchedStep[], timeOf: (time_s: number) => StepTime): CheckedDrive {
    const checked: CheckedDrive = { took_s: 0, map_s: 0, learned_s: 0 };
    for (const step of steps) {
      if (taughtStep(step) === null) continue;
      const { slot } = timeOf(step.from_s);
      checked.took_s += step.to_s - step.from_s;
      for (const { way, duration_s, passing_s } of step.stretches) {
        const { around, kind } = this.#levels.of(way);
        const own = 2 * this.#data.ways.id[way >> 1] + (way & 1);
        checked.map_s += duration_s + passing_s;
        checked.learned_s +=
          duration_s * this.#learned.longer(own, slot, { around, kind, usual: 1 }) + passing_s;
      }
    }
    return checked;
  }
}

/** The levels that a way belongs to. */
class WayLevels {
  readonly #data: RoutingData;
  readonly #isCity: Uint8Array;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#isCity = new Uint8Array(data.ways.id.length);
    for (const row of data.cityWays) this.#isCity[row] = 1;
  }

  /** @param way row of the way table * 2, + 1 against it */
  of(way: number): { around: string; kind: string } {
    const { ways } = this.#data;
    return {
      around: this.#isCity[way >> 1] === 1 ? 'city' : 'country',
      kind: ways.strings.get(numberAt(ways.highway, way >> 1)),
    };
  }
}

/** Rows of before with those of a run. */
export function mergedRows(before: readonly SpeedRow[], run: readonly SpeedRow[]): SpeedRow[] {
  const merged = new Map<string, SpeedRow>();
  for (const row of [...before, ...run]) {
    const id = `${row.key} ${row.month} ${row.slot}`;
    const known = merged.get(id);
    merged.set(
      id,
      known === undefined
        ? row
        : {
            ...row,
            drives: known.drives + row.drives,
            observed_s: known.observed_s + row.observed_s,
            model_s: known.model_s + row.model_s,
          },
    );
  }
  return [...merged.values()];
}
