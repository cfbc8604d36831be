import { GrowableInt32, GrowableUint32, GrowableUint8 } from '../arrays/growable.js';
import type { Sections } from '../arrays/sections.js';
import type { Geometry } from '../geo/feature.js';
import { unwrapLine, unwrapPolygon } from '../geo/unwrap.js';
import { AreaIndex, type AreaInput } from './area-index.js';
import { buildAreas } from './area-build.js';
import { packTree } from './packed-tree.js';
import type { PlaceRow } from './place.js';
import { AREA, classify, COUNTRY, NEARBY, SETTLEMENT, sizeOf } from './reverse-class.js';

/**
 * Segments in one box of the tree. More make the tree smaller and each visit longer; 8 is a street between two crossings.
 */
const SEGMENTS_PER_PIECE = 8;

/**
 * The reverse index over all rows, for ReverseIndex. A row number is a position in `rows`.
 *
 * Sections: `reverse.class` and `reverse.size` (square metres) by row; `reverse.near_*` the pieces of addresses, places
 * and streets, `reverse.town_*` those of settlements; `reverse.area.*` an AreaIndex over everything with a surface, whose
 * area `i` is row `reverse.area_row[i]`; `reverse.town_country` the row of the country around each piece of a settlement,
 * or -1.
 */
export function buildReverse(rows: readonly PlaceRow[]): Sections {
  const sizes = Float32Array.from(rows, (row) => sizeOf(row.geometry));
  const classes = Uint16Array.from(rows, (row, i) => classify(row, sizes[i]));
  const areas = surfaces(rows);
  const countries = countryLookup(rows, classes);
  const near = new PieceBuilder();
  const towns = new PieceBuilder();
  const townCountry = new GrowableInt32();
  rows.forEach((row, number) => {
    if (classes[number] & NEARBY) near.add(number, row.geometry);
    if ((classes[number] & (SETTLEMENT | AREA)) === SETTLEMENT) {
      towns.add(number, row.geometry);
      const country = countries(row.lon7, row.lat7);
      while (townCountry.length < towns.pieces) townCountry.push(country);
    }
  });
  return {
    'reverse.class': classes,
    'reverse.size': sizes,
    'reverse.area_row': Uint32Array.from(areas, (area) => area.row),
    'reverse.town_country': townCountry.trimmed(),
    ...buildAreas(areas, 'reverse.area.'),
    ...near.sections('reverse.near_'),
    ...towns.sections('reverse.town_'),
  };
}

interface Surface extends AreaInput {
  row: number;
}

function surfaces(rows: readonly PlaceRow[]): Surface[] {
  return rows.flatMap((row, number) => (row.geometry.kind === 'area' ? [{ row: number, polygons: row.geometry.polygons }] : []));
}

/** The row of the country around a point, -1 outside of all. */
function countryLookup(rows: readonly PlaceRow[], classes: Uint16Array): (lon7: number, lat7: number) => number {
  const countries = surfaces(rows).filter((area) => classes[area.row] & COUNTRY);
  const index = AreaIndex.build(countries);
  return (lon7, lat7) => {
    const [smallest] = index.containing(lon7, lat7);
    return smallest === undefined ? -1 : countries[smallest].row;
  };
}

/** Geometry cut into pieces of a few segments, each with its box. */
class PieceBuilder {
  readonly #boxes = new GrowableInt32();
  readonly #row = new GrowableUint32();
  readonly #start = new GrowableUint32();
  readonly #length = new GrowableUint8();
  readonly #positions = new GrowableInt32();

  get pieces(): number {
    return this.#row.length;
  }

  add(row: number, geometry: Geometry): void {
    switch (geometry.kind) {
      case 'point':
        this.#addLine(row, Int32Array.of(geometry.lon7, geometry.lat7));
        break;
      case 'line':
        for (const line of geometry.lines) this.#addLine(row, unwrapLine(line));
        break;
      case 'area':
        for (const polygon of geometry.polygons) for (const ring of unwrapPolygon(polygon)) this.#addLine(row, ring);
    }
  }

  /** Neighbouring pieces share a position, which is stored once. */
  #addLine(row: number, line: Int32Array): void {
    if (line.length === 0) return;
    const base = this.#positions.length;
    this.#positions.pushAll(line);
    const segments = line.length / 2 - 1;
    for (let first = 0; first < Math.max(1, segments); first += SEGMENTS_PER_PIECE) {
      const last = Math.min(first + SEGMENTS_PER_PIECE, segments);
      this.#row.push(row);
      this.#start.push(base + 2 * first);
      this.#length.push(last - first + 1);
      this.#addBox(line.subarray(2 * first, 2 * last + 2));
    }
  }

  #addBox(positions: Int32Array): void {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i += 2) {
      minX = Math.min(minX, positions[i]);
      maxX = Math.max(maxX, positions[i]);
      minY = Math.min(minY, positions[i + 1]);
      maxY = Math.max(maxY, positions[i + 1]);
    }
    this.#boxes.pushAll([minX, minY, maxX, maxY]);
  }

  sections(prefix: string): Sections {
    return {
      [`${prefix}tree`]: packTree(this.#boxes.trimmed()),
      [`${prefix}row`]: this.#row.trimmed(),
      [`${prefix}start`]: this.#start.trimmed(),
      [`${prefix}length`]: this.#length.trimmed(),
      [`${prefix}positions`]: this.#positions.trimmed(),
    };
  }
}
