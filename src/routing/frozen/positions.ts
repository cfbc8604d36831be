import { packedCount, readNumbers, signedAt, type Packed } from '../../arrays/packed.js';

/** The positions of all segments, one segment after another, in 1e-7 degrees. */
export interface Positions {
  lon7: Packed;
  lat7: Packed;
}

export function positionCount({ lon7 }: Positions): number {
  return packedCount(lon7);
}

export function lon7At({ lon7 }: Positions, position: number): number {
  return signedAt(lon7, position);
}

export function lat7At({ lat7 }: Positions, position: number): number {
  return signedAt(lat7, position);
}

/**
 * Writes the positions from index `from` up to (not including) `to` to the beginning of `out`, as lon7, lat7
 * pairs.
 */
export function readPositions({ lon7, lat7 }: Positions, from: number, to: number, out: Int32Array): void {
  readNumbers(lon7, from, to, out, 0, 2);
  readNumbers(lat7, from, to, out, 1, 2);
}
