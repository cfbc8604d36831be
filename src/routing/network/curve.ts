/**
 * Bits for each axis. Cells of the curve are at most 2.4 m wide. In much coarser cells all positions of
 * a city street would share one cell, in any order.
 */
const BITS = 24;

/**
 * Place of a position (1e-7 degrees) along a Hilbert curve over the globe (Hilbert 1891; the usual
 * rotate-and-flip construction). Near places are near positions.
 */
export function curvePlace(lon7: number, lat7: number): number {
  let x = Math.floor((lon7 + 1.8e9) * (2 ** BITS / 3.6e9));
  let y = Math.floor((lat7 + 0.9e9) * (2 ** BITS / 1.8e9));
  let place = 0;
  for (let side = 1 << (BITS - 1); side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const up = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ up);
    if (up === 0) {
      if (right === 1) {
        x = 2 ** BITS - 1 - x;
        y = 2 ** BITS - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return place;
}
