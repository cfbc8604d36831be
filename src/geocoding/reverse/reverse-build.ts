import { GrowableInt32, GrowableUint32 } from '../../arrays/growable.js';
import type { Sections } from '../../arrays/sections.js';
import type { Geometry } from '../../geo/feature.js';
import { boxOfLine } from '../../geo/line-box.js';
import { unwrapLine, unwrapPolygon } from '../../geo/unwrap.js';
import { AreaIndex, type AreaInput } from '../areas/area-index.js';
import { buildAreas } from '../areas/area-build.js';
import { packBoxes } from '../areas/packed-tree.js';
import type { PlaceRow } from '../places/place.js';
import { AREA, BROAD, classify, COUNTRY, NEARBY, SETTLEMENT, sizeOf } from './reverse-class.js';
import { OUTLINE } from './reverse-pieces.js';

/**
 * The number of segments in one box of the tree. With more segments, the tree is smaller but each visit takes
 * longer. 8 segments cover a street between two crossings.
 */
const SEGMENTS_PER_PIECE = 8;

/**
 * An outline of at most this many segments, such as a house, is stored as a single piece, so one visit shows
 * whether a point is inside it. If this number were higher, visiting a neighboring house would take too long.
 */
const SEGMENTS_OF_OUTLINE = 32;

/**
 * Builds the reverse index over all rows, for ReverseIndex. A row number is an index into `rows`.
 *
 * Sections:
 *
 *     reverse.class, reverse.size   by row; the size in square meters
 *     reverse.near_*                pieces of addresses, places and streets
 *     reverse.town_*                pieces of settlements
 *     reverse.site.*                an AreaIndex; its surface i is row reverse.site_row[i]
 *     reverse.area.*                the same, with reverse.area_row
 *
 * Each surface that stages 1 to 4 can return is stored as a whole outline in `reverse.near_*` if it is small,
 * simple and not broad, and otherwise in `reverse.site.*`. All other surfaces are in `reverse.area.*`.
 */
export function buildReverse(rows: readonly PlaceRow[]): Sections {
  const sizes = Float32Array.from(rows, (row) => sizeOf(row.geometry));
  const classes = Uint16Array.from(rows, (row, i) => classify(row, sizes[i]));
  const countries = countryLookup(rows, classes);
  const builder = new ReverseBuilder(classes, sizes);
  rows.forEach(({ geometry, lon7, lat7 }, number) => {
    const bits = classes[number];
    const outline = bits & NEARBY && !(bits & BROAD) ? smallOutline(geometry) : null;
    if (outline !== null) builder.addOutline(number, outline);
    else if (bits & NEARBY) builder.addNear(number, geometry);
    if ((bits & (SETTLEMENT | AREA)) === SETTLEMENT) builder.addTown(number, countries(lon7, lat7), geometry);
    if (geometry.kind === 'area' && outline === null) builder.addSurface(number, geometry.polygons);
  });
  return builder.sections();
}

/** Packs the shapes of rows for ReverseIndex. */
export class ReverseBuilder {
  readonly #classes: Uint16Array;
  readonly #sizes: Float32Array;
  readonly #near = new PieceBuilder();
  readonly #towns = new PieceBuilder();
  readonly #sites: Surface[] = [];
  readonly #areas: Surface[] = [];

  /** Per row: the class bits and the surface size in square meters. */
  constructor(classes: Uint16Array, sizes: Float32Array) {
    this.#classes = classes;
    this.#sizes = sizes;
  }

  /** Adds a small outline as a single piece: a point inside its ring is at distance 0. */
  addOutline(row: number, ring: Int32Array): void {
    this.#near.addPiece(row | OUTLINE, this.#classes[row], ring);
  }

  addNear(row: number, geometry: Geometry): void {
    this.#near.add(row, this.#classes[row], geometry);
  }

  /** @param country the row of the surrounding country, or -1 if there is none */
  addTown(row: number, country: number, geometry: Geometry): void {
    this.#towns.add(row, country, geometry);
  }

  /** @param size_m2 the size of the complete surface, if the polygons are only parts of it */
  addSurface(row: number, polygons: AreaInput['polygons'], size_m2?: number): void {
    const surface = size_m2 === undefined ? { row, polygons } : { row, polygons, size_m2 };
    (this.#classes[row] & NEARBY ? this.#sites : this.#areas).push(surface);
  }

  sections(): Sections {
    return {
      'reverse.class': this.#classes,
      'reverse.size': this.#sizes,
      'reverse.site_row': Uint32Array.from(this.#sites, (site) => site.row),
      'reverse.area_row': Uint32Array.from(this.#areas, (area) => area.row),
      ...buildAreas(this.#sites, 'reverse.site.'),
      ...buildAreas(this.#areas, 'reverse.area.'),
      ...this.#near.sections('reverse.near_'),
      ...this.#towns.sections('reverse.town_'),
    };
  }
}

interface Surface extends AreaInput {
  row: number;
}

/**
 * Returns a geometry's ring if the geometry has only one ring and the ring is small enough for one piece,
 * else null.
 */
function smallOutline(geometry: Geometry): Int32Array | null {
  if (geometry.kind !== 'area' || geometry.polygons.length !== 1 || geometry.polygons[0].length !== 1)
    return null;
  const [ring] = unwrapPolygon(geometry.polygons[0]);
  const segments = ring.length / 2 - 1;
  return segments >= 3 && segments <= SEGMENTS_OF_OUTLINE ? ring : null;
}

/** Returns a function that finds the row of the country around a point, or -1 outside all countries. */
function countryLookup(
  rows: readonly PlaceRow[],
  classes: Uint16Array,
): (lon7: number, lat7: number) => number {
  const countries = rows.flatMap((row, number) =>
    row.geometry.kind === 'area' && classes[number] & COUNTRY
      ? [{ row: number, polygons: row.geometry.polygons }]
      : [],
  );
  const index = AreaIndex.build(countries);
  return (lon7, lat7) => {
    const [smallest] = index.containing(lon7, lat7);
    return smallest === undefined ? -1 : countries[smallest].row;
  };
}

/** Cuts a geometry into pieces of a few segments, each with its own box. */
class PieceBuilder {
  readonly #boxes = new GrowableInt32();
  readonly #records = new GrowableInt32();
  readonly #start = new GrowableUint32();

  /** Adds a piece, with its row, its note (see PieceVisit), and at least one position. */
  addPiece(row: number, note: number, positions: Int32Array): void {
    this.#start.push(this.#records.length);
    this.#records.push(row);
    this.#records.push(note);
    this.#records.pushAll(positions);
    this.#boxes.pushAll(boxOfLine(positions));
  }

  /** Adds a geometry, cut into as many pieces as necessary. */
  add(row: number, note: number, geometry: Geometry): void {
    switch (geometry.kind) {
      case 'point':
        this.addPiece(row, note, Int32Array.of(geometry.lon7, geometry.lat7));
        break;
      case 'line':
        for (const line of geometry.lines) this.#addLine(row, note, unwrapLine(line));
        break;
      case 'area':
        for (const polygon of geometry.polygons)
          for (const ring of unwrapPolygon(polygon)) this.#addLine(row, note, ring);
    }
  }

  #addLine(row: number, note: number, line: Int32Array): void {
    if (line.length === 0) return;
    const segments = line.length / 2 - 1;
    for (let first = 0; first < Math.max(1, segments); first += SEGMENTS_PER_PIECE) {
      const last = Math.min(first + SEGMENTS_PER_PIECE, segments);
      this.addPiece(row, note, line.subarray(2 * first, 2 * last + 2));
    }
  }

  /** The records are stored in the order of the tree, so that neighboring records are read together. */
  sections(prefix: string): Sections {
    const { boxes, order } = packBoxes(this.#boxes.trimmed());
    const given = this.#records.trimmed();
    const givenStart = this.#start.trimmed();
    const records = new Int32Array(given.length);
    const start = new Uint32Array(order.length + 1);
    order.forEach((piece, i) => {
      const record = given.subarray(
        givenStart[piece],
        piece + 1 < order.length ? givenStart[piece + 1] : given.length,
      );
      records.set(record, start[i]);
      start[i + 1] = start[i] + record.length;
    });
    return { [`${prefix}boxes`]: boxes, [`${prefix}start`]: start, [`${prefix}pieces`]: records };
  }
}
