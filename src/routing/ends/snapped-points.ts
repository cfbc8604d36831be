import { numberAt } from '../../arrays/packed.js';
import { runAt, type RoutingData } from '../frozen/routing-data.js';
import { segmentName, SEVERAL_NAMES } from '../frozen/segment-table.js';
import type { Candidate } from './snap.js';

/** The point on the network where a route starts or ends. */
export interface Snap {
  /** The position in whole units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** The distance from the requested point in meters. */
  distance_m: number;
  /** The road's display name, or its ref if it has no name, or null if it has neither. */
  name: string | null;
}

/** Converts candidates into snapped points with the names of their roads. */
export class SnappedPoints {
  readonly #data: RoutingData;
  readonly #names = new Map<number, string>();

  constructor(data: RoutingData) {
    this.#data = data;
  }

  of({ segment, position, lon7, lat7, distance_m }: Candidate, namesIn: 'mn' | 'en' = 'mn'): Snap {
    const { ways, segments } = this.#data;
    let name = segmentName(segments, segment);
    if (name === SEVERAL_NAMES) name = numberAt(ways.name, this.#row(segment, position));
    if (namesIn === 'en') name = numberAt(ways.english, this.#row(segment, position)) || name;
    return { lon7, lat7, distance_m, name: this.#name(name) };
  }

  /** Returns the row in the way table. */
  #row(segment: number, position: number): number {
    const { segments } = this.#data;
    return numberAt(segments.runWay, runAt(segments, segment, position)) >> 1;
  }

  /**
   * Decodes each name once: a city has only a few thousand names, and most routes end on streets where
   * earlier routes ended.
   */
  #name(string: number): string | null {
    if (string === 0) return null;
    let name = this.#names.get(string);
    if (name === undefined) this.#names.set(string, (name = this.#data.ways.strings.get(string)));
    return name;
  }
}
