import { section, type Sections } from '../../arrays/sections.js';
import { rayCrosses } from '../../geo/ring.js';
import { TURN } from '../../geo/unwrap.js';
import { buildAreas, type AreaInput } from './area-build.js';
import { PackedTree } from './packed-tree.js';

export type { AreaInput } from './area-build.js';

const HALF_TURN = TURN / 2;

/**
 * The maximum number of areas returned for a point; if there are more, only the smallest ones are returned.
 * Real points are in at most ten areas. An address lists the names of all these areas, and each name can be
 * used to find the place.
 */
const MOST_AREAS = 64;

/**
 * Finds the areas that contain a point. A lookup takes about a microsecond for a country of a few hundred
 * areas with thousands of corners each.
 *
 * A west or south border belongs to the area; an east or north border does not (see rayCrosses). If two areas
 * share the positions of a border, each point on the border therefore belongs to exactly one of them.
 */
export class AreaIndex {
  readonly #tree: PackedTree;
  readonly #size: Float64Array;
  readonly #owner: Uint32Array;
  readonly #south: Int32Array;
  readonly #height: Uint32Array;
  readonly #slabs: Uint32Array;
  readonly #edges: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #positions: Int32Array;
  /** Per polygon: 1 if lookups skip it. */
  readonly #isUnsought: Uint8Array;

  /** Builds an index for immediate use, for example during an import. */
  static build(areas: readonly AreaInput[]): AreaIndex {
    return AreaIndex.from(buildAreas(areas));
  }

  /**
   * @param isSought selects the areas that lookups find; by default, all areas
   * @throws Error if a section is missing or has the wrong type
   */
  static from(sections: Sections, prefix = 'area.', isSought?: (area: number) => boolean): AreaIndex {
    return new AreaIndex(sections, prefix, isSought);
  }

  private constructor(sections: Sections, prefix: string, isSought: (area: number) => boolean = () => true) {
    this.#size = section(sections, `${prefix}size`, Float64Array);
    this.#owner = section(sections, `${prefix}owner`, Uint32Array);
    this.#tree = new PackedTree(section(sections, `${prefix}boxes`, Int32Array), this.#owner.length, prefix);
    this.#south = section(sections, `${prefix}south`, Int32Array);
    this.#height = section(sections, `${prefix}height`, Uint32Array);
    this.#slabs = section(sections, `${prefix}slabs`, Uint32Array);
    this.#edges = section(sections, `${prefix}edges`, Uint32Array);
    this.#entries = section(sections, `${prefix}entries`, Uint32Array);
    this.#positions = section(sections, `${prefix}positions`, Int32Array);
    this.#isUnsought = Uint8Array.from(this.#owner, (area) => Number(!isSought(area)));
  }

  /**
   * Returns the areas that contain the point, smallest first. Areas of equal size are sorted by number.
   * Returns at most MOST_AREAS.
   */
  containing(lon7: number, lat7: number): number[] {
    const found: number[] = [];
    this.#collect(found, lon7, lat7);
    // Areas that cross the antimeridian are stored beyond 180 degrees (see src/geo/unwrap.ts). If a map
    // splits an area at the antimeridian, the part that starts at -180 also contains 180, because its western
    // border is the same line.
    if (this.#tree.east > HALF_TURN && lon7 < 0) this.#collect(found, lon7 + TURN, lat7);
    if (this.#tree.west <= -HALF_TURN && lon7 > 0) this.#collect(found, lon7 - TURN, lat7);
    return found;
  }

  /** Returns the size of an area in square meters. */
  sizeM2(area: number): number {
    return this.#size[area];
  }

  get count(): number {
    return this.#size.length;
  }

  /**
   * Returns the polygons of all areas as they were passed to the builder, in the order of the index. A ring
   * that passes through its first position again is returned as two rings, which contain the same points.
   */
  polygons(): { area: number; rings: Int32Array[] }[] {
    const found: { area: number; rings: Int32Array[] }[] = [];
    let at = 0;
    for (let polygon = 0; polygon < this.#owner.length; polygon++) {
      const last = this.#lastEdge(polygon);
      const rings: Int32Array[] = [];
      while (at <= last) {
        const end = this.#endOfRing(at);
        rings.push(this.#positions.slice(at, end));
        at = end;
      }
      found.push({ area: this.#owner[polygon], rings });
    }
    return found;
  }

  /** @throws Error that names the first part that differs from the output of buildAreas */
  verify(): void {
    const polygons = this.#owner.length;
    if ([this.#south, this.#height, this.#slabs].some((column) => column.length !== polygons))
      throw new Error('areas: the columns have different lengths');
    if (this.#owner.some((area) => area >= this.count))
      throw new Error('areas: a polygon does not belong to any area');
    if (this.#height.some((height) => height === 0)) throw new Error('areas: a slab has no height');
    const isAscending = (column: Uint32Array, last: number): boolean =>
      column.every((value, i) => value <= (i + 1 < column.length ? column[i + 1] : last));
    if (!isAscending(this.#slabs, this.#edges.length - 1) || !isAscending(this.#edges, this.#entries.length))
      throw new Error('areas: the slabs are out of order');
    if (this.#entries.some((at) => at % 2 !== 0 || at + 4 > this.#positions.length))
      throw new Error('areas: an edge lies outside the positions');
    this.#tree.verify('areas');
  }

  #collect(found: number[], lon7: number, lat7: number): void {
    const tree = this.#tree;
    const count = tree.search(lon7, lat7, lon7, lat7);
    for (let i = 0; i < count; i++) {
      const polygon = tree.found[i];
      if (this.#isUnsought[polygon] === 0 && this.#polygonContains(polygon, lon7, lat7))
        this.#insert(found, this.#owner[polygon]);
    }
  }

  #polygonContains(polygon: number, lon7: number, lat7: number): boolean {
    const slab = this.#slabs[polygon] + Math.floor((lat7 - this.#south[polygon]) / this.#height[polygon]);
    const positions = this.#positions;
    const end = this.#edges[slab + 1];
    let inside = false;
    for (let entry = this.#edges[slab]; entry < end; entry++) {
      const at = this.#entries[entry];
      if (rayCrosses(positions[at], positions[at + 1], positions[at + 2], positions[at + 3], lon7, lat7))
        inside = !inside;
    }
    return inside;
  }

  /**
   * Returns the index in the positions at which a polygon's last edge starts. The next polygon's positions
   * follow.
   */
  #lastEdge(polygon: number): number {
    const lastSlab = polygon + 1 < this.#slabs.length ? this.#slabs[polygon + 1] : this.#edges.length - 1;
    let last = -1;
    for (let entry = this.#edges[this.#slabs[polygon]]; entry < this.#edges[lastSlab]; entry++)
      last = Math.max(last, this.#entries[entry]);
    return last;
  }

  #endOfRing(start: number): number {
    const positions = this.#positions;
    let at = start + 2;
    while (
      at + 2 < positions.length &&
      (positions[at] !== positions[start] || positions[at + 1] !== positions[start + 1])
    )
      at += 2;
    return at + 2;
  }

  /**
   * Inserts an area so that the list of found areas stays sorted. An area whose polygons overlap is listed
   * once.
   */
  #insert(found: number[], area: number): void {
    let i = found.length;
    while (i > 0 && this.#isSmaller(area, found[i - 1])) i--;
    if (i === MOST_AREAS || (i > 0 && found[i - 1] === area)) return;
    // An array splice would take as long as the rest of the lookup.
    found.push(area);
    for (let k = found.length - 1; k > i; k--) found[k] = found[k - 1];
    found[i] = area;
    if (found.length > MOST_AREAS) found.pop();
  }

  #isSmaller(a: number, b: number): boolean {
    return this.#size[a] < this.#size[b] || (this.#size[a] === this.#size[b] && a < b);
  }
}
