import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { Exposition } from '../../src/metrics/exposition.js';
import { SERIES, type Board } from '../../src/metrics/series.js';
import { exampleBoard, exampleWorker } from './example-board.js';
import { readExposition, sumOf, valueOf, type Family } from './exposition-reader.js';

async function familiesOf(board: Board): Promise<Map<string, Family>> {
  return readExposition(await new Exposition(() => board).text());
}

it('is valid text with every series, summed over the workers', async () => {
  const families = await familiesOf(exampleBoard(exampleWorker('a'), exampleWorker('a')));
  expect([...families.keys()].sort()).toEqual(SERIES.map(({ name }) => name).sort());
  for (const { name, type, help } of SERIES) expect(families.get(name)).toMatchObject({ type, help });
  expect([...families.values()].filter(({ samples }) => samples.length === 0)).toEqual([]);
  const requests = 'gazarch_http_requests_total';
  expect(valueOf(families, requests, { endpoint: '/v1/route', method: 'GET', status: '200' })).toBe(4);
  expect(valueOf(families, requests, { endpoint: 'unknown', method: 'other', status: '404' })).toBe(2);
  expect(valueOf(families, requests, { endpoint: '/v1/geocode', status: '500' })).toBe(0);
  const latency = 'gazarch_http_request_duration_seconds';
  const route = { endpoint: '/v1/route' };
  expect(valueOf(families, `${latency}_bucket`, { ...route, le: '0.00025' })).toBe(0);
  expect(valueOf(families, `${latency}_bucket`, { ...route, le: '0.0005' })).toBe(2);
  expect(valueOf(families, `${latency}_bucket`, { ...route, le: '10' })).toBe(2);
  expect(valueOf(families, `${latency}_bucket`, { ...route, le: '+Inf' })).toBe(4);
  expect(valueOf(families, `${latency}_sum`, route)).toBeCloseTo(24.0006, 9);
  expect(valueOf(families, 'gazarch_rate_limit_refusals_total')).toBe(2);
  const calls = { source: 'osrm driving' };
  expect(valueOf(families, 'gazarch_upstream_calls_total', { ...calls, outcome: 'ok' })).toBe(4);
  expect(valueOf(families, 'gazarch_upstream_calls_total', { ...calls, outcome: 'failed' })).toBe(0);
  const durations = 'gazarch_upstream_call_duration_seconds';
  expect(valueOf(families, `${durations}_bucket`, { ...calls, le: '0.0005' })).toBe(2);
  expect(valueOf(families, `${durations}_bucket`, { ...calls, le: '+Inf' })).toBe(4);
  expect(valueOf(families, `${durations}_sum`, calls)).toBeCloseTo(40.0006, 9);
  expect(valueOf(families, 'gazarch_http_connections_open')).toBe(6);
  expect(valueOf(families, 'gazarch_worker_restarts_total')).toBe(2);
  expect(sumOf(families, 'gazarch_worker_heap_used_bytes')).toBe(90_000_000);
});

it('says no where one worker does, and shows each dataset that is served', async () => {
  const ill = exampleWorker('b', { isReady: false, checks: { keys: 'fail', rate_limits: 'ok' } });
  const families = await familiesOf(exampleBoard(exampleWorker('a'), ill, exampleWorker('a')));
  expect(valueOf(families, 'gazarch_ready')).toBe(0);
  const checks = families.get('gazarch_readiness_check')!.samples;
  expect(checks.map(({ labels, value }) => [labels['check'], value])).toEqual([
    ['keys', 0],
    ['rate_limits', 1],
    ['geocoding', 1],
  ]);
  const editions = families.get('gazarch_dataset_info')!.samples;
  expect(editions.map(({ labels }) => labels['edition'])).toEqual(['a', 'b']);
});

it('shows nothing where nothing is known: no worker yet, no dataset', async () => {
  const none = await familiesOf(exampleBoard());
  expect([valueOf(none, 'gazarch_ready'), valueOf(none, 'gazarch_workers')]).toEqual([0, 0]);
  const families = await familiesOf(exampleBoard(exampleWorker('', { dataset: null })));
  expect(valueOf(families, 'gazarch_dataset_written_timestamp_seconds')).toBeUndefined();
  expect(valueOf(families, 'gazarch_dataset_sources_timestamp_seconds')).toBeUndefined();
});

it('says what is now, not what was at the scrape before', async () => {
  let board = exampleBoard(exampleWorker('old'), exampleWorker('old'));
  const exposition = new Exposition(() => board);
  await exposition.text();
  board = exampleBoard(exampleWorker('new'));
  const families = readExposition(await exposition.text());
  expect(valueOf(families, 'gazarch_rate_limit_refusals_total')).toBe(1);
  expect(families.get('gazarch_dataset_info')!.samples.map(({ labels }) => labels)).toEqual([
    { edition: 'new' },
  ]);
  expect(sumOf(families, 'gazarch_worker_heap_used_bytes')).toBe(60_000_000);
});

it('is described in docs/metrics.md, each series with its type and labels', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/metrics.md'), 'utf8');
  const rows = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => name?.startsWith('`'))
    .map(([, name, type, labels]) => `${name} ${type} ${labels}`);
  const expected = SERIES.map(
    ({ name, type, labels }) => `\`${name}\` ${type} ${labels.map((label) => `\`${label}\``).join(', ')}`,
  );
  expect(rows).toEqual(expected);
});
