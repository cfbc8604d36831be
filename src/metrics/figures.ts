import type { ErrorCode } from '../errors.js';
import type { ProcessFigures } from './process-figures.js';
import type { RequestCounts } from './request-tally.js';
import { addUpstreams, type UpstreamCounts } from './upstream-tally.js';

/** Counts since the start of a process that consist of a single number. */
interface Totals {
  overloadRefusals: number;
  datasetSwaps: number;
  datasetRefusals: number;
  logLinesDropped: number;
  cpu_s: number;
}

/** Counts that only grow. Counts of several processes can be added. */
export interface Counts extends RequestCounts {
  /** By source: calls to external engines. */
  upstreams: Record<string, UpstreamCounts>;
  totals: Totals;
}

/** The dataset that a process serves. */
export interface DatasetFigures {
  /** The dataset's name: the same sources and the same program always give the same name. */
  edition: string;
  /** The Unix time of the dataset's newest source; null if no source states one. */
  sources_s: number | null;
  /** The Unix time when the dataset's file was written. */
  written_s: number;
}

export type Check = 'ok' | 'fail' | 'not_configured';

/** All figures that one worker reports. */
export interface WorkerFigures {
  counts: Counts;
  process: ProcessFigures;
  connections: number;
  inFlight: number;
  isReady: boolean;
  checks: Readonly<Record<string, Check>>;
  /** Null without a dataset. */
  dataset: DatasetFigures | null;
  /** By name and host: whether each external engine answers. */
  engines: Readonly<Record<string, boolean>>;
  /** The number of the operator's own places in use in addition to the dataset. */
  ownPlaces: number;
  /** Learned speeds; null if there are none. */
  speeds: SpeedsFigures | null;
  /** The operator's lists of roads and areas, by kind: `closures`, `zones`. */
  lists: Readonly<Record<string, ListFigures>>;
}

export interface SpeedsFigures {
  /** The number of ways with learned speeds; each direction counts separately. */
  ways: number;
  /** The Unix time when the file was written. */
  written_s: number;
}

/** One of the operator's lists, as last known to a process. */
export interface ListFigures {
  /** The number of entries in force. */
  count: number;
  /** The Unix time when the database last answered; null if it never did. */
  answered_s: number | null;
}

/** The figures that the scraped process reports about the service as a whole. Times are Unix seconds. */
export interface ServiceFigures {
  /** Free bytes on the disk of each folder that the service writes to. */
  free_bytes: Readonly<Record<string, number>>;
  /** When all usage was last written; null if that never happened, or if usage is not counted. */
  usageWritten_s: number | null;
  /** The number of datasets from the URL that were refused before they reached the folder. */
  feedRefusals: number;
  /** When the dataset server's TLS certificate expires; null if it has none. */
  feedCertificateEnd_s: number | null;
}

export function noCounts(): Counts {
  const totals = { overloadRefusals: 0, datasetSwaps: 0, datasetRefusals: 0, logLinesDropped: 0, cpu_s: 0 };
  return { endpoints: {}, errors: {}, answers: {}, notFound: {}, upstreams: {}, totals };
}

/** Adds another process's counts to `sum`. */
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
