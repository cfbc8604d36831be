import type { SectionMap } from '../../dataset/format.js';
import type { CurrentArcs } from '../../routing/current/current-arcs.js';
import { RoadUpdater, type AppliedChanges, type RoadCosts } from '../../routing/current/current-roads.js';
import { readRoutingData } from '../../routing/frozen/routing-data.js';
import { byTravelMode, type TravelMode } from '../../travel-mode.js';
import type { RoadsWanted } from './roads-wanted.js';

/** The sections of each mode. */
export type ModeSections = Readonly<Record<TravelMode, SectionMap>>;

/** The roads of one mode. */
export interface ModeRoads extends AppliedChanges {
  /** Before the first change only: where changes are written to. */
  arcs: CurrentArcs | null;
}

/** The work of the thread: it keeps up to date what roads are like. It prepares only modes with a change. */
export class RoadsWork {
  readonly #updaters: Readonly<Record<TravelMode, RoadUpdater>>;
  readonly #isBegun: Record<TravelMode, boolean> = byTravelMode(() => false);

  constructor(sections: ModeSections) {
    this.#updaters = byTravelMode((mode) => new RoadUpdater(readRoutingData(sections[mode])));
  }

  /**
   * The costs of a mode that `take` may need seconds for, because it was never prepared. Null: it is as at
   * the import. Undefined: it is prepared.
   */
  costs(mode: TravelMode, { changes, now }: RoadsWanted): RoadCosts | null | undefined {
    return this.#isBegun[mode] ? undefined : this.#updaters[mode].costs(changes[mode], now);
  }

  take(wanted: RoadsWanted): Record<TravelMode, ModeRoads> {
    return byTravelMode((mode) => {
      const updater = this.#updaters[mode];
      const applied = updater.update(wanted.changes[mode], wanted.now);
      const isFirst = applied.roads !== null && !this.#isBegun[mode];
      this.#isBegun[mode] ||= isFirst;
      return { ...applied, arcs: isFirst ? updater.arcs() : null };
    });
  }
}
