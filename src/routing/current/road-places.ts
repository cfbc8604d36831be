import { numberAt } from '../../arrays/packed.js';
import { lat7At, lon7At } from '../frozen/positions.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { ClosedArea } from './closed-area.js';

/** A pair of positions of a segment. */
export interface RoadPlace {
  segment: number;
  /** The first position of the pair. */
  position: number;
}

/** Finds pairs by the ids of their ways, and by areas. */
export class RoadPlaces {
  readonly #data: RoutingData;
  /** By segment: its box, as west, south, east, north; null until somebody asks. */
  #boxes: Int32Array | null = null;

  constructor(data: RoutingData) {
    this.#data = data;
  }

  /** All pairs of each of the ways. A way that the mode cannot use is not there. */
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
        const row = numberAt(runWay, run) >> 1;
        if (isWanted[row] === 0) continue;
        const end = run + 1 < endRun ? numberAt(runPosition, run + 1) : firstPosition[segment + 1] - 1;
        let places = found.get(ways.id[row]);
        if (places === undefined) found.set(ways.id[row], (places = []));
        for (let position = numberAt(runPosition, run); position < end; position++)
          places.push({ segment, position });
      }
    }
    return found;
  }

  /** All pairs that lie in an area, or partly. */
  in(area: ClosedArea): RoadPlace[] {
    const { positions, firstPosition, count } = this.#data.segments;
    const boxes = (this.#boxes ??= this.#boxesOfSegments());
    const places: RoadPlace[] = [];
    for (let segment = 0; segment < count; segment++) {
      const box = 4 * segment;
      if (boxes[box] > area.east || boxes[box + 2] < area.west) continue;
      if (boxes[box + 1] > area.north || boxes[box + 3] < area.south) continue;
      for (let g = firstPosition[segment]; g + 1 < firstPosition[segment + 1]; g++)
        if (
          area.meets(
            lon7At(positions, g),
            lat7At(positions, g),
            lon7At(positions, g + 1),
            lat7At(positions, g + 1),
          )
        )
          places.push({ segment, position: g });
    }
    return places;
  }

  #boxesOfSegments(): Int32Array {
    const { positions, firstPosition, count } = this.#data.segments;
    const boxes = new Int32Array(4 * count);
    for (let segment = 0; segment < count; segment++) {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let g = firstPosition[segment]; g < firstPosition[segment + 1]; g++) {
        const [lon7, lat7] = [lon7At(positions, g), lat7At(positions, g)];
        west = Math.min(west, lon7);
        south = Math.min(south, lat7);
        east = Math.max(east, lon7);
        north = Math.max(north, lat7);
      }
      boxes.set([west, south, east, north], 4 * segment);
    }
    return boxes;
  }
}
