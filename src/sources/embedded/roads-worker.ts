import { parentPort, workerData } from 'node:worker_threads';
import type { RoadCosts } from '../../routing/current/current-roads.js';
import { TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { RoadsWork, type ModeRoads, type ModeSections } from './roads-work.js';
import type { RoadsWanted } from './roads-wanted.js';

/**
 * What this worker thread says to each message: the costs of each mode that has to be prepared, then that it
 * prepares, and in the end the reply. dataset-roads.ts starts it.
 */
export type RoadsMessage =
  | { mode: TravelMode; costs: RoadCosts | null }
  | { isPreparing: true }
  | { reply: Record<TravelMode, ModeRoads> };

const work = new RoadsWork(workerData as ModeSections);
parentPort!.on('message', (wanted: RoadsWanted) => {
  const say = (message: RoadsMessage, handedOver: ArrayBuffer[] = []): void =>
    parentPort!.postMessage(message, handedOver);
  let isPreparing = false;
  for (const mode of TRAVEL_MODES) {
    const costs = work.costs(mode, wanted);
    if (costs === undefined) continue;
    say({ mode, costs });
    isPreparing ||= costs !== null;
  }
  if (isPreparing) say({ isPreparing });
  const reply = work.take(wanted);
  say({ reply }, [...new Set(TRAVEL_MODES.flatMap((mode) => buffersOf(reply[mode])))]);
});

/** What is handed over and not copied. Classes may be those of the dataset, which is shared. */
function buffersOf({ arcs, roads }: ModeRoads): ArrayBuffer[] {
  const arrays = [
    ...(arcs === null ? [] : [arcs.ms, arcs.middle]),
    ...(roads === null
      ? []
      : [
          ...[roads.segments.pair_ms.words, roads.segments.ends, roads.arc_ms, roads.isChanged],
          ...[roads.reach.from.words, roads.reach.to.words, roads.reach.fromHub, roads.reach.toHub],
          ...[roads.arcs.arc, roads.arcs.ms, roads.arcs.middle],
        ]),
  ];
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
