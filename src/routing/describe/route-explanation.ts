import type { Position } from '../../geo/position.js';
import { numberAt } from '../../arrays/packed.js';
import { toDegrees } from '../../geo/coordinates.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { Candidate } from '../ends/snap.js';
import { RouteStretches, type Stretch } from './route-stretches.js';

/** The known facts about the way at a point or along a stretch. */
export interface ExplainedWay {
  /** The way's OSM id. */
  id: number;
  class: string;
  surface: string | null;
  /** The display name, or the ref if there is no name, or null if there is neither. */
  name: string | null;
}

/** A candidate for a snapped point, in the form that `explain` prints. */
export interface ExplainedCandidate {
  way: ExplainedWay;
  distance_m: number;
  /** The candidate's position in degrees, `[longitude, latitude]`. */
  location: Position;
  /**
   * The number of the weakly connected component in the mode's network; the longest component is number 1.
   */
  component: number;
  /** The total road length of that component, in kilometers. */
  component_km: number;
  isChosen: boolean;
}

/** A stretch of a single way in one direction, with no delays along it. */
export interface ExplainedStretch {
  way: ExplainedWay;
  direction: 'forward' | 'backward';
  distance_m: number;
  duration_s: number;
  /**
   * The speed from the profile; `why` states the reason for it. For a ferry with a tagged duration, that
   * duration is used instead.
   */
  speed_kmh: number;
  why: string;
  /**
   * The time needed to pass the end of the stretch, including barriers, signals and the turn. 0 at the end of
   * the route.
   */
  passing_s: number;
  /** The angle of the turn onto the next stretch, positive to the right. Null for modes that ignore turns. */
  turn_degrees: number | null;
}

/**
 * Describes candidates and a route's stretches, way by way: the way's kind, its cost and the reason for it.
 */
export class RouteExplainer {
  readonly #data: RoutingData;
  readonly #stretches: RouteStretches;

  constructor(data: RoutingData) {
    this.#data = data;
    this.#stretches = new RouteStretches(data, data);
  }

  candidate(candidate: Candidate, isChosen: boolean): ExplainedCandidate {
    const { components } = this.#data;
    const component = numberAt(components.component, candidate.segment);
    return {
      way: this.#way(this.#stretches.wayAt(candidate.segment, candidate.position) >> 1),
      distance_m: candidate.distance_m,
      location: [toDegrees(candidate.lon7), toDegrees(candidate.lat7)],
      component: component + 1,
      component_km: components.km[component],
      isChosen,
    };
  }

  stretches(stretches: readonly Stretch[]): ExplainedStretch[] {
    return merged(stretches.map((stretch) => this.#explained(stretch)));
  }

  #explained({ way, directed, next, distance_m, duration_s, passing_s }: Stretch): ExplainedStretch {
    const { ways, graph } = this.#data;
    const row = way >> 1;
    const along = (way & 1) === 0;
    return {
      way: this.#way(row),
      direction: along ? 'forward' : 'backward',
      distance_m,
      duration_s,
      speed_kmh: (along ? ways.speedForward_kmh : ways.speedBackward_kmh)[row],
      why: ways.strings.get(numberAt(along ? ways.whyForward : ways.whyBackward, row)),
      passing_s,
      turn_degrees: next === -1 || !graph.hasTurns ? null : this.#stretches.turn(directed, next),
    };
  }

  #way(row: number): ExplainedWay {
    const { ways } = this.#data;
    const text = (id: number): string | null => (id === 0 ? null : ways.strings.get(id));
    return {
      id: ways.id[row],
      class: ways.strings.get(numberAt(ways.highway, row)),
      surface: text(numberAt(ways.surface, row)),
      name: text(numberAt(ways.name, row)),
    };
  }
}

/**
 * Joins consecutive stretches on one way in one direction if there is no delay between them. Drops empty
 * stretches that do not affect anything.
 */
function merged(stretches: readonly ExplainedStretch[]): ExplainedStretch[] {
  const found: ExplainedStretch[] = [];
  for (const stretch of stretches) {
    const last = found[found.length - 1];
    const goesOn =
      last !== undefined &&
      last.passing_s === 0 &&
      last.way.id === stretch.way.id &&
      last.direction === stretch.direction &&
      last.why === stretch.why;
    if (!goesOn) {
      found.push({ ...stretch });
      continue;
    }
    last.distance_m += stretch.distance_m;
    last.duration_s += stretch.duration_s;
    last.passing_s = stretch.passing_s;
    last.turn_degrees = stretch.turn_degrees;
  }
  return found;
}
