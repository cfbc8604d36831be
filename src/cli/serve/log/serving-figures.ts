import type { App } from '../../../http/app.js';
import { DatasetWatch } from '../../../metrics/dataset-watch.js';
import type { ListFigures, WorkerFigures } from '../../../metrics/figures.js';
import { cpu_s, ProcessWatch } from '../../../metrics/process-figures.js';
import { RequestTally } from '../../../metrics/request-tally.js';
import { UpstreamTally } from '../../../metrics/upstream-tally.js';
import { UPSTREAM_OUTCOMES } from '../../../sources/upstream-outcome.js';
import type { LogOutput } from './log-output.js';

/** The counts and gauges that each process that answers requests contributes to the metrics. */
export class ServingFigures {
  readonly tally = new RequestTally();
  readonly datasets = new DatasetWatch();
  readonly upstreams = new UpstreamTally(UPSTREAM_OUTCOMES);
  readonly #process = new ProcessWatch();
  /**
   * Returns metrics about the operator's lists in the database; this function is replaced once the lists are
   * being watched.
   */
  lists: () => Record<string, ListFigures> = () => ({});

  take(app: App, log: LogOutput): WorkerFigures {
    const { connections, inFlight, overloadRefusals, readiness } = app.state();
    const totals = {
      overloadRefusals,
      datasetSwaps: this.datasets.swaps,
      datasetRefusals: this.datasets.refusals,
      logLinesDropped: log.droppedSinceStart,
      cpu_s: cpu_s(),
    };
    return {
      counts: { ...this.tally.counts(), upstreams: this.upstreams.counts(), totals },
      process: this.#process.figures(),
      connections,
      inFlight,
      isReady: readiness.status !== 'unavailable',
      checks: readiness.checks,
      dataset: this.datasets.current,
      engines: { ...this.upstreams.isUp },
      ownPlaces: this.datasets.ownPlaces,
      speeds: this.datasets.speeds,
      lists: this.lists(),
    };
  }
}

/** @param answered_ms when the database last answered; `null` if never */
export function listFigures(count: number, answered_ms: number | null): ListFigures {
  return { count, answered_s: answered_ms === null ? null : answered_ms / 1000 };
}
