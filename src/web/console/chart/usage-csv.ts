import type { Usage } from '../../../console/api/usage-data.js';
import { writeCsv } from '../../../tables/csv.js';
import { GROUP_OF } from './bins.js';

/**
 * Writes usage as a table, with a row for each step that has requests and a column for each outcome. Times
 * are in UTC.
 */
export function usageCsv({ step, series }: Usage): string {
  const outcomes = Object.keys(GROUP_OF) as (keyof typeof GROUP_OF)[];
  const rows = series.map(({ start_s, requests, outcomes: counts, p50_ms, p95_ms, p99_ms }) => {
    const time = new Date(1000 * start_s).toISOString();
    const numbers = [requests, ...outcomes.map((name) => counts[name] ?? 0), p50_ms, p95_ms, p99_ms];
    return [step === 'day' ? time.slice(0, 10) : time, ...numbers.map((value) => String(value ?? ''))];
  });
  const header = ['time', 'requests', ...outcomes, 'p50_ms', 'p95_ms', 'p99_ms'];
  return writeCsv({ rows: [header, ...rows], delimiter: ',', lineEnd: '\r\n' });
}
