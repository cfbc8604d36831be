import { section, type Sections } from '../arrays/sections.js';
import { assert } from '../errors.js';
import { UNITS_PER_DEGREE } from '../geo/coordinates.js';
import { distanceM } from '../geo/distance.js';
import { AreaIndex } from './area-index.js';
import { ADDRESS, AREA, BROAD, COUNTRY, GROUND, LANDSCAPE, NEARBY, PLACE, SETTLEMENT, STREET } from './reverse-class.js';
import { DEFAULT_REVERSE_RADII, type ReverseRadii } from './reverse-limits.js';
import { Nearest } from './reverse-nearest.js';
import { Pieces, type PieceVisit } from './reverse-pieces.js';

export interface ReverseMatch {
  row: number;
  kind: 'address' | 'place' | 'street';
  /** To the true geometry; 0 inside an outline. */
  distance_m: number;
}

/** The search widens by this factor until it holds an answer: in a town it never looks at a whole kilometre. */
const WIDER = 3;
/** The least to widen to, metres: radii are settings and may be 0. */
const FIRST_M = 10;

/**
 * The nearest meaningful thing to a point, by stages (docs/decisions/0006-reverse.md):
 *
 *     1  address           within 30 m         not from a broad one
 *     2  named place       within 50 m         not from a broad one (5 ha or more)
 *     3  named street      within 100 m        30 m for one who stands in a broad square, park, lake ...
 *     4  nearest of these  within 1 km         broad ones too
 *     5  settlement        within 20 km        of the country one is in; the khoroo or bag one is in
 *     6  smallest area around, never the country itself
 *     7  nothing
 */
export class ReverseIndex {
  readonly #class: Uint16Array;
  readonly #size: Float32Array;
  readonly #near: Pieces;
  readonly #towns: Pieces;
  readonly #townCountry: Int32Array;
  readonly #areas: AreaIndex;
  readonly #areaRow: Uint32Array;

  /** @throws Error when a section is missing or of another type. */
  static from(sections: Sections): ReverseIndex {
    return new ReverseIndex(sections);
  }

  private constructor(sections: Sections) {
    this.#class = section(sections, 'reverse.class', Uint16Array);
    this.#size = section(sections, 'reverse.size', Float32Array);
    this.#near = new Pieces(sections, 'reverse.near_');
    this.#towns = new Pieces(sections, 'reverse.town_');
    this.#townCountry = section(sections, 'reverse.town_country', Int32Array);
    this.#areas = AreaIndex.from(sections, 'reverse.area.');
    this.#areaRow = section(sections, 'reverse.area_row', Uint32Array);
  }

  /** Degrees. Null when nothing is near and no area is around: outside of the data. */
  nearest(lon: number, lat: number, radii?: Partial<ReverseRadii>): ReverseMatch | null {
    // Written so that what is not a number fails as well.
    assert(Math.abs(lon) <= 180 && Math.abs(lat) <= 90, `${lat},${lon} is no position`);
    const limits = radii === undefined ? DEFAULT_REVERSE_RADII : { ...DEFAULT_REVERSE_RADII, ...radii };
    const at = { lon7: unitsOf(lon), lat7: unitsOf(lat) };
    const around = this.#rowsAround(at);
    const best = this.#nearby(at, around, limits) ?? this.#settlement(at, around, limits);
    if (best !== null) return this.#match(best, lon, lat);
    const area = around.find((row) => this.#class[row] & (AREA | LANDSCAPE));
    return area === undefined ? null : { row: area, kind: 'place', distance_m: 0 };
  }

  /** @throws Error naming the first thing that is not as buildReverse leaves it; `rows` is the size of the place table. */
  verify(rows: number): void {
    if (this.#class.length !== rows || this.#size.length !== rows) throw new Error('reverse: columns of different lengths');
    if (this.#areaRow.length !== this.#areas.count || this.#areaRow.some((row) => row >= rows)) throw new Error('reverse: a surface of no row');
    if (this.#townCountry.length !== this.#towns.count) throw new Error('reverse: a settlement without a country');
    this.#near.verify(rows);
    this.#towns.verify(rows);
    this.#areas.verify();
  }

  /** Rows whose surface contains the point, smallest first. */
  #rowsAround({ lon7, lat7 }: Position): number[] {
    const rows = this.#areas.containing(lon7, lat7);
    for (let i = 0; i < rows.length; i++) rows[i] = this.#areaRow[rows[i]];
    return rows;
  }

  /** Stages 1 to 4. */
  #nearby(at: Position, around: readonly number[], limits: Readonly<ReverseRadii>): Nearest | null {
    const search = new NearbySearch(this.#class, this.#size, limits);
    for (const row of around) search.offer(insideOf(row, at));
    const offer = (found: PieceVisit): void => search.offer(found);
    let radius = Math.max(limits.address_m, limits.place_m);
    this.#near.within(at.lon7, at.lat7, radius, offer);
    if (search.address.isWithin(limits.address_m)) return this.#atTheDoor(search.address, search.addressPoint);
    if (search.place.isWithin(limits.place_m)) return this.#atTheDoor(search.place, search.placePoint);
    // Most lookups in a town end above: a second, wider search for the others is cheaper than a wide one for all.
    const street_m = this.#isOnOpenGround(around) ? Math.min(limits.street_m, limits.street_at_ground_m) : limits.street_m;
    radius = Math.max(radius, street_m);
    this.#near.within(at.lon7, at.lat7, radius, offer);
    if (search.street.isWithin(street_m)) return search.street;
    while (radius < limits.any_m && !search.any.isWithin(radius)) {
      radius = Math.min(limits.any_m, wider(radius));
      this.#near.within(at.lon7, at.lat7, radius, offer);
    }
    return search.any.isWithin(limits.any_m) ? search.any : null;
  }

  /** Whether the smallest of the broad places one stands in is open ground: a lake on a campus is, a campus in a park is not. */
  #isOnOpenGround(around: readonly number[]): boolean {
    const smallest = around.find((row) => this.#class[row] & BROAD);
    return smallest !== undefined && (this.#class[smallest] & GROUND) !== 0;
  }

  /**
   * Inside a house one is nearest to the house, at distance 0; but a shop or an entrance in the same house, a few steps
   * away, says better where one is. `point` is the nearest one within the doorstep radius.
   */
  #atTheDoor(best: Nearest, point: Nearest): Nearest {
    if (best.squared > 0 || point.row === -1 || this.#size[best.row] === 0) return best;
    const inSameOutline = this.#rowsAround(point).includes(best.row);
    return inSameOutline ? point : best;
  }

  /** Stage 5. A town beyond the border is no answer: coverage ends there, and so do addresses. */
  #settlement(at: Position, around: readonly number[], limits: Readonly<ReverseRadii>): Nearest | null {
    const best = new Nearest(this.#size);
    for (const row of around) if (this.#class[row] & SETTLEMENT) best.offer(insideOf(row, at));
    const country = around.find((row) => this.#class[row] & COUNTRY) ?? -1;
    let radius = 0;
    do {
      radius = Math.min(limits.settlement_m, Math.max(limits.any_m, wider(radius)));
      this.#towns.within(at.lon7, at.lat7, radius, (found) => {
        if (this.#townCountry[found.piece] === country) best.offer(found);
      });
    } while (radius < limits.settlement_m && !best.isWithin(radius));
    return best.isWithin(limits.settlement_m) ? best : null;
  }

  #match(best: Nearest, lon: number, lat: number): ReverseMatch {
    const bits = this.#class[best.row];
    const kind = bits & STREET ? 'street' : bits & (PLACE | SETTLEMENT) ? 'place' : 'address';
    // The search ranks by the local scales; the answer is measured once more, by the formula that all rooms share.
    const distance_m = best.squared === 0 ? 0 : distanceM(lon, lat, best.lon7 / UNITS_PER_DEGREE, best.lat7 / UNITS_PER_DEGREE);
    return { row: best.row, kind, distance_m };
  }
}

interface Position {
  lon7: number;
  lat7: number;
}

/** The nearest of each kind, as pieces and surfaces are offered. */
class NearbySearch {
  readonly address: Nearest;
  readonly place: Nearest;
  readonly street: Nearest;
  /** Of all three kinds, broad ones included. */
  readonly any: Nearest;
  /** Single positions on the doorstep only. */
  readonly addressPoint: Nearest;
  readonly placePoint: Nearest;
  readonly #class: Uint16Array;
  /** Squared metres. */
  readonly #addressDoorstep: number;
  readonly #placeDoorstep: number;

  constructor(classes: Uint16Array, sizes: Float32Array, { doorstep_m, address_m, place_m }: Readonly<ReverseRadii>) {
    this.#class = classes;
    this.#addressDoorstep = Math.min(doorstep_m, address_m) ** 2;
    this.#placeDoorstep = Math.min(doorstep_m, place_m) ** 2;
    this.address = new Nearest(sizes);
    this.place = new Nearest(sizes);
    this.street = new Nearest(sizes);
    this.any = new Nearest(sizes);
    this.addressPoint = new Nearest(sizes);
    this.placePoint = new Nearest(sizes);
  }

  offer(found: PieceVisit): void {
    const bits = this.#class[found.row];
    if (!(bits & NEARBY)) return;
    this.any.offer(found);
    if (bits & STREET) this.street.offer(found);
    if (bits & BROAD) return;
    if (bits & ADDRESS) {
      this.address.offer(found);
      if (found.isPoint && found.squared <= this.#addressDoorstep) this.addressPoint.offer(found);
    }
    if (bits & PLACE) {
      this.place.offer(found);
      if (found.isPoint && found.squared <= this.#placeDoorstep) this.placePoint.offer(found);
    }
  }
}

function wider(radius_m: number): number {
  return Math.max(FIRST_M, radius_m * WIDER);
}

function insideOf(row: number, at: Position): PieceVisit {
  return { piece: -1, row, squared: 0, lon7: at.lon7, lat7: at.lat7, isPoint: false };
}

/**
 * Units of 1e-7 degrees, unrounded, except that a stored position written in degrees comes back as exactly itself:
 * 106.9175 * 1e7 is not whole in binary.
 */
function unitsOf(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-3 ? whole : units;
}
