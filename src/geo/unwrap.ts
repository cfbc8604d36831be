/**
 * Geometry across the antimeridian.
 *
 * Sources write longitudes between -180 and 180, so a line from one half of Fiji to the other jumps by almost
 * 360 degrees. An unwrapped line continues past 180 (or below -180) instead, so that plane geometry works on
 * it. An Int32 in units of 1e-7 degrees can hold up to 214.7 degrees, so a shape may extend up to 34 degrees
 * past the antimeridian. Wider shapes are left unchanged.
 */
const HALF_TURN = 1_800_000_000;
/** A full circle in units of 1e-7 degrees. */
export const TURN = 2 * HALF_TURN;
const INT32_MAX = 2_147_483_647;

/**
 * Returns the line unwrapped so that every step goes the shorter way around. Returns the same array if no
 * step crosses the antimeridian.
 */
export function unwrapLine(line: Int32Array): Int32Array {
  return shifted(line, 0) ?? line;
}

/**
 * Unwraps the outer ring and the inner rings consistently. Returns the same arrays if no ring crosses the
 * antimeridian.
 */
export function unwrapPolygon(rings: readonly Int32Array[]): readonly Int32Array[] {
  if (!rings.some(jumps)) return rings;
  const outer = unwrapLine(rings[0]);
  const [west, east] = lonRange(outer);
  const inner = rings.slice(1).map((ring) => {
    const fits = [0, TURN, -TURN]
      .map((shift) => shifted(ring, shift))
      .find((candidate) => {
        return candidate !== null && candidate[0] >= west && candidate[0] <= east;
      });
    return fits ?? ring;
  });
  return [outer, ...inner];
}

/** Returns the longitude normalized to -180 to 180 degrees. */
export function normalLon7(lon7: number): number {
  return lon7 > HALF_TURN ? lon7 - TURN : lon7 < -HALF_TURN ? lon7 + TURN : lon7;
}

function jumps(line: Int32Array): boolean {
  for (let i = 2; i < line.length; i += 2) if (Math.abs(line[i] - line[i - 2]) > HALF_TURN) return true;
  return false;
}

/**
 * Unwraps the line after moving its first longitude by `shift` (0, TURN or -TURN). Returns null if the result
 * does not fit in an Int32, or if a ring would not close.
 */
function shifted(line: Int32Array, shift: number): Int32Array | null {
  if (!jumps(line) && shift === 0) return line;
  const lons = new Float64Array(line.length / 2);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0, turn = shift; i < lons.length; i++) {
    if (i > 0) {
      const step = line[2 * i] - line[2 * i - 2];
      if (step > HALF_TURN) turn -= TURN;
      else if (step < -HALF_TURN) turn += TURN;
    }
    lons[i] = line[2 * i] + turn;
    low = Math.min(low, lons[i]);
    high = Math.max(high, lons[i]);
  }
  const last = line.length - 2;
  const closed = line[0] === line[last] && line[1] === line[last + 1];
  // A ring around a pole ends a full turn away from its start. Such a ring has no interior in the plane, so
  // it is left unchanged.
  if (closed && lons[0] !== lons[last / 2]) return null;
  const fit = [0, -TURN, TURN].find((move) => low + move >= -INT32_MAX && high + move <= INT32_MAX);
  if (fit === undefined || (shift !== 0 && fit !== 0)) return null;
  const result = Int32Array.from(line);
  for (let i = 0; i < lons.length; i++) result[2 * i] = lons[i] + fit;
  return result;
}

function lonRange(ring: Int32Array): [least: number, most: number] {
  let west = Infinity;
  let east = -Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]);
    east = Math.max(east, ring[i]);
  }
  return [west, east];
}
