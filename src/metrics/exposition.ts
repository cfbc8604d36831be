import { Counter, Gauge, Registry, type Metric } from 'prom-client';
import { LATENCY_BOUNDS_S } from './request-tally.js';
import { SERIES, type Board, type HistogramSeries, type PlainSeries } from './series.js';

/**
 * Writes the text that Prometheus reads, from the current state of the board. prom-client does no counting,
 * because its histograms cost more per request than all our other counts combined.
 */
export class Exposition {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #registry = new Registry();
  readonly #look: () => Board;
  /** The board of the text being written. All series reflect the same point in time. */
  #board!: Board;
  #writing: Promise<string> | null = null;

  constructor(look: () => Board) {
    this.#look = look;
    for (const series of SERIES) {
      if (series.type === 'histogram') this.#registry.registerMetric(this.#histogram(series));
      else this.#addPlain(series);
    }
  }

  /** Requests that arrive while a text is being written receive that text. */
  text(): Promise<string> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async #write(): Promise<string> {
    this.#board = this.#look();
    return this.#registry.metrics();
  }

  #addPlain({ type, name, help, labels, rows }: PlainSeries): void {
    const metric: Counter | Gauge = new { counter: Counter, gauge: Gauge }[type]({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      collect: () => {
        metric.reset();
        // For a metric without labels, `reset` leaves a 0 instead of removing it.
        if (labels.length === 0) metric.remove();
        for (const [of, value] of rows(this.#board)) metric.inc(of, value);
      },
    });
  }

  /**
   * Our own histogram, because prom-client's accepts only single values. The registry of prom-client accepts
   * any object with a `get` method.
   */
  #histogram({ name, help, rows }: HistogramSeries): Metric {
    const bounds = [...LATENCY_BOUNDS_S.map(String), '+Inf'];
    const get = async (): Promise<object> => {
      const values = rows(this.#board).flatMap(({ labels, cumulative, sum_s }) => [
        ...bounds.map((le, i) => ({
          metricName: `${name}_bucket`,
          labels: { ...labels, le },
          value: cumulative[i],
        })),
        { metricName: `${name}_sum`, labels, value: sum_s },
        { metricName: `${name}_count`, labels, value: cumulative[bounds.length - 1] },
      ]);
      return { name, help, type: 'histogram', values };
    };
    return { name, help, type: 'histogram', get } as unknown as Metric;
  }
}
