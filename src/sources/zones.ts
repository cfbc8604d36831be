import { OperatingError } from '../errors.js';
import type { Position } from '../geo/position.js';
import type { LocalTime } from '../local-time.js';
import type { VehicleSize } from '../routing/profiles/vehicle-limits.js';
import type { RoadChange } from '../routing/current/current-roads.js';

/** An operator's parts of the map, to look up by point. */
export interface Zones {
  /**
   * The zones that hold a point, the smallest first.
   * @param time for which to check whether their rules hold; the present when absent
   */
  at(point: Position, time?: LocalTime): readonly FoundZone[];
}

/** The public facts of zones: where they are, and to whom they are closed. */
export interface ShownZones {
  /** The kinds of vehicles that this service knows. */
  kinds(): readonly string[];
  areas(): readonly ShownZone[];
}

export interface ShownZone {
  name: string;
  closedFor: readonly string[];
  /** Coordinates of a MultiPolygon. */
  area: readonly (readonly (readonly Position[])[])[];
}

/** An operator's rules for vehicles. */
export interface VehicleZones {
  /**
   * The zones that are closed to some kinds of vehicles at a time.
   * @param time null for the present
   * @throws OperatingError INVALID_REQUEST for an unknown kind
   */
  closedFor(vehicles: readonly string[], time: LocalTime | null): ClosedForVehicle;
}

export interface ClosedForVehicle {
  /** In the order of their numbers. */
  zones: readonly ClosedZone[];
  /** Zones for the vehicle that are open at the time. */
  open: readonly OpenZone[];
  /** The sizes of kinds that have one: signs with limits hold for those. */
  sizes: readonly VehicleSize[];
  /** The time used. */
  time: LocalTime;
}

/** A zone of a vehicle. */
interface VehicleZone {
  readonly changes: readonly RoadChange[];
  /** Whether a vehicle that begins or ends there may drive there. */
  readonly isOpenToEnds: boolean;
  /** The ways of a zone that consists of roads; null if it is an area. */
  readonly ways: ReadonlySet<number> | null;
  /** Whether it is an area that holds a point. */
  holds(point: Position): boolean;
}

/** A zone that is open when a vehicle sets out. */
export interface OpenZone extends VehicleZone {
  /** The zone's closing within some minutes: after how many, and its report then. Null if it stays open. */
  closing(minutes: number): { after_minutes: number; told: ToldZone } | null;
}

/** A zone that is closed to the vehicle of a request at its time. */
export interface ClosedZone extends VehicleZone {
  /** Equal for equal changes of roads. */
  readonly key: string;
  /** The zone's report. */
  told(): ToldZone;
}

/** A zone in the report of a route. */
export interface ToldZone extends Pick<FoundZone, 'id' | 'name'> {
  closedFor: readonly string[];
  hours: string | null;
  source: string;
  date: string | null;
  /** When it opens next, by the clock of the service, as `2026-11-30T20:00`; null if not within a week. */
  openFrom: string | null;
  /** For a zone that closes on the way: the time, as `openFrom`. */
  closedFrom?: string;
  /** For a zone in the way: the points in it, counted from 0, the origin. */
  stops?: readonly number[];
}

/** @param known the kinds of vehicles that exist */
export function unknownVehicle(vehicle: string, known: readonly string[]): OperatingError {
  const kinds =
    known.length === 0
      ? 'there are none; operators add them, with `gazarch zones add --closed-for` or `gazarch vehicles add`'
      : `there are ${known.join(', ')}`;
  const message = `This service knows no vehicle ${JSON.stringify(vehicle)}; ${kinds}.`;
  const details = { field: 'vehicle', reason: 'unknown_value', known };
  return new OperatingError('INVALID_REQUEST', message, { details });
}

export interface FoundZone {
  id: number;
  name: string;
  /** As the operator added them. */
  properties: Readonly<Record<string, unknown>>;
  /** Null if the zone is closed to nobody. */
  rule: ZoneRule | null;
}

/** The vehicles that may not drive in a zone, and when. */
interface ZoneRule {
  closedFor: readonly string[];
  /** In the grammar of `opening_hours`; null if always. */
  hours: string | null;
  /** The rule for those who begin or end their way there. */
  ends: 'allowed' | 'closed';
  /** Where the rule is written, and from when; empty, or null, if unknown. */
  source: string;
  date: string | null;
  /** Whether it holds at the time. */
  isInForce: boolean;
}
