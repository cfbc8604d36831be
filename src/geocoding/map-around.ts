import { section, type Sections } from '../arrays/sections.js';
import { groupedBy } from '../arrays/groups.js';
import { SparseRows } from '../arrays/sparse-rows.js';
import { toDegrees, UNITS_PER_DEGREE } from '../geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../geo/distance.js';
import { streetKey } from '../text/street-key.js';
import { BESIDE_M } from './areas/street-lines.js';
import { QUARTER_REACH_M } from './areas/settlement-reach.js';
import { allNames, HOUSE_TO_STREET_M } from './build-model.js';
import type { GeocodingIndex } from './geocoding-index.js';
import { CAPITAL_PROMINENCE, QUARTERS } from './places/kinds.js';
import { LAYERS, type Layer } from './places/layer.js';
import { isRouteName, PROMINENCE_PARTS } from './places/prominence.js';
import { STREET } from './reverse/reverse-class.js';
import { PieceTaker } from './reverse/reverse-pieces.js';

/** A row of the map, with all the names by which it serves as a context. */
export interface AroundRow {
  row: number;
  names: readonly string[];
}

/**
 * Half the width and height of the box around a quarter that is mapped as a point, in 1e-7 degrees: about a
 * kilometer.
 */
const QUARTER_BOX = { lon7: 130_000, lat7: 90_000 };

/**
 * Looks up the areas, settlements and streets around a position in a finished map, for places that are added
 * after the map was built. The results are the same as during the map build.
 */
export class MapAround {
  readonly #index: GeocodingIndex;
  readonly #point: Int32Array;
  readonly #layer: Uint8Array;
  readonly #parts: Uint16Array;
  readonly #boxes: SparseRows;
  readonly #corners: Int32Array;
  readonly #towns: Uint32Array;
  readonly #townReach: Uint16Array;
  readonly #names = new Map<number, AroundRow>();
  #settled: { row: number; reach_m: number }[] | null = null;
  #streets: ReadonlyMap<string, readonly number[]> | null = null;

  /** @param index an index created from the sections */
  constructor(sections: Sections, index: GeocodingIndex) {
    this.#index = index;
    this.#point = section(sections, 'place.point', Int32Array);
    this.#layer = section(sections, 'place.layer', Uint8Array);
    this.#parts = section(sections, 'place.parts', Uint16Array);
    this.#boxes = new SparseRows(section(sections, 'box.row', Uint32Array));
    this.#corners = section(sections, 'box.corners', Int32Array);
    this.#towns = section(sections, 'town.row', Uint32Array);
    this.#townReach = section(sections, 'town.reach', Uint16Array);
  }

  /** Returns the areas that contain a point, from smallest to largest. */
  areas(lon7: number, lat7: number): AroundRow[] {
    const { positions, texts } = this.#index;
    return positions
      .areasAround(toDegrees(lon7), toDegrees(lat7))
      .filter((row) => texts.isArea(row))
      .map((row) => this.#namesOf(row));
  }

  /** Returns the areas that the address of a point names; see PlaceTexts. */
  chain(lon7: number, lat7: number): number[] {
    return this.#index.pointChain.of(-1, toDegrees(lon7), toDegrees(lat7)) ?? [];
  }

  /** Whether an area is the capital. */
  isCapital({ row }: AroundRow): boolean {
    const base = PROMINENCE_PARTS.indexOf('base');
    return this.#parts[row * PROMINENCE_PARTS.length + base] === CAPITAL_PROMINENCE * 10;
  }

  /** Returns the settlements and quarters that contain a point, nearest first. */
  towns(lon7: number, lat7: number): AroundRow[] {
    this.#settled ??= this.#settlements();
    const found: { row: number; distance_m: number }[] = [];
    for (const { row, reach_m } of this.#settled) {
      const [lon, lat] = [this.#point[2 * row], this.#point[2 * row + 1]];
      if (Math.abs(lat - lat7) > (reach_m / 110_000) * UNITS_PER_DEGREE) continue;
      const distance_m = distanceM(toDegrees(lon7), toDegrees(lat7), toDegrees(lon), toDegrees(lat));
      if (distance_m <= reach_m) found.push({ row, distance_m });
    }
    return found
      .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
      .map(({ row }) => this.#namesOf(row));
  }

  /**
   * Returns the named street that is nearest to a point beside it. Among equally near streets, the more
   * prominent one wins.
   */
  streetBeside(lon7: number, lat7: number): AroundRow | null {
    let nearest = BESIDE_M * BESIDE_M;
    let found = -1;
    const visitor = new PieceTaker(nearest, ({ row, note, squared }) => {
      if ((note & STREET) === 0 || squared > nearest) return;
      if (squared === nearest && found >= 0 && row >= found) return;
      if (!this.#isNamedStreet(row)) return;
      [nearest, found] = [squared, row];
    });
    this.#index.positions.within(toDegrees(lon7), toDegrees(lat7), BESIDE_M, visitor);
    return found < 0 ? null : this.#namesOf(found);
  }

  /**
   * Returns the street or quarter with this name to which a house at the point belongs, if the map contains
   * it.
   */
  streetCalled(name: string, lon7: number, lat7: number): AroundRow | null {
    this.#streets ??= this.#streetsByKey();
    let best = -1;
    let nearest = HOUSE_TO_STREET_M;
    for (const row of this.#streets.get(streetKey(name)) ?? []) {
      const distance_m = this.#distanceToBox(row, lon7, lat7);
      if (distance_m < nearest || (distance_m === nearest && best < 0)) [best, nearest] = [row, distance_m];
    }
    return best < 0 ? null : this.#namesOf(best);
  }

  /** Returns the displayed name of a row. */
  nameOf({ row }: AroundRow): string {
    return this.#index.rankOf(row).name;
  }

  #namesOf(row: number): AroundRow {
    let known = this.#names.get(row);
    if (known === undefined) {
      const { type, name } = this.#index.place(row);
      const layer = this.#layerOf(row);
      const matchKind = layer === 'area' || layer === 'street' ? layer : 'settlement';
      const names = allNames({ name, names: this.#index.namesOf(row), type, matchKind, house: null });
      this.#names.set(row, (known = { row, names }));
    }
    return known;
  }

  #layerOf(row: number): Layer {
    return LAYERS[this.#layer[row]];
  }

  #isNamedStreet(row: number): boolean {
    return this.#index.namesOf(row).length > 0 && !isRouteName(this.#index.rankOf(row).name);
  }

  #settlements(): { row: number; reach_m: number }[] {
    const towns = Array.from(this.#towns, (row, i) => ({ row, reach_m: this.#townReach[i] }));
    const quarters = this.#rowsOf('settlement').filter((row) => QUARTERS.has(this.#index.typeOf(row)));
    return [...towns, ...quarters.map((row) => ({ row, reach_m: QUARTER_REACH_M }))];
  }

  #streetsByKey(): ReadonlyMap<string, readonly number[]> {
    const rows = [...this.#rowsOf('street'), ...this.#rowsOf('settlement')].sort((a, b) => a - b);
    return groupedBy(rows, (row) => streetKey(this.#index.rankOf(row).name));
  }

  #rowsOf(layer: Layer): number[] {
    const wanted = LAYERS.indexOf(layer);
    const rows: number[] = [];
    for (let row = 0; row < this.#layer.length; row++) if (this.#layer[row] === wanted) rows.push(row);
    return rows;
  }

  /**
   * Returns the distance, in meters, from a point to a street's bounding box, or 0 if the point is inside the
   * box.
   */
  #distanceToBox(row: number, lon7: number, lat7: number): number {
    const at = this.#boxes.at(row);
    const [x, y] = [this.#point[2 * row], this.#point[2 * row + 1]];
    const [west, south, east, north] =
      at >= 0
        ? this.#corners.subarray(4 * at, 4 * at + 4)
        : [x - QUARTER_BOX.lon7, y - QUARTER_BOX.lat7, x + QUARTER_BOX.lon7, y + QUARTER_BOX.lat7];
    const lat = toDegrees(lat7);
    return Math.hypot(
      toDegrees(Math.max(west - lon7, 0, lon7 - east)) * metersPerDegreeLon(lat),
      toDegrees(Math.max(south - lat7, 0, lat7 - north)) * metersPerDegreeLat(lat),
    );
  }
}
