import type { ErrorCode } from '../errors.js';
import type { ProcessFigures } from './process-figures.js';
import type { RequestCounts } from './request-tally.js';
import { addUpstreams, type UpstreamCounts } from './upstream-tally.js';

/** Counts since the start of a process that are one number each. */
interface Totals {
  overloadRefusals: number;
  datasetSwaps: number;
  datasetRefusals: number;
  logLinesDropped: number;
  cpu_s: number;
}

/** Counts that only grow. Those of several processes can be added. */
export interface Counts extends RequestCounts {
  /** Calls of engines elsewhere, by source. */
  upstreams: Record<string, UpstreamCounts>;
  totals: Totals;
}

/** The dataset that a process serves. */
export interface DatasetFigures {
  /** The name of the dataset: the same sources and the same program give the same. */
  edition: string;
  /** Unix time of its newest source; null: none states it. */
  sources_s: number | null;
  /** Unix time of writing its file. */
  written_s: number;
}

export type Check = 'ok' | 'fail' | 'not_configured';

/** All figures of one answering process, as it reports them. */
export interface WorkerFigures {
  counts: Counts;
  process: ProcessFigures;
  connections: number;
  inFlight: number;
  isReady: boolean;
  checks: Readonly<Record<string, Check>>;
  /** Null without a dataset. */
  dataset: DatasetFigures | null;
  /** Whether each engine elsewhere answers, by its name with its host. */
  engines: Readonly<Record<string, boolean>>;
  /** Number of own places beside the dataset. */
  ownPlaces: number;
  /** Learned speeds; null: there are none. */
  speeds: SpeedsFigures | null;
  /** The operator's lists about roads and areas, by kind: `closures`, `zones`. */
  lists: Readonly<Record<string, ListFigures>>;
}

export interface SpeedsFigures {
  /** Ways with learned speeds, each direction counted. */
  ways: number;
  /** Unix time of writing the file. */
  written_s: number;
}

/** A list of the operator, in the state that a process knows. */
export interface ListFigures {
  /** How many of its entries are in force. */
  count: number;
  /** Unix time of the database's last answer; null: never. */
  answered_s: number | null;
}

/** The figures that the scraped process reports about the service as a whole. Times are Unix seconds. */
export interface ServiceFigures {
  /** Free bytes on the disk of each folder that the service writes to. */
  free_bytes: Readonly<Record<string, number>>;
  /** When all usage was last written; null: never, or it is not counted. */
  usageWritten_s: number | null;
  /** Datasets of the URL that were refused before they came into the folder. */
  feedRefusals: number;
  /** When the certificate of the server of datasets expires; null: there is none. */
  feedCertificateEnd_s: number | null;
}

export function noCounts(): Counts {
  const totals = { overloadRefusals: 0, datasetSwaps: 0, datasetRefusals: 0, logLinesDropped: 0, cpu_s: 0 };
  return { endpoints: {}, errors: {}, answers: {}, notFound: {}, upstreams: {}, totals };
}

/** Adds the counts of another process to `sum`. */
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
