import type { LocalTime } from '../../local-time.js';
import { isOpenAt, readOpeningTimes, type OpeningTimes } from './opening-times.js';

/** A named set of times in the week during which each road is assumed to have the same speed. */
export interface WeekSlot {
  name: string;
  /** The slot's hours in `opening_hours` syntax, or null if the slot covers all remaining times. */
  hours: string | null;
}

/**
 * Slots begin and end at multiples of this many minutes, so the service checks at this interval which slot is
 * current.
 */
export const SLOT_MINUTES = 30;

/** The first slot that contains a moment applies to it. The last slot covers all other times. */
export const DEFAULT_SLOTS: readonly WeekSlot[] = [
  { name: 'night', hours: '22:00-07:00' },
  { name: 'weekend', hours: 'Sa,Su,PH' },
  { name: 'morning-peak', hours: '07:30-10:00' },
  { name: 'evening-peak', hours: '17:00-20:00' },
  { name: 'day', hours: null },
];

/** With more slots, there would be too few drives per slot to learn from. */
export const MOST_SLOTS = 16;

/** Determines which slot contains a given moment. */
export class WeekSlots {
  readonly slots: readonly WeekSlot[];
  readonly #times: readonly (OpeningTimes | null)[];

  /** @param slots the last slot has no hours */
  constructor(slots: readonly WeekSlot[]) {
    this.slots = slots;
    this.#times = slots.map(({ hours }) => (hours === null ? null : readOpeningTimes(hours).times));
  }

  /** Returns the slot's index. */
  at(now: LocalTime): number {
    return this.#times.findIndex((times) => times === null || isOpenAt(times, now));
  }
}

/**
 * Reads a list such as `night 22:00-07:00; peak Mo-Fr 07:30-10:00; day`, in which every slot but the last has
 * hours after its name.
 * @returns undefined if the string has a different form
 */
export function readWeekSlots(text: string): WeekSlot[] | undefined {
  const parts = text.split(';').map((part) => /^([a-z][a-z0-9-]{0,39})(?: +(.+))?$/.exec(part.trim()));
  const slots = parts.map((part) => ({ name: part?.[1] ?? '', hours: part?.[2] ?? null }));
  const names = new Set(slots.map(({ name }) => name));
  const areRight = slots.every(({ name, hours }, i) => {
    const isLast = i + 1 === slots.length;
    return name !== '' && (hours === null) === isLast && (hours === null || areHours(hours));
  });
  return areRight && names.size === slots.length && slots.length <= MOST_SLOTS ? slots : undefined;
}

/** A slot in which cars in large cities are slower or faster than at other times. */
export interface CityTime extends WeekSlot {
  hours: string;
  /** The speed as a fraction of the free-flow speed. */
  citySpeed: number;
}

/** The city speeds that a string specifies: one for each slot, and one for all other times. */
export interface CitySpeeds {
  citySpeed: number;
  cityTimes: CityTime[];
}

/** The accepted range in percent. Speeds below walking pace are useless. */
export const CITY_PERCENT = { min: 10, max: 100 };

/**
 * Reads percentages such as `50; Mo-Fr 07:30-10:00 30; evening-peak 30`: the first is for all other times,
 * and each of the following is for the given hours or for the slot of that name in `DEFAULT_SLOTS`.
 * @returns undefined if the string has a different form
 */
export function readCitySpeeds(text: string): CitySpeeds | undefined {
  const [first, ...others] = text.split(';').map((part) => part.trim());
  const citySpeed = shareOf(first);
  const cityTimes = others.map((part): CityTime | null => {
    const [, name, percent = ''] = /^(.+?) +(\d+)$/.exec(part) ?? [];
    const share = shareOf(percent);
    if (share === null) return null;
    const hours = DEFAULT_SLOTS.find((slot) => slot.name === name)?.hours ?? name;
    return areHours(hours) ? { name, hours, citySpeed: share } : null;
  });
  if (citySpeed === null || cityTimes.length >= MOST_SLOTS || cityTimes.includes(null)) return undefined;
  return { citySpeed, cityTimes: cityTimes as CityTime[] };
}

function shareOf(percent: string): number | null {
  const value = /^\d{1,3}$/.test(percent) ? Number(percent) : NaN;
  return value >= CITY_PERCENT.min && value <= CITY_PERCENT.max ? value / 100 : null;
}

/** Whether the whole string can be read as valid hours for a slot. */
export function areHours(text: string): boolean {
  const { times, unread } = readOpeningTimes(text);
  if (times === null || unread.length > 0) return false;
  const minutes = times.flatMap((rule) => rule.times.flatMap(({ from, to }) => [from, to]));
  return minutes.every((minute) => minute % SLOT_MINUTES === 0);
}
