import { addDays, dateText, monthsBefore, type Calendar } from '../../../usage/calendar.js';
import { monthAt } from '../../../usage/month.js';
import { figuresBy, totalOf, type UsageFigures as Figures } from '../../../usage/usage-report.js';
import type { UsageSpan, UsageStore, UsageSum } from '../../../usage/usage-store.js';
import type { KeyStore } from '../../../keys/key-store.js';
import type { Project } from '../../../keys/project.js';
import type { QuotaState, Usage, UsageFigures, UsagePeriod, UsageQuery } from '../../api/usage-data.js';
import type { BusyKey, UnfoundSearches } from '../../api/operator-contract.js';
import type { Access, Person } from '../guards/access.js';
import { notFound } from '../guards/console-error.js';

const QUARTER_MS = 900_000;
const HOUR_S = 3_600;
const MINUTE_S = 60;

/** A latency above the largest bucket is shown as that bucket's bound. */
const LONGEST_MS = 10_000;

/** The maximum number of keys in the list of the busiest keys. */
const BUSIEST = 50;
const UNFOUND = 200;

interface Parts {
  access: Access;
  keys: KeyStore;
  /** `null` if this deployment does not count usage. */
  store: UsageStore | null;
  calendar: Calendar;
}

interface Window {
  step: UsageSpan;
  from_s: number;
  until_s: number;
}

/** The usage that the pages show. */
export class ProjectUsage {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read(person: Person, projectId: string, query: UsageQuery): Promise<Usage> {
    const { project } = await this.#parts.access.project(person, projectId, 'viewer');
    const keys = (await this.#parts.keys.list(projectId)).map(({ key }) => key);
    const key = query.key === undefined ? null : keys.find(({ id }) => id === query.key);
    if (key === undefined) throw notFound('key');
    const keyIds = key === null ? keys.map(({ id }) => id) : [key.id];
    const window = this.#windowOf(query.period, Date.now());
    const sums = await this.#sums(window, keyIds);
    const wanted =
      query.endpoint === undefined ? sums : sums.filter(({ endpoint }) => endpoint === query.endpoint);
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    return {
      period: query.period,
      ...window,
      time_zone: this.#parts.calendar.timeZone,
      total: shown(totalOf(wanted)),
      series: [...figuresBy(wanted, ({ start_s }) => start_s!)]
        .sort(([a], [b]) => a - b)
        .map(([start_s, figures]) => ({ start_s, ...shown(figures) })),
      by_endpoint: busiest(wanted, ({ endpoint }) => endpoint as string).map(([endpoint, figures]) => ({
        endpoint,
        ...shown(figures),
      })),
      by_key: busiest(wanted, ({ keyId }) => keyId!).map(([key_id, figures]) => ({
        key_id,
        name: names.get(key_id) ?? key_id,
        ...shown(figures),
      })),
      quota: await this.quotaOf(key ?? project, keyIds),
      is_counted: this.#parts.store !== null,
    };
  }

  /** Returns how much of a monthly quota the given keys have used in total. */
  async quotaOf(
    of: Pick<Project, 'monthlyQuota' | 'quotaRefuses'>,
    keyIds: readonly string[],
  ): Promise<QuotaState> {
    const { first_s, next_s } = monthAt(this.#parts.calendar, Date.now());
    const used = await this.usedThisMonth();
    return {
      month: dateText(first_s),
      until: dateText(next_s),
      used: keyIds.reduce((sum, id) => sum + (used.get(id) ?? 0), 0),
      quota: of.monthlyQuota,
      refuses: of.quotaRefuses,
    };
  }

  /** Returns, for each key, the number of this month's requests that count toward quotas. */
  async usedThisMonth(): Promise<ReadonlyMap<string, number>> {
    const { store, calendar } = this.#parts;
    return store === null ? new Map() : store.monthlyUse(monthAt(calendar, Date.now()).first_s);
  }

  /** Returns the busiest keys of all projects, for operators. */
  async busiest(period: UsagePeriod): Promise<BusyKey[]> {
    const { store, keys } = this.#parts;
    if (store === null) return [];
    const { step, from_s, until_s } = this.#windowOf(period, Date.now());
    const sums = await store.read({ span: step, from_s, until_s, by: ['key', 'outcome'] });
    const stored = new Map((await keys.list()).map(({ key }) => [key.id, key]));
    const projects = new Map((await keys.projects()).map(({ id, name }) => [id, name]));
    return busiest(
      sums.filter(({ keyId }) => stored.has(keyId!)),
      ({ keyId }) => keyId!,
    )
      .slice(0, BUSIEST)
      .map(([id, figures]) => {
        const { name, projectId } = stored.get(id)!;
        const { ok, not_found } = figures.outcomes;
        return {
          key_id: id,
          name,
          project_id: projectId,
          project_name: projects.get(projectId) ?? '',
          requests: figures.requests,
          failed: figures.requests - ok - not_found,
        };
      });
  }

  /** Returns searches without results, for operators: see `UsageStore`. */
  async unfound(): Promise<UnfoundSearches[]> {
    const found = (await this.#parts.store?.unfound(Date.now(), UNFOUND)) ?? [];
    return found.map(({ last_s, ...rest }) => ({ ...rest, last: dateText(last_s) }));
  }

  /** Returns the month, such as `2026-11`. */
  monthName(): string {
    return dateText(monthAt(this.#parts.calendar, Date.now()).first_s).slice(0, 7);
  }

  async #sums({ step, from_s, until_s }: Window, keyIds: readonly string[]): Promise<UsageSum[]> {
    const { store } = this.#parts;
    if (store === null || keyIds.length === 0) return [];
    return store.read({ span: step, from_s, until_s, keyIds, by: ['start', 'key', 'endpoint', 'outcome'] });
  }

  #windowOf(period: UsagePeriod, now_ms: number): Window {
    const { calendar } = this.#parts;
    const now_s = Math.floor(now_ms / 1000);
    const today_s = calendar.dateAt(now_ms);
    switch (period) {
      case 'today': {
        const from_s = this.#midnight_s(now_ms);
        return { step: 'minute', from_s, until_s: now_s - (now_s % MINUTE_S) + MINUTE_S };
      }
      case '30d': {
        const until_s = now_s - (now_s % HOUR_S) + HOUR_S;
        return { step: 'hour', from_s: addDays(until_s, -30), until_s };
      }
      case '13m':
        return { step: 'day', from_s: monthsBefore(today_s, 13), until_s: addDays(today_s, 1) };
    }
  }

  /**
   * Returns the midnight at the start of a given moment's date. Every midnight is the start of a quarter of
   * an hour.
   */
  #midnight_s(now_ms: number): number {
    const { calendar } = this.#parts;
    const date_s = calendar.dateAt(now_ms);
    let quarter_ms = now_ms - (now_ms % QUARTER_MS);
    while (calendar.dateAt(quarter_ms - QUARTER_MS) === date_s) quarter_ms -= QUARTER_MS;
    return quarter_ms / 1000;
  }
}

function busiest(sums: readonly UsageSum[], name: (sum: UsageSum) => string): [string, Figures][] {
  return [...figuresBy(sums, name)].sort(([, a], [, b]) => b.requests - a.requests);
}

function shown(figures: Figures): UsageFigures {
  const latency = (share: number): number | null => {
    const latency_ms = figures.latency_ms(share);
    return latency_ms === null ? null : Math.min(latency_ms, LONGEST_MS);
  };
  return {
    requests: figures.requests,
    outcomes: Object.fromEntries(Object.entries(figures.outcomes).filter(([, n]) => n > 0)),
    p50_ms: latency(0.5),
    p95_ms: latency(0.95),
    p99_ms: latency(0.99),
  };
}
