import type { LocalTime } from '../../local-time.js';
import type { RoadChange } from './current-roads.js';
import type { TravelMode } from '../../travel-mode.js';
import { SLOT_MINUTES } from '../profiles/week-slots.js';

/** The state of the roads that is to be applied. */
export interface RoadsWanted {
  changes: Readonly<Record<TravelMode, readonly RoadChange[]>>;
  /** Determines the state of time-dependent roads. */
  now: LocalTime;
  /** The file with learned speeds, whose content never changes; none by default. */
  speeds?: string;
}

/** The result of applying a requested state. */
export interface RoadsTaken {
  /** Per mode and change: whether the map contains the roads that the change refers to. */
  isKnown: Readonly<Record<TravelMode, readonly boolean[]>>;
  /** The time from the request until routes used the new state. */
  took_ms: number;
}

/** Rounds a time down to the start of its interval. Roads may change from one interval to the next. */
export function periodOf(now: LocalTime): LocalTime {
  return { ...now, minute: Math.floor(now.minute / SLOT_MINUTES) };
}

/** Car trips provide no information about walkers. */
export const LEARNS_SPEEDS: Readonly<Record<TravelMode, boolean>> = { driving: true, walking: false };

/** Whether any road changes are in force. Even without such changes, dates may open or close roads. */
export function changesAnything({ changes }: RoadsWanted): boolean {
  return Object.values(changes).some((ofMode) => ofMode.length > 0);
}
