import { numberAt } from '../../arrays/packed.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { FERRY } from '../frozen/way-flags.js';
import { SURFACES } from '../profiles/driving-tables.js';
import { surfacesOf } from '../profiles/tag-values.js';
import type { Stretch } from './route-stretches.js';

/**
 * The road surfaces, in the order in which responses list them. `unpaved` means that the kind of unpaved
 * surface is unknown.
 */
const SURFACE_CLASSES = ['asphalt', 'gravel', 'earth', 'sand', 'unpaved', 'ferry', 'unknown'] as const;
export type SurfaceClass = (typeof SURFACE_CLASSES)[number];

/** The part of a route with one kind of surface. */
export interface RouteSurface {
  surface: SurfaceClass;
  distance_m: number;
  duration_s: number;
}

/** Maps values of the `surface` tag to classes. Other values count as `asphalt` if they are paved. */
const CLASSES: ReadonlyMap<string, SurfaceClass> = new Map<string, SurfaceClass>([
  ...['compacted', 'gravel', 'fine_gravel', 'pebblestone', 'laterite'].map((s) => [s, 'gravel'] as const),
  ...['earth', 'dirt', 'ground', 'grass', 'clay', 'mud', 'rock', 'stone'].map((s) => [s, 'earth'] as const),
  ['sand', 'sand'],
]);

/** Totals the result of `along()` by class. Classes that do not occur are omitted. */
export function sumsOf(along: readonly RouteSurface[]): RouteSurface[] {
  const sums = SURFACE_CLASSES.map((surface): RouteSurface => ({ surface, distance_m: 0, duration_s: 0 }));
  for (const { surface, distance_m, duration_s } of along) {
    const sum = sums[SURFACE_CLASSES.indexOf(surface)];
    sum.distance_m += distance_m;
    sum.duration_s += duration_s;
  }
  return sums.filter(({ distance_m }) => distance_m > 0);
}

/** Determines the surfaces of a route's roads. */
export class RouteSurfaces {
  readonly #data: RoutingData;
  /** Maps string numbers in the way table to surface classes. */
  readonly #classes = new Map<number, SurfaceClass>();

  constructor(data: RoutingData) {
    this.#data = data;
  }

  /** Returns the surfaces in order along the route. Adjacent entries have different classes. */
  along(stretches: readonly Stretch[]): RouteSurface[] {
    const all: RouteSurface[] = [];
    for (const stretch of stretches) {
      const surface = this.ofWay(stretch.way >> 1);
      if (all.at(-1)?.surface !== surface) all.push({ surface, distance_m: 0, duration_s: 0 });
      const last = all.at(-1)!;
      last.distance_m += stretch.distance_m;
      last.duration_s += stretch.duration_s + stretch.passing_s;
    }
    return all;
  }

  /** @param row the row in the way table */
  ofWay(row: number): SurfaceClass {
    const { ways } = this.#data;
    if ((ways.flags[row] & FERRY) !== 0) return 'ferry';
    const string = numberAt(ways.surface, row);
    if (string === 0) return 'unknown';
    let found = this.#classes.get(string);
    if (found === undefined) this.#classes.set(string, (found = classOfText(ways.strings.get(string))));
    return found;
  }
}

/** If the text lists several surfaces, returns the worst class, which is the slowest for cars. */
function classOfText(text: string): SurfaceClass {
  const known = surfacesOf(text).filter((surface) => SURFACES.has(surface));
  const cap = (surface: string): number => SURFACES.get(surface)!.cap_kmh ?? Infinity;
  const [worst] = known.sort((a, b) => cap(a) - cap(b));
  if (worst === undefined) return 'unknown';
  return CLASSES.get(worst) ?? (SURFACES.get(worst)!.paved ? 'asphalt' : 'unpaved');
}
