import { areaM2 } from '../../src/geo/measure.js';
import type { AreaInput } from '../../src/geocoding/area-index.js';

/** Every area tested edge by edge, by the textbook crossing rule in exact whole numbers; smallest area first. */
export function slowContaining(areas: readonly AreaInput[], lon7: number, lat7: number): number[] {
  return areas
    .map((area, number) => ({ number, size: areaM2(area.polygons), inside: area.polygons.some((rings) => contains(rings, lon7, lat7)) }))
    .filter((area) => area.inside)
    .sort((a, b) => a.size - b.size || a.number - b.number)
    .map((area) => area.number);
}

function contains(rings: readonly Int32Array[], lon7: number, lat7: number): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) if (crossesEast([ring[i], ring[i + 1]], [ring[i + 2], ring[i + 3]], [lon7, lat7])) crossings++;
  }
  return crossings % 2 === 1;
}

function crossesEast(a: [number, number], b: [number, number], p: [number, number]): boolean {
  const [low, high] = a[1] < b[1] ? [a, b] : [b, a];
  if (p[1] < low[1] || p[1] >= high[1]) return false;
  const along = BigInt(high[0] - low[0]) * BigInt(p[1] - low[1]);
  const across = BigInt(p[0] - low[0]) * BigInt(high[1] - low[1]);
  return along > across;
}
