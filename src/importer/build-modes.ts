import { Worker } from 'node:worker_threads';
import { buildRouting, type RoutingBuild } from '../routing/build-routing.js';
import type { TravelMode } from '../travel-mode.js';
import type { RoadNetwork } from '../routing/network/network.js';
import type { DrivingSettings } from '../routing/profiles/driving.js';
import { profilesWith } from '../routing/profiles/profiles.js';
import type { RoutingJob } from './routing-worker.js';

export type ModeBuilds = Readonly<Record<TravelMode, RoutingBuild>>;
export type ModeProgress = (mode: TravelMode, phase: string, done: number, total: number) => void;

/** True when the TypeScript sources run unbuilt (tests): a thread could not load them. */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * Builds the graph of one mode in a thread of its own. The typed arrays of the network are in shared memory;
 * the rest of it is copied to the thread. What the thread needed is free when it ends.
 */
export function buildMode(
  mode: TravelMode,
  network: RoadNetwork,
  driving: DrivingSettings,
  onProgress: ModeProgress,
): Promise<RoutingBuild> {
  const report = (phase: string, done: number, total: number): void => onProgress(mode, phase, done, total);
  if (!RUNS_UNBUILT) return buildInThread({ mode, network, driving }, report);
  return Promise.resolve(buildRouting(network, profilesWith(driving)[mode], { onProgress: report }));
}

type ThreadMessage = { progress: { phase: string; done: number; total: number } } | { build: RoutingBuild };

function buildInThread(
  job: RoutingJob,
  onProgress: (phase: string, done: number, total: number) => void,
): Promise<RoutingBuild> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./routing-worker.js', import.meta.url), { workerData: job });
    let build: RoutingBuild | null = null;
    worker.on('message', (message: ThreadMessage) => {
      if ('build' in message) build = message.build;
      else onProgress(message.progress.phase, message.progress.done, message.progress.total);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (build !== null) resolve(build);
      else reject(new Error(`the thread that builds the ${job.mode} graph ended with status ${code}`));
    });
  });
}
