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
    const asked = JSON.stringify([size, this.#atTimes.length === 0 ? null : now]);
    let found = this.#kept.get(asked);
    if (found === undefined) {
      if (this.#kept.size === MOST_KEPT) this.#kept.clear();
      const closed = ({ id: way, tags }: LimitedWay): RoadChange[] => {
        const directions = limitedDirections(tags, size, now);
        if (directions.length === WAY_DIRECTIONS.length) return [{ way, factor: 0 }];
        return directions.map((direction) => ({ way, direction, factor: 0 }));
      };
      const atTimes = this.#atTimes.flatMap(closed);
      const key = JSON.stringify([size, atTimes.map(({ way, direction }) => [way, direction])]);
      found = { key, changes: [...this.#always.flatMap(closed), ...atTimes] };
      this.#kept.set(asked, found);
    }
    return found.changes.length === 0 ? null : found;
  }
}
