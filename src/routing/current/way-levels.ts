import { numberAt } from '../../arrays/packed.js';
import type { RoutingData } from '../frozen/routing-data.js';

/**
 * A way's broader levels: its class and its surroundings. Speeds learned on other roads of the same class in
 * the same surroundings also influence the way's speed.
 */
export interface WayLevel {
  around: 'city' | 'country';
  /** The value of the way's `highway` tag. */
  kind: string;
}

/** Determines the levels to which ways belong. */
export class WayLevels {
  readonly #data: RoutingData;
  readonly #isCity: Uint8Array;
  /** Kinds by string number. */
  readonly #kinds = new Map<number, string>();

  constructor(data: RoutingData) {
    this.#data = data;
    this.#isCity = new Uint8Array(data.ways.id.length);
    for (const row of data.cityWays) this.#isCity[row] = 1;
  }

  /** @param row the row in the way table */
  of(row: number): WayLevel {
    const { ways } = this.#data;
    const highway = numberAt(ways.highway, row);
    let kind = this.#kinds.get(highway);
    if (kind === undefined) this.#kinds.set(highway, (kind = ways.strings.get(highway)));
    return { around: this.#isCity[row] === 1 ? 'city' : 'country', kind };
  }
}
