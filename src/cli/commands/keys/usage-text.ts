import type { ApiKey } from '../../../keys/api-key.js';
import { dateText } from '../../../usage/calendar.js';
import { figuresBy, totalOf, UsageFigures } from '../../../usage/usage-report.js';
import type { UsageSum } from '../../../usage/usage-store.js';
import { LATENCY_BOUNDS_US, OUTCOMES, type Outcome } from '../../../usage/usage-tables.js';
import { formatTable } from '../../terminal/output.js';

/** The data that `gazarch usage` prints. All sums are also broken down by outcome. */
export interface UsageView {
  timeZone: string;
  /** All dates shown, oldest first. */
  dates: readonly string[];
  /** The selected key; `null` for all keys. */
  key: ApiKey | null;
  /** The names of all keys, by id. */
  names: ReadonlyMap<string, string>;
  byDate: readonly UsageSum[];
  byEndpoint: readonly UsageSum[];
  /** The sums for each key; empty if one key is selected. */
  byKey: readonly UsageSum[];
}

const SHARES = { p50_ms: 0.5, p95_ms: 0.95, p99_ms: 0.99 } as const;

/** Returns the fields that `--json` prints. Their names are part of the interface and never change. */
export function usageJson(view: UsageView): object {
  const { timeZone, dates, key } = view;
  return {
    time_zone: timeZone,
    from: dates[0],
    to: dates.at(-1),
    key_id: key?.id ?? null,
    total: toJson(totalOf(view.byDate)),
    endpoints: [...figuresBy(view.byEndpoint, (sum) => sum.endpoint!)].map(([endpoint, figures]) => ({
      endpoint,
      ...toJson(figures),
    })),
    days: [...datesOf(view)].map(([date, figures]) => ({ date, ...toJson(figures) })),
    ...(key === null ? { keys: keysOf(view).map(([id, figures]) => keyJson(view, id, figures)) } : {}),
  };
}

/** Prints a row with a bar for each day, and a row for each endpoint. */
export function oneKeyText(view: UsageView, key: ApiKey): string {
  const endpoints = figuresBy(view.byEndpoint, (sum) => sum.endpoint!);
  if (endpoints.size === 0) return `${key.id} (${key.name}) was not used ${period(view)}.`;
  return [
    `${key.id} (${key.name}) ${period(view)}`,
    '',
    table(['DAY'], new Map([...datesOf(view)].map(([date, figures]) => [[date], figures]))),
    '',
    table(['ENDPOINT'], new Map([...endpoints].map(([endpoint, figures]) => [[endpoint], figures]))),
  ].join('\n');
}

/** Prints a row for each key, busiest first. */
export function allKeysText(view: UsageView): string {
  const keys = keysOf(view);
  if (keys.length === 0) return `There were no requests ${period(view)}.`;
  const rows = keys.map(([id, figures]): [string[], UsageFigures] => [
    [id === '' ? '(no known key)' : id, view.names.get(id) ?? ''],
    figures,
  ]);
  return [`All keys ${period(view)}`, '', table(['KEY', 'NAME'], new Map(rows))].join('\n');
}

function period({ dates, timeZone }: UsageView): string {
  const days = dates.length === 1 ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`;
  return `${days} (${timeZone})`;
}

function datesOf({ dates, byDate }: UsageView): Map<string, UsageFigures> {
  const used = figuresBy(byDate, (sum) => dateText(sum.start_s!));
  return new Map(dates.map((date) => [date, used.get(date) ?? new UsageFigures()]));
}

function keysOf({ byKey }: UsageView): [string, UsageFigures][] {
  const figures = [...figuresBy(byKey, (sum) => sum.keyId!)];
  return figures.sort(([, a], [, b]) => b.requests - a.requests);
}

/** The table has no columns for outcomes that did not occur. */
function table(names: readonly string[], rows: ReadonlyMap<string[], UsageFigures>): string {
  const all = [...rows.values()];
  const outcomes = OUTCOMES.filter((outcome) => all.some((figures) => figures.outcomes[outcome] > 0));
  const most = Math.max(...all.map(({ requests }) => requests));
  const numbers = [...rows].map(([, figures]) => numberCells(figures, outcomes));
  const header = ['REQUESTS', ...outcomes.map(heading), 'P50 MS', 'P95 MS', 'P99 MS'];
  const aligned = alignRight([header, ...numbers]);
  return formatTable(
    [...names, ...aligned[0], ''],
    [...rows].map(([own, { requests }], i) => [...own, ...aligned[i + 1], bar(requests, most)]),
  );
}

function heading(outcome: Outcome): string {
  return outcome.toUpperCase().replace('_', ' ');
}

function numberCells(figures: UsageFigures, outcomes: readonly Outcome[]): string[] {
  return [
    figures.requests.toLocaleString('en'),
    ...outcomes.map((outcome) => figures.outcomes[outcome].toLocaleString('en')),
    ...Object.values(SHARES).map((share) => latencyText(figures.latency_ms(share))),
  ];
}

const LARGEST_MS = LATENCY_BOUNDS_US.at(-1)! / 1000;

function latencyText(latency_ms: number | null): string {
  if (latency_ms === null) return '-';
  return latency_ms === Number.POSITIVE_INFINITY ? `>${LARGEST_MS}` : String(latency_ms);
}

function alignRight(rows: readonly string[][]): string[][] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map((cells) => cells.map((cell, column) => cell.padStart(widths[column])));
}

const BAR_WIDTH = 24;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws a bar, which is visible for any value above 0. */
function bar(n: number, most: number): string {
  if (n === 0) return '';
  const eighths = Math.max(1, Math.round((n / most) * BAR_WIDTH * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

function keyJson({ names }: UsageView, id: string, figures: UsageFigures): object {
  return { key_id: id === '' ? null : id, name: names.get(id) ?? null, ...toJson(figures) };
}

/**
 * A latency above the largest bound is unknown, so it is reported as `null`, as if there were no responses.
 */
function toJson(figures: UsageFigures): object {
  const latencies = Object.entries(SHARES).map(([name, share]) => {
    const latency_ms = figures.latency_ms(share);
    return [name, latency_ms === Number.POSITIVE_INFINITY ? null : latency_ms] as const;
  });
  return { requests: figures.requests, outcomes: figures.outcomes, ...Object.fromEntries(latencies) };
}
