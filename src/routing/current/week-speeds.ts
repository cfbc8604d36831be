import { numberAt } from '../../arrays/packed.js';
import type { Steps } from '../../arrays/steps.js';
import { minutesLater, type LocalTime } from '../../local-time.js';
import { readWeek } from '../frozen/week.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { FERRY } from '../frozen/way-flags.js';
import { SLOT_MINUTES, WeekSlots } from '../profiles/week-slots.js';
import type { LearnedSpeeds } from './learned-speeds.js';
import type { PairCosts } from './pair-costs.js';
import { WayLevels } from './way-levels.js';

/** The number of segments or ways handled per step. */
const SEGMENTS_OF_STEP = 2 ** 10;
/**
 * The smallest change that has an effect. A factor closer to 1 than this is treated as 1, so that the
 * imported hierarchy can answer immediately.
 */
const LEAST_CHANGE = 0.005;

/** All slots repeat every week. */
const WEEK_MINUTES = 7 * 24 * 60;

/** A slot that begins after the departure. */
export interface NextSlot {
  slot: string;
  after_s: number;
}

/** A week slot with its factor for city speeds and its index in the learned slots. */
interface SlotNow {
  name: string;
  /** The factor applied to city speeds. */
  city: number;
  /** The index in the learned slots; -1 if nothing was learned. */
  learned: number;
}

/** The road speeds in each week slot, if known. */
export class WeekSpeeds {
  readonly #data: RoutingData;
  readonly #learned: LearnedSpeeds | null;
  readonly #cityTimes: { slots: WeekSlots; factors: readonly number[] } | null;
  readonly #learnedSlots: WeekSlots | null;

  /** @param learned null if nothing was learned */
  constructor(data: RoutingData, learned: LearnedSpeeds | null) {
    this.#data = data;
    this.#learned = learned;
    this.#learnedSlots = learned === null ? null : new WeekSlots(learned.slots);
    const week = readWeek(data.week);
    this.#cityTimes =
      week === null
        ? null
        : {
            slots: new WeekSlots([...week.times, { name: 'other', hours: null }]),
            factors: [...week.times.map(({ citySpeed }) => citySpeed / week.citySpeed), 1],
          };
  }

  /** Returns the name of the slot at a given moment, or null if no slots are known. */
  slotAt(now: LocalTime): string | null {
    return this.#at(now)?.name ?? null;
  }

  /** Returns a key that is identical for identical speeds; it is empty for the imported speeds. */
  keyAt(now: LocalTime): string {
    const slot = this.#at(now);
    if (slot === null || (slot.city === 1 && slot.learned < 0)) return '';
    return `city ${slot.city}, ${slot.learned < 0 ? '' : `slot ${slot.learned} of ${this.#learned!.name}`}`;
  }

  /** Returns the first slot with different speeds that starts during the trip, or null if there is none. */
  next(now: LocalTime, { duration_s, passed_s }: { duration_s: number; passed_s: number }): NextSlot | null {
    for (let minutes = SLOT_MINUTES; ; minutes += SLOT_MINUTES) {
      const after_s = 60 * minutes - passed_s;
      if (after_s >= duration_s || minutes > WEEK_MINUTES) return null;
      const then = minutesLater(now, minutes - (now.minute % SLOT_MINUTES));
      if (this.keyAt(then) !== this.keyAt(now)) return { slot: this.slotAt(then)!, after_s };
    }
  }

  /** Writes the costs at a given moment where they differ from the imported ones. */
  *apply(now: LocalTime, costs: PairCosts): Steps<void> {
    const slot = this.#at(now);
    if (slot === null || this.keyAt(now) === '') return;
    const factors = yield* this.#factors(slot);
    const { segments } = this.#data;
    for (let segment = 0; segment < segments.count; segment++) {
      if (segment % SEGMENTS_OF_STEP === 0) yield;
      const end = numberAt(segments.firstRun, segment + 1);
      for (let run = numberAt(segments.firstRun, segment); run < end; run++) {
        const way = numberAt(segments.runWay, run);
        const [along, against] = [factors[way], factors[way ^ 1]];
        if (along === 1 && against === 1) continue;
        const isLast = run + 1 === end;
        const to = isLast ? segments.firstPosition[segment + 1] - 1 : numberAt(segments.runPosition, run + 1);
        costs.multiply(segment, { from: numberAt(segments.runPosition, run), to }, [along, against]);
      }
    }
  }

  /** Returns the share of the directed segments' total length for which speeds were learned. */
  coverage(now: LocalTime, driven: readonly number[]): number {
    const slot = this.#at(now)?.learned ?? -1;
    if (slot < 0) return 0;
    const { segments, ways } = this.#data;
    let [known_m, whole_m] = [0, 0];
    for (const directed of driven) {
      // Nearly all segments are on a single way; for the others, the first way is used.
      const run = numberAt(segments.firstRun, directed >> 1);
      const way = numberAt(segments.runWay, run) ^ (directed & 1);
      const own_m = segments.length_m[directed >> 1];
      whole_m += own_m;
      if (this.#learned!.has(2 * ways.id[way >> 1] + (way & 1), slot)) known_m += own_m;
    }
    return whole_m === 0 ? 0 : known_m / whole_m;
  }

  #at(now: LocalTime): SlotNow | null {
    const learned = this.#learnedSlots?.at(now) ?? -1;
    if (this.#cityTimes === null && learned < 0) return null;
    const { slots, factors } = this.#cityTimes ?? { slots: null, factors: [] };
    const own = slots?.at(now) ?? -1;
    return {
      name: (learned < 0 ? slots!.slots[own] : this.#learned!.slots[learned]).name,
      city: own < 0 ? 1 : factors[own],
      learned,
    };
  }

  /**
   * Returns the speed factors, indexed by twice the row in the way table, plus 1 for travel against the way's
   * direction.
   */
  *#factors({ city, learned: slot }: SlotNow): Steps<Float64Array> {
    const { ways, cityWays } = this.#data;
    const factors = new Float64Array(2 * ways.id.length).fill(1);
    if (slot < 0) {
      for (const row of cityWays) factors.fill(city, 2 * row, 2 * row + 2);
      return factors;
    }
    const levels = new WayLevels(this.#data);
    for (let row = 0; row < ways.id.length; row++) {
      if (row % SEGMENTS_OF_STEP === 0) yield;
      if ((ways.flags[row] & FERRY) !== 0) continue;
      const own = levels.of(row);
      const level = { ...own, usual: own.around === 'city' ? 1 / city : 1 };
      for (const against of [0, 1]) {
        const factor = 1 / this.#learned!.longer(2 * ways.id[row] + against, slot, level);
        if (Math.abs(factor - 1) >= LEAST_CHANGE) factors[2 * row + against] = factor;
      }
    }
    return factors;
  }
}
