import type { Reading } from '../text/forms.js';
import type { KeyLayer } from './key-layer.js';

/** The last resort: names with typing errors. */
export class TolerantSearch {
  readonly #layer: KeyLayer;

  constructor(layer: KeyLayer) {
    this.#layer = layer;
  }

  /** Rows by number of errors, fewest first. */
  rows(readings: readonly Reading[]): number[][] {
    void readings;
    void this.#layer;
    return [];
  }
}
