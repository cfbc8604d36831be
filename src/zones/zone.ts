import type { Area } from '../closures/closure.js';
import { readOpeningTimes } from '../routing/profiles/opening-times.js';
import type { VehicleSize } from '../routing/profiles/vehicle-limits.js';

/** The rule for trips that begin or end in a zone: they may drive there, or nobody may. */
export const ENDS = ['allowed', 'closed'] as const;
export type ZoneEnds = (typeof ENDS)[number];

/** An operator's rule for a part of the map: an area, or some roads. */
export interface NewZone {
  name: string;
  /** Null: it is made of roads. */
  area: Area | null;
  /** OSM ids; null: it is an area. */
  ways: readonly number[] | null;
  /** The vehicles that it is closed to, such as `plate:1`. None: it only answers questions. */
  closedFor: readonly string[];
  /** When it is closed, in the grammar of `opening_hours`; null: always. */
  hours: string | null;
  ends: ZoneEnds;
  /** Source of the rule. */
  source: string;
  /** The day of the rule, such as `2025-09-17`; null: not given. */
  date: string | null;
  /** Clients get them unchanged. */
  properties: Readonly<Record<string, unknown>>;
}

export interface Zone extends NewZone {
  /** From 1; numbers are never used again. */
  id: number;
  created_ms: number;
}

/** A kind of vehicles with its size: signs with limits apply to it. */
export interface NamedVehicle extends VehicleSize {
  name: string;
}

const VEHICLE = /^[a-z0-9][a-z0-9_.-]*(:[a-z0-9][a-z0-9_.-]*)?$/;
const MOST_VEHICLE = 40;
export const VEHICLE_RULE = 'small Latin letters, digits, and one colon, such as plate:1 or truck';

/** Whether a text can be the name of a kind of vehicles. */
export function isVehicle(text: string): boolean {
  return text.length <= MOST_VEHICLE && VEHICLE.test(text);
}

/** The part of hours that cannot be read; null if all can. */
export function unreadHours(hours: string): string | null {
  return readOpeningTimes(hours).unread[0] ?? null;
}

/** Whether a text is a day of the calendar, such as 2025-09-17. */
export function isDay(text: string): boolean {
  const time_ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time_ms) && new Date(time_ms).toISOString().startsWith(text);
}
