import { Worker } from 'node:worker_threads';
import { buildRouting, type RoutingBuild } from '../../routing/build-routing.js';
import type { TravelMode } from '../../travel-mode.js';
import { unpackedNetwork, type PackedNetwork } from '../../routing/network/packed-network.js';
import type { DrivingSettings } from '../../routing/profiles/driving.js';
import { profilesWith } from '../../routing/profiles/profiles.js';
import type { RoutingJob, ThreadMessage } from './routing-worker.js';

export type ModeBuilds = Readonly<Record<TravelMode, RoutingBuild>>;
export type ModeProgress = (mode: TravelMode, phase: string, done: number, total: number) => void;

/** A mode whose graph is being built. */
export interface ModeJob {
  /** Resolves when the build has finished using the network. */
  roads: Promise<void>;
  build: Promise<RoutingBuild>;
}

/** Whether the TypeScript sources run unbuilt, as in tests. A thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Builds one mode's graph in its own thread. The network's typed arrays are in shared memory; the rest of the
 * network is copied to the thread. The thread's memory is freed when the thread ends.
 */
export function buildMode(
  mode: TravelMode,
  network: PackedNetwork,
  driving: DrivingSettings,
  onProgress: ModeProgress,
): ModeJob {
  const report = (phase: string, done: number, total: number): void => onProgress(mode, phase, done, total);
  if (!RUNS_UNBUILT) return buildInThread({ mode, network, driving }, report);
  const build = buildRouting(unpackedNetwork(network), profilesWith(driving)[mode], { onProgress: report });
  return { roads: Promise.resolve(), build: Promise.resolve(build) };
}

/**
 * A thread's objects are either short-lived or kept until the thread ends, so a small young generation is
 * enough. V8's default takes 30 MB more and saves no time.
 */
const YOUNG_GENERATION_MB = 6;

function buildInThread(
  workerData: RoutingJob,
  onProgress: (phase: string, done: number, total: number) => void,
): ModeJob {
  const { mode } = workerData;
  const worker = new Worker(new URL('./routing-worker.js', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  let onRoads: () => void;
  const roads = new Promise<void>((resolve) => (onRoads = resolve));
  const build = new Promise<RoutingBuild>((resolve, reject) => {
    let built: RoutingBuild | null = null;
    worker.on('message', (message: ThreadMessage) => {
      if ('build' in message) built = message.build;
      else if ('roads' in message) onRoads();
      else onProgress(message.progress.phase, message.progress.done, message.progress.total);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (built !== null) resolve(built);
      else reject(new Error(`the thread that builds the ${mode} graph ended with status ${code}`));
    });
  });
  return { roads, build };
}
