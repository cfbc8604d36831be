import { numberAt } from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import type { LocalTime } from '../../local-time.js';
import { readWeek } from '../frozen/week.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { WeekSlots } from '../profiles/week-slots.js';
import type { PairCosts } from './pair-costs.js';

/** So many segments are looked at in a step. */
const SEGMENTS_OF_STEP = 2 ** 10;

/** How quick roads are in the slots of the week, where that is known. */
export class WeekSpeeds {
  readonly #data: RoutingData;
  readonly #slots: WeekSlots | null;
  /** By slot: what the speeds of the import are multiplied by. */
  readonly #factors: readonly number[];
  /** Rows of the way table. */
  readonly #rows: readonly number[];

  constructor(data: RoutingData) {
    this.#data = data;
    const week = readWeek(data.week);
    const times = week?.times ?? [];
    this.#slots = week === null ? null : new WeekSlots([...times, { name: 'other', hours: null }]);
    this.#factors = [...times.map(({ citySpeed }) => citySpeed / week!.citySpeed), 1];
    this.#rows = week?.rows ?? [];
  }

  /** The name of the slot of a moment; null: nothing is known of any. */
  slotAt(now: LocalTime): string | null {
    return this.#slots?.slots[this.#slots.at(now)].name ?? null;
  }

  /** A text that is the same for the same speeds; empty: they are those of the import. */
  keyAt(now: LocalTime): string {
    const factor = this.#factorAt(now);
    return factor === 1 ? '' : `city ${factor}`;
  }

  /** Writes the costs of a moment, where they are not those of the import. */
  *apply(now: LocalTime, costs: PairCosts): Steps<void> {
    const factor = this.#factorAt(now);
    if (factor === 1) return;
    const { segments, ways } = this.#data;
    const factors = new Float64Array(ways.id.length).fill(1);
    for (const row of this.#rows) factors[row] = factor;
    for (let segment = 0; segment < segments.count; segment++) {
      if (segment % SEGMENTS_OF_STEP === 0) yield;
      const end = numberAt(segments.firstRun, segment + 1);
      for (let run = numberAt(segments.firstRun, segment); run < end; run++) {
        const own = factors[numberAt(segments.runWay, run) >> 1];
        if (own === 1) continue;
        const isLast = run + 1 === end;
        const to = isLast ? segments.firstPosition[segment + 1] - 1 : numberAt(segments.runPosition, run + 1);
        costs.multiply(segment, { from: numberAt(segments.runPosition, run), to }, own);
      }
    }
  }

  #factorAt(now: LocalTime): number {
    return this.#slots === null ? 1 : this.#factors[this.#slots.at(now)];
  }
}
