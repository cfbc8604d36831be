import { section, type Sections } from '../../arrays/sections.js';
import { assert } from '../../errors.js';
import { UNITS_PER_DEGREE } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import { LocalMetric } from '../../geo/local-metric.js';
import { NearbySearch, SettlementSearch } from './nearest-by-kind.js';
import { AREA, BROAD, COUNTRY, GROUND, LANDSCAPE, PLACE, SETTLEMENT, STREET } from './reverse-class.js';
import {
  DEFAULT_REVERSE_RADII,
  ON_STREET_M,
  SETTLEMENT_BEFORE_AREA_M,
  type ReverseRadii,
} from './reverse-limits.js';
import type { Nearest } from './reverse-nearest.js';
import { Pieces, type PieceVisit, type PieceVisitor } from './reverse-pieces.js';
import { Surfaces } from './surfaces.js';

/** The answer of a reverse lookup. */
export interface ReverseMatch {
  row: number;
  kind: 'address' | 'place' | 'street';
  /** The distance to the true geometry, in meters; 0 inside an outline. */
  distance_m: number;
}

/**
 * The search radius is multiplied by this factor until a result is found. In a town, the radius always stays
 * below a full kilometer.
 */
const WIDER = 3;
/** The minimum radius of a widened search, in meters. The radii can be configured and may be 0. */
const FIRST_M = 10;

/**
 * Finds the nearest meaningful place to a point, in stages (docs/decisions/0006-reverse.md). The search ends
 * at the first stage that yields a result.
 *
 *     0  street            within 6 m          when nothing of stages 1 and 2 is nearer
 *     1  address           within 30 m         not a broad one
 *     2  named place       within 50 m         not a broad one (5 ha or more)
 *     3  named street      within 100 m        30 m for a point in a broad square, park, lake ...
 *     4  nearest of these  within 1 km         broad ones too
 *     5  settlement        within 20 km        in the same country; or the khoroo or bag around the point;
 *                                              inside a soum, only within 3 km
 *     6  smallest area around, never the country itself
 *     7  nothing
 */
export class ReverseIndex {
  readonly #parts: Parts;
  readonly #class: Uint16Array;
  readonly #size: Float32Array;
  readonly #near: Pieces;
  readonly #towns: Pieces;
  /** The surfaces of rows that stages 1 to 4 can return, except outlines stored as whole pieces. */
  readonly #sites: Surfaces;
  /** All other surfaces: areas, settlements, landscapes, countries. */
  readonly #areas: Surfaces;
  /** All lookups share these objects because no lookup interrupts another. */
  readonly #metric = new LocalMetric(0, 0);
  readonly #nearby: NearbySearch;
  readonly #town: SettlementSearch;
  readonly #inside: PieceVisit = {
    piece: -1,
    row: 0,
    note: 0,
    squared: 0,
    lon7: 0.5,
    lat7: 0.5,
    isPoint: false,
  };

  /**
   * The user's own places, which stages 1 to 4 also find. The row numbers of own places start after those of
   * the map.
   */
  readonly #beside: Beside | null;

  /** @throws Error if a section is missing or of another type */
  static from(sections: Sections): ReverseIndex {
    const classes = section(sections, 'reverse.class', Uint16Array);
    const parts = {
      classes,
      sizes: section(sections, 'reverse.size', Float32Array),
      near: new Pieces(sections, 'reverse.near_'),
      towns: new Pieces(sections, 'reverse.town_'),
      sites: new Surfaces(sections, 'reverse.site', classes),
      areas: new Surfaces(sections, 'reverse.area', classes),
    };
    return new ReverseIndex(parts, null);
  }

  private constructor(parts: Parts, own: ReverseIndex | null) {
    const first = parts.classes.length;
    this.#parts = parts;
    this.#class = own === null ? parts.classes : joined(Uint16Array, parts.classes, own.#class);
    this.#size = own === null ? parts.sizes : joined(Float32Array, parts.sizes, own.#size);
    this.#near = parts.near;
    this.#towns = parts.towns;
    this.#sites = parts.sites;
    this.#areas = parts.areas;
    this.#nearby = new NearbySearch(this.#size, own === null ? Infinity : first);
    this.#town = new SettlementSearch(this.#size);
    this.#beside = own === null ? null : new Beside(own.#parts, first, this.#nearby);
  }

  /**
   * Returns this index extended with own places, which stages 1 to 4 also find. The row numbers of own places
   * start after those of this index.
   */
  with(own: ReverseIndex): ReverseIndex {
    return new ReverseIndex(this.#parts, own);
  }

  /**
   * Returns the nearest meaningful place to a point in degrees, or null if no place is near and no area
   * contains the point, which happens outside the area covered by the data.
   *
   * @throws Error if the point is not a valid position
   */
  nearest(
    lon: number,
    lat: number,
    radii: Readonly<ReverseRadii> = DEFAULT_REVERSE_RADII,
  ): ReverseMatch | null {
    // The condition is negated so that NaN also fails. assert() is called only on failure because building
    // its message takes time.
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) assert(false, `${lat},${lon} is not a position`);
    const metric = this.#metric;
    metric.moveTo(unitsOf(lon), unitsOf(lat));
    const near = this.#nearest(metric, radii);
    if (near !== null) return this.#match(near, lon, lat);
    const around = this.#areas.around(metric.x, metric.y);
    const town = this.#settlement(metric, around, radii);
    const isInSoum = around.some((row) => this.#class[row] & AREA);
    if (town !== null && (!isInSoum || town.isWithin(SETTLEMENT_BEFORE_AREA_M)))
      return this.#match(town, lon, lat);
    const area = around.find((row) => this.#class[row] & (AREA | LANDSCAPE));
    return area === undefined ? null : { row: area, kind: 'place', distance_m: 0 };
  }

  /**
   * Returns the rows of areas, settlements and landscapes that contain a point in degrees, smallest first.
   */
  areasAround(lon: number, lat: number): number[] {
    return this.#areas.around(unitsOf(lon), unitsOf(lat));
  }

  /** Returns the rows of large place outlines that contain a point in degrees, smallest first. */
  placesAround(lon: number, lat: number): number[] {
    return this.#sites.around(unitsOf(lon), unitsOf(lat));
  }

  /**
   * Offers the pieces of streets, places and addresses that are within a given distance of a point in
   * degrees.
   */
  within(lon: number, lat: number, radius_m: number, visitor: PieceVisitor): void {
    this.#metric.moveTo(unitsOf(lon), unitsOf(lat));
    this.#near.within(this.#metric, radius_m, visitor);
  }

  /**
   * @param rows the number of rows in the place table
   *
   * @throws Error whose message names the first part that does not match the output of buildReverse
   */
  verify(rows: number): void {
    if (this.#class.length !== rows || this.#size.length !== rows)
      throw new Error('reverse: the columns have different lengths');
    this.#near.verify(rows);
    this.#towns.verify(rows);
    for (let piece = 0; piece < this.#near.count; piece++) {
      if (this.#near.note(piece) !== this.#class[this.#near.row(piece)])
        throw new Error('reverse: the class of a piece differs from the class of its place');
    }
    for (let piece = 0; piece < this.#towns.count; piece++) {
      const country = this.#towns.note(piece);
      if (country < -1 || country >= rows)
        throw new Error('reverse: a settlement refers to a nonexistent country');
    }
    this.#sites.verify(rows);
    this.#areas.verify(rows);
  }

  /** Runs stages 1 to 4. */
  #nearest(metric: LocalMetric, radii: Readonly<ReverseRadii>): Nearest | null {
    const search = this.#nearby;
    search.start(radii);
    const sites = this.#sitesAround(metric.x, metric.y);
    for (const row of sites) search.offer(this.#insideOf(row, metric));
    let radius = Math.max(radii.address_m, radii.place_m);
    this.#seek(metric, radius);
    const close = search.address.isWithin(radii.address_m)
      ? this.#atTheDoor(search.address, search.addressPoint)
      : search.place.isWithin(radii.place_m)
        ? this.#atTheDoor(search.place, search.placePoint)
        : null;
    if (close !== null) {
      const isOnStreet = search.street.isWithin(Math.min(radii.street_m, ON_STREET_M));
      return isOnStreet && search.street.squared < close.squared ? search.street : close;
    }
    // By this point, most lookups in a town have returned. For the remaining lookups, a second, wider search
    // costs less than one wide search for all lookups.
    const street_m = this.#isOnOpenGround(sites)
      ? Math.min(radii.street_m, radii.street_at_ground_m)
      : radii.street_m;
    search.seek('street', street_m);
    if (street_m > radius) {
      radius = street_m;
      this.#seek(metric, radius);
    }
    if (search.street.isWithin(street_m)) return search.street;
    search.seek('any', radii.any_m);
    while (radius < radii.any_m && !search.any.isWithin(radius)) {
      radius = Math.min(radii.any_m, wider(radius));
      this.#seek(metric, radius);
    }
    return search.any.isWithin(radii.any_m) ? search.any : null;
  }

  /** Offers all nearby pieces and surfaces to the search used by stages 1 to 4. */
  #seek(metric: LocalMetric, radius_m: number): void {
    this.#near.within(metric, radius_m, this.#nearby);
    if (this.#beside !== null) this.#beside.near.within(metric, radius_m, this.#beside);
  }

  /** Returns the rows of sites that contain a point, smallest first. */
  #sitesAround(lon7: number, lat7: number): number[] {
    const rows = this.#sites.around(lon7, lat7);
    if (this.#beside === null) return rows;
    for (const row of this.#beside.sitesAround(lon7, lat7)) rows.push(row);
    return rows.sort((a, b) => this.#size[a] - this.#size[b] || a - b);
  }

  /**
   * Whether the smallest broad place that contains the point is open ground. For example, a point in a lake
   * on a campus is on open ground, but a point on a campus in a park is not.
   */
  #isOnOpenGround(sites: readonly number[]): boolean {
    const smallest = sites.find((row) => this.#class[row] & BROAD);
    return smallest !== undefined && (this.#class[smallest] & GROUND) !== 0;
  }

  /**
   * For a point inside a house, the nearest result is the house itself, at distance 0. A shop or an entrance
   * a few steps away in the same house describes the place better, so it is returned instead.
   *
   * @param point the nearest single position within the doorstep radius
   */
  #atTheDoor(best: Nearest, point: Nearest): Nearest {
    if (best.squared > 0 || point.row === -1 || this.#size[best.row] === 0) return best;
    const beside = this.#beside;
    const near = beside !== null && best.row >= beside.first ? beside.near : this.#near;
    const isOutline = best.piece !== -1 && near.isOutline(best.piece);
    const inSameOutline = isOutline
      ? near.contains(best.piece, point.lon7, point.lat7)
      : this.#sitesAround(point.lon7, point.lat7).includes(best.row);
    return inSameOutline ? point : best;
  }

  /**
   * Runs stage 5. A town across the border is not a valid result, because both coverage and addresses end at
   * the border.
   */
  #settlement(metric: LocalMetric, areas: readonly number[], radii: Readonly<ReverseRadii>): Nearest | null {
    const { best } = this.#town;
    this.#town.start(areas.find((row) => this.#class[row] & COUNTRY) ?? -1);
    for (const row of areas) if (this.#class[row] & SETTLEMENT) best.offer(this.#insideOf(row, metric));
    let radius = 0;
    do {
      radius = Math.min(radii.settlement_m, Math.max(radii.any_m, wider(radius)));
      this.#towns.within(metric, radius, this.#town);
    } while (radius < radii.settlement_m && !best.isWithin(radius));
    return best.isWithin(radii.settlement_m) ? best : null;
  }

  #insideOf(row: number, { x, y }: LocalMetric): PieceVisit {
    this.#inside.row = row;
    this.#inside.note = this.#class[row];
    this.#inside.lon7 = x;
    this.#inside.lat7 = y;
    return this.#inside;
  }

  #match(best: Nearest, lon: number, lat: number): ReverseMatch {
    const bits = this.#class[best.row];
    const kind = bits & STREET ? 'street' : bits & (PLACE | SETTLEMENT) ? 'place' : 'address';
    // The search compares distances that were computed with local scale factors. The distance in the result
    // is computed with the same formula as in the rest of the code (src/geo/distance.ts).
    const distance_m =
      best.squared === 0
        ? 0
        : distanceM(lon, lat, best.lon7 / UNITS_PER_DEGREE, best.lat7 / UNITS_PER_DEGREE);
    return { row: best.row, kind, distance_m };
  }
}

/** The data read from an index's sections. */
interface Parts {
  classes: Uint16Array;
  sizes: Float32Array;
  near: Pieces;
  towns: Pieces;
  /** The surfaces of rows that stages 1 to 4 can return, except outlines stored as whole pieces. */
  sites: Surfaces;
  /** All other surfaces: areas, settlements, landscapes, countries. */
  areas: Surfaces;
}

/**
 * The user's own places, in addition to those of the map. The row numbers of own places start after those of
 * the map.
 */
class Beside implements PieceVisitor {
  readonly first: number;
  readonly near: Pieces;
  readonly #sites: Surfaces;
  readonly #search: NearbySearch;

  constructor({ near, sites }: Parts, first: number, search: NearbySearch) {
    this.first = first;
    this.near = near;
    this.#sites = sites;
    this.#search = search;
  }

  get limit(): number {
    return this.#search.limit;
  }

  offer(found: PieceVisit): void {
    found.row += this.first;
    this.#search.offer(found);
  }

  sitesAround(lon7: number, lat7: number): number[] {
    return this.#sites.around(lon7, lat7).map((row) => row + this.first);
  }
}

function joined<Values extends Uint16Array | Float32Array>(
  type: new (length: number) => Values,
  first: Values,
  second: Values,
): Values {
  const both = new type(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function wider(radius_m: number): number {
  return Math.max(FIRST_M, radius_m * WIDER);
}

/**
 * Converts degrees to units of 1e-7 degrees without rounding. There is one exception: a stored position that
 * was given in degrees is restored exactly, although 106.9175 * 1e7 is not an integer in binary floating
 * point.
 */
function unitsOf(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-3 ? whole : units;
}
