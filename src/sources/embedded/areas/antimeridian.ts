import { TURN } from '../../../geo/unwrap.js';

/** Shifts a longitude that is west of 0 eastward by 360 degrees. Units are 1e-7 degrees. */
export function eastOf(lon7: number, turn7: number): number {
  return lon7 < 0 ? lon7 + turn7 : lon7;
}

/** Cuts a polygon at the 180-degree meridian if it crosses that meridian, as RFC 7946 requires. */
export function cutAtBorder(polygon: Int32Array[]): Int32Array[][] {
  const border7 = TURN / 2;
  if (!polygon.some((ring) => ring.some((value, i) => i % 2 === 0 && value > border7))) return [polygon];
  return [1, -1].flatMap((side) => {
    const [outer, ...holes] = polygon.map((ring) => oneSide(ring, border7, side));
    return outer.length === 0 ? [] : [[outer, ...holes.filter((hole) => hole.length > 0)]];
  });
}

/**
 * Returns the part of a closed ring west (1) or east (-1) of a border. The eastern part is shifted back by
 * 360 degrees. The result may be empty.
 */
function oneSide(ring: Int32Array, border7: number, side: number): Int32Array {
  const kept: number[] = [];
  const back7 = side === 1 ? 0 : TURN;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [from, to] = [side * (border7 - ring[i]), side * (border7 - ring[i + 2])];
    if (from >= 0) kept.push(ring[i] - back7, ring[i + 1]);
    if (from * to < 0) {
      const share = from / (from - to);
      kept.push(border7 - back7, Math.round(ring[i + 1] + share * (ring[i + 3] - ring[i + 1])));
    }
  }
  return kept.length < 6 ? new Int32Array(0) : Int32Array.from([...kept, kept[0], kept[1]]);
}
