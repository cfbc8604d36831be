import { GrowableInt32, GrowableUint32 } from '../../arrays/growable.js';
import type { Sections } from '../../arrays/sections.js';
import { boxOfLines } from '../../geo/line-box.js';
import { areaM2, meanCrossings } from '../../geo/measure.js';
import { unwrapPolygon } from '../../geo/unwrap.js';
import { packBoxes } from './packed-tree.js';

/** The outline of one area. */
export interface AreaInput {
  /**
   * Each polygon is an outer ring followed by its inner rings. Rings are closed and consist of lon7, lat7
   * pairs.
   */
  polygons: readonly (readonly Int32Array[])[];
  /** Set if the size is already known, or if the polygons are only parts of the area. */
  size_m2?: number;
}

/**
 * The approximate number of edges that start in a slab. Other edges only pass through the slab. More slabs
 * require more memory; fewer slabs make lookups slower. With a value of 4, a lookup in a soum with 2,000
 * corners examines about ten edges.
 */
const EDGES_PER_SLAB = 4;

/**
 * The maximum number of entries stored per edge. Real outlines need one to four entries. If edges run through
 * all slabs, like the teeth of a comb, each slab would list a quarter of all edges, and memory would grow
 * with the square of their number. Such a polygon gets fewer slabs.
 */
const MAX_ENTRIES_PER_EDGE = 16;

/**
 * Packs areas into sections for AreaIndex. Each polygon is cut into slabs of equal height from south to
 * north. Each slab lists the edges that touch it, so a lookup examines the edges of one slab rather than the
 * whole outline.
 *
 *     slab 3 |      /\          edges 4 5
 *     slab 2 |   __/  \__       edges 2 3 4 5 6 7
 *     slab 1 |  /        \      edges 1 8
 *     slab 0 |  \________/      edges 1 8
 *
 * Sections, after the prefix:
 *
 *     boxes       a PackedTree over the polygons; the polygons are in its order
 *     size        square meters of each area
 *     owner       area of each polygon
 *     south       lowest latitude of each polygon
 *     height      slab height of each polygon
 *     slabs       first slab of each polygon
 *     edges       where the entries of each slab begin
 *     entries     where an edge starts in `positions`; the next pair there is its end
 *     positions   lon7, lat7 pairs of the rings
 */
export function buildAreas(areas: readonly AreaInput[], prefix = 'area.'): Sections {
  const polygons = areas.flatMap((area, owner) =>
    area.polygons.map((polygon) => ({
      owner,
      rings: unwrapPolygon(polygon).filter((ring) => ring.length >= 8),
    })),
  );
  const solid = polygons.filter(({ rings }) => rings.length > 0);
  const { boxes, order } = packBoxes(Int32Array.from(solid.flatMap(({ rings }) => boxOfLines(rings))));
  const parts = new SlabBuilder();
  for (const number of order) parts.add(solid[number].owner, solid[number].rings);
  const sizes = Float64Array.from(areas, (area) => area.size_m2 ?? areaM2(area.polygons));
  return { [`${prefix}boxes`]: boxes, [`${prefix}size`]: sizes, ...parts.sections(prefix) };
}

class SlabBuilder {
  readonly #owner = new GrowableUint32();
  readonly #south = new GrowableInt32();
  readonly #height = new GrowableUint32();
  readonly #slabs = new GrowableUint32();
  readonly #edges = new GrowableUint32();
  readonly #entries = new GrowableUint32();
  readonly #positions = new GrowableInt32();

  add(owner: number, rings: readonly Int32Array[]): void {
    const [, south, , north] = boxOfLines(rings);
    const corners = rings.reduce((sum, ring) => sum + ring.length / 2 - 1, 0);
    const most = Math.max(1, Math.floor((corners * MAX_ENTRIES_PER_EDGE) / meanCrossings(rings)));
    const wanted = Math.min(most, Math.ceil(corners / EDGES_PER_SLAB));
    const height = Math.max(1, Math.ceil((north - south + 1) / wanted));
    this.#owner.push(owner);
    this.#south.push(south);
    this.#height.push(height);
    this.#slabs.push(this.#edges.length);
    this.#addEdges(rings, south, height, Math.floor((north - south) / height) + 1);
  }

  /**
   * Counts the edges of each slab, then stores the edges. Making two passes avoids allocating one list per
   * slab.
   */
  #addEdges(rings: readonly Int32Array[], south: number, height: number, slabs: number): void {
    const counts = new Uint32Array(slabs + 1);
    forEachSlab(rings, south, height, (slab) => counts[slab + 1]++);
    for (let slab = 0; slab < slabs; slab++) counts[slab + 1] += counts[slab];
    const first = this.#entries.length;
    for (let slab = 0; slab < slabs; slab++) this.#edges.push(first + counts[slab]);
    const entries = new Uint32Array(counts[slabs]);
    const base = this.#positions.length;
    forEachSlab(rings, south, height, (slab, offset) => (entries[counts[slab]++] = base + offset));
    this.#entries.pushAll(entries);
    for (const ring of rings) this.#positions.pushAll(ring);
  }

  sections(prefix: string): Sections {
    this.#edges.push(this.#entries.length);
    return {
      [`${prefix}owner`]: this.#owner.trimmed(),
      [`${prefix}south`]: this.#south.trimmed(),
      [`${prefix}height`]: this.#height.trimmed(),
      [`${prefix}slabs`]: this.#slabs.trimmed(),
      [`${prefix}edges`]: this.#edges.trimmed(),
      [`${prefix}entries`]: this.#entries.trimmed(),
      [`${prefix}positions`]: this.#positions.trimmed(),
    };
  }
}

/**
 * Calls `visit` for each slab that an edge touches. `offset` is the edge's position in the array of
 * concatenated rings.
 */
function forEachSlab(
  rings: readonly Int32Array[],
  south: number,
  height: number,
  visit: (slab: number, offset: number) => void,
): void {
  let offset = 0;
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2, offset += 2) {
      const low = Math.min(ring[i - 1], ring[i + 1]);
      const high = Math.max(ring[i - 1], ring[i + 1]);
      // A horizontal ray never crosses a horizontal edge.
      if (low === high) continue;
      const last = Math.floor((high - south) / height);
      for (let slab = Math.floor((low - south) / height); slab <= last; slab++) visit(slab, offset);
    }
    offset += 2;
  }
}
