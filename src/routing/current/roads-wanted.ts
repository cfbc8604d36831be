import type { LocalTime } from '../../local-time.js';
import type { RoadChange } from './current-roads.js';
import type { TravelMode } from '../../travel-mode.js';
import { SLOT_MINUTES } from '../profiles/week-slots.js';

/** The wanted state of the roads. */
export interface RoadsWanted {
  changes: Readonly<Record<TravelMode, readonly RoadChange[]>>;
  /** Decides what depends on the time. */
  now: LocalTime;
  /** A file of learned speeds, which never changes; none when absent. */
  speeds?: string;
}

/** The result of applying a wanted state. */
export interface RoadsTaken {
  /** By mode and change: whether the map has the roads that it names. */
  isKnown: Readonly<Record<TravelMode, readonly boolean[]>>;
  /** Time from the request until routes followed it. */
  took_ms: number;
}

/**
 * Rounds a time down to the precision at which the roads are examined. The roads may differ in the next
 * period.
 */
export function periodOf(now: LocalTime): LocalTime {
  return { ...now, minute: Math.floor(now.minute / SLOT_MINUTES) };
}

/** Car trips say nothing about walkers. */
export const LEARNS_SPEEDS: Readonly<Record<TravelMode, boolean>> = { driving: true, walking: false };

/** Whether any closure holds. Dates may still change roads without one. */
export function changesAnything({ changes }: RoadsWanted): boolean {
  return Object.values(changes).some((ofMode) => ofMode.length > 0);
}
