import { parentPort, workerData } from 'node:worker_threads';
import { buildRouting } from '../routing/build-routing.js';
import type { TravelMode } from '../travel-mode.js';
import type { RoadNetwork } from '../routing/network/network.js';
import type { DrivingSettings } from '../routing/profiles/driving.js';
import { collectGarbage } from './collect-garbage.js';
import { profilesWith } from '../routing/profiles/profiles.js';

/** What this worker thread is given. It builds the graph of one mode; build-modes.ts starts it. */
export interface RoutingJob {
  mode: TravelMode;
  network: RoadNetwork;
  driving: DrivingSettings;
}

const { mode, network, driving } = workerData as RoutingJob;
let before = '';
const build = buildRouting(network, profilesWith(driving)[mode], {
  onProgress: (phase, done, total) => {
    // What the phase before has left behind are hundreds of megabytes of arrays.
    if (phase !== before) collectGarbage();
    before = phase;
    parentPort!.postMessage({ progress: { phase, done, total } });
  },
});
const buffers = new Set(Object.values(build.sections).map((section) => section.buffer as ArrayBuffer));
parentPort!.postMessage({ build }, [...buffers]);
