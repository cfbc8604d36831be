import type { StringTable } from '../arrays/string-table.js';
import {
  isInBox,
  NearRanking,
  type Refined,
  type RefinedColumns,
  type Refinement,
} from './forward/refinement.js';
import { LAYERS } from './places/layer.js';

/** The columns of the place table that a refinement reads. */
export interface RefineColumns extends RefinedColumns {
  layer: Uint8Array;
  /** Per row: the string index of its type. */
  type: Uint32Array;
  strings: StringTable;
}

/**
 * Returns a refinement in the form that an index with these columns applies, or undefined if there is none.
 */
export function refine(columns: RefineColumns, refinement: Refinement | undefined): Refined | undefined {
  if (refinement === undefined) return undefined;
  const { near, types, bbox, everyRow } = refinement;
  if ([near, types, bbox, everyRow].every((own) => own === undefined)) return undefined;
  const tests = [
    ...(types === undefined ? [] : [isOfTypes(columns, types)]),
    ...(bbox === undefined ? [] : [isInBox(columns.point, bbox)]),
  ];
  return {
    ...(near !== undefined && { ranking: new NearRanking(columns, near) }),
    ...(tests.length > 0 && { accepts: (row: number) => tests.every((isWanted) => isWanted(row)) }),
    ...(everyRow !== undefined && { everyRow }),
  };
}

function isOfTypes(
  { layer, type, strings }: RefineColumns,
  types: readonly string[],
): (row: number) => boolean {
  const layers = LAYERS.map((own) => types.includes(own));
  const known = new Map<number, boolean>();
  return (row) => {
    if (layers[layer[row]]) return true;
    let isOne = known.get(type[row]);
    if (isOne === undefined) known.set(type[row], (isOne = types.includes(strings.getAgain(type[row]))));
    return isOne;
  };
}
