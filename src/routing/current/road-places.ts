import { BLOCK, numberAt, signedBounds } from '../../arrays/packed.js';
import { lat7At, lon7At, positionCount, type Positions } from '../frozen/positions.js';
import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import type { ClosedArea } from './closed-area.js';

/** A pair of consecutive positions on a segment. */
export interface RoadPlace {
  segment: number;
  /** The first position of the pair. */
  position: number;
  /** 1 if the way runs against the segment. Always 0 for an area. */
  isAgainst: 0 | 1;
}

/** Finds pairs by the ids of their ways, or by area. */
export class RoadPlaces {
  readonly #data: RoutingData;

  constructor(data: RoutingData) {
    this.#data = data;
  }

  /** Returns all pairs of each way, omitting ways that the mode cannot use. */
  ofWays(ids: readonly number[]): Map<number, RoadPlace[]> {
    const found = new Map<number, RoadPlace[]>();
    if (ids.length === 0) return found;
    const wanted = new Set(ids);
    const { ways, segments } = this.#data;
    const isWanted = Uint8Array.from(ways.id, (id) => (wanted.has(id) ? 1 : 0));
    const { firstRun, runPosition, runWay, firstPosition } = segments;
    for (let segment = 0; segment < segments.count; segment++) {
      const endRun = numberAt(firstRun, segment + 1);
      for (let run = numberAt(firstRun, segment); run < endRun; run++) {
        const [row, isAgainst] = [numberAt(runWay, run) >> 1, (numberAt(runWay, run) & 1) as 0 | 1];
        if (isWanted[row] === 0) continue;
        const end = run + 1 < endRun ? numberAt(runPosition, run + 1) : firstPosition[segment + 1] - 1;
        let places = found.get(ways.id[row]);
        if (places === undefined) found.set(ways.id[row], (places = []));
        for (let position = numberAt(runPosition, run); position < end; position++)
          places.push({ segment, position, isAgainst });
      }
    }
    return found;
  }

  /** Returns all pairs that lie fully or partly in an area. */
  in(area: ClosedArea): RoadPlace[] {
    const { positions, firstPosition } = this.#data.segments;
    const count = positionCount(positions);
    const places: RoadPlace[] = [];
    for (let block = 0; block < count; block += BLOCK) {
      if (!mayMeet(area, positions, block, Math.min(block + BLOCK, count - 1))) continue;
      let segment = lastNotAbove(firstPosition, block);
      for (let g = block; g < block + BLOCK && g + 1 < count; g++) {
        while (firstPosition[segment + 1] <= g) segment++;
        // No pair starts at the last position of a segment.
        if (g + 1 === firstPosition[segment + 1]) continue;
        const [lon1, lat1] = [lon7At(positions, g), lat7At(positions, g)];
        if (area.meets(lon1, lat1, lon7At(positions, g + 1), lat7At(positions, g + 1)))
          places.push({ segment, position: g, isAgainst: 0 });
      }
    }
    return places;
  }
}

/**
 * Whether a line between any two positions in the blocks around `first` and `last` might touch or cross the
 * area. Usually, no line does.
 */
function mayMeet(area: ClosedArea, { lon7, lat7 }: Positions, first: number, last: number): boolean {
  const [lon, nextLon] = [signedBounds(lon7, first), signedBounds(lon7, last)];
  if (Math.max(lon.most, nextLon.most) < area.west || Math.min(lon.least, nextLon.least) > area.east)
    return false;
  const [lat, nextLat] = [signedBounds(lat7, first), signedBounds(lat7, last)];
  return Math.max(lat.most, nextLat.most) >= area.south && Math.min(lat.least, nextLat.least) <= area.north;
}
