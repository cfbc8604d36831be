import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { Surroundings } from '../profiles/profile.js';
import type { RoadNetwork } from './network.js';

/** Streets where people live. Many such streets close together form a town (docs/routing-model.md, 10). */
const STREETS = new Set(['residential', 'living_street']);

/**
 * The height of a cell in 1e-7 degrees, about 556 m. At the latitude of Ulaanbaatar, a cell is 560 m wide.
 */
const CELL_LAT7 = 50_000;
const CELL_LON7 = 75_000;
/**
 * A cell counts as built-up if it and its eight neighbors, an area of 2.8 square kilometers in total, contain
 * at least this many meters of streets.
 */
const BUILT_UP_M = 5_000;
/**
 * Connected built-up cells with more meters of streets than this form a city; all other connected groups form
 * a town.
 */
const CITY_M = 300_000;
/**
 * A number greater than the number of cells around a circle of latitude, so that a cell's number is row * ROW
 * + column.
 */
const ROW = 2 ** 16;
/**
 * A city extends this many cells (1.1 km) beyond its built-up cells, because the roads past its factories and
 * along its river are slow as well. Otherwise routes would go around neighborhoods instead of through them.
 */
const OUTSKIRTS = 2;
const NEIGHBOURS = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * ROW + column));

/** Returns, per way, the surroundings of the larger part of the way. */
export function findSurroundings(network: RoadNetwork): Surroundings[] {
  const cells = builtUpCells(streetsByCell(network));
  return network.ways.map((_, w) => {
    const around_m: Record<Surroundings, number> = { country: 0, town: 0, city: 0 };
    eachPair(network, w, (cell, length_m) => {
      around_m[cells.get(cell) ?? 'country'] += length_m;
    });
    const half_m = (around_m.country + around_m.town + around_m.city) / 2;
    if (half_m === 0 || around_m.country > half_m) return 'country';
    return around_m.city >= half_m ? 'city' : 'town';
  });
}

function streetsByCell(network: RoadNetwork): Map<number, number> {
  const metres = new Map<number, number>();
  network.ways.forEach(({ tags }, w) => {
    if (!STREETS.has(tags['highway'] ?? '')) return;
    eachPair(network, w, (cell, length_m) => metres.set(cell, (metres.get(cell) ?? 0) + length_m));
  });
  return metres;
}

/** Returns, for each built-up cell, whether it is in a town or in a city. */
function builtUpCells(metres: Map<number, number>): Map<number, Surroundings> {
  const around_m = new Map<number, number>();
  for (const [cell, length_m] of metres)
    for (const step of NEIGHBOURS) around_m.set(cell + step, (around_m.get(cell + step) ?? 0) + length_m);
  const kinds = new Map<number, Surroundings>();
  for (const [start, length_m] of around_m) {
    if (length_m < BUILT_UP_M || kinds.has(start)) continue;
    const settlement = [start];
    kinds.set(start, 'town');
    for (let i = 0; i < settlement.length; i++) {
      for (const step of NEIGHBOURS) {
        const cell = settlement[i] + step;
        if (kinds.has(cell) || (around_m.get(cell) ?? 0) < BUILT_UP_M) continue;
        kinds.set(cell, 'town');
        settlement.push(cell);
      }
    }
    const all_m = settlement.reduce((sum, cell) => sum + (metres.get(cell) ?? 0), 0);
    if (all_m >= CITY_M) for (const cell of settlement) kinds.set(cell, 'city');
  }
  return withOutskirts(kinds);
}

function withOutskirts(kinds: Map<number, Surroundings>): Map<number, Surroundings> {
  let edge = [...kinds.keys()].filter((cell) => kinds.get(cell) === 'city');
  for (let i = 0; i < OUTSKIRTS; i++) {
    edge = edge.flatMap((cell) => NEIGHBOURS.map((step) => cell + step));
    edge = edge.filter((cell) => kinds.get(cell) !== 'city');
    for (const cell of edge) kinds.set(cell, 'city');
  }
  return kinds;
}

/**
 * Calls `visit` for each pair of a way, with the cell of the pair's midpoint and the pair's length in meters.
 */
function eachPair(
  { ways, nodeLon7, nodeLat7 }: RoadNetwork,
  w: number,
  visit: (cell: number, length_m: number) => void,
): void {
  const { nodes } = ways[w];
  for (let i = 0; i + 1 < nodes.length; i++) {
    const [lon1, lat1] = [nodeLon7[nodes[i]], nodeLat7[nodes[i]]];
    const [lon2, lat2] = [nodeLon7[nodes[i + 1]], nodeLat7[nodes[i + 1]]];
    const row = Math.floor(((lat1 + lat2) / 2 + 9e8) / CELL_LAT7);
    const column = Math.floor(((lon1 + lon2) / 2 + 1.8e9) / CELL_LON7);
    visit(row * ROW + column, distanceM(toDegrees(lon1), toDegrees(lat1), toDegrees(lon2), toDegrees(lat2)));
  }
}
