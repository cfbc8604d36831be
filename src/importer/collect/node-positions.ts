import type { GrowableFloat64 } from '../../arrays/growable.js';

/**
 * The positions of only the needed nodes, stored in arrays: sorted ids, with their lon7 and lat7. Ids may be
 * negative or above 2^32, so they are doubles. A country's two million nodes take 40 MB; a Map of objects
 * would take ten times as much.
 */
export class NodePositions {
  /** Sorted, without duplicates. */
  readonly ids: Float64Array;
  readonly lon7: Int32Array;
  readonly lat7: Int32Array;
  readonly #isKnown: Uint8Array;
  #cursor = 0;

  /** @param wanted the ids, in any order and possibly repeated */
  constructor(wanted: GrowableFloat64) {
    const sorted = wanted.trimmed().sort();
    let distinct = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i]!;
    }
    this.ids = sorted.slice(0, distinct);
    this.lon7 = new Int32Array(distinct);
    this.lat7 = new Int32Array(distinct);
    this.#isKnown = new Uint8Array(distinct);
  }

  /**
   * Returns an id's index in the arrays, or -1. Files are mostly sorted, so this first tries the index after
   * the previous result.
   */
  placeOf(id: number): number {
    const { ids } = this;
    const next = this.#cursor + 1;
    if (ids[next] === id) return (this.#cursor = next);
    let low = 0;
    let high = ids.length - 1;
    if (next < ids.length && ids[next] > id && this.#cursor >= 0 && ids[this.#cursor] < id) return -1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = ids[middle];
      if (found === id) return (this.#cursor = middle);
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    this.#cursor = high;
    return -1;
  }

  /**
   * Sets a node's position. If a node's position is set again, the first position is kept, so if several
   * files contain the node, the first file wins.
   * @returns the node's index, or -1 if the node is not wanted
   */
  set(id: number, lon7: number, lat7: number): number {
    const place = this.placeOf(id);
    if (place >= 0 && this.#isKnown[place] === 0) {
      this.lon7[place] = lon7;
      this.lat7[place] = lat7;
      this.#isKnown[place] = 1;
    }
    return place;
  }

  /** Whether the node at that index has a position. */
  isKnown(place: number): boolean {
    return this.#isKnown[place] === 1;
  }
}
