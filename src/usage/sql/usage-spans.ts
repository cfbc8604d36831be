import { addDays, monthsBefore, type Calendar } from '../calendar.js';
import { monthStart } from '../month.js';
import type { UsageCount } from '../usage-cells.js';
import type { UsageSpan } from '../usage-store.js';
import { BUCKETS, OUTCOMES, QUOTA_OUTCOMES, USAGE_ENDPOINTS } from '../usage-tables.js';

const MINUTE_S = 60;
const HOUR_S = 3600;

/** How long counts of each granularity are kept. */
const KEPT = { minute_hours: 48, hour_days: 35, day_months: 13 } as const;

/** Returns the time from which counts of this span are kept. */
export function keptFrom_s(span: UsageSpan, now_ms: number, calendar: Calendar): number {
  const now_s = Math.floor(now_ms / 1000);
  switch (span) {
    case 'minute':
      return now_s - KEPT.minute_hours * HOUR_S;
    case 'hour':
      return addDays(now_s, -KEPT.hour_days);
    case 'day':
      return monthsBefore(calendar.dateAt(now_ms), KEPT.day_months);
  }
}

/** A count to add to one row of `usage_counts`. */
export interface Addition {
  span: UsageSpan;
  start_s: number;
  keyId: string;
  endpoint: string;
  outcome: string;
  requests: number;
  buckets: number[];
}

/**
 * Adds every count to three rows, one each for its minute, its hour and its day. Each row is therefore exact,
 * and nothing needs to be aggregated later. Days follow the calendar; an hour may be part of two days.
 * @returns one addition per row, in the order of the rows. All writers lock rows in this order.
 */
export function additionsOf(counts: readonly UsageCount[], calendar: Calendar): Addition[] {
  const additions = new Map<string, Addition>();
  for (const count of counts) {
    const time_s = count.minute * MINUTE_S;
    note(additions, 'minute', time_s, count);
    note(additions, 'hour', time_s - (time_s % HOUR_S), count);
    note(additions, 'day', calendar.dateAt(time_s * 1000), count);
  }
  return [...additions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, addition]) => addition);
}

/** A count to add to one row of `usage_months`. */
export interface MonthAddition {
  month_s: number;
  keyId: string;
  requests: number;
}

/** Returns the number of requests that count towards quotas, by month and key, in row order. */
export function monthAdditionsOf(counts: readonly UsageCount[], calendar: Calendar): MonthAddition[] {
  const additions = new Map<string, MonthAddition>();
  for (const { minute, keyId, outcome, buckets } of counts) {
    // A request without a key counts towards no quota.
    if (keyId === '' || !QUOTA_OUTCOMES.includes(OUTCOMES[outcome])) continue;
    const month_s = monthStart(calendar.dateAt(minute * MINUTE_S * 1000));
    const place = `${month_s} ${keyId}`;
    let addition = additions.get(place);
    if (addition === undefined) additions.set(place, (addition = { month_s, keyId, requests: 0 }));
    for (const requests of buckets) addition.requests += requests;
  }
  return [...additions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, addition]) => addition);
}

function note(
  additions: Map<string, Addition>,
  span: UsageSpan,
  start_s: number,
  { keyId, endpoint, outcome, buckets }: UsageCount,
): void {
  const [endpointName, outcomeName] = [USAGE_ENDPOINTS[endpoint], OUTCOMES[outcome]];
  const place = `${span} ${start_s} ${keyId} ${endpointName} ${outcomeName}`;
  let addition = additions.get(place);
  if (addition === undefined) {
    const empty = new Array<number>(BUCKETS).fill(0);
    const of = { endpoint: endpointName, outcome: outcomeName, requests: 0, buckets: empty };
    additions.set(place, (addition = { span, start_s, keyId, ...of }));
  }
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    addition.buckets[bucket] += buckets[bucket];
    addition.requests += buckets[bucket];
  }
}
