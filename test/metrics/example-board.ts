import { noCounts, type WorkerFigures } from '../../src/metrics/figures.js';
import { RequestTally } from '../../src/metrics/request-tally.js';
import type { Board } from '../../src/metrics/series.js';
import { UpstreamTally } from '../../src/metrics/upstream-tally.js';
import { WorkerBoard } from '../../src/metrics/worker-board.js';

const PROCESS = {
  resident_bytes: 300_000_000,
  heapUsed_bytes: 30_000_000,
  loopDelay_s: { p50: 0.0001, p99: 0.002, max: 0.03 },
};

/** A worker that has answered some requests. */
export function exampleWorker(edition: string, more: Partial<WorkerFigures> = {}): WorkerFigures {
  const tally = new RequestTally();
  tally.expect(['/v1/geocode', '/v1/route']);
  tally.count('/v1/route', 'GET', 200, 0.3);
  tally.count('/v1/route', 'GET', 200, 12_000);
  tally.count('unknown', 'BREW', 404, 0.1);
  tally.countError('RATE_LIMIT_EXCEEDED');
  tally.countAnswer('/v1/geocode', 'partial');
  tally.countNotFound('/v1/route', 'no_path');
  const upstreams = new UpstreamTally(['ok', 'failed']);
  const call = upstreams.counterOf('osrm driving');
  call('ok', 0.3);
  call('ok', 20_000);
  return {
    counts: { ...noCounts(), ...tally.counts(), upstreams: upstreams.counts() },
    process: PROCESS,
    connections: 3,
    inFlight: 1,
    isReady: true,
    checks: { keys: 'ok', rate_limits: 'ok', geocoding: 'ok', routing: 'not_configured' },
    engines: { 'osrm driving at a:5000': true },
    ownPlaces: 30,
    speeds: { ways: 4_235, written_s: 1_800_000_000 },
    lists: { closures: { count: 4, answered_s: 1_790_000_300 }, zones: { count: 2, answered_s: null } },
    dataset: { edition, sources_s: 1_790_000_000, written_s: 1_790_000_100.5 },
    ...more,
  };
}

/** A service with these workers. */
export function exampleBoard(...workers: WorkerFigures[]): Board {
  const board = new WorkerBoard();
  workers.forEach((figures, worker) => board.report(worker, figures));
  return {
    version: '1.2.3',
    startedAt_s: 1_790_000_000.25,
    counts: board.counts(),
    workers: board.workers(),
    service: {
      free_bytes: { dataset: 5e9, database: 6e9 },
      usageWritten_s: 1_790_000_200.5,
      feedRefusals: 2,
      feedCertificateEnd_s: 1_800_000_000,
    },
    leader: { process: PROCESS, restarts: 2, kills: 1 },
  };
}
