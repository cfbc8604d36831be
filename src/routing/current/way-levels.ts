import { numberAt } from '../../arrays/packed.js';
import type { RoutingData } from '../frozen/routing-data.js';

/**
 * The wider levels of a way: its class, and the roads around it. Their learned speeds count for the way, too.
 */
export interface WayLevel {
  around: 'city' | 'country';
  /** The value of its `highway` tag. */
  kind: string;
}

/** The levels that ways belong to. */
export class WayLevels {
  readonly #data: RoutingData;
  readonly #isCity: Uint8Array;
  /** By number of the text. */
  readonly #kinds = new Map<number, string>();

  constructor(data: RoutingData) {
    this.#data = data;
    this.#isCity = new Uint8Array(data.ways.id.length);
    for (const row of data.cityWays) this.#isCity[row] = 1;
  }

  /** @param row of the way table */
  of(row: number): WayLevel {
    const { ways } = this.#data;
    const highway = numberAt(ways.highway, row);
    let kind = this.#kinds.get(highway);
    if (kind === undefined) this.#kinds.set(highway, (kind = ways.strings.get(highway)));
    return { around: this.#isCity[row] === 1 ? 'city' : 'country', kind };
  }
}
