import { OperatingError } from '../errors.js';
import type { Position } from '../geo/position.js';
import type { LocalTime } from '../local-time.js';
import type { VehicleSize } from '../routing/profiles/vehicle-limits.js';
import type { RoadChange } from '../routing/current/current-roads.js';

/** Zones defined by an operator, which can be looked up by point. */
export interface Zones {
  /**
   * Returns the zones that contain a point, smallest first.
   * @param time the time for which to check whether the zones' rules apply; defaults to the current time
   */
  at(point: Position, time?: LocalTime): readonly FoundZone[];
}

/** The public data about zones: where they are and which vehicles they are closed to. */
export interface ShownZones {
  /** Returns the kinds of vehicles that this service knows. */
  kinds(): readonly string[];
  areas(): readonly ShownZone[];
}

export interface ShownZone {
  name: string;
  closedFor: readonly string[];
  /** The coordinates of a MultiPolygon. */
  area: readonly (readonly (readonly Position[])[])[];
}

/** The operator's rules for vehicles. */
export interface VehicleZones {
  /**
   * Returns the zones that are closed to the given kinds of vehicles at a given time.
   * @param time the time to check, or null for the current time
   * @throws OperatingError INVALID_REQUEST if a kind of vehicle is unknown
   */
  closedFor(vehicles: readonly string[], time: LocalTime | null): ClosedForVehicle;
}

export interface ClosedForVehicle {
  /** The closed zones, sorted by zone number. */
  zones: readonly ClosedZone[];
  /** Zones with a rule for this vehicle that are open at the requested time. */
  open: readonly OpenZone[];
  /** The sizes of the vehicle kinds that have a defined size; limits on road signs apply to these kinds. */
  sizes: readonly VehicleSize[];
  /** The time for which the zones were checked. */
  time: LocalTime;
}

/** A zone with a rule for vehicles. */
interface VehicleZone {
  readonly changes: readonly RoadChange[];
  /** Whether a vehicle whose trip begins or ends in the zone may drive there. */
  readonly isOpenToEnds: boolean;
  /** The OSM ways of a zone that consists of roads, or null if the zone is an area. */
  readonly ways: ReadonlySet<number> | null;
  /** Whether the zone is an area that contains a point. */
  holds(point: Position): boolean;
}

/** A zone that is open when a vehicle departs. */
export interface OpenZone extends VehicleZone {
  /**
   * Returns when the zone closes, if it closes within the given number of minutes, and how a route reports
   * the zone at that time. Returns null if the zone stays open for that long.
   */
  closing(minutes: number): { after_minutes: number; told: ToldZone } | null;
}

/** A zone that is closed to a request's vehicle at the requested time. */
export interface ClosedZone extends VehicleZone {
  /** A key that is the same for all zones that affect the same roads in the same way. */
  readonly key: string;
  /** Returns the zone in the form in which a route reports it. */
  told(): ToldZone;
}

/** A zone in the form in which a route reports it. */
export interface ToldZone extends Pick<FoundZone, 'id' | 'name'> {
  closedFor: readonly string[];
  hours: string | null;
  source: string;
  date: string | null;
  /**
   * The next time at which the zone opens, in the service's local time, such as `2026-11-30T20:00`, or null
   * if it stays closed for a week.
   */
  openFrom: string | null;
  /** The time at which the zone closes during the route, in the format of `openFrom`. */
  closedFrom?: string;
  /** The indexes of the stops inside a zone that blocks the route, with the origin as 0. */
  stops?: readonly number[];
}

/** @param known the kinds of vehicles that exist */
export function unknownVehicle(vehicle: string, known: readonly string[]): OperatingError {
  const kinds =
    known.length === 0
      ? 'there are none; operators add them with `gazarch zones add --closed-for` or `gazarch vehicles add`'
      : `there are ${known.join(', ')}`;
  const message = `This service does not know the vehicle ${JSON.stringify(vehicle)}; ${kinds}.`;
  const details = { field: 'vehicle', reason: 'unknown_value', known };
  return new OperatingError('INVALID_REQUEST', message, { details });
}

export interface FoundZone {
  id: number;
  name: string;
  /** The zone's properties, as defined by the operator. */
  properties: Readonly<Record<string, unknown>>;
  /** Null if the zone is not closed to any vehicle. */
  rule: ZoneRule | null;
}

/** The vehicles that may not drive in a zone, and when. */
interface ZoneRule {
  closedFor: readonly string[];
  /** The hours in the syntax of `opening_hours`, or null if the rule always applies. */
  hours: string | null;
  /** The rule for vehicles whose trip begins or ends in the zone. */
  ends: 'allowed' | 'closed';
  /** Where the rule is published, and when it takes effect; empty or null if unknown. */
  source: string;
  date: string | null;
  /** Whether the rule applies at the requested time. */
  isInForce: boolean;
}
