import { numberAt } from '../../arrays/packed.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { TOLL } from '../frozen/way-flags.js';
import { drawPath } from '../describe/route-description.js';
import type { RouteLine } from '../paths/route-line.js';
import { RouteStretches, type Stretch } from '../describe/route-stretches.js';
import { RouteSurfaces, type SurfaceClass } from '../describe/route-surfaces.js';
import type { MatchPace } from './match-model.js';
import { sureness } from './sureness.js';
import type { PieceWay } from './trellis.js';

/** An uninterrupted part of a matched path on one way of the map. */
interface MatchedWay {
  /** The way's OSM id. */
  id: number;
  name: string | null;
  ref: string | null;
  /** The value of the way's `highway` tag. */
  highway: string;
  surface: SurfaceClass;
  isToll: boolean;
  distance_m: number;
  duration_s: number;
}

/** A part of a trace that is connected along roads. */
export interface MatchedPiece {
  /** lon7, lat7 pairs in driving order, with at least two positions. */
  coordinates: Int32Array;
  distance_m: number;
  /** The duration according to the trace's times, or a route's duration if the trace has no times. */
  duration_s: number;
  /** The estimated share of the piece's meters that are on the right road, 0 to 1. */
  confidence: number;
  /** The numbers of the piece's first and last point. */
  from: number;
  to: number;
  ways: MatchedWay[];
  /** Per step: the line from one kept point to the next. */
  lines: Int32Array[];
  /** Present only if steps are requested and the trace has times. */
  steps: MatchedStep[];
}

/** The path between two consecutive kept points. */
export interface MatchedStep {
  /** Seconds since the trace's first point. */
  from_s: number;
  to_s: number;
  stretches: readonly Stretch[];
}

/** Draws pieces, and lists the ways that they follow. */
export class PieceDrawer {
  readonly #data: RoutingData;
  readonly #line: RouteLine;
  readonly #stretches: RouteStretches;
  readonly #surfaces: RouteSurfaces;

  constructor(data: RoutingData, line: RouteLine) {
    this.#data = data;
    this.#line = line;
    this.#stretches = new RouteStretches(data, data);
    this.#surfaces = new RouteSurfaces(data);
  }

  /** Pauses regularly so that other tasks can run. */
  *draw(way: PieceWay, pace: MatchPace, hasSteps: boolean): Generator<void, MatchedPiece> {
    const { rows, paths } = way;
    const sure = yield* sureness(way, pace);
    const [lines, ways, sureSteps]: [Int32Array[], MatchedWay[], SureStep[]] = [[], [], []];
    const steps: MatchedStep[] = [];
    let [distance_m, duration_s] = [0, 0];
    for (const [r, { found, driven }] of paths.entries()) {
      this.#line.start(found.origin);
      drawPath(this.#line, found, () => this.#line.followSegments(driven));
      lines.push(this.#line.coordinates().slice());
      const own_m = this.#line.distance_m;
      const [from, to] = [rows[r].point, rows[r + 1].point];
      sureSteps.push({ path_m: own_m, sure: Math.min(sure[r], sure[r + 1]) });
      const recorded_s = from.time_s === null || to.time_s === null ? null : to.time_s - from.time_s;
      const stretches = this.#stretches.of(found, driven);
      duration_s += this.#addWays(ways, stretches, recorded_s);
      if (hasSteps && recorded_s !== null) steps.push({ from_s: from.time_s!, to_s: to.time_s!, stretches });
      distance_m += own_m;
      yield;
    }
    return {
      ...{ distance_m, duration_s, ways, lines, steps },
      coordinates: joined(lines),
      confidence: confidenceOf(sureSteps),
      from: rows[0].point.first,
      to: rows[rows.length - 1].point.end - 1,
    };
  }

  /**
   * @param recorded_s the step's recorded time, which is distributed in the same proportions as a route's
   * time
   * @returns the step's duration
   */
  #addWays(ways: MatchedWay[], stretches: readonly Stretch[], recorded_s: number | null): number {
    let whole_s = 0;
    for (const { duration_s, passing_s } of stretches) whole_s += duration_s + passing_s;
    for (const { way, distance_m, duration_s, passing_s } of stretches) {
      const own_s = duration_s + passing_s;
      const share = whole_s > 0 ? own_s / whole_s : 1 / stretches.length;
      const last = ways.at(-1);
      const id = this.#data.ways.id[way >> 1];
      const entry = last?.id === id ? last : this.#wayOf(way >> 1);
      if (entry !== last) ways.push(entry);
      entry.distance_m += distance_m;
      entry.duration_s += recorded_s === null ? own_s : share * recorded_s;
    }
    return recorded_s ?? whole_s;
  }

  #wayOf(row: number): MatchedWay {
    const { ways } = this.#data;
    const text = (string: number): string | null => (string === 0 ? null : ways.strings.get(string));
    return {
      id: ways.id[row],
      name: text(numberAt(ways.ownName, row)),
      ref: text(numberAt(ways.ref, row)),
      highway: ways.strings.get(numberAt(ways.highway, row)),
      surface: this.#surfaces.ofWay(row),
      isToll: (ways.flags[row] & TOLL) !== 0,
      distance_m: 0,
      duration_s: 0,
    };
  }
}

/** Joins lines, each of which starts where the previous one ends. */
function joined(lines: readonly Int32Array[]): Int32Array {
  const all: number[] = [];
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2)
      if (line[i] !== all[all.length - 2] || line[i + 1] !== all[all.length - 1])
        all.push(line[i], line[i + 1]);
  return Int32Array.from(all.length > 2 ? all : [...all, ...all]);
}

/** A step of a matched path, with its likelihood if known. */
interface SureStep {
  /** The length of the path in meters. */
  path_m: number;
  /** The likelihood that both of the step's points are on this road. */
  sure: number;
}

/**
 * Returns the estimated share of a path's meters that are on the right road. The states of a point are more
 * similar than the model assumes, which makes the model's estimate too low. The square root of the model's
 * estimate was accurate for simulated drives (bench/match.ts).
 */
function confidenceOf(steps: readonly SureStep[]): number {
  let [sum, whole_m] = [0, 0];
  for (const step of steps) {
    // Adding 1 ensures that a stationary vehicle has a confidence, too.
    const weight = step.path_m + 1;
    sum += weight * step.sure;
    whole_m += weight;
  }
  return whole_m === 0 ? 0 : Math.sqrt(Math.min(1, sum / whole_m));
}
