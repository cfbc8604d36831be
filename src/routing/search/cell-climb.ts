import { cellRow, type Hierarchy } from '../frozen/hierarchy.js';
import { NOT_REACHED, type Climb } from './climb.js';

/**
 * Climbs from the starting vertices in a cell to all vertices above them, inside the cell and directly above
 * it. Storing these costs for every vertex of a cell instead would take up an eighth of a dataset.
 */
export function leaveCell(
  { cells, first, arcPlace, arc_ms }: Hierarchy,
  { cell, direction, count, places, ms, place_ms }: Climb,
  least_ms: number,
): void {
  const size = cells.firstVertex[cell + 1] - cells.firstVertex[cell];
  const highPlaces = cells.branchDepth[cells.branch[cell]];
  const rows = cellRow(cells, cell, direction);
  let lowest = size;
  for (let i = 0; i < count; i++) {
    const here_ms = (ms[i] - least_ms) | 0;
    if (here_ms >= 0 && here_ms < place_ms[highPlaces + places[i]])
      place_ms[highPlaces + places[i]] = here_ms;
    lowest = Math.min(lowest, places[i]);
  }
  for (let place = lowest; place < size; place++) {
    const here_ms = place_ms[highPlaces + place];
    if (here_ms === NOT_REACHED) continue;
    const end = first[rows + place + 1];
    for (let i = first[rows + place]; i < end; i++) {
      const sum_ms = (here_ms + arc_ms[i]) | 0;
      const next = arcPlace[i];
      // A negative sum means that an overflow has occurred.
      if (sum_ms >= 0 && sum_ms < place_ms[next]) place_ms[next] = sum_ms;
    }
  }
}

/**
 * Computes the remaining cost to a high vertex from every vertex of the cell that the climb has reached.
 * @param top the depth of a high vertex that the climb has reached
 * @param rest_ms receives the cost from each vertex, indexed by its number within the cell; NOT_REACHED if
 * there is no path
 */
export function restInCell(
  { cells, first, arcPlace, arc_ms }: Hierarchy,
  { cell, direction, place_ms }: Climb,
  top: number,
  rest_ms: Int32Array,
): void {
  const size = cells.firstVertex[cell + 1] - cells.firstVertex[cell];
  const highPlaces = cells.branchDepth[cells.branch[cell]];
  const rows = cellRow(cells, cell, direction);
  for (let place = size - 1; place >= 0; place--) {
    let least_ms = NOT_REACHED;
    if (place_ms[highPlaces + place] !== NOT_REACHED) {
      const end = first[rows + place + 1];
      for (let i = first[rows + place]; i < end; i++) {
        const next = arcPlace[i];
        const left_ms = next >= highPlaces ? rest_ms[next - highPlaces] : next === top ? 0 : NOT_REACHED;
        const sum_ms = (left_ms + arc_ms[i]) | 0;
        if (sum_ms >= 0 && sum_ms < least_ms) least_ms = sum_ms;
      }
    }
    rest_ms[place] = least_ms;
  }
}
