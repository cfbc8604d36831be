import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { SegmentTable } from '../frozen/segment-table.js';
import type { Candidate } from '../ends/snap.js';

/** The number of segments to cache, which is enough for a large town. */
const MOST_KEPT = 50_000;

/** Computes how far along its segment a candidate is. */
export class SegmentMetres {
  readonly #segments: SegmentTable;
  /** Per segment: meters from its first position to each position. */
  readonly #kept = new Map<number, Float64Array>();

  constructor(segments: SegmentTable) {
    this.#segments = segments;
  }

  /** Returns the distance in meters from the start of a directed segment to the candidate. */
  to({ segment, position, share }: Candidate, directed: number): number {
    const metres = this.#of(segment);
    const at = position - this.#segments.firstPosition[segment];
    const along_m = metres[at] + share * (metres[at + 1] - metres[at]);
    return (directed & 1) === 0 ? along_m : metres[metres.length - 1] - along_m;
  }

  length_m(segment: number): number {
    const metres = this.#of(segment);
    return metres[metres.length - 1];
  }

  #of(segment: number): Float64Array {
    let metres = this.#kept.get(segment);
    if (metres === undefined) {
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
      this.#kept.set(segment, (metres = this.#measured(segment)));
    }
    return metres;
  }

  #measured(segment: number): Float64Array {
    const { firstPosition, positions } = this.#segments;
    const first = firstPosition[segment];
    const metres = new Float64Array(firstPosition[segment + 1] - first);
    let [lon, lat] = [toDegrees(lon7At(positions, first)), toDegrees(lat7At(positions, first))];
    for (let i = 1; i < metres.length; i++) {
      const next = [toDegrees(lon7At(positions, first + i)), toDegrees(lat7At(positions, first + i))];
      metres[i] = metres[i - 1] + distanceM(lon, lat, next[0], next[1]);
      [lon, lat] = next;
    }
    return metres;
  }
}
