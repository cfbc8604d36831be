import { GrowableInt32, GrowableUint32 } from '../../arrays/growable.js';
import { boxOfLine } from '../../geo/line-box.js';
import { LocalMetric } from '../../geo/local-metric.js';
import { segmentsMeet } from '../../geo/segment.js';
import { unwrapLine } from '../../geo/unwrap.js';
import type { Draft } from '../places/draft.js';
import { layerOf } from '../places/layer.js';
import { isRouteName } from '../places/prominence.js';
import { packBoxes, PackedTree } from './packed-tree.js';

/** A shop without an address belongs to the nearest named street within this distance, in meters. */
export const BESIDE_M = 60;
/**
 * A place larger than this, in square meters, such as a campus or a park, does not belong to a single street.
 * Reverse lookups use the same limit.
 */
export const LARGE_M2 = 50_000;
const SEGMENTS_PER_PIECE = 8;

/** Finds the street that a shop or a stop is on. */
export class StreetLines {
  /** Per piece: its street, and the index at which its positions start in `#positions`. */
  readonly #streets: Draft[] = [];
  readonly #start: Uint32Array;
  readonly #positions: Int32Array;
  readonly #tree: PackedTree;
  /** Per item of the tree: the piece that it represents. */
  readonly #order: Uint32Array;
  readonly #metric = new LocalMetric(0, 0);

  /**
   * @param drafts only named streets are used; `Мандалговь - Даланзадгад` is not a street that people live on
   */
  constructor(drafts: readonly Draft[]) {
    const start = new GrowableUint32();
    const positions = new GrowableInt32();
    const boxes = new GrowableInt32();
    for (const draft of drafts) {
      if (draft.matchKind !== 'street' || draft.geometry.kind !== 'line') continue;
      if (draft.names.length === 0 || isRouteName(draft.name)) continue;
      for (const line of draft.geometry.lines.map(unwrapLine)) {
        for (let first = 0; first + 2 < line.length; first += 2 * SEGMENTS_PER_PIECE) {
          const piece = line.subarray(first, first + 2 * SEGMENTS_PER_PIECE + 2);
          this.#streets.push(draft);
          start.push(positions.length);
          positions.pushAll(piece);
          boxes.pushAll(boxOfLine(piece));
        }
      }
    }
    start.push(positions.length);
    this.#start = start.trimmed();
    this.#positions = positions.trimmed();
    const packed = packBoxes(boxes.trimmed());
    this.#order = packed.order;
    this.#tree = new PackedTree(packed.boxes, this.#streets.length, 'streets');
  }

  /**
   * Returns the named street nearest to a shop, an office or a stop. If several streets are equally near, the
   * most prominent one is returned.
   */
  besideOf(draft: Draft): Draft | undefined {
    if (draft.matchKind !== 'place' || draft.geometry.kind === 'line' || draft.size >= LARGE_M2)
      return undefined;
    if (layerOf(draft) === 'natural') return undefined;
    const metric = this.#metric;
    metric.moveTo(draft.lon7, draft.lat7);
    metric.reach(BESIDE_M);
    const { x, y, reachX, reachY } = metric;
    const count = this.#tree.search(
      Math.floor(x - reachX),
      Math.floor(y - reachY),
      Math.ceil(x + reachX),
      Math.ceil(y + reachY),
    );
    let nearest = BESIDE_M * BESIDE_M;
    let found: number | undefined;
    for (let i = 0; i < count; i++) {
      const piece = this.#order[this.#tree.found[i]];
      metric.measureLine(this.#positions, this.#start[piece], this.#start[piece + 1] - 2);
      const squared = metric.nearestSquared;
      // Pieces are sorted by the prominence of their streets.
      if (squared > nearest || (squared === nearest && found !== undefined && piece > found)) continue;
      [nearest, found] = [squared, piece];
    }
    return found === undefined ? undefined : this.#streets[found];
  }

  /** Whether a named street runs between the points of two draft places. */
  runBetween(a: Draft, b: Draft): boolean {
    const count = this.#tree.search(
      Math.min(a.lon7, b.lon7),
      Math.min(a.lat7, b.lat7),
      Math.max(a.lon7, b.lon7),
      Math.max(a.lat7, b.lat7),
    );
    const way = [a.lon7, a.lat7, b.lon7, b.lat7] as const;
    for (let i = 0; i < count; i++) {
      const piece = this.#order[this.#tree.found[i]];
      for (let at = this.#start[piece]; at + 3 < this.#start[piece + 1]; at += 2) {
        const [cx, cy, dx, dy] = this.#positions.subarray(at, at + 4);
        if (segmentsMeet(way, [cx, cy, dx, dy])) return true;
      }
    }
    return false;
  }
}
