import type { Usage, UsageFigures, UsagePeriod, UsagePoint } from '../../../src/console/api/usage-data.js';

/** Usage as a fake console tells it: the same every time, with busy days and quiet nights. */

const STEP_S = { minute: 60, hour: 3600, day: 86_400 } as const;
const STEP_OF = { today: 'minute', '30d': 'hour', '13m': 'day' } as const;
const STEPS = { today: 14 * 60, '30d': 30 * 24, '13m': 395 } as const;

/** @param now_s the last step ends here */
export function fakeUsage(period: UsagePeriod, now_s: number, isEmpty: boolean): Usage {
  const step = STEP_OF[period];
  const step_s = STEP_S[step];
  const until_s = Math.floor(now_s / step_s) * step_s;
  const from_s = until_s - STEPS[period] * step_s;
  const series: UsagePoint[] = [];
  for (let start_s = from_s; start_s < until_s && !isEmpty; start_s += step_s) {
    const figures = figuresAt((start_s - from_s) / step_s, STEPS[period]);
    if (figures.requests > 0) series.push({ start_s, ...figures });
  }
  const total = sum(series);
  const keys = [
    { key_id: 'key_web', name: 'Вэбсайт', ...share(total, 0.7) },
    { key_id: 'key_android', name: 'Android апп', ...share(total, 0.3) },
  ];
  return {
    ...{ period, step, from_s, until_s, time_zone: 'Asia/Ulaanbaatar', total, series },
    by_endpoint: [
      { endpoint: 'geocode', ...share(total, 0.8) },
      { endpoint: 'route', ...share(total, 0.2) },
    ],
    by_key: isEmpty ? [] : keys,
    quota: { month: '2026-11-01', until: '2026-12-01', used: 84_210, quota: 100_000, refuses: true },
    is_counted: true,
  };
}

function figuresAt(index: number, steps: number): UsageFigures {
  const wave = 40 + 30 * Math.sin((index / steps) * Math.PI * 9) + 14 * Math.sin(index * 1.7);
  const ok = Math.max(0, Math.round(wave));
  const limited = index % 23 === 0 ? Math.round(wave / 4) : 0;
  const failed = index % 97 === 3 ? 6 : 0;
  const outcomes = {
    ok,
    not_found: Math.round(ok / 12),
    bad_request: index % 7 === 0 ? 3 : 0,
    limited,
    error: failed,
  };
  const requests = Object.values(outcomes).reduce((a, b) => a + b, 0);
  return {
    requests,
    outcomes,
    p50_ms: ok === 0 ? null : 0.5,
    p95_ms: ok === 0 ? null : index % 5 === 0 ? 5 : 2,
    p99_ms: 10,
  };
}

function sum(points: readonly UsagePoint[]): UsageFigures {
  const outcomes: UsageFigures['outcomes'] = {};
  for (const point of points)
    for (const [name, n] of Object.entries(point.outcomes) as [keyof typeof outcomes, number][])
      outcomes[name] = (outcomes[name] ?? 0) + n;
  const requests = points.reduce((all, point) => all + point.requests, 0);
  const none = points.length === 0;
  return { requests, outcomes, p50_ms: none ? null : 0.5, p95_ms: none ? null : 2, p99_ms: none ? null : 10 };
}

function share({ requests, outcomes, ...latency }: UsageFigures, part: number): UsageFigures {
  const parts = Object.entries(outcomes).map(([name, n]) => [name, Math.round(n * part)] as const);
  return { requests: Math.round(requests * part), outcomes: Object.fromEntries(parts), ...latency };
}
