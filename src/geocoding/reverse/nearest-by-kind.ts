import { ADDRESS, BROAD, PLACE, STREET } from './reverse-class.js';
import type { ReverseRadii } from './reverse-limits.js';
import { Nearest } from './reverse-nearest.js';
import type { PieceVisit, PieceVisitor } from './reverse-pieces.js';

/** Keeps the nearest row of each kind among the pieces and surfaces offered to it. */
export class NearbySearch implements PieceVisitor {
  readonly address: Nearest;
  readonly place: Nearest;
  readonly street: Nearest;
  /** Includes all three kinds, even broad places. */
  readonly any: Nearest;
  /** Includes only single positions within the doorstep radius. */
  readonly addressPoint: Nearest;
  readonly placePoint: Nearest;
  limit = Infinity;
  #sought: 'address or place' | 'street' | 'any' = 'address or place';
  /** The maximum squared distance at which each kind can be a result, in square meters. */
  #address = 0.5;
  #place = 0.5;
  #street = 0.5;
  #addressDoorstep = 0.5;
  #placeDoorstep = 0.5;

  constructor(sizes: Float32Array, firstOwn: number) {
    this.address = new Nearest(sizes, firstOwn);
    this.place = new Nearest(sizes, firstOwn);
    this.street = new Nearest(sizes, firstOwn);
    this.any = new Nearest(sizes, firstOwn);
    this.addressPoint = new Nearest(sizes, firstOwn);
    this.placePoint = new Nearest(sizes, firstOwn);
  }

  start({ doorstep_m, address_m, place_m }: Readonly<ReverseRadii>): void {
    this.#sought = 'address or place';
    this.#address = address_m * address_m;
    this.#place = place_m * place_m;
    this.#addressDoorstep = Math.min(doorstep_m, address_m) ** 2;
    this.#placeDoorstep = Math.min(doorstep_m, place_m) ** 2;
    this.address.clear();
    this.place.clear();
    this.street.clear();
    this.any.clear();
    this.addressPoint.clear();
    this.placePoint.clear();
    this.limit = Infinity;
  }

  /**
   * Moves on to the next stage: `street` if no address or place is near enough, `any` if no street is near
   * enough.
   */
  seek(sought: 'street' | 'any', radius_m: number): void {
    this.#sought = sought;
    if (sought === 'street') this.#street = radius_m * radius_m;
    this.limit = this.#limitNow();
  }

  offer(found: PieceVisit): void {
    const bits = found.note;
    this.any.offer(found);
    if (bits & STREET) this.street.offer(found);
    if (!(bits & BROAD)) this.#offerClose(found, bits);
    this.limit = this.#limitNow();
  }

  #offerClose(found: PieceVisit, bits: number): void {
    if (bits & ADDRESS) {
      this.address.offer(found);
      if (found.isPoint && found.squared <= this.#addressDoorstep) this.addressPoint.offer(found);
    }
    if (bits & PLACE) {
      this.place.offer(found);
      if (found.isPoint && found.squared <= this.#placeDoorstep) this.placePoint.offer(found);
    }
  }

  /**
   * Returns the squared distance beyond which no piece can change the result of the stage, or Infinity if
   * there is no result yet. The distance is at least the doorstep radius, because a point inside an outline
   * may replace the outline as the result. For a place, the distance is also at least the address radius,
   * because an address within that radius takes precedence.
   */
  #limitNow(): number {
    if (this.#sought === 'any') return this.any.squared;
    if (this.#sought === 'street')
      return this.street.squared <= this.#street ? this.street.squared : Infinity;
    if (this.address.squared <= this.#address) return Math.max(this.address.squared, this.#addressDoorstep);
    return this.place.squared <= this.#place
      ? Math.max(this.place.squared, this.#placeDoorstep, this.#address)
      : Infinity;
  }
}

/** Finds the nearest settlement within one country. */
export class SettlementSearch implements PieceVisitor {
  readonly best: Nearest;
  /** The country's row, or -1 if there is none. */
  #country = -1;

  get limit(): number {
    return this.best.squared;
  }

  constructor(sizes: Float32Array) {
    this.best = new Nearest(sizes);
  }

  start(country: number): void {
    this.#country = country;
    this.best.clear();
  }

  offer(found: PieceVisit): void {
    if (found.note === this.#country) this.best.offer(found);
  }
}
