import { parentPort, workerData } from 'node:worker_threads';
import type { RoadCosts } from '../../routing/current/current-roads.js';
import { TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { RoadsWork, type ModeRoads, type ModeSections } from './roads-work.js';
import type { RoadsWanted } from './roads-wanted.js';

/** The answer of this worker thread to each message. dataset-roads.ts starts it. */
export type RoadsReply = Record<TravelMode, ModeRoads>;
/** What it says before, where something has to be prepared. */
export type CostsReply = Record<TravelMode, RoadCosts | null>;

const work = new RoadsWork(workerData as ModeSections);
parentPort!.on('message', (wanted: RoadsWanted) => {
  const costs: CostsReply = work.costs(wanted);
  if (TRAVEL_MODES.some((mode) => costs[mode] !== null)) parentPort!.postMessage({ costs });
  const reply: RoadsReply = work.take(wanted);
  parentPort!.postMessage({ reply }, [...new Set(TRAVEL_MODES.flatMap((mode) => buffersOf(reply[mode])))]);
});

/** What is handed over and not copied. Classes may be those of the dataset, which is shared. */
function buffersOf({ arcs, roads }: ModeRoads): ArrayBuffer[] {
  const arrays = [
    ...(arcs === null ? [] : [arcs.ms, arcs.middle]),
    ...(roads === null
      ? []
      : [
          ...[roads.segments.pair_ms, roads.segments.ends, roads.arc_ms, roads.isChanged],
          ...[roads.reach.from, roads.reach.to, roads.reach.fromHub, roads.reach.toHub],
          ...[roads.arcs.arc, roads.arcs.ms, roads.arcs.middle],
        ]),
  ];
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
