import { expect, it } from 'vitest';
import { noCounts, type Counts, type WorkerFigures } from '../../src/metrics/figures.js';
import {
  LATENCY_BOUNDS_S,
  latenciesOf,
  requestsOf,
  RequestTally,
  STATUSES,
} from '../../src/metrics/request-tally.js';
import { WorkerBoard } from '../../src/metrics/worker-board.js';
import { seededRandom } from '../seeded-random.js';

function figuresOf(tally: RequestTally): WorkerFigures {
  return { counts: { ...noCounts(), ...tally.counts() } } as WorkerFigures;
}

function requests(counts: Counts, endpoint: string): number {
  return requestsOf(counts.endpoints[endpoint] ?? []).reduce((sum, cell) => sum + (cell.requests || 0), 0);
}

it('puts a latency into the bucket whose bound it does not exceed', () => {
  for (const [i, bound_s] of LATENCY_BOUNDS_S.entries()) {
    const tally = new RequestTally();
    tally.count('/a', 'GET', 200, bound_s * 1000);
    tally.count('/a', 'GET', 200, bound_s * 1000 * 1.001);
    const { cumulative, sum_s } = latenciesOf(tally.counts().endpoints['/a']);
    const expected = [...LATENCY_BOUNDS_S, Infinity].map((_, at) => (at < i ? 0 : at === i ? 1 : 2));
    expect(cumulative, `bound ${bound_s}`).toEqual(expected);
    expect(sum_s).toBeCloseTo(bound_s * 2.001, 9);
  }
});

it('counts as a slow count of the same requests does', () => {
  const seed = 20261122;
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const tally = new RequestTally();
  const slow = new Map<string, number>();
  for (let i = 0; i < 5_000; i++) {
    const [endpoint, method] = [
      pick(['/a', '/b']),
      pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'BREW', undefined]),
    ];
    const status = pick([200, 404, 405, 499, 503, 207, 599, 999]);
    tally.count(endpoint, method, status, random() * 20_000);
    const known = ['GET', 'HEAD', 'OPTIONS'].includes(method ?? '') ? method : 'other';
    const key = `${endpoint} ${known} ${STATUSES.includes(String(status)) ? status : 'other'}`;
    slow.set(key, (slow.get(key) ?? 0) + 1);
  }
  const { endpoints } = tally.counts();
  const fast = Object.entries(endpoints).flatMap(([endpoint, counts]) =>
    requestsOf(counts)
      .filter((cell) => cell.requests > 0)
      .map((cell) => [`${endpoint} ${cell.method} ${cell.status}`, cell.requests] as const),
  );
  expect(new Map(fast), `seed ${seed}`).toEqual(slow);
  for (const endpoint of ['/a', '/b'])
    expect(latenciesOf(endpoints[endpoint]).cumulative.at(-1)).toBe(
      requestsOf(endpoints[endpoint]).reduce((sum, cell) => sum + cell.requests, 0),
    );
});

it('keeps in the sum what workers counted that have ended, and uses their slots again', () => {
  const board = new WorkerBoard();
  const tallies = [new RequestTally(), new RequestTally(), new RequestTally()];
  const tell = (worker: number): void => board.report(worker, figuresOf(tallies[worker]));
  const slots = (): number[] => board.workers().map(({ slot }) => slot);
  for (const worker of [0, 1]) {
    for (let i = 0; i <= worker; i++) tallies[worker].count('/a', 'GET', 200, 1);
    tallies[worker].countError('INVALID_API_KEY');
    tell(worker);
  }
  expect([requests(board.counts(), '/a'), board.counts().errors.INVALID_API_KEY]).toEqual([3, 2]);
  // Told twice, counted once.
  tell(0);
  expect(requests(board.counts(), '/a')).toBe(3);
  board.drop(0);
  board.drop(0);
  expect([requests(board.counts(), '/a'), board.counts().errors.INVALID_API_KEY]).toEqual([3, 2]);
  expect(slots()).toEqual([2]);
  tell(2);
  tallies[2].count('/a', 'GET', 500, 1);
  tell(2);
  expect(slots()).toEqual([1, 2]);
  expect(requests(board.counts(), '/a')).toBe(4);
});
