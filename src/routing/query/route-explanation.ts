import { turnAngle } from '../../geo/bearing.js';
import { THROUGH_MS } from '../frozen/base-graph.js';
import { toDegrees } from '../../geo/coordinates.js';
import { distanceM } from '../../geo/distance.js';
import type { FoundPath } from './route-search.js';
import { lastNotAbove, type RoutingData } from '../frozen/routing-data.js';
import { pairShift, segmentCost_ms } from '../frozen/segment-table.js';
import type { Candidate } from './snap.js';

/** What is known of the way under a point or a stretch. */
export interface ExplainedWay {
  /** OSM id. */
  id: number;
  class: string;
  surface: string | null;
  /** Display name, else ref, else null. */
  name: string | null;
}

/** A candidate of a snapped point, as `explain` prints it. */
export interface ExplainedCandidate {
  way: ExplainedWay;
  distance_m: number;
  /** Degrees, `[longitude, latitude]`. */
  location: [number, number];
  /** Weakly connected component of the mode's network, numbered from the longest (1). */
  component: number;
  /** Kilometres of road in that component. */
  component_km: number;
  isChosen: boolean;
}

/** A stretch of one way in one direction, with no delay inside. */
export interface ExplainedStretch {
  way: ExplainedWay;
  direction: 'forward' | 'backward';
  distance_m: number;
  duration_s: number;
  /** Speed of the profile; `why` says where it comes from. A ferry with a duration goes by that instead. */
  speed_kmh: number;
  why: string;
  /** Time to pass its end and go on: barriers, signals and the turn together. 0 at the end of the route. */
  passing_s: number;
  /** Turn onto the next stretch, positive to the right. Null where turns do not count. */
  turn_degrees: number | null;
}

/**
 * A piece of the route on one directed segment, between two places. A place is a position + the share of
 * the pair that begins there.
 */
interface Piece {
  directed: number;
  from: number;
  to: number;
}

/** Describes candidates and a found path, way by way: what they are, what they cost and why. */
export class RouteExplainer {
  readonly #data: RoutingData;

  constructor(data: RoutingData) {
    this.#data = data;
  }

  candidate(candidate: Candidate, isChosen: boolean): ExplainedCandidate {
    const { components } = this.#data;
    const component = components.component[candidate.segment];
    return {
      way: this.#way(this.#wayAt(candidate.position) >> 1),
      distance_m: candidate.distance_m,
      location: [toDegrees(candidate.lon7), toDegrees(candidate.lat7)],
      component: component + 1,
      component_km: components.km[component],
      isChosen,
    };
  }

  /**
   * Splits a found path into stretches. `driven` has the segments between the first and the last, see
   * `RouteSearch.driven`.
   */
  stretches(found: FoundPath, driven: readonly number[]): ExplainedStretch[] {
    const pieces = this.#pieces(found, driven);
    const stretches: ExplainedStretch[] = [];
    pieces.forEach((piece, i) => {
      stretches.push(...this.#split(piece));
      if (i + 1 === pieces.length) return;
      const end = stretches[stretches.length - 1];
      end.passing_s = this.#passing_ms(piece.directed, pieces[i + 1].directed) / 1000;
      end.turn_degrees = this.#data.graph.hasTurns
        ? this.#turn(piece.directed, pieces[i + 1].directed)
        : null;
    });
    return merged(stretches);
  }

  #pieces(found: FoundPath, driven: readonly number[]): Piece[] {
    const origin = found.origin.position + found.origin.share;
    const destination = found.destination.position + found.destination.share;
    if (found.kind === 'along') return [{ directed: found.directed, from: origin, to: destination }];
    return [
      { directed: found.leaving, from: origin, to: this.#head(found.leaving) },
      ...driven.map((directed) => ({ directed, from: this.#head(directed ^ 1), to: this.#head(directed) })),
      { directed: found.arriving, from: this.#head(found.arriving ^ 1), to: destination },
    ];
  }

  /** Position at the end of a directed segment. */
  #head(directed: number): number {
    const { firstPosition } = this.#data.segments;
    return (directed & 1) === 0 ? firstPosition[(directed >> 1) + 1] - 1 : firstPosition[directed >> 1];
  }

  /**
   * Splits a piece into at least one stretch. A new one begins wherever the way
   * changes or a node takes time.
   */
  #split({ directed, from, to }: Piece): ExplainedStretch[] {
    const forward = (directed & 1) === 0;
    const stretches: ExplainedStretch[] = [];
    let way = -1;
    for (let place = from; ;) {
      const g = forward ? Math.floor(place) : Math.ceil(place) - 1;
      const next = forward ? Math.min(g + 1, to) : Math.max(g, to);
      // A piece of length 0 at the very end of its segment lies on the last pair.
      const pair = Math.min(Math.max(g, this.#head(directed | 1)), this.#head(directed & ~1) - 1);
      const wayHere = this.#wayAt(pair) ^ (forward ? 0 : 1);
      if (wayHere !== way || stretches[stretches.length - 1].passing_s > 0)
        stretches.push(this.#emptyStretch(wayHere));
      way = wayHere;
      const stretch = stretches[stretches.length - 1];
      if (place !== to) this.#addPair(stretch, pair, Math.abs(next - place), directed);
      if (next === to || place === to) return stretches;
      stretch.passing_s = this.#delayInside_ms(next) / 1000;
      place = next;
    }
  }

  #addPair(stretch: ExplainedStretch, pair: number, share: number, directed: number): void {
    const { segments } = this.#data;
    const [lon1, lat1, lon2, lat2] = segments.positions.subarray(2 * pair, 2 * pair + 4);
    stretch.distance_m +=
      share * distanceM(toDegrees(lon1), toDegrees(lat1), toDegrees(lon2), toDegrees(lat2));
    stretch.duration_s += Math.round(segments.pair_ms[pair + pairShift(segments, directed)] * share) / 1000;
  }

  /** Row of the way table * 2, + 1 where a pair runs against its way. */
  #wayAt(pair: number): number {
    const { runPosition, runWay } = this.#data.segments;
    return runWay[lastNotAbove(runPosition, pair)];
  }

  #way(row: number): ExplainedWay {
    const { ways } = this.#data;
    const text = (id: number): string | null => (id === 0 ? null : ways.strings.get(id));
    return {
      id: ways.id[row],
      class: ways.strings.get(ways.highway[row]),
      surface: text(ways.surface[row]),
      name: text(ways.name[row]),
    };
  }

  #emptyStretch(way: number): ExplainedStretch {
    const { ways } = this.#data;
    const row = way >> 1;
    const along = (way & 1) === 0;
    return {
      way: this.#way(row),
      direction: along ? 'forward' : 'backward',
      distance_m: 0,
      duration_s: 0,
      speed_kmh: (along ? ways.speedForward_kmh : ways.speedBackward_kmh)[row],
      why: ways.strings.get((along ? ways.whyForward : ways.whyBackward)[row]),
      passing_s: 0,
      turn_degrees: null,
    };
  }

  #delayInside_ms(position: number): number {
    const { delayPosition, delay_ms } = this.#data.segments;
    if (delayPosition.length === 0) return 0;
    const i = lastNotAbove(delayPosition, position);
    return delayPosition[i] === position ? delay_ms[i] : 0;
  }

  /**
   * Time from the end of one segment onto the next, turn included. It is the same for all vertices of
   * the segment that have this turn, but for what a private stretch costs.
   */
  #passing_ms(directed: number, next: number): number {
    const { graph, segments } = this.#data;
    if (!graph.hasTurns) return graph.target_ms[graph.firstTarget[next]] % THROUGH_MS;
    for (let i = graph.firstTarget[directed]; i < graph.firstTarget[directed + 1]; i++) {
      const vertex = graph.targetVertex[i];
      for (let arc = graph.firstArc[vertex]; arc < graph.firstArc[vertex + 1]; arc++) {
        if (graph.drivenSegment[graph.arcHead[arc]] === next)
          return (graph.arc_ms[arc] - segmentCost_ms(segments, directed)) % THROUGH_MS;
      }
    }
    return 0;
  }

  #turn(directed: number, next: number): number {
    const before = this.#head(directed) + ((directed & 1) === 0 ? -1 : 1);
    const after = this.#head(next ^ 1) + ((next & 1) === 0 ? 1 : -1);
    return turnAngle(this.#degrees(before), this.#degrees(this.#head(directed)), this.#degrees(after));
  }

  #degrees(position: number): [number, number] {
    const { positions } = this.#data.segments;
    return [toDegrees(positions[2 * position]), toDegrees(positions[2 * position + 1])];
  }
}

/**
 * Joins stretches of one way in one direction when nothing lies between them. An empty stretch
 * disappears if nothing depends on it.
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
