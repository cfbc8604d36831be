import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { binName, binsOf } from '../../../src/web/console/chart/bins.js';
import { usageCsv } from '../../../src/web/console/chart/usage-csv.js';
import { snippetOf } from '../../../src/web/shared/snippets.js';
import { deviceName } from '../../../src/web/console/pages/device.js';
import { en } from '../../../src/web/console/text/en.js';
import { mn } from '../../../src/web/console/text/mn.js';
import { fakeUsage } from './fake-usage.js';

const NOON_S = Date.UTC(2026, 10, 23, 12, 0, 0) / 1000;

describe('bars of a chart', () => {
  it.each(['today', '30d', '13m'] as const)('count every request of a period once: %s', (period) => {
    const usage = fakeUsage(period, NOON_S, false);
    const bins = binsOf(usage);
    const counted = bins.reduce((sum, bin) => sum + bin.requests, 0);
    expect(counted).toBe(usage.total.requests);
    for (const { requests, groups } of bins)
      expect(Object.values(groups).reduce((a, b) => a + b, 0)).toBe(requests);
    expect(bins.length).toBeLessThan(100);
  });

  it('are saved as a table that has every request once', () => {
    for (const period of ['today', '30d', '13m'] as const) {
      const usage = fakeUsage(period, NOON_S, false);
      const [header, ...rows] = usageCsv(usage)
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      expect(rows).toHaveLength(usage.series.length);
      const [all, first] = [header.indexOf('requests'), header.indexOf('p50_ms')];
      for (const row of rows) {
        const sum = row.slice(all + 1, first).reduce((total, count) => total + Number(count), 0);
        expect(sum, row.join()).toBe(Number(row[all]));
      }
      expect(rows[0][0]).toMatch(period === '13m' ? /^\d{4}-\d\d-\d\d$/ : /Z$/);
    }
  });

  it('are as wide as each other', () => {
    for (const period of ['today', '30d', '13m'] as const) {
      const starts = binsOf(fakeUsage(period, NOON_S, true)).map(({ start_s }) => start_s);
      const widths = new Set(starts.slice(1).map((start_s, i) => start_s - starts[i]));
      expect([...widths]).toEqual([{ today: 900, '30d': 86_400, '13m': 604_800 }[period]]);
    }
  });

  it('begin with the days of the deployment, and are named by them', () => {
    const usage = fakeUsage('30d', NOON_S, true);
    const [, second] = binsOf(usage);
    // 16:00 in UTC is midnight in Ulaanbaatar.
    expect(new Date(second.start_s * 1000).toISOString()).toMatch(/T16:00:00/);
    expect(binName(usage, second.start_s)).toBe('2026-10-25');
  });
});

describe('requests to paste', () => {
  const request = {
    url: 'http://localhost:8080/v1/geocode',
    query: { q: `Сүхбаатар's "талбай" $HOME \\ \`id\`` },
    secret: 'geo_secret',
  };

  it('reach the program as they are, whatever is typed', () => {
    const code = snippetOf('curl', request);
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${code}`], {
      encoding: 'utf8',
    });
    expect(words.trim().split('\n')).toEqual([
      ...['-G', request.url, '-H', 'Authorization: Bearer geo_secret'],
      ...['--data-urlencode', `q=${request.query.q}`],
    ]);
    const script = snippetOf('JavaScript', request).replace(/const response[^]*/, 'query.get("q")');
    expect(runInNewContext(script, { URLSearchParams })).toBe(request.query.q);
    expect(snippetOf('PHP', request)).toContain(`'Сүхбаатар\\'s "талбай" $HOME \\\\ \`id\`'`);
  });
});

describe('texts', () => {
  it('are Mongolian where they should be, and not left in English', () => {
    // Words that are the same in both languages, or names.
    const same = new Set(['Passkey', 'p50', 'API']);
    const left: string[] = [];
    const compare = (a: unknown, b: unknown, path: string): void => {
      if (typeof a === 'string' && a === b && /[a-z]{3}/i.test(a) && !same.has(a)) left.push(`${path}: ${a}`);
      if (typeof a === 'object' && a !== null)
        for (const [name, value] of Object.entries(a))
          compare(value, (b as Record<string, unknown>)[name], `${path}.${name}`);
    };
    compare(en, mn, '');
    expect(left).toEqual([]);
  });
});

it('names a device by its browser and its system', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1';
  expect([chrome, safari, `${chrome} Edg/156.0`, 'curl/8.5'].map(deviceName)).toEqual([
    ...['Chrome · Linux', 'Safari · iPhone', 'Edge · Linux', 'curl/8.5'],
  ]);
});
