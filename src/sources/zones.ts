import { OperatingError } from '../errors.js';
import type { Position } from '../geo/position.js';
import type { LocalTime } from '../local-time.js';
import type { VehicleSize } from '../routing/profiles/vehicle-limits.js';
import type { RoadChange } from '../routing/current/current-roads.js';

/** What an operator says of parts of the map: in which of them a point is. */
export interface Zones {
  /**
   * The zones that hold a point, the smallest first.
   * @param time at which it is asked whether their rules hold; now when absent
   */
  at(point: Position, time?: LocalTime): readonly FoundZone[];
}

/** What everybody may see of zones: where they are, and for whom they are closed. */
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

/** What an operator says of who may drive where. */
export interface VehicleZones {
  /**
   * What is closed for some kinds of vehicles at a time.
   * @param time null: now
   * @throws OperatingError INVALID_REQUEST for an unknown kind
   */
  closedFor(vehicles: readonly string[], time: LocalTime | null): ClosedForVehicle;
}

export interface ClosedForVehicle {
  /** In the order of their numbers. */
  zones: readonly ClosedZone[];
  /** Those that are for the vehicle, and open at the time. */
  open: readonly OpenZone[];
  /** Of the kinds that have one: for those signs with limits hold. */
  sizes: readonly VehicleSize[];
  /** The time that was meant. */
  time: LocalTime;
}

/** A zone of a vehicle. */
interface VehicleZone {
  readonly changes: readonly RoadChange[];
  /** Who begins or ends there may drive there. */
  readonly isOpenToEnds: boolean;
  /** Of a zone of roads; null: it is an area. */
  readonly ways: ReadonlySet<number> | null;
  /** Whether it is an area that holds a point. */
  holds(point: Position): boolean;
}

/** A zone that is open when a vehicle sets out. */
export interface OpenZone extends VehicleZone {
  /** Whether it closes within some minutes: after how many, and what is said of it then. */
  closing(minutes: number): { after_minutes: number; told: ToldZone } | null;
}

/** A zone that is closed at the time of a request for its vehicle. */
export interface ClosedZone extends VehicleZone {
  /** The same for the same changes of roads. */
  readonly key: string;
  /** What is said of it. */
  told(): ToldZone;
}

/** A zone as a route tells of it. */
export interface ToldZone extends Pick<FoundZone, 'id' | 'name'> {
  closedFor: readonly string[];
  hours: string | null;
  source: string;
  date: string | null;
  /** When it is open next, by the clock of the service, as `2026-11-30T20:00`; null: within no week. */
  openFrom: string | null;
  /** Of one that closes on the way: when, as `openFrom`. */
  closedFrom?: string;
  /** Of one that is in the way: which points lie in it, from 0, the origin. */
  stops?: readonly number[];
}

/** @param known the kinds of vehicles that there are */
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
  /** As they were added. */
  properties: Readonly<Record<string, unknown>>;
  /** Null: the zone is closed for nobody. */
  rule: ZoneRule | null;
}

/** Who may not drive in a zone, and when. */
interface ZoneRule {
  closedFor: readonly string[];
  /** In the grammar of `opening_hours`; null: always. */
  hours: string | null;
  /** What holds for those whose way begins or ends there. */
  ends: 'allowed' | 'closed';
  /** Where it is written, and from when; empty, or null: nobody says. */
  source: string;
  date: string | null;
  /** Whether it holds at the time. */
  isInForce: boolean;
}
