import { addCounts, noCounts, type ServiceFigures } from '../../../metrics/figures.js';
import { cpu_s, ProcessWatch } from '../../../metrics/process-figures.js';
import type { WorkerBoard } from '../../../metrics/worker-board.js';
import type { LogOutput } from '../log/log-output.js';
import type { Look } from '../log/serve-metrics.js';
import type { WorkerCrew } from './worker-crew.js';

/** Returns the leader's metrics about its workers and itself. */
export function leaderLook(
  board: WorkerBoard,
  crew: WorkerCrew,
  log: LogOutput,
  service: () => ServiceFigures,
): Look {
  const watch = new ProcessWatch();
  return () => {
    const counts = board.counts();
    const own = noCounts();
    addCounts(counts, {
      ...own,
      totals: { ...own.totals, logLinesDropped: log.droppedSinceStart, cpu_s: cpu_s() },
    });
    const leader = { process: watch.figures(), restarts: crew.restarts, kills: crew.kills };
    return { counts, workers: board.workers(), service: service(), leader };
  };
}
