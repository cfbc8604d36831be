import type { Area } from '../closures/closure.js';
import { readOpeningTimes } from '../routing/profiles/opening-times.js';
import type { VehicleSize } from '../routing/profiles/vehicle-limits.js';

/**
 * Whether trips may begin or end in a zone that is otherwise closed (`allowed`), or whether nobody may enter
 * it at all (`closed`).
 */
export const ENDS = ['allowed', 'closed'] as const;
export type ZoneEnds = (typeof ENDS)[number];

/** An operator's rule for an area or for some roads. */
export interface NewZone {
  name: string;
  /** Null if the zone consists of roads. */
  area: Area | null;
  /** The OSM ids of the roads, or null if the zone is an area. */
  ways: readonly number[] | null;
  /**
   * The kinds of vehicles to which the zone is closed, such as `plate:1`. If the list is empty, the zone only
   * provides information.
   */
  closedFor: readonly string[];
  /** When the zone is closed, in the syntax of `opening_hours`, or null if the zone is always closed. */
  hours: string | null;
  ends: ZoneEnds;
  /** Where the rule comes from. */
  source: string;
  /** The date of the rule, such as `2025-09-17`, or null if the operator did not specify a date. */
  date: string | null;
  /** The zone's properties, which are returned to clients unchanged. */
  properties: Readonly<Record<string, unknown>>;
}

export interface Zone extends NewZone {
  /** Ids start at 1 and are never reused. */
  id: number;
  created_ms: number;
}

/** A kind of vehicle and its size, which is compared with the limits on road signs. */
export interface NamedVehicle extends VehicleSize {
  name: string;
}

const VEHICLE = /^[a-z0-9][a-z0-9_.-]*(:[a-z0-9][a-z0-9_.-]*)?$/;
const MOST_VEHICLE = 40;
export const VEHICLE_RULE = 'lowercase Latin letters, digits and at most one colon, such as plate:1 or truck';

/** Whether a string is a valid name for a kind of vehicle. */
export function isVehicle(text: string): boolean {
  return text.length <= MOST_VEHICLE && VEHICLE.test(text);
}

/** Returns a part of the hours that cannot be parsed, or null if every part can be parsed. */
export function unreadHours(hours: string): string | null {
  return readOpeningTimes(hours).unread[0] ?? null;
}

/** Whether a string is a calendar date, such as 2025-09-17. */
export function isDay(text: string): boolean {
  const time_ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time_ms) && new Date(time_ms).toISOString().startsWith(text);
}
