import type { Usage, UsageOutcome, UsagePoint } from '../../../console/api/usage-data.js';

/** The groups in a chart, which are few enough to tell apart. */
export const GROUPS = ['ok', 'nothing', 'refused', 'failed'] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_OF: Readonly<Record<UsageOutcome, Group>> = {
  ok: 'ok',
  not_found: 'nothing',
  bad_request: 'refused',
  unauthorized: 'refused',
  forbidden: 'refused',
  limited: 'refused',
  timeout: 'failed',
  client_gone: 'failed',
  unavailable: 'failed',
  error: 'failed',
};

/** One bar in the chart, and one row in the table that shows the same numbers. */
export interface Bin {
  /** Unix seconds. */
  start_s: number;
  requests: number;
  groups: Record<Group, number>;
}

const QUARTER_S = 15 * 60;
const WEEK_S = 7 * 86_400;

/**
 * Groups counts into bars that are wide enough to see: quarters of an hour, days, weeks. Bars without
 * requests are included.
 */
export function binsOf(usage: Usage): Bin[] {
  const starts = startsOf(usage);
  const bins = starts.map((start_s): Bin => ({
    start_s,
    requests: 0,
    groups: { ok: 0, nothing: 0, refused: 0, failed: 0 },
  }));
  let at = 0;
  for (const point of usage.series) {
    while (at + 1 < bins.length && bins[at + 1].start_s <= point.start_s) at++;
    if (bins[at] !== undefined) add(bins[at], point);
  }
  return bins;
}

function add(bin: Bin, point: UsagePoint): void {
  bin.requests += point.requests;
  for (const [outcome, requests] of Object.entries(point.outcomes) as [UsageOutcome, number][])
    bin.groups[GROUP_OF[outcome] ?? 'failed'] += requests;
}

function startsOf({ step, from_s, until_s, time_zone }: Usage): number[] {
  if (step === 'minute') return steps(from_s - (from_s % QUARTER_S), until_s, QUARTER_S);
  if (step === 'day') return steps(from_s, until_s, WEEK_S);
  // Groups hours into days in the deployment's time zone: a day begins when the date changes. The first day
  // began before the requested period did.
  const starts: number[] = [];
  let before = '';
  for (const hour_s of steps(from_s, until_s, 3600)) {
    const { date } = timeIn(time_zone, hour_s);
    if (date !== before) starts.push(hour_s);
    before = date;
  }
  if (starts.length > 1) starts[0] = starts[1] - 86_400;
  return starts;
}

function steps(from_s: number, until_s: number, step_s: number): number[] {
  const starts: number[] = [];
  for (let start_s = from_s; start_s < until_s; start_s += step_s) starts.push(start_s);
  return starts;
}

/** Returns the date and time of day in a time zone: `2026-11-23`, `14:05`. */
export function timeIn(zone: string, time_s: number): { date: string; time: string } {
  const [date = '', time = ''] = formatIn(zone)
    .format(time_s * 1000)
    .split(', ');
  return { date, time };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format !== undefined) return format;
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  format = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone: zone });
  formats.set(zone, format);
  return format;
}

/**
 * Returns the time zone in which a period's times are shown. Days are shown as dates, which are the same in
 * every time zone.
 */
export function zoneOf({ step, time_zone }: Usage): string {
  return step === 'day' ? 'UTC' : time_zone;
}

/** Returns a bar's name: a time of day, a date, or the first and last day of a week. */
export function binName(usage: Usage, start_s: number): string {
  const { date, time } = timeIn(zoneOf(usage), start_s);
  if (usage.step === 'minute') return time;
  if (usage.step === 'hour') return date;
  const last_s = Math.min(start_s + WEEK_S, usage.until_s) - 86_400;
  return `${date} – ${timeIn('UTC', last_s).date.slice(5)}`;
}

/** Returns the name of a point in the chart: a minute, an hour of a day, or a day. */
export function pointName(usage: Usage, start_s: number): string {
  const { date, time } = timeIn(zoneOf(usage), start_s);
  if (usage.step === 'minute') return time;
  return usage.step === 'hour' ? `${date} ${time}` : date;
}
