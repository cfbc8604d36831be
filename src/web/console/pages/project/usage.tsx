import type { ComponentProps } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ENDPOINTS, type Project } from '../../../../console/api/project-data.js';
import type { Usage as UsageAnswer, UsageFigures, UsageOutcome } from '../../../../console/api/usage-data.js';
import { useAnswer } from '../../api/answers.js';
import { binName, binsOf, GROUP_OF, GROUPS, pointName, type Bin } from '../../chart/bins.js';
import { Chart } from '../../chart/chart.js';
import { usageCsv } from '../../chart/usage-csv.js';
import { SelectField } from '../../parts/form.js';
import { Empty, Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { Table, type Column } from '../../parts/table.js';
import { language } from '../../../shared/language.js';
import { duration, number, percent } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { PERIODS, PeriodChoice } from '../period-choice.js';
import { QuotaMeter } from '../quota-meter.js';
import { KeyChoice } from './key-choice.js';
import { withProject } from './with-project.js';

export const UsagePage = withProject<{ project: string }>(Usage);

/** Requests are counted within 10 seconds, so refreshing more often shows nothing new. */
const REFRESH_MS = 10_000;

/** The choices are in the URL, so that users can share a view. */
function Usage({ project }: { project: Project }) {
  const texts = t().usage;
  const { query, path, route } = useLocation();
  const period = PERIODS.find((name) => name === query['period']) ?? 'today';
  const { key = '', endpoint = '' } = query;
  const usage = useAnswer('GET /api/projects/:project/usage', {
    path: { project: project.id },
    query: { period, key, endpoint },
  });
  useRefresh(period === 'today', usage.reload);
  const choose = (change: Record<string, string>): void => {
    const chosen = Object.entries({ period, key, endpoint, ...change }).filter(([, value]) => value !== '');
    route(`${path}?${new URLSearchParams(chosen).toString()}`, true);
  };
  return (
    <Page
      title={texts.title}
      actions={<PeriodChoice value={period} onChoose={(chosen) => choose({ period: chosen })} />}
    >
      <div class="filters">
        <KeyChoice project={project.id} value={key} onChoose={(chosen) => choose({ key: chosen })} />
        <SelectField
          name="endpoint"
          label={texts.endpoint}
          value={endpoint}
          choices={[
            { value: '', text: texts.allEndpoints },
            ...ENDPOINTS.map((value) => ({ value, text: endpointName(value) })),
          ]}
          onChoose={(chosen) => choose({ endpoint: chosen })}
        />
      </div>
      <Loaded from={usage}>{(answer) => <Figures usage={answer} />}</Loaded>
    </Page>
  );
}

/** Refreshes today's counts while they are shown. A hidden page sends no requests. */
function useRefresh(isOn: boolean, reload: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  });
}

function Figures({ usage }: { usage: UsageAnswer }) {
  const texts = t().usage;
  if (!usage.is_counted) return <Notice kind="warn">{texts.notCounted}</Notice>;
  const { total, quota } = usage;
  return (
    <div class="stack-l">
      <dl class="figures">
        <Figure name={texts.requests} value={number(total.requests)} />
        <Figure
          name={texts.answered}
          value={total.requests === 0 ? '–' : percent(answeredOf(total) / total.requests)}
          note={texts.answeredHint}
        />
        <Figure
          name={texts.p95}
          value={duration(total.p95_ms)}
          note={
            total.p50_ms === null
              ? texts.noAnswers
              : texts.p95Hint(duration(total.p50_ms), duration(total.p99_ms))
          }
        />
        <Figure
          name={texts.month}
          value={number(quota.used)}
          note={quota.quota === null ? texts.noQuota : texts.ofQuota(number(quota.quota))}
        />
      </dl>
      <QuotaMeter quota={quota} />
      {total.requests === 0 ? (
        <Empty title={texts.emptyTitle}>
          <p>{texts.emptyText}</p>
        </Empty>
      ) : (
        <>
          <Requests usage={usage} />
          <Latency usage={usage} />
          <Outcomes total={total} />
          <Breakdown
            title={texts.byEndpoint}
            rows={usage.by_endpoint.map((row) => ({
              ...row,
              id: row.endpoint,
              name: endpointName(row.endpoint),
            }))}
          />
          {usage.by_key.length > 1 && (
            <Breakdown title={texts.byKey} rows={usage.by_key.map((row) => ({ ...row, id: row.key_id }))} />
          )}
        </>
      )}
      <p class="muted small">{texts.zone(usage.time_zone)}</p>
      {total.requests > 0 && (
        <p>
          <a
            class="button"
            download={`gazarch-usage-${usage.period}.csv`}
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(usageCsv(usage))}`}
          >
            {t().safety.export}
          </a>
        </p>
      )}
    </div>
  );
}

/** Returns the number of requests that got a result, or the answer that there is none. */
function answeredOf({ outcomes }: UsageFigures): number {
  return (outcomes.ok ?? 0) + (outcomes.not_found ?? 0);
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

function Requests({ usage }: { usage: UsageAnswer }) {
  const texts = t().usage;
  const bins = useMemo(() => binsOf(usage), [usage]);
  const [pointed, setPointed] = useState<number | null>(null);
  const bin = pointed === null ? undefined : bins[pointed];
  return (
    <Section title={texts.chart}>
      <div class="chart">
        <ul class="chart-legend">
          {GROUPS.map((group) => (
            <li key={group}>
              <i class={`series-${group}`} />
              {texts.groups[group]}
              {bin !== undefined && <b class="number">{number(bin.groups[group])}</b>}
            </li>
          ))}
          <li class="chart-at number">{bin !== undefined && binName(usage, bin.start_s)}</li>
        </ul>
        <Chart
          when={[usage, language.value]}
          draw={(drawer, element, height) =>
            drawer.drawBars(element, bins, { usage, height, onPoint: setPointed })
          }
        />
      </div>
      <NumbersOf
        label={texts.chart}
        rows={bins.filter(({ requests }) => requests > 0).reverse()}
        keyOf={({ start_s }) => start_s}
        columns={[
          [texts.time, ({ start_s }) => <span class="nowrap">{binName(usage, start_s)}</span>],
          [texts.requests, ({ requests }) => number(requests), 'end'],
          ...GROUPS.map((group): Column<Bin> => [
            texts.groups[group],
            ({ groups }) => number(groups[group]),
            'end',
          ]),
        ]}
      />
    </Section>
  );
}

function Latency({ usage }: { usage: UsageAnswer }) {
  const texts = t().usage;
  const points = usage.series.filter(({ p50_ms }) => p50_ms !== null);
  const [pointed, setPointed] = useState<number | null>(null);
  const point = pointed === null ? undefined : points[pointed];
  if (points.length === 0) return null;
  return (
    <Section title={texts.latencyChart}>
      <div class="chart">
        <ul class="chart-legend">
          <li>
            <i class="series-ok" />
            {texts.p50}
            {point && <b class="number">{duration(point.p50_ms)}</b>}
          </li>
          <li>
            <i class="series-p95" />
            {texts.p95}
            {point && <b class="number">{duration(point.p95_ms)}</b>}
          </li>
          <li class="chart-at number">{point && pointName(usage, point.start_s)}</li>
        </ul>
        <Chart
          when={[usage, language.value]}
          draw={(drawer, element, height) =>
            drawer.drawLatency(element, { usage, height, onPoint: setPointed })
          }
        />
      </div>
      <NumbersOf
        label={texts.latencyChart}
        rows={points.toReversed()}
        keyOf={({ start_s }) => start_s}
        columns={[
          [texts.time, ({ start_s }) => <span class="nowrap">{pointName(usage, start_s)}</span>],
          [texts.p50, ({ p50_ms }) => duration(p50_ms), 'end'],
          [texts.p95, ({ p95_ms }) => duration(p95_ms), 'end'],
          [texts.p99, ({ p99_ms }) => duration(p99_ms), 'end'],
        ]}
      />
    </Section>
  );
}

/** Shows a chart's numbers as a table. */
function NumbersOf<Row>(table: ComponentProps<typeof Table<Row>>) {
  return (
    <details class="more">
      <summary>{t().usage.table}</summary>
      <Table {...table} />
    </details>
  );
}

function Outcomes({ total }: { total: UsageFigures }) {
  const texts = t().usage;
  const outcomes = (Object.entries(total.outcomes) as [UsageOutcome, number][])
    .filter(([, requests]) => requests > 0)
    .sort(([, a], [, b]) => b - a);
  return (
    <Section title={texts.byOutcome}>
      <ul class="bars">
        {outcomes.map(([outcome, requests]) => (
          <li key={outcome}>
            <div>
              <span>
                <b>{texts.outcomes[outcome]}</b>{' '}
                <span class="muted small">{texts.outcomeHints[outcome]}</span>
              </span>
              <span class="number nowrap">
                {number(requests)} <span class="muted">· {percent(requests / total.requests)}</span>
              </span>
            </div>
            <div class="meter" aria-hidden="true">
              <span
                class={`series-${GROUP_OF[outcome]}`}
                style={{ width: `${(requests / total.requests) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface BreakdownProps {
  title: string;
  rows: readonly (UsageFigures & { id: string; name: string })[];
}

function Breakdown({ title, rows }: BreakdownProps) {
  const texts = t().usage;
  return (
    <Section title={title}>
      <Table
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          [title === texts.byKey ? texts.key : texts.endpoint, ({ name }) => name],
          [texts.requests, ({ requests }) => number(requests), 'end'],
          [texts.answered, (row) => percent(answeredOf(row) / Math.max(1, row.requests)), 'wide end'],
          ['p50', ({ p50_ms }) => duration(p50_ms), 'wide end'],
          ['p95', ({ p95_ms }) => duration(p95_ms), 'end'],
          ['p99', ({ p99_ms }) => duration(p99_ms), 'wide end'],
        ]}
      />
    </Section>
  );
}

export function endpointName(endpoint: string): string {
  const names: Readonly<Record<string, string | undefined>> = t().endpoints.names;
  return names[endpoint] ?? endpoint;
}
