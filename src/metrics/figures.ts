import type { ErrorCode } from '../errors.js';
import type { ProcessFigures } from './process-figures.js';
import type { RequestCounts } from './request-tally.js';
import { addUpstreams, type UpstreamCounts } from './upstream-tally.js';

/** Counts that are one number each, since the start of a process. */
interface Totals {
  overloadRefusals: number;
  datasetSwaps: number;
  datasetRefusals: number;
  logLinesDropped: number;
  cpu_s: number;
}

/** What only grows. Counts of several processes can be added. */
export interface Counts extends RequestCounts {
  /** Calls of engines that run elsewhere, by source. */
  upstreams: Record<string, UpstreamCounts>;
  totals: Totals;
}

/** The dataset that a process serves. */
export interface DatasetFigures {
  /** Names one dataset: the same sources and the same program make the same. */
  edition: string;
  /** Unix time of the newest of its sources; null: they do not say. */
  sources_s: number | null;
  /** Unix time at which its file was written. */
  written_s: number;
}

export type Check = 'ok' | 'fail' | 'not_configured';

/** All that is known of one answering process, as it tells it. */
export interface WorkerFigures {
  counts: Counts;
  process: ProcessFigures;
  connections: number;
  inFlight: number;
  isReady: boolean;
  checks: Readonly<Record<string, Check>>;
  /** Null while there is none. */
  dataset: DatasetFigures | null;
  /** Whether each engine that runs elsewhere answers, by its name with its host. */
  engines: Readonly<Record<string, boolean>>;
  /** Own places that are found beside the dataset. */
  ownPlaces: number;
  /** Speeds that were learned; null: none were. */
  speeds: SpeedsFigures | null;
  /** What the database says of roads and areas, by its kind: `closures`, `zones`. */
  lists: Readonly<Record<string, ListFigures>>;
}

export interface SpeedsFigures {
  /** Ways of which something was learned, each direction for itself. */
  ways: number;
  /** Unix time at which the file was written. */
  written_s: number;
}

/** A list of the operator, as a process knows it. */
export interface ListFigures {
  /** How many of it are in force. */
  count: number;
  /** Unix time at which the database answered last; null: never. */
  answered_s: number | null;
}

/** What the process that is scraped knows of the service as a whole. Times are Unix seconds. */
export interface ServiceFigures {
  /** Free bytes of the disk of each folder that the service writes to. */
  free_bytes: Readonly<Record<string, number>>;
  /** When all usage was written last; null: never, or nobody counts. */
  usageWritten_s: number | null;
  /** Datasets of the URL that were refused before they came into the folder. */
  feedRefusals: number;
  /** Until when the certificate of the server of datasets is valid; null: there is none. */
  feedCertificateEnd_s: number | null;
}

export function noCounts(): Counts {
  const totals = { overloadRefusals: 0, datasetSwaps: 0, datasetRefusals: 0, logLinesDropped: 0, cpu_s: 0 };
  return { endpoints: {}, errors: {}, answers: {}, notFound: {}, upstreams: {}, totals };
}

/** Adds counts of another process to `sum`. */
export function addCounts(sum: Counts, counts: Counts): void {
  const { endpoints, errors, answers, notFound, upstreams, totals } = counts;
  addArrays(sum.endpoints, endpoints);
  addArrays(sum.answers, answers);
  for (const [endpoint, reasons] of Object.entries(notFound)) {
    const own = (sum.notFound[endpoint] ??= {});
    for (const [reason, count] of Object.entries(reasons)) own[reason] = (own[reason] ?? 0) + count;
  }
  for (const [code, count] of Object.entries(errors) as [ErrorCode, number][])
    sum.errors[code] = (sum.errors[code] ?? 0) + count;
  addUpstreams(sum.upstreams, upstreams);
  for (const name of Object.keys(totals) as (keyof Totals)[]) sum.totals[name] += totals[name];
}

function addArrays(sum: Record<string, number[]>, more: Readonly<Record<string, number[]>>): void {
  for (const [name, counts] of Object.entries(more)) {
    const before = sum[name];
    sum[name] = before === undefined ? counts : counts.map((count, i) => count + before[i]);
  }
}
