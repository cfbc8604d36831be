import { Counter, Gauge, Registry, type Metric } from 'prom-client';
import { LATENCY_BOUNDS_S } from './request-tally.js';
import { SERIES, type Board, type HistogramSeries, type PlainSeries } from './series.js';

/**
 * The text that Prometheus reads, from the board at that moment. prom-client counts nothing: its histograms
 * cost more for each request than all our other counts.
 */
export class Exposition {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #registry = new Registry();
  readonly #look: () => Board;
  /** The board of the text in progress. All series are of the same moment. */
  #board!: Board;
  #writing: Promise<string> | null = null;

  constructor(look: () => Board) {
    this.#look = look;
    for (const series of SERIES) {
      if (series.type === 'histogram') this.#registry.registerMetric(this.#histogram(series));
      else this.#addPlain(series);
    }
  }

  /** Requests during a text in progress get the same one. */
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
        // Without labels, `reset` leaves a 0 in place of nothing.
        if (labels.length === 0) metric.remove();
        for (const [of, value] of rows(this.#board)) metric.inc(of, value);
      },
    });
  }

  /**
   * A histogram of our own, because prom-client's takes only single values. Its registry takes anything with
   * `get`.
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
