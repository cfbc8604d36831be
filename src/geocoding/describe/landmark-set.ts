import type { Position } from '../../geo/position.js';
import { section, type Sections } from '../../arrays/sections.js';
import type { Steps } from '../../arrays/steps.js';
import { StringTable } from '../../arrays/string-table.js';
import { bareTable } from '../../bare-table.js';
import { toDegrees } from '../../geo/coordinates.js';
import { LocalMetric, reachOf } from '../../geo/local-metric.js';
import { packBoxes, PackedTree, type Packing } from '../areas/packed-tree.js';
import { LANDMARK_LAYERS } from '../finding/landmarks.js';
import { LAYERS, type Layer } from '../places/layer.js';

/** Place types that are not landmarks, because they move, are everywhere, or have no single location. */
const UNSEEN: ReadonlySet<string> = new Set(
  (
    'atm bench toilets waste_basket parking parking_entrance taxi bicycle_parking drinking_water tree ' +
    'playground pitch river stream canal drain ditch valley ridge wood forest farmland island locality ' +
    'residential industrial ' +
    'suburb borough quarter neighbourhood city_block hamlet isolated_dwelling farm allotments ' +
    'protected_area national_park nature_reserve region state county municipality'
  ).split(' '),
);
/**
 * The bonus added to the prominence of each kind of place. People can see a sign over a door, but not an
 * office inside a building.
 */
const SEEN: Readonly<Record<string, number>> = bareTable({
  ...worth(8, 'fuel bank supermarket pharmacy bus_stop school kindergarten mall department_store hotel'),
  ...worth(-15, 'company lawyer it insurance association ngo consulting financial estate_agent coworking'),
});

function worth(points: number, types: string): Record<string, number> {
  return Object.fromEntries(types.split(' ').map((type) => [type, points]));
}

/**
 * The maximum area of a landmark's outline, because larger outlines have no single location. The area, in
 * square meters, of a circle with a diameter of one kilometer.
 */
const MOST_M2 = 800_000;
/** The assumed radius of a settlement whose size is unknown, in meters. */
const HAMLET_M = 500;
/** The maximum length of a name that fits into a sentence. */
const MOST_LETTERS = 48;
/** Characters that would make it unclear where the name ends in a sentence. */
const UNSPEAKABLE = /[,:;()[\]«»"“”\n]/;
/** Whether a name can be used in a sentence. */
export function isSpeakable(name: string): boolean {
  return name.length <= MOST_LETTERS && /\p{L}/u.test(name) && !UNSPEAKABLE.test(name);
}

/**
 * The penalty for each doubling of the number of places that share a name, because it is unclear which of the
 * places is meant.
 */
const PER_DOUBLING = 6;

/** The penalty for each tenfold increase in distance: 60 m cost 10 points, 300 m 30, and 3 km 75. */
const PER_TENFOLD = 50;
const NEAR_M = 100;
/**
 * The distance, in meters, beyond which people cannot see a landmark. Beyond this distance, each tenfold
 * increase carries a higher penalty, however well known a town is.
 */
const OUT_OF_SIGHT_M = 10_000;
const PER_TENFOLD_UNSEEN = 40;
/**
 * The largest radius, in meters, of an outline that people standing next to it can see as a whole. A larger
 * outline is recognizable only from farther away.
 */
const SMALL_M = 40;

/** Returns a landmark's penalty for its distance from the point. */
export function lossOf(distance_m: number): number {
  const unseen = PER_TENFOLD_UNSEEN * Math.max(0, Math.log10(distance_m / OUT_OF_SIGHT_M));
  return PER_TENFOLD * Math.log10(1 + distance_m / NEAR_M) + unseen;
}

/** A landmark and its score as seen from a point. */
export interface ScoredLandmark {
  /** The landmark's index in the set. */
  at: number;
  score: number;
}

/** The places of an index that sentences may mention, for lookups around a point. */
export class LandmarkSet {
  readonly rows: Uint32Array;
  /** Positions as pairs of lon7 and lat7. */
  readonly points: Int32Array;
  /** Each place's score: its prominence minus penalties for properties that make it hard to find. */
  readonly weights: Float32Array;
  /** The radius, in meters, of a circle with the same area as the outline, or 0 for points. */
  readonly radii_m: Float32Array;
  /** The string number of each name; identical names have the same number. */
  readonly names: Uint32Array;
  /**
   * For a settlement, the radius, in meters, within which points count as being in the settlement; 0 for all
   * other places.
   */
  readonly reaches_m: Float32Array;
  readonly #tree: PackedTree;
  readonly #metric = new LocalMetric(0, 0);

  /** @throws Error if a section is missing or of another type */
  static *of(sections: Sections): Steps<LandmarkSet> {
    const columns = columnsOf(sections);
    yield;
    const rows = rowsOf(columns);
    yield;
    const boxes = new Int32Array(4 * rows.length);
    rows.forEach((row, i) => {
      boxes[4 * i] = boxes[4 * i + 2] = columns.point[2 * row];
      boxes[4 * i + 1] = boxes[4 * i + 3] = columns.point[2 * row + 1];
    });
    const packed = packBoxes(boxes);
    yield;
    return new LandmarkSet(columns, rows, packed);
  }

  private constructor(columns: Columns, rows: readonly number[], packed: Packing) {
    const count = new Map<number, number>();
    for (const row of rows) count.set(columns.name[row], (count.get(columns.name[row]) ?? 0) + 1);
    this.#tree = new PackedTree(packed.boxes, rows.length, 'landmarks');
    this.rows = packed.order.map((item) => rows[item]);
    this.points = new Int32Array(2 * rows.length);
    this.names = this.rows.map((row) => columns.name[row]);
    this.radii_m = new Float32Array(rows.length);
    this.reaches_m = new Float32Array(rows.length);
    this.weights = new Float32Array(rows.length);
    this.rows.forEach((row, i) => {
      this.points[2 * i] = columns.point[2 * row];
      this.points[2 * i + 1] = columns.point[2 * row + 1];
      this.radii_m[i] = Math.sqrt(columns.size[row] / Math.PI);
      if (layerOf(columns, row) === 'settlement') this.reaches_m[i] = columns.reaches.get(row) ?? HAMLET_M;
      const rare = PER_DOUBLING * Math.log2(count.get(this.names[i])!);
      this.weights[i] = columns.prominence[row] / 10 + columns.seen[row] - rare;
    });
  }

  /**
   * Returns the landmarks with the highest scores within a radius of a point given in degrees, best first.
   */
  best([lon, lat]: Position, radius_m: number, count: number): ScoredLandmark[] {
    const [x, y] = [lon * 1e7, lat * 1e7];
    const reach = reachOf(y, radius_m);
    const total = this.#tree.search(x - reach.lon7, y - reach.lat7, x + reach.lon7, y + reach.lat7);
    const { found } = this.#tree;
    this.#metric.moveTo(x, y);
    const best: ScoredLandmark[] = [];
    let least = -Infinity;
    for (let i = 0; i < total; i++) {
      const at = found[i];
      const weight = this.weights[at];
      if (weight <= least) continue;
      const distance_m = Math.sqrt(this.#metric.squaredTo(this.points[2 * at], this.points[2 * at + 1]));
      if (distance_m > radius_m || distance_m < this.reaches_m[at]) continue;
      if (this.radii_m[at] > Math.max(SMALL_M, distance_m / 2)) continue;
      const score = weight - lossOf(distance_m);
      if (score <= least) continue;
      let place = best.length;
      while (place > 0 && best[place - 1].score < score) place--;
      best.splice(place, 0, { at, score });
      if (best.length > count) best.pop();
      if (best.length === count) least = best[count - 1].score;
    }
    return best;
  }

  /** Returns a position in degrees. */
  pointOf(at: number): Position {
    return [toDegrees(this.points[2 * at]), toDegrees(this.points[2 * at + 1])];
  }
}

interface Columns {
  name: Uint32Array;
  layer: Uint8Array;
  point: Int32Array;
  prominence: Uint16Array;
  size: Float32Array;
  /** Per row: the radius of a settlement that addresses mention. */
  reaches: ReadonlyMap<number, number>;
  /** Per row; see SEEN. */
  seen: Float32Array;
  strings: StringTable;
}

function columnsOf(sections: Sections): Columns {
  const strings = new StringTable({
    bytes: section(sections, 'string_bytes', Uint8Array),
    offsets: section(sections, 'string_offsets', Uint32Array),
  });
  const towns = section(sections, 'town.row', Uint32Array);
  const reaches = section(sections, 'town.reach', Uint16Array);
  return {
    strings,
    reaches: new Map(Array.from(towns, (row, i) => [row, reaches[i]])),
    name: section(sections, 'place.name', Uint32Array),
    layer: section(sections, 'place.layer', Uint8Array),
    point: section(sections, 'place.point', Int32Array),
    prominence: section(sections, 'place.prominence', Uint16Array),
    size: section(sections, 'reverse.size', Float32Array),
    seen: seenByRow(section(sections, 'place.type', Uint32Array), strings),
  };
}

function seenByRow(types: Uint32Array, strings: StringTable): Float32Array {
  const known = new Map<number, number>();
  const seen = new Float32Array(types.length);
  types.forEach((type, row) => {
    let own = known.get(type);
    if (own === undefined) known.set(type, (own = seenAs(strings.get(type))));
    seen[row] = own;
  });
  return seen;
}

function seenAs(type: string): number {
  return UNSEEN.has(type) ? -Infinity : (SEEN[type] ?? 0);
}

function layerOf({ layer }: Columns, row: number): Layer {
  return LAYERS[layer[row]];
}

function rowsOf(columns: Columns): number[] {
  const known = new Map<number, boolean>();
  const rows: number[] = [];
  for (let row = 0; row < columns.layer.length; row++) {
    if (!LANDMARK_LAYERS.includes(layerOf(columns, row)) || columns.seen[row] === -Infinity) continue;
    if (columns.size[row] > MOST_M2 && layerOf(columns, row) !== 'settlement') continue;
    const name = columns.name[row];
    let isSaid = known.get(name);
    if (isSaid === undefined) {
      isSaid = isSpeakable(columns.strings.get(name));
      known.set(name, isSaid);
    }
    if (isSaid) rows.push(row);
  }
  return rows;
}
