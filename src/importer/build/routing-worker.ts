import { parentPort, workerData } from 'node:worker_threads';
import { buildRoads, type Roads } from '../../routing/build-roads.js';
import { buildHierarchy, type RoutingBuild } from '../../routing/build-routing.js';
import type { TravelMode } from '../../travel-mode.js';
import { unpackedNetwork, type PackedNetwork } from '../../routing/network/packed-network.js';
import type { DrivingSettings } from '../../routing/profiles/driving.js';
import { collectingBetween } from './collect-garbage.js';
import { profilesWith } from '../../routing/profiles/profiles.js';

/** The input of this worker thread, which builds one mode's graph. build-modes.ts starts it. */
export interface RoutingJob {
  mode: TravelMode;
  /** Set to null once the network is no longer needed. */
  network: PackedNetwork | null;
  driving: DrivingSettings;
}

/** The thread's messages. `roads` means that the thread has finished using the network. */
export type ThreadMessage =
  { progress: { phase: string; done: number; total: number } } | { roads: true } | { build: RoutingBuild };

function send(message: ThreadMessage, transferred: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transferred);
}

const job = workerData as RoutingJob;
const onProgress = collectingBetween((phase, done, total) => send({ progress: { phase, done, total } }));
const build = buildHierarchy(roads(), { onProgress });
const buffers = new Set(Object.values(build.sections).map((section) => section.buffer as ArrayBuffer));
send({ build }, [...buffers]);

/** This is a separate function, so that the network is freed when the function returns. */
function roads(): Roads {
  const { mode, network, driving } = job;
  job.network = null;
  const built = buildRoads(unpackedNetwork(network!), profilesWith(driving)[mode], (phase) =>
    onProgress(phase, 0, 1),
  );
  send({ roads: true });
  return built;
}
