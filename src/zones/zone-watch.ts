import { createHash } from 'node:crypto';
import { ClosureWatch } from '../closures/closure-watch.js';
import type { Position } from '../geo/position.js';
import { LocalClock, type LocalTime } from '../local-time.js';
import { isOpenAt, readOpeningTimes, type OpeningTimes } from '../routing/profiles/opening-times.js';
import type { RoadChange } from '../routing/current/current-roads.js';
import {
  unknownVehicle,
  type ClosedForVehicle,
  type ClosedZone,
  type FoundZone,
  type OpenZone,
  type ShownZone,
  type ShownZones,
  type ToldZone,
  type VehicleZones,
  type Zones,
} from '../sources/zones.js';
import { changeOf } from '../closures/road-watch.js';
import { timeLater, timeText } from './times-later.js';
import type { NamedVehicle, Zone } from './zone.js';
import { ZoneIndex } from './zone-index.js';
import type { ZoneList, ZoneStore } from './zone-store.js';

export interface ZoneWatchOptions {
  store: Pick<ZoneStore, 'changes'>;
  timeZone: string;
  onProblem: (problem: unknown) => void;
  /** See `ClosureWatch`. */
  lastKnown?: (() => Promise<ZoneList | null>) | undefined;
  /** Returns the current time in Unix milliseconds. Tests replace it. */
  now?: () => number;
}

/** A zone with the times at which it is closed. */
interface WatchedZone extends Zone {
  /** Null if the zone is always closed. */
  times: OpeningTimes | null;
  /** A digest of the roads that the zone closes. Empty if the zone is not closed to any vehicle. */
  key: string;
  changes: readonly RoadChange[];
  /** An index that contains only this zone, to check whether a point is in it. */
  index: ZoneIndex;
}

/**
 * How far ahead to look for a time at which a zone is open, because holidays may be followed by a weekend.
 */
const AHEAD_MINUTES = 8 * 24 * 60;
/** Opening rules begin and end at multiples of this duration. */
const STEP_MINUTES = 5;

/** The current state of the zones in the database. */
export class ZoneWatch implements Zones, VehicleZones, ShownZones {
  readonly #watch: ClosureWatch<ZoneList>;
  readonly #clock: LocalClock;
  readonly #now: () => number;
  #all: readonly WatchedZone[] = [];
  #named: readonly NamedVehicle[] = [];
  /** The kinds of vehicles to which zones are closed, and those whose size is known. */
  #vehicles: readonly string[] = [];
  /** The zones that are areas rather than lists of roads. */
  #areas: readonly WatchedZone[] = [];
  #index = new ZoneIndex([]);

  constructor({ store, timeZone, now = Date.now, ...options }: ZoneWatchOptions) {
    this.#clock = new LocalClock(timeZone);
    this.#now = now;
    this.#watch = new ClosureWatch(store, { ...options, onChange: (list) => this.#take(list) });
  }

  get count(): number {
    return this.#all.length;
  }

  /** When the database last answered, in Unix milliseconds; null if it never has. */
  get answered_ms(): number | null {
    return this.#watch.answered_ms;
  }

  /**
   * Queries the database now. Never rejects; if the database does not respond, the zones that are already
   * known stay in force.
   */
  start(): Promise<void> {
    return this.#watch.ask();
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  at([lon, lat]: Position, time = this.#clock.at(this.#now())): FoundZone[] {
    return this.#index.at(lon, lat).map((number) => foundZone(this.#areas[number], time));
  }

  kinds(): readonly string[] {
    return this.#vehicles;
  }

  areas(): ShownZone[] {
    return this.#areas.map(({ name, closedFor, area }) => ({ name, closedFor, area: area! }));
  }

  closedFor(vehicles: readonly string[], time: LocalTime | null): ClosedForVehicle {
    const unknown = vehicles.find((vehicle) => !this.#vehicles.includes(vehicle));
    if (unknown !== undefined) throw unknownVehicle(unknown, this.#vehicles);
    const moment = time ?? this.#clock.at(this.#now());
    const meant = this.#all.filter(({ closedFor }) => closedFor.some((own) => vehicles.includes(own)));
    return {
      zones: meant.filter((zone) => isClosed(zone, moment)).map((zone) => closedZone(zone, moment)),
      open: meant.filter((zone) => !isClosed(zone, moment)).map((zone) => openZone(zone, moment)),
      sizes: this.#named.filter(({ name }) => vehicles.includes(name)),
      time: moment,
    };
  }

  #take({ zones, vehicles }: ZoneList): void {
    this.#all = zones.map(watchedZone);
    this.#named = vehicles;
    const kinds = [...zones.flatMap(({ closedFor }) => closedFor), ...vehicles.map(({ name }) => name)];
    this.#vehicles = [...new Set(kinds)].sort();
    this.#areas = this.#all.filter(({ area }) => area !== null);
    this.#index = new ZoneIndex(this.#areas.map(({ area }) => area!));
  }
}

function watchedZone(zone: Zone): WatchedZone {
  const { area, ways, closedFor, hours } = zone;
  const isRule = closedFor.length > 0;
  const places = [
    ...(area === null ? [] : [{ wayId: null, area }]),
    ...(ways ?? []).map((wayId) => ({ wayId, area: null })),
  ];
  return {
    ...zone,
    // If the hours of a zone cannot be parsed, it counts as always closed until the operator corrects them.
    times: hours === null ? null : readOpeningTimes(hours).times,
    key: isRule
      ? createHash('sha256')
          .update(JSON.stringify([area, ways]))
          .digest('base64')
      : '',
    changes: isRule ? places.map((place) => changeOf({ ...place, factor: 0 })) : [],
    index: new ZoneIndex(area === null || !isRule ? [] : [area]),
  };
}

function isClosed({ times }: WatchedZone, time: LocalTime): boolean {
  return times === null || isOpenAt(times, time);
}

function vehicleZone({ changes, ends, ways, index }: WatchedZone): Omit<OpenZone, 'closing'> {
  return {
    ...{ changes, isOpenToEnds: ends === 'allowed', ways: ways === null ? null : new Set(ways) },
    holds: ([lon, lat]) => index.at(lon, lat).length > 0,
  };
}

function closedZone(zone: WatchedZone, time: LocalTime): ClosedZone {
  return { ...vehicleZone(zone), key: zone.key, told: () => toldZone(zone, time) };
}

function openZone(zone: WatchedZone, time: LocalTime): OpenZone {
  return {
    ...vehicleZone(zone),
    closing: (minutes) => {
      const after_minutes = minutesUntil(zone, time, { isClosing: true, within: minutes });
      if (after_minutes === null) return null;
      const then = timeLater(time, after_minutes);
      return { after_minutes, told: { ...toldZone(zone, then), closedFrom: timeText(then) } };
    },
  };
}

function toldZone(zone: WatchedZone, time: LocalTime): ToldZone {
  const { id, name, closedFor, hours, source, date } = zone;
  const minutes = minutesUntil(zone, time, { isClosing: false, within: AHEAD_MINUTES });
  const openFrom = minutes === null ? null : timeText(timeLater(time, minutes));
  return { id, name, closedFor, hours, source, date, openFrom };
}

/**
 * Returns the number of minutes until a zone closes or opens, or null if that does not happen within the
 * given time.
 */
function minutesUntil(
  zone: WatchedZone,
  time: LocalTime,
  { isClosing, within }: { isClosing: boolean; within: number },
): number | null {
  const first = STEP_MINUTES - (time.minute % STEP_MINUTES);
  for (let minutes = first; zone.times !== null && minutes <= within; minutes += STEP_MINUTES)
    if (isClosed(zone, timeLater(time, minutes)) === isClosing) return minutes;
  return null;
}

function foundZone(zone: WatchedZone, now: LocalTime): FoundZone {
  const { id, name, properties, closedFor, hours, ends, source, date } = zone;
  if (closedFor.length === 0) return { id, name, properties, rule: null };
  const isInForce = isClosed(zone, now);
  return { id, name, properties, rule: { closedFor, hours, ends, source, date, isInForce } };
}
