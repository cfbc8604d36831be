import type { Hierarchy } from '../frozen/hierarchy.js';
import { NOT_REACHED, type Climb } from './climb.js';

/**
 * Climbs in a cell from its beginnings to everything above them, in the cell and right above it. The costs
 * could be stored for each vertex of a cell, but that took an eighth of a dataset.
 * @param against 0 along the arcs, 1 against them
 */
export function leaveCell(
  { cells, first, arcPlace, arc_ms }: Hierarchy,
  { cell, count, places, ms, place_ms }: Climb,
  against: number,
  least_ms: number,
): void {
  const begin = cells.firstVertex[cell];
  const size = cells.firstVertex[cell + 1] - begin;
  const highPlaces = cells.branchDepth[cells.branch[cell]];
  const rows = 2 * begin + against * size;
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
      // A negative sum is too large.
      if (sum_ms >= 0 && sum_ms < place_ms[next]) place_ms[next] = sum_ms;
    }
  }
}

interface Leaving {
  against: number;
  /** Depth of a high vertex that the climb has reached. */
  exit: number;
  /** Takes, by number within the cell, the cost from there to the exit; NOT_REACHED for no way. */
  rest_ms: Int32Array;
}

/** Works out what is left to pay up to an exit of a cell, from everywhere where the climb has come. */
export function restInCell(
  { cells, first, arcPlace, arc_ms }: Hierarchy,
  { cell, place_ms }: Climb,
  { against, exit, rest_ms }: Leaving,
): void {
  const begin = cells.firstVertex[cell];
  const size = cells.firstVertex[cell + 1] - begin;
  const highPlaces = cells.branchDepth[cells.branch[cell]];
  const rows = 2 * begin + against * size;
  for (let place = size - 1; place >= 0; place--) {
    let least_ms = NOT_REACHED;
    if (place_ms[highPlaces + place] !== NOT_REACHED) {
      const end = first[rows + place + 1];
      for (let i = first[rows + place]; i < end; i++) {
        const next = arcPlace[i];
        const left_ms = next >= highPlaces ? rest_ms[next - highPlaces] : next === exit ? 0 : NOT_REACHED;
        const sum_ms = (left_ms + arc_ms[i]) | 0;
        if (sum_ms >= 0 && sum_ms < least_ms) least_ms = sum_ms;
      }
    }
    rest_ms[place] = least_ms;
  }
}
