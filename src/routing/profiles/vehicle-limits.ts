import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { conditionsOf, tagsAt } from './dates.js';
import { lengthM, weightT } from './tag-values.js';

/** How large a vehicle is; null: nobody says, and such limits do not hold for it. */
export interface VehicleSize {
  height_m: number | null;
  weight_t: number | null;
}

const HEIGHTS = ['maxheight', 'maxheight:physical'] as const;
const WEIGHTS = ['maxweight', 'maxweightrating', 'maxweight:hgv', 'maxweightrating:hgv'] as const;
const LIMITS: readonly string[] = [...HEIGHTS, ...WEIGHTS, 'hgv'];
/** With the times at which they hold. */
const LIMIT_AT_TIMES = /^((?:maxheight|maxweight|maxweightrating|hgv)):conditional$/;

/** Vehicles above this weight are goods vehicles to the tag `hgv`. */
const HGV_T = 3.5;

/** The tags of a way that say how large a vehicle may be; null: there are none. */
export function limitTags(tags: Tags): Tags | null {
  const own = Object.entries(tags).filter(([key]) => LIMITS.includes(key) || LIMIT_AT_TIMES.test(key));
  return own.length === 0 ? null : Object.fromEntries(own);
}

/** Whether what these tags say changes with the time. */
export function hasLimitTimes(tags: Tags): boolean {
  return conditionsOf(tags, LIMIT_AT_TIMES).known.length > 0;
}

/** Whether a way with these tags is closed to a vehicle. @param now for what changes with the time */
export function isLimited(tags: Tags, { height_m, weight_t }: VehicleSize, now: LocalTime): boolean {
  const own = tagsAt(tags, conditionsOf(tags, LIMIT_AT_TIMES), now);
  const least = (keys: readonly string[], read: (value: string | undefined) => number | null): number =>
    Math.min(...keys.map((key) => read(own[key]) ?? Infinity));
  if (height_m !== null && least(HEIGHTS, lengthM) < height_m) return true;
  if (weight_t === null) return false;
  return least(WEIGHTS, weightT) < weight_t || (own['hgv'] === 'no' && weight_t > HGV_T);
}
