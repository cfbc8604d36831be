import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Exposition } from '../../src/metrics/exposition.js';
import { exampleBoard, exampleWorker } from './example-board.js';
import { readExposition } from './exposition-reader.js';

/** The dashboard and the alert rules: what they ask for is there, in Prometheus' own grammar. */

const deploy = resolve(import.meta.dirname, '../../deploy');

/** Labels that Prometheus itself adds. */
const ADDED = ['job', 'instance'];

/** The labels of every series of the text. */
let known: Map<string, Set<string>>;
beforeAll(async () => {
  // Prometheus' own: whether a target could be scraped.
  known = new Map([['up', new Set(ADDED)]]);
  const text = await new Exposition(() => exampleBoard(exampleWorker('a'))).text();
  for (const { samples } of readExposition(text).values())
    for (const { name, labels } of samples)
      known.set(name, new Set([...(known.get(name) ?? ADDED), ...Object.keys(labels)]));
});

/** What is wrong with an expression. */
function problemsOf(expression: string): string[] {
  // Grafana puts its variables in before Prometheus sees them.
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'x');
  const problems: string[] = [];
  let series = 0;
  parser.parse(text).iterate({
    enter: ({ type, node, from, to }) => {
      if (type.isError) problems.push(`not PromQL at ${from}: ${text}`);
      if (type.name !== 'VectorSelector') return;
      series++;
      const name = node.getChild('Identifier');
      const metric = name === null ? '' : text.slice(name.from, name.to);
      const labels = known.get(metric);
      if (labels === undefined) problems.push(`no series ${metric}`);
      for (const [, label] of text.slice(from, to).matchAll(/[{,]\s*(\w+)\s*[=!]/g))
        if (labels?.has(label) === false) problems.push(`${metric} has no label ${label}`);
    },
  });
  return series === 0 ? [...problems, `no series at all: ${text}`] : problems;
}

it('notices a wrong expression', () => {
  expect(problemsOf('sum(rate(gazarch_http_requests_total{status="200"}[5m])) / 2')).toEqual([]);
  expect(problemsOf('sum(rate(gazarch_http_requests[5m]))')).toEqual(['no series gazarch_http_requests']);
  expect(problemsOf('gazarch_ready{status="1"}')).toEqual(['gazarch_ready has no label status']);
  expect(problemsOf('sum(rate(gazarch_ready[5m])')).not.toEqual([]);
  expect(problemsOf('gazarch_ready ==')).not.toEqual([]);
  expect(problemsOf('1')).not.toEqual([]);
});

describe('the dashboard', () => {
  interface Panel {
    id: number;
    type: string;
    title: string;
    datasource?: { uid: string };
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { refId: string; expr: string; datasource: { uid: string } }[];
  }
  interface Dashboard {
    title: string;
    schemaVersion: number;
    templating: { list: { name: string; type: string; query: unknown }[] };
    panels: Panel[];
  }
  const dashboard = JSON.parse(readFileSync(`${deploy}/grafana/gazarch.json`, 'utf8')) as Dashboard;
  const charts = dashboard.panels.filter(({ type }) => type !== 'row');

  it('asks for series that are there', () => {
    const expressions = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.flatMap(problemsOf)).toEqual([]);
    expect(expressions.length).toBeGreaterThan(25);
  });

  it('uses every series', () => {
    const all = JSON.stringify(charts);
    const bases = [...known.keys()].filter((name) => !all.includes(name));
    expect(bases).toEqual([]);
  });

  it('can be imported: a variable for the data source, ids once, panels that do not overlap', () => {
    expect(dashboard).toMatchObject({ title: 'gazarch', schemaVersion: expect.any(Number) as number });
    expect(dashboard.templating.list[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { title, datasource, targets = [] } of charts) {
      const sources = [datasource, ...targets.map((target) => target.datasource)];
      expect(new Set(sources.map((source) => source?.uid)), title).toEqual(new Set(['${datasource}']));
      expect(targets.length, title).toBeGreaterThan(0);
    }
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describe('the alert rules', () => {
  interface Rule {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: { summary: string; description: string; runbook_url: string };
  }
  const { groups } = parse(readFileSync(`${deploy}/prometheus/alerts.yml`, 'utf8')) as {
    groups: { name: string; rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);

  it('ask for series that are there', () => {
    expect(rules.flatMap(({ expr }) => problemsOf(expr))).toEqual([]);
    expect(rules.length).toBeGreaterThanOrEqual(5);
  });

  it('each have a section that says what to do, and no section is left over', () => {
    const page = readFileSync(`${deploy}/../docs/alerts.md`, 'utf8');
    const sections = [...page.matchAll(/^### (Gazarch\w+)\n\n([^]*?)(?=\n##|$(?![^]))/gm)];
    expect(sections.map(([, name]) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const [, name, text] of sections) expect(text.length, name).toBeGreaterThan(100);
    // It ends by a series that the rule asks for. Slow alerts watch the share of the fast one before them.
    for (const [, name, text] of sections) {
      const [, over = ''] = /\nThe alert ends ([^]*)$/.exec(text) ?? [];
      const { expr } = rules.find(({ alert }) => alert === name)!;
      const isNamed = [...over.matchAll(/`(gazarch_\w+|up)`/g)].some(([, series]) => expr.includes(series));
      expect(isNamed || /^when the share of (?:failures|slow answers) is/.test(over), name).toBe(true);
    }
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
  });

  it('have what Prometheus takes, and nothing else', () => {
    for (const rule of rules) {
      const { for: held = '0s', labels, annotations } = rule;
      expect(rule.alert).toMatch(/^Gazarch[A-Za-z]+$/);
      expect(held).toMatch(/^\d+[smhd]$/);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook_url']);
      const allowed = ['alert', 'expr', 'for', 'labels', 'annotations'];
      expect(Object.keys(rule).filter((key) => !allowed.includes(key))).toEqual([]);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});
