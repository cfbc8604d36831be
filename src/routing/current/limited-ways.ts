import type { LocalTime } from '../../local-time.js';
import type { LimitedRoad } from '../frozen/dated-roads.js';
import {
  hasLimitTimes,
  limitedDirections,
  type VehicleSize,
  type WayDirection,
} from '../profiles/vehicle-limits.js';
import type { RoadChange, RoadZones } from './current-roads.js';

/** Roads that are closed to a vehicle by signs. */
export interface SignedRoads extends RoadZones {
  /** Whether vehicles that start or end their trip on one of these ways may drive on them. */
  isOpenToEnds: boolean;
  ways: ReadonlySet<number>;
}

/** A way that is closed to a vehicle. */
interface Closed {
  /**
   * The area whose ways are open to vehicles that end their trip there; null if the way is closed to all
   * trips.
   */
  area: number | null;
  way: number;
  change: RoadChange;
}

/** The number of cached results, enough for an operator's vehicles at recent moments. */
const MOST_KEPT = 64;

/** The ways that are closed to large vehicles. */
export class LimitedWays {
  readonly #always: readonly LimitedRoad[];
  /** The ways whose closure depends on the time. */
  readonly #atTimes: readonly LimitedRoad[];
  /**
   * Ways without signs that can be reached only via ways that are open just for access to destinations on
   * them.
   */
  readonly #behind: readonly LimitedRoad[];
  /** Closed ways by vehicle size. */
  readonly #keptAlways = new Map<string, readonly Closed[]>();
  /** Closed roads by vehicle size and moment. */
  readonly #kept = new Map<string, readonly SignedRoads[]>();

  /** @param json a list of `LimitedRoad`; empty if there are none */
  constructor(json: Uint8Array) {
    // TextDecoder does not accept shared memory.
    const all =
      json.length === 0 ? [] : (JSON.parse(new TextDecoder().decode(json.slice())) as LimitedRoad[]);
    this.#behind = all.filter(({ tags }) => tags === null);
    const has = (isAtTimes: boolean): LimitedRoad[] =>
      all.filter(({ tags }) => tags !== null && hasLimitTimes(tags) === isAtTimes);
    [this.#always, this.#atTimes] = [has(false), has(true)];
  }

  /**
   * Returns the ways that are always closed to a vehicle and, for each area, the ways that are open only to a
   * vehicle that ends its trip there.
   */
  closedTo(size: VehicleSize, now: LocalTime): readonly SignedRoads[] {
    const sizeKey = JSON.stringify(size);
    const always = keptIn(this.#keptAlways, sizeKey, () => closedOf(this.#always, size, now));
    const moment = this.#atTimes.length === 0 ? null : now;
    return keptIn(this.#kept, JSON.stringify([size, moment]), () =>
      this.#byArea(sizeKey, always, closedOf(this.#atTimes, size, now)),
    );
  }

  #byArea(sizeKey: string, always: readonly Closed[], atTimes: readonly Closed[]): SignedRoads[] {
    const found = new Map<number | null, { key: unknown[]; changes: RoadChange[]; ways: Set<number> }>();
    for (const list of [always, atTimes])
      for (const { area, way, change } of list) {
        let own = found.get(area);
        if (own === undefined)
          found.set(area, (own = { key: [sizeKey, area], changes: [], ways: new Set() }));
        own.changes.push(change);
        if (list === atTimes) own.key.push(way, change.direction);
        if (area !== null) own.ways.add(way);
      }
    for (const { id, area } of this.#behind) found.get(area!)?.ways.add(id);
    return Array.from(found, ([area, { key, changes, ways }]) => ({
      ...{ key: JSON.stringify(key), changes, isOpenToEnds: area !== null, ways },
    }));
  }
}

function keptIn<T>(kept: Map<string, T>, asked: string, made: () => T): T {
  let found = kept.get(asked);
  if (found === undefined) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(asked, (found = made()));
  }
  return found;
}

function closedOf(ways: readonly LimitedRoad[], size: VehicleSize, now: LocalTime): Closed[] {
  return ways.flatMap(({ id: way, tags, area, heads }) => {
    const { closed, toEnds } = limitedDirections(tags ?? {}, size, now);
    if (heads !== undefined)
      return closed.length < 2 ? [] : [{ area: null, way: heads[0], change: { heads, factor: 0 } }];
    return [
      ...(closed.length === 0 ? [] : [{ area: null, way, change: changeOf(way, closed) }]),
      // Older datasets have no areas and leave such ways open.
      ...(toEnds.length === 0 || area === undefined ? [] : [{ area, way, change: changeOf(way, toEnds) }]),
    ];
  });
}

function changeOf(way: number, [direction, other]: readonly WayDirection[]): RoadChange {
  return { way, factor: 0, ...(other === undefined && { direction }) };
}
