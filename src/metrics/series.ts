import type { ErrorCode } from '../errors.js';
import type { Check, Counts, DatasetFigures, ListFigures, ServiceFigures, WorkerFigures } from './figures.js';
import type { ProcessFigures } from './process-figures.js';
import { ANSWERS, latenciesOf, requestsOf, type RequestCell } from './request-tally.js';
import { durationsOf } from './upstream-tally.js';

/** All figures that the scraped process reports at one moment. */
export interface Board {
  version: string;
  /** The Unix time when the service started. */
  startedAt_s: number;
  counts: Counts;
  workers: readonly { slot: number; figures: WorkerFigures }[];
  service: ServiceFigures;
  /** Null if a single process does everything. */
  leader: { process: ProcessFigures; restarts: number; kills: number } | null;
}

type Labels = Readonly<Record<string, string>>;
type Row = readonly [labels: Labels, value: number];

interface SeriesBase {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

export interface PlainSeries extends SeriesBase {
  readonly type: 'counter' | 'gauge';
  readonly rows: (board: Board) => readonly Row[];
}

interface HistogramRow {
  labels: Labels;
  /** One number for each bound, and one for all requests. */
  cumulative: readonly number[];
  sum_s: number;
}

export interface HistogramSeries extends SeriesBase {
  readonly type: 'histogram';
  readonly rows: (board: Board) => readonly HistogramRow[];
}

export type Series = PlainSeries | HistogramSeries;

/** Error codes that concern keys. */
const KEY_CODES: readonly ErrorCode[] = ['INVALID_API_KEY', 'API_KEY_REVOKED', 'ENDPOINT_NOT_ALLOWED'];

/**
 * Statuses that are reported as 0 from the start, because Prometheus does not count the first value of a new
 * series as an increase.
 */
const SHOWN_STATUSES: ReadonlySet<string> = new Set(['200', '500', '502', '503']);

/** All series, in the order of docs/metrics.md. Every label has a bounded number of values. */
export const SERIES: readonly Series[] = [
  counter('gazarch_http_requests_total', {
    help: 'Requests, answered or not.',
    labels: ['endpoint', 'method', 'status'],
    rows: ({ counts }) =>
      Object.entries(counts.endpoints).flatMap(([endpoint, cells]) =>
        requestsOf(cells)
          .filter((cell) => cell.requests > 0 || isShownAtZero(endpoint, cell))
          .map(({ method, status, requests }): Row => [{ endpoint, method, status }, requests]),
      ),
  }),
  {
    type: 'histogram',
    name: 'gazarch_http_request_duration_seconds',
    help: 'Time from reading a request to writing its response.',
    labels: ['endpoint'],
    rows: ({ counts }) =>
      Object.entries(counts.endpoints).map(([endpoint, cells]) => ({
        labels: { endpoint },
        ...latenciesOf(cells),
      })),
  },
  gauge('gazarch_http_requests_in_flight', {
    help: 'Requests in flight.',
    rows: sumOf(({ inFlight }) => inFlight),
  }),
  gauge('gazarch_http_connections_open', {
    help: 'Open client connections.',
    rows: sumOf(({ connections }) => connections),
  }),
  counter('gazarch_answers_total', {
    help: 'Searches and reverse lookups, by outcome.',
    labels: ['endpoint', 'answer'],
    rows: ({ counts }) =>
      Object.entries(counts.answers).flatMap(([endpoint, own]) =>
        ANSWERS.map((answer, i): Row => [{ endpoint, answer }, own[i]]),
      ),
  }),
  counter('gazarch_not_found_total', {
    help: '404 responses by reason: no road near a point, no route, no such place.',
    labels: ['endpoint', 'reason'],
    rows: ({ counts }) =>
      Object.entries(counts.notFound).flatMap(([endpoint, reasons]) =>
        Object.entries(reasons).map(([reason, count]): Row => [{ endpoint, reason }, count]),
      ),
  }),
  counter('gazarch_overload_refusals_total', {
    help: 'Requests refused because the service was overloaded (503).',
    rows: ({ counts }) => [[{}, counts.totals.overloadRefusals]],
  }),
  counter('gazarch_rate_limit_refusals_total', {
    help: 'Requests refused because their key had reached its limit (429).',
    rows: ({ counts }) => [[{}, counts.errors.RATE_LIMIT_EXCEEDED ?? 0]],
  }),
  counter('gazarch_key_refusals_total', {
    help: 'Requests refused because their key was missing or not accepted (401, 403).',
    labels: ['code'],
    rows: ({ counts }) => KEY_CODES.map((code): Row => [{ code }, counts.errors[code] ?? 0]),
  }),
  gauge('gazarch_ready', {
    help: '1 if /health/ready returns 200 in every worker, otherwise 0.',
    rows: ({ workers }) => [[{}, one(workers.length > 0 && workers.every((row) => row.figures.isReady))]],
  }),
  gauge('gazarch_readiness_check', {
    help: '1 if this check of /health/ready passes in every worker, 0 if it fails in any.',
    labels: ['check'],
    rows: ({ workers }) =>
      rowsOfAll(
        'check',
        workers.map(({ figures }) => checksOf(figures.checks)),
      ),
  }),
  gauge('gazarch_dataset_info', {
    help: 'The dataset being served; more than one while workers swap.',
    labels: ['edition'],
    rows: (board) =>
      [...new Set(datasets(board).map(({ edition }) => edition))].map((e) => [{ edition: e }, 1]),
  }),
  gauge('gazarch_dataset_sources_timestamp_seconds', {
    help: 'Unix time of the newest source in the oldest dataset being served.',
    rows: (board) => lowest(datasets(board).map(({ sources_s }) => sources_s)),
  }),
  gauge('gazarch_dataset_written_timestamp_seconds', {
    help: 'Unix time at which the oldest dataset being served was written.',
    rows: (board) => lowest(datasets(board).map(({ written_s }) => written_s)),
  }),
  gauge('gazarch_own_places', {
    help: 'Own places in use, from the worker that has the fewest.',
    rows: ({ workers }) => lowest(workers.map(({ figures }) => figures.ownPlaces)),
  }),
  gauge('gazarch_speeds_ways', {
    help: 'Ways with learned speeds, counting each direction, from the worker that has the fewest.',
    rows: ({ workers }) => lowest(workers.map(({ figures }) => figures.speeds?.ways ?? 0)),
  }),
  gauge('gazarch_speeds_written_timestamp_seconds', {
    help: 'Unix time at which the oldest learned speeds in use were written.',
    rows: ({ workers }) => lowest(workers.map(({ figures }) => figures.speeds?.written_s ?? null)),
  }),
  gauge('gazarch_operator_entries', {
    help: 'Closures in force and zones, from the worker that has the fewest.',
    labels: ['list'],
    rows: (board) => lowestOfLists(board, ({ count }) => count),
  }),
  gauge('gazarch_operator_list_answered_timestamp_seconds', {
    help: 'Unix time at which the least up-to-date worker last read closures or zones from the database.',
    labels: ['list'],
    rows: (board) => lowestOfLists(board, ({ answered_s }) => answered_s),
  }),
  counter('gazarch_dataset_swaps_total', {
    help: 'Swaps to a newer dataset, counted in each worker.',
    rows: ({ counts }) => [[{}, counts.totals.datasetSwaps]],
  }),
  counter('gazarch_dataset_refusals_total', {
    help: 'Refused datasets, including published ones, counted in each worker.',
    rows: ({ counts, service }) => [[{}, counts.totals.datasetRefusals + service.feedRefusals]],
  }),
  counter('gazarch_upstream_calls_total', {
    help: 'Calls to external engines.',
    labels: ['source', 'outcome', 'engine'],
    rows: ({ counts }) =>
      Object.entries(counts.upstreams).flatMap(([engine, { source, outcomes }]) =>
        Object.entries(outcomes).map(([outcome, calls]): Row => [{ source, outcome, engine }, calls]),
      ),
  }),
  {
    type: 'histogram',
    name: 'gazarch_upstream_call_duration_seconds',
    help: 'Duration of calls to external engines, including calls that timed out.',
    labels: ['source', 'engine'],
    rows: ({ counts }) =>
      Object.entries(counts.upstreams).map(([engine, calls]) => ({
        labels: { source: calls.source, engine },
        ...durationsOf(calls),
      })),
  },
  gauge('gazarch_upstream_up', {
    help: '1 if this external engine answers every worker, otherwise 0.',
    labels: ['engine'],
    rows: ({ workers }) =>
      rowsOfAll(
        'engine',
        workers.map(({ figures }) => figures.engines),
      ),
  }),
  gauge('gazarch_folder_free_bytes', {
    help: 'Free bytes on the disk that contains a folder of the service.',
    labels: ['folder'],
    rows: ({ service }) =>
      Object.entries(service.free_bytes).map(([folder, bytes]): Row => [{ folder }, bytes]),
  }),
  gauge('gazarch_usage_written_timestamp_seconds', {
    help: 'Unix time at which all counted usage had last been written.',
    rows: ({ service }) => lowest([service.usageWritten_s]),
  }),
  gauge('gazarch_feed_certificate_end_timestamp_seconds', {
    help: 'Unix time at which the TLS certificate of the dataset server expires.',
    rows: ({ service }) => lowest([service.feedCertificateEnd_s]),
  }),
  counter('gazarch_log_lines_dropped_total', {
    help: 'Log lines that could not be written.',
    rows: ({ counts }) => [[{}, counts.totals.logLinesDropped]],
  }),
  gauge('gazarch_workers', {
    help: 'Processes that answer requests.',
    rows: ({ workers }) => [[{}, workers.length]],
  }),
  counter('gazarch_worker_restarts_total', {
    help: 'Workers that exited unexpectedly and were replaced.',
    rows: ({ leader }) => [[{}, leader?.restarts ?? 0]],
  }),
  counter('gazarch_worker_kills_total', {
    help: 'Workers that were killed because they stopped responding. They also count as restarts.',
    rows: ({ leader }) => [[{}, leader?.kills ?? 0]],
  }),
  ofProcess('gazarch_worker_resident_memory_bytes', {
    help: 'Resident memory of a process.',
    value: ({ resident_bytes }) => resident_bytes,
  }),
  ofProcess('gazarch_worker_heap_used_bytes', {
    help: 'Heap memory used by a process, excluding the dataset.',
    value: ({ heapUsed_bytes }) => heapUsed_bytes,
  }),
  ofProcess('gazarch_worker_event_loop_delay_p50_seconds', {
    help: 'Median event loop delay over the last 15 to 30 s.',
    value: ({ loopDelay_s }) => loopDelay_s.p50,
  }),
  ofProcess('gazarch_worker_event_loop_delay_p99_seconds', {
    help: '99th percentile of the event loop delay over the last 15 to 30 s.',
    value: ({ loopDelay_s }) => loopDelay_s.p99,
  }),
  ofProcess('gazarch_worker_event_loop_delay_max_seconds', {
    help: 'Longest event loop delay over the last 15 to 30 s.',
    value: ({ loopDelay_s }) => loopDelay_s.max,
  }),
  counter('gazarch_cpu_seconds_total', {
    help: 'Processor time used by all processes of the service.',
    rows: ({ counts }) => [[{}, counts.totals.cpu_s]],
  }),
  gauge('process_start_time_seconds', {
    help: 'Unix time at which the service started.',
    rows: ({ startedAt_s }) => [[{}, startedAt_s]],
  }),
  gauge('gazarch_build_info', {
    help: 'The versions of the program and of Node.js.',
    labels: ['version', 'node_version'],
    rows: ({ version }) => [[{ version, node_version: process.version }, 1]],
  }),
];

type Parts = Pick<PlainSeries, 'help' | 'rows'> & { labels?: readonly string[] };

function counter(name: string, { help, rows, labels = [] }: Parts): PlainSeries {
  return { type: 'counter', name, help, labels, rows };
}

function gauge(name: string, { help, rows, labels = [] }: Parts): PlainSeries {
  return { type: 'gauge', name, help, labels, rows };
}

function isShownAtZero(endpoint: string, { method, status }: RequestCell): boolean {
  return endpoint.startsWith('/') && method === 'GET' && SHOWN_STATUSES.has(status);
}

/** Returns one row for each worker, and one for their leader. */
function ofProcess(
  name: string,
  { help, value }: { help: string; value: (figures: ProcessFigures) => number },
): PlainSeries {
  const rows = ({ workers, leader }: Board): Row[] => [
    ...(leader === null ? [] : [[{ worker: 'leader' }, value(leader.process)] as const]),
    ...workers.map(({ slot, figures }): Row => [{ worker: String(slot) }, value(figures.process)]),
  ];
  return gauge(name, { help, rows, labels: ['worker'] });
}

function sumOf(value: (figures: WorkerFigures) => number): (board: Board) => Row[] {
  return ({ workers }) => [[{}, workers.reduce((sum, { figures }) => sum + value(figures), 0)]];
}

/** Keeps only the checks of configured parts. */
function checksOf(checks: Readonly<Record<string, Check>>): Record<string, boolean> {
  const known = Object.entries(checks).filter(([, check]) => check !== 'not_configured');
  return Object.fromEntries(known.map(([name, check]) => [name, check === 'ok']));
}

/** Returns, for each name, whether the value is true in all workers. */
function rowsOfAll(label: string, ofWorkers: readonly Readonly<Record<string, boolean>>[]): Row[] {
  const holds = new Map<string, boolean>();
  for (const [name, value] of ofWorkers.flatMap((values) => Object.entries(values)))
    holds.set(name, value && holds.get(name) !== false);
  return [...holds].map(([name, value]) => [{ [label]: name }, one(value)]);
}

function datasets({ workers }: Board): DatasetFigures[] {
  return workers.flatMap(({ figures }) => figures.dataset ?? []);
}

function lowestOfLists({ workers }: Board, value: (list: ListFigures) => number | null): Row[] {
  const names = new Set(workers.flatMap(({ figures }) => Object.keys(figures.lists)));
  return [...names].flatMap((list) => {
    const own = workers.map(({ figures }) => figures.lists[list]).filter((known) => known !== undefined);
    return lowest(own.map(value)).map(([, least]): Row => [{ list }, least]);
  });
}

/** Returns no row if there are no numbers. */
function lowest(values: readonly (number | null)[]): Row[] {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? [] : [[{}, Math.min(...known)]];
}

function one(holds: boolean): number {
  return holds ? 1 : 0;
}
