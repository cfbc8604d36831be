export interface StarOptions {
  lon7: number;
  lat7: number;
  /** Half the size, in units of 1e-7 degrees. */
  radius: number;
  corners: number;
}

/**
 * A closed ring around a centre, star-shaped with random radii: it never crosses itself and is mostly
 * concave.
 */
export function starRing(random: () => number, { lon7, lat7, radius, corners }: StarOptions): Int32Array {
  const ring = new Int32Array((corners + 1) * 2);
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * i) / corners;
    const r = radius * (0.15 + 0.85 * random());
    ring[2 * i] = Math.round(lon7 + r * Math.cos(angle));
    ring[2 * i + 1] = Math.round(lat7 + r * Math.sin(angle));
  }
  ring.copyWithin(ring.length - 2, 0, 2);
  return ring;
}
