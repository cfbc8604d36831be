import type { LocalTime } from '../../local-time.js';
import { SLOT_MINUTES } from '../../routing/profiles/week-slots.js';
import type { RoutingIndex } from '../../routing/routing-index.js';
import type { FoundMatrix, FoundRoute } from '../router.js';

interface Drive {
  /** The departure time; defaults to the current time. */
  departAt?: LocalTime | undefined;
  /** The directed segments of the drive; absent if they were not recorded. */
  driven?: readonly number[];
  /** The duration, or the longest duration if the drive has several. */
  duration_s: number;
}

/** Returns the speeds on which a drive is based, or an empty object if no week slots are known. */
export function speedsOf(
  index: RoutingIndex,
  { departAt, driven, duration_s }: Drive,
): Pick<FoundRoute, 'speeds'> {
  // The current roads are valid for half an hour, which begins at the same moment in all time zones where
  // such slots are used.
  const minute = departAt?.minute ?? Date.now() / 60_000;
  const onWay = { duration_s, passed_s: 60 * (minute % SLOT_MINUTES) };
  const speeds = index.speedsAt(departAt ?? null, driven, onWay);
  return speeds === null ? {} : { speeds };
}

export function longestOf({ durations_s }: FoundMatrix): number {
  return durations_s.reduce((longest, own) => (own < Infinity && own > longest ? own : longest), 0);
}
