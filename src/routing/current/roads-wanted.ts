import type { LocalTime } from '../../local-time.js';
import type { RoadChange } from './current-roads.js';
import type { TravelMode } from '../../travel-mode.js';
import { SLOT_MINUTES } from '../profiles/week-slots.js';

/** What holds on the roads now. */
export interface RoadsWanted {
  changes: Readonly<Record<TravelMode, readonly RoadChange[]>>;
  /** What changes with the time is decided for. */
  now: LocalTime;
  /** A file of speeds that were learned, which is never changed; none when absent. */
  speeds?: string;
}

/** What has come of it. */
export interface RoadsTaken {
  /** By mode and change: whether the map has roads that it is about. */
  isKnown: Readonly<Record<TravelMode, readonly boolean[]>>;
  /** From when it was wanted until routes had it. */
  took_ms: number;
}

/** As exactly as times are looked at: what holds on roads may be another thing in the next period. */
export function periodOf(now: LocalTime): LocalTime {
  return { ...now, minute: Math.floor(now.minute / SLOT_MINUTES) };
}

/** Drives of cars teach nothing about who walks. */
export const LEARNS_SPEEDS: Readonly<Record<TravelMode, boolean>> = { driving: true, walking: false };

/** Whether any closure holds. Dates may change roads all the same. */
export function changesAnything({ changes }: RoadsWanted): boolean {
  return Object.values(changes).some((ofMode) => ofMode.length > 0);
}
