import { toDegrees } from '../../../geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../../geo/distance.js';
import type { ReachedRoads } from '../../../routing/routing-index.js';
import { TURN } from '../../../geo/unwrap.js';
import { cutAtBorder, eastOf } from './antimeridian.js';
import { contourPolygons } from './contour-rings.js';
import { simplifyRings, type Ring } from './simplify-rings.js';

/** Polygons of rings, with the outer ring first. Rings are lon, lat pairs in 1e-7 degrees. */
export type MultiPolygon = Int32Array[][];

/**
 * The smallest size of a cell. The cell size increases so that the grid has at most this many cells on each
 * side.
 */
const LEAST_CELL_M = 25;
const MOST_CELLS = 400;
/**
 * No grid point is closer to a border than this, so that borders do not touch, even after rounding to 0.1 m.
 */
const CLEAR_M = 1;
/** The maximum distance by which rounding to 1e-6 degrees can bring two positions closer together. */
const ROUNDED_M = 0.2;
/** The maximum distance between a simplified border and the original, as a share of a cell. */
const TOLERANCE = 1 / 5;
/** Rings smaller than this share of a cell are left out. */
const LEAST_RING = 1 / 4;

interface Grid {
  cell_m: number;
  columns: number;
  rows: number;
  /** The position of the first point, in 1e-7 degrees. */
  west7: number;
  south7: number;
  /**
   * The value added to longitudes west of 0: 360 degrees if the grid crosses the 180-degree meridian,
   * otherwise 0.
   */
  turn7: number;
  /** Meters per 1e-7 degrees of longitude. */
  x_m: number;
  y_m: number;
}

/**
 * Returns the areas within a given distance of the reached roads, as polygons. Computes the distances to the
 * roads on a grid and draws the border from these distances, in small steps.
 * @param reached in ascending order @param around_m the distance from a road within which a point still
 * counts as reached
 */
export function* reachPolygons(
  reached: readonly ReachedRoads[],
  around_m: number,
): Generator<void, { area: MultiPolygon; tolerance_m: number }[]> {
  const grid = yield* gridOf(reached, around_m);
  const tolerance_m = TOLERANCE * grid.cell_m;
  const far_m = around_m + 2 * grid.cell_m;
  const field = new Float64Array(grid.columns * grid.rows).fill(far_m ** 2);
  const isAbove = new Uint8Array(field.length);
  // If a stored squared distance is below this limit, the value of `at` is above 0.
  const above2_m2 = (around_m + CLEAR_M) ** 2;
  const found: { area: MultiPolygon; tolerance_m: number }[] = [];
  for (const { lines } of reached) {
    let stamped = 0;
    for (const line of lines) {
      stamp(line, grid, far_m, field);
      if (++stamped % 16 === 0) yield;
    }
    const at = (point: number): number => {
      const above_m = around_m - Math.sqrt(field[point]);
      return Math.abs(above_m) < CLEAR_M ? CLEAR_M : above_m;
    };
    for (let point = 0; point < field.length; point++) isAbove[point] = field[point] < above2_m2 ? 1 : 0;
    yield;
    const { columns, rows } = grid;
    const polygons = yield* contourPolygons({ columns, rows, at, isAbove }, LEAST_RING);
    const simple = yield* simplifyRings(polygons, TOLERANCE, ROUNDED_M / grid.cell_m);
    const area = simple.map((polygon) => polygon.map((ring) => inDegrees7(ring, grid)));
    found.push({ area: area.flatMap(cutAtBorder), tolerance_m });
    yield;
  }
  return found;
}

function* gridOf(reached: readonly ReachedRoads[], around_m: number, turn7 = 0): Generator<void, Grid> {
  let [west7, south7, east7, north7] = [Infinity, Infinity, -Infinity, -Infinity];
  let looks = 0;
  for (const { lines } of reached)
    for (const line of lines) {
      for (let i = 0; i < line.length; i += 2) {
        const lon7 = eastOf(line[i], turn7);
        [west7, east7] = [Math.min(west7, lon7), Math.max(east7, lon7)];
        [south7, north7] = [Math.min(south7, line[i + 1]), Math.max(north7, line[i + 1])];
      }
      if (++looks % 512 === 0) yield;
    }
  if (east7 - west7 > TURN / 2 && turn7 === 0) return yield* gridOf(reached, around_m, TURN);
  const latitude = toDegrees((south7 + north7) / 2);
  const x_m = metersPerDegreeLon(latitude) * 1e-7;
  const y_m = metersPerDegreeLat(latitude) * 1e-7;
  const extent_m = Math.max((east7 - west7) * x_m, (north7 - south7) * y_m) + 2 * around_m;
  const cell_m = Math.max(LEAST_CELL_M, extent_m / MOST_CELLS);
  // A margin of two cells beyond the reached area keeps the border inside the grid.
  const beyond_m = around_m + 2 * cell_m;
  return {
    ...{ cell_m, turn7, x_m, y_m },
    west7: west7 - beyond_m / x_m,
    south7: south7 - beyond_m / y_m,
    columns: Math.ceil(((east7 - west7) * x_m + 2 * beyond_m) / cell_m) + 1,
    rows: Math.ceil(((north7 - south7) * y_m + 2 * beyond_m) / cell_m) + 1,
  };
}

/** Lowers the squared distances of all grid points near a line. */
function stamp(line: Int32Array, grid: Grid, far_m: number, field: Float64Array): void {
  const { cell_m, columns, rows, west7, south7, turn7, x_m, y_m } = grid;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const from7 = eastOf(line[i], turn7);
    const [x1, y1] = [(from7 - west7) * x_m, (line[i + 1] - south7) * y_m];
    const [dx, dy] = [(eastOf(line[i + 2], turn7) - from7) * x_m, (line[i + 3] - line[i + 1]) * y_m];
    const length2 = dx * dx + dy * dy;
    const left = Math.max(0, Math.ceil((Math.min(x1, x1 + dx) - far_m) / cell_m));
    const right = Math.min(columns - 1, Math.floor((Math.max(x1, x1 + dx) + far_m) / cell_m));
    const bottom = Math.max(0, Math.ceil((Math.min(y1, y1 + dy) - far_m) / cell_m));
    const top = Math.min(rows - 1, Math.floor((Math.max(y1, y1 + dy) + far_m) / cell_m));
    for (let row = bottom; row <= top; row++) {
      const y = row * cell_m - y1;
      for (let column = left; column <= right; column++) {
        const x = column * cell_m - x1;
        const share = length2 === 0 ? 0 : (x * dx + y * dy) / length2;
        const part = share < 0 ? 0 : share > 1 ? 1 : share;
        const [awayX, awayY] = [x - part * dx, y - part * dy];
        const distance_m2 = awayX * awayX + awayY * awayY;
        const at = row * columns + column;
        if (distance_m2 < field[at]) field[at] = distance_m2;
      }
    }
  }
}

/** Converts a ring to degrees, rounded to 0.1 m. */
function inDegrees7(ring: Ring, { cell_m, west7, south7, x_m, y_m }: Grid): Int32Array {
  const coordinates = new Int32Array(2 * ring.length);
  ring.forEach(([column, row], i) => {
    coordinates[2 * i] = 10 * Math.round((west7 + (column * cell_m) / x_m) / 10);
    coordinates[2 * i + 1] = 10 * Math.round((south7 + (row * cell_m) / y_m) / 10);
  });
  return coordinates;
}
