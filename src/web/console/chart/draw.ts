import uPlot from 'uplot';
import type { Usage } from '../../../console/api/usage-data.js';
import { shortDuration } from '../text/format.js';
import { GROUPS, timeIn, zoneOf, type Bin } from './bins.js';

/** Draws charts with uPlot. This module is loaded only if there is a chart to draw. */

export interface Drawn {
  resize: (width: number) => void;
  destroy: () => void;
}

interface Drawing {
  usage: Usage;
  height: number;
  /** Called with the index of the bar or point under the pointer, or null. */
  onPoint: (index: number | null) => void;
}

export function drawBars(element: HTMLElement, bins: readonly Bin[], drawing: Drawing): Drawn {
  const bars = uPlot.paths.bars!({ size: [0.78, 44], align: 1, radius: 0.12 });
  // The bars are stacked: each is drawn from zero up to its cumulative sum, the highest first.
  const order = [...GROUPS].reverse();
  const sums = order.map((_, i) =>
    bins.map(({ groups }) => order.slice(i).reduce((sum, group) => sum + groups[group], 0)),
  );
  const series = order.map((group) => {
    const fill = colourOf(`--series-${group}`);
    return { fill, stroke: fill, width: 0, paths: bars, points: { show: false } };
  });
  const starts = bins.map(({ start_s }) => start_s);
  const width_s = (starts[1] ?? 0) - (starts[0] ?? 0) || 900;
  const most = Math.max(4, ...bins.map(({ requests }) => requests));
  return draw(element, drawing, {
    series: [{}, ...series],
    scales: {
      x: { range: [starts[0] ?? 0, (starts.at(-1) ?? 0) + width_s] },
      y: { range: [0, most * 1.08] },
    },
    data: [starts, ...sums],
    yValues: short,
  });
}

export function drawLatency(element: HTMLElement, drawing: Drawing): Drawn {
  const points = drawing.usage.series.filter(({ p50_ms }) => p50_ms !== null);
  const line = (colour: string): uPlot.Series => {
    const paths = uPlot.paths.stepped!({ align: 1 });
    return {
      stroke: colourOf(colour),
      width: 1.5,
      spanGaps: true,
      paths,
      points: { show: points.length < 3 },
    };
  };
  return draw(element, drawing, {
    series: [{}, line('--series-ok'), line('--accent-strong')],
    scales: {
      x: { range: [drawing.usage.from_s, drawing.usage.until_s] },
      y: { distr: 3, range: (_, min, max) => [Math.min(min * 0.7, 1), Math.max(max * 1.3, 10)] },
    },
    data: [
      points.map(({ start_s }) => start_s),
      points.map(({ p50_ms }) => p50_ms),
      points.map(({ p95_ms }) => p95_ms),
    ],
    yValues: shortDuration,
    ySplits: latencySplits,
  });
}

interface Content {
  series: uPlot.Series[];
  scales: uPlot.Scales;
  data: uPlot.AlignedData;
  yValues: (value: number) => string;
  /** Returns the positions of the grid lines; uPlot chooses them if this function is absent. */
  ySplits?: (least: number, most: number) => number[];
}

function draw(element: HTMLElement, { usage, height, onPoint }: Drawing, content: Content): Drawn {
  const zone = zoneOf(usage);
  const axis = {
    stroke: colourOf('--muted'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height,
      tzDate: (time_s) => uPlot.tzDate(new Date(time_s * 1000), zone),
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      legend: { show: false },
      series: content.series,
      scales: content.scales,
      axes: [
        {
          ...axis,
          size: 30,
          grid: { show: false },
          space: 64,
          values: (_, times) => times.map((time_s) => tick(usage, time_s)),
        },
        {
          ...axis,
          size: 56,
          space: 36,
          grid: { stroke: colourOf('--line'), width: 1 },
          ...(content.ySplits && {
            splits: (_, __, least, most) => content.ySplits!(least, most),
            filter: (_, splits) => splits,
          }),
          values: (_, values) => values.map((value) => (value === null ? '' : content.yValues(value))),
        },
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    },
    content.data,
    element,
  );
  return {
    resize: (width) => plot.setSize({ width, height }),
    destroy: () => plot.destroy(),
  };
}

function tick(usage: Usage, time_s: number): string {
  const { date, time } = timeIn(zoneOf(usage), time_s);
  if (usage.period === 'today') return time;
  return usage.period === '30d' ? date.slice(5) : date.slice(0, 7);
}

/** Returns the bounds of the latency buckets or, for a wide range, only every third bound. */
function latencySplits(least: number, most: number): number[] {
  const bounds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
  const inside = bounds.filter((ms) => ms >= least && ms <= most);
  return inside.length <= 7 ? inside : inside.filter((ms) => /^[0.]*1/.test(String(ms)));
}

/** Formats short numbers such as `12 k`, because there is little room next to the axes. */
function short(value: number): string {
  if (!Number.isInteger(value)) return '';
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1e4 ? `${value / 1e3} k` : String(value);
}

/** A canvas cannot read custom properties, so the computed color of an element is used. */
function colourOf(property: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
