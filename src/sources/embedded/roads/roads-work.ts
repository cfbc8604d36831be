import { asPart, partOf } from '../../../dataset/read-dataset.js';
import type { SectionMap } from '../../../dataset/format.js';
import { RoadConditions, type CurrentRoads } from '../../../routing/current/current-roads.js';
import { readRoads, roadsSections } from '../../../routing/current/roads-sections.js';
import { readRoutingData } from '../../../routing/frozen/routing-data.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';
import { LEARNS_SPEEDS, type RoadsWanted } from '../../../routing/current/roads-wanted.js';
import { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import { readSpeeds } from './speed-files.js';

/** The roads of one mode, or null if they are the same as at import. */
interface ModeRoads {
  roads: CurrentRoads | null;
  /** Per change: whether the roads that the change names are on the map. */
  isKnown: boolean[];
}

export type AllRoads = Readonly<Record<TravelMode, ModeRoads>>;

/** Per change: 1 if the roads that the change names are on the map. */
const KNOWN = 'known';

/**
 * Computes the wanted roads of all modes, which takes a second and a hundred megabytes of memory. Runs beside
 * a service, in a process or a thread, and returns sections.
 * @param sections the sections of the dataset
 * @param before roads of the same dataset at another time, which reduce the work and are overwritten by this
 * function
 */
export function workOutRoads(
  sections: SectionMap,
  { changes, now, speeds }: RoadsWanted,
  before: AllRoads | null = null,
): SectionMap {
  const made: Record<string, SectionMap[string]> = {};
  const learned = speeds === undefined ? null : learnedFrom(speeds);
  for (const mode of TRAVEL_MODES) {
    const data = readRoutingData(partOf(sections, mode));
    const conditions = new RoadConditions(data, LEARNS_SPEEDS[mode] ? learned : null);
    const { roads, isKnown } = conditions.at(changes[mode], now, before?.[mode].roads ?? null);
    const own = roads === null ? {} : roadsSections(roads);
    Object.assign(made, asPart(mode, { ...own, [KNOWN]: Uint8Array.from(isKnown, Number) }));
  }
  return made;
}

function learnedFrom(path: string): LearnedSpeeds {
  const { slots, rows } = readSpeeds(path);
  return new LearnedSpeeds(path, slots, rows);
}

/** Reads the result of `workOutRoads` as views of its memory. */
export function readAllRoads(made: SectionMap): AllRoads {
  return byTravelMode((mode) => {
    const own = partOf(made, mode);
    const isKnown = Array.from(own[KNOWN], (known) => known === 1);
    return { roads: 'info' in own ? readRoads(own) : null, isKnown };
  });
}
