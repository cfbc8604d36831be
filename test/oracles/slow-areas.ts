import { areaM2 } from '../../src/geo/measure.js';
import type { AreaInput } from '../../src/geocoding/areas/area-index.js';

/**
 * The slow reference for area lookups. Tests every area edge by edge, by the textbook crossing rule in
 * exact whole numbers. Answers the smallest area first.
 */
export class SlowAreas {
  readonly #areas: {
    number: number;
    size: number;
    polygons: AreaInput['polygons'];
    south: number;
    north: number;
  }[];

  constructor(areas: readonly AreaInput[]) {
    this.#areas = areas
      .map(({ polygons }, number) => ({ number, size: areaM2(polygons), polygons, ...latitudes(polygons) }))
      .sort((a, b) => a.size - b.size || a.number - b.number);
  }

  containing(lon7: number, lat7: number): number[] {
    return this.#areas
      .filter(({ south, north }) => lat7 >= south && lat7 <= north)
      .filter(({ polygons }) => polygons.some((rings) => contains(rings, lon7, lat7)))
      .map((area) => area.number);
  }
}

function latitudes(polygons: AreaInput['polygons']): { south: number; north: number } {
  const all = polygons.flat().flatMap((ring) => [...ring.filter((_, i) => i % 2 === 1)]);
  return {
    south: all.reduce((a, b) => Math.min(a, b), Infinity),
    north: all.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}

function contains(rings: readonly Int32Array[], lon7: number, lat7: number): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) if (crossesEast(ring, i, lon7, lat7)) crossings++;
  }
  return crossings % 2 === 1;
}

/**
 * Whether the edge from position i of the ring passes east of the point. The southern end of an edge
 * counts, the northern end does not.
 */
function crossesEast(ring: Int32Array, i: number, lon7: number, lat7: number): boolean {
  const [low, high] = ring[i + 1] < ring[i + 3] ? [i, i + 2] : [i + 2, i];
  if (lat7 < ring[low + 1] || lat7 >= ring[high + 1]) return false;
  const along = BigInt(ring[high] - ring[low]) * BigInt(lat7 - ring[low + 1]);
  const across = BigInt(lon7 - ring[low]) * BigInt(ring[high + 1] - ring[low + 1]);
  return along > across;
}
