import { GrowableInt32, GrowableUint32 } from '../../arrays/growable.js';
import type { Geometry } from '../../geo/feature.js';
import type { MapShape } from '../../tiles/map-shape.js';
import { extentOf } from '../../tiles/projection.js';
import type { ShapeRule } from '../../tiles/shape-rules.js';

/**
 * Stores a map's shapes in a few arrays. As separate objects, a country's shapes would take eight times as
 * much memory: most are lines with a few positions, and thousands share the same rule.
 */
export class KeptShapes implements Iterable<MapShape> {
  readonly #rules: ShapeRule[] = [];
  readonly #ruleNumbers = new Map<string, number>();
  readonly #ruleOf = new GrowableUint32();
  /** The offset of each shape in `#form` and in `#positions`. */
  readonly #starts = new GrowableUint32();
  /**
   * The structure of each shape. A point has 0. For lines: 1, the number of lines, and the number of
   * positions in each line. For an area: 2, the number of polygons, and for each polygon the number of rings
   * and the number of positions in each ring.
   */
  readonly #form = new GrowableInt32();
  readonly #positions = new GrowableInt32(1 << 20);

  /** The number of shapes left out for being too wide. */
  leftOut = 0;

  get length(): number {
    return this.#ruleOf.length;
  }

  /** Returns the same object for equal rules, so that thousands of shapes can share it. */
  rule(rule: ShapeRule): ShapeRule {
    return this.#rules[this.#numberOf(rule)];
  }

  add(rule: ShapeRule, geometry: Geometry): void {
    if (geometry.kind !== 'point' && isTooWide(geometry)) {
      this.leftOut++;
      return;
    }
    this.#ruleOf.push(this.#numberOf(rule));
    this.#starts.push(this.#form.length);
    this.#starts.push(this.#positions.length);
    if (geometry.kind === 'point') {
      this.#form.push(0);
      this.#positions.pushAll([geometry.lon7, geometry.lat7]);
    } else if (geometry.kind === 'line') {
      this.#form.push(1);
      this.#addLines(geometry.lines);
    } else {
      this.#form.pushAll([2, geometry.polygons.length]);
      for (const rings of geometry.polygons) this.#addLines(rings);
    }
  }

  /**
   * Returns the shape at an index. The shape's lines are views that must be used immediately, because `add`
   * may move their memory.
   */
  at(place: number): MapShape {
    return { ...this.#rules[this.#ruleOf.data[place]], geometry: this.#geometry(place) };
  }

  *[Symbol.iterator](): Generator<MapShape> {
    for (let place = 0; place < this.length; place++) yield this.at(place);
  }

  #geometry(place: number): Geometry {
    const form = this.#form.data;
    let next = this.#starts.data[2 * place];
    let start = this.#starts.data[2 * place + 1];
    const lines = (): Int32Array[] =>
      Array.from({ length: form[next++] }, () => {
        const line = this.#positions.data.subarray(start, start + form[next]);
        start += form[next++];
        return line;
      });
    const kind = form[next++];
    if (kind === 0)
      return { kind: 'point', lon7: this.#positions.data[start], lat7: this.#positions.data[start + 1] };
    if (kind === 1) return { kind: 'line', lines: lines() };
    return { kind: 'area', polygons: Array.from({ length: form[next++] }, lines) };
  }

  #addLines(lines: readonly Int32Array[]): void {
    this.#form.push(lines.length);
    for (const line of lines) {
      this.#form.push(line.length);
      this.#positions.pushAll(line);
    }
  }

  #numberOf(rule: ShapeRule): number {
    const text = JSON.stringify([rule.layer, rule.minZoom, rule.properties]);
    const known = this.#ruleNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.#rules.length;
    this.#ruleNumbers.set(text, number);
    const { layer, minZoom, properties } = rule;
    this.#rules.push({ layer, minZoom, properties });
    return number;
  }
}

/**
 * The widest shape allowed, in units of longitude or latitude. A way has at most 2,000 nodes, so a wider
 * shape crosses the antimeridian or is a mistake. Such a shape would appear in millions of tiles, which is
 * more than a process can hold.
 */
const WIDEST_UNITS = 60 * 1e7;

function isTooWide(geometry: Geometry): boolean {
  const [west, south, east, north] = extentOf([{ geometry }]);
  return east - west > WIDEST_UNITS || north - south > WIDEST_UNITS;
}
