import type { LocalTime } from '../../local-time.js';
import type { LimitedWay } from '../frozen/dated-roads.js';
import {
  hasLimitTimes,
  limitedDirections,
  WAY_DIRECTIONS,
  type VehicleSize,
} from '../profiles/vehicle-limits.js';
import type { RoadChange, RoadZones } from './current-roads.js';

/** So many answers are kept: of the vehicles of an operator, at the moments of late. */
const MOST_KEPT = 64;

/** The ways that are closed to large vehicles. */
export class LimitedWays {
  readonly #always: readonly LimitedWay[];
  /** Those where it changes with the time. */
  readonly #atTimes: readonly LimitedWay[];
  readonly #kept = new Map<string, RoadZones>();

  /** @param json a list of `LimitedWay`; empty for none */
  constructor(json: Uint8Array) {
    // A decoder takes no shared memory.
    const ways =
      json.length === 0 ? [] : (JSON.parse(new TextDecoder().decode(json.slice())) as LimitedWay[]);
    this.#atTimes = ways.filter(({ tags }) => hasLimitTimes(tags));
    this.#always = ways.filter(({ tags }) => !hasLimitTimes(tags));
  }

  /** What is closed to a vehicle; null: nothing. */
  closedTo(size: VehicleSize, now: LocalTime): RoadZones | null {
    const sizeKey = JSON.stringify(size);
    const always = this.#keptAs(sizeKey, () => {
      const changes = this.#always.flatMap((way) => closed(way, size, now));
      return { key: sizeKey, changes };
    });
    if (this.#atTimes.length === 0) return always.changes.length === 0 ? null : always;
    const found = this.#keptAs(JSON.stringify([size, now]), () => {
      const atTimes = this.#atTimes.flatMap((way) => closed(way, size, now));
      const key = JSON.stringify([size, atTimes.map(({ way, direction }) => [way, direction])]);
      return { key, changes: [...always.changes, ...atTimes] };
    });
    return found.changes.length === 0 ? null : found;
  }

  #keptAs(asked: string, made: () => RoadZones): RoadZones {
    let found = this.#kept.get(asked);
    if (found === undefined) {
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(asked, (found = made()));
    }
    return found;
  }
}

function closed({ id: way, tags }: LimitedWay, size: VehicleSize, now: LocalTime): RoadChange[] {
  const directions = limitedDirections(tags, size, now);
  if (directions.length === WAY_DIRECTIONS.length) return [{ way, factor: 0 }];
  return directions.map((direction) => ({ way, direction, factor: 0 }));
}
