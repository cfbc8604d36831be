import type { TravelMode } from '../../travel-mode.js';
import type { RoutingData } from '../frozen/routing-data.js';
import type { RouteLine } from '../paths/route-line.js';
import type { Snapper } from '../ends/snap.js';
import { apart_m, keptPoints, type KeptPoint, type Trace } from './kept-points.js';
import { MOST_GAP_M, OUTLIER_S, PACES, type MatchPace } from './match-model.js';
import { statesOf, type MatchState } from './match-states.js';
import { PieceDrawer, type MatchedPiece } from './matched-piece.js';
import { SegmentMetres } from './segment-metres.js';
import { StepSearch } from './step-search.js';
import { Trellis } from './trellis.js';
import type { Position } from '../../geo/position.js';
import { toDegrees } from '../../geo/coordinates.js';
import { deltaLon, distanceM, fillScales } from '../../geo/distance.js';
import { nearestFraction } from '../../geo/segment.js';

/**
 * Why a point is not on any road: there is no road nearby, or no path connects the point to its neighboring
 * points.
 */
type Unmatched = 'off_road' | 'not_connected';

/** The result of matching a trace. */
export interface MatchedTrace {
  pieces: MatchedPiece[];
  /** One entry per point of the trace. */
  points: (({ piece: number } & MatchedPoint) | Unmatched)[];
}

/** A piece that is still being matched, and the numbers of its kept points. */
interface OpenPiece {
  trellis: Trellis;
  kept: number[];
}

/**
 * Matches traces to the imported roads: a trace is about the past, so current closures are ignored.
 * docs/traces.md describes the model.
 */
export class TraceMatcher {
  readonly #data: RoutingData;
  readonly #snapper: Snapper;
  readonly #pace: MatchPace;
  readonly #metres: SegmentMetres;
  readonly #search: StepSearch;
  readonly #drawer: PieceDrawer;

  constructor(data: RoutingData, mode: TravelMode, { snapper, line }: { snapper: Snapper; line: RouteLine }) {
    this.#data = data;
    this.#snapper = snapper;
    this.#pace = PACES[mode];
    this.#metres = new SegmentMetres(data.segments);
    this.#search = new StepSearch(data, this.#metres, this.#pace);
    this.#drawer = new PieceDrawer(data, line);
  }

  /** Pauses regularly so that other tasks can run. */
  *run(trace: Trace): Generator<void, MatchedTrace> {
    const kept = keptPoints(trace);
    const points = new Array<MatchedTrace['points'][number]>(trace.points.length).fill('off_road');
    const pieces: MatchedPiece[] = [];
    for (const { trellis, kept: own } of yield* this.#pieces(kept)) {
      if (own.length < 2) {
        points.fill('not_connected', kept[own[0]].first, kept[own[0]].end);
        continue;
      }
      const way = yield* trellis.way();
      const piece = yield* this.#drawer.draw(way, this.#pace, trace.hasSteps === true);
      for (const [r, number] of own.entries()) {
        const near = piece.lines.slice(Math.max(0, r - 1), r + 1);
        for (let i = kept[number].first; i < kept[number].end; i++)
          points[i] = { piece: pieces.length, ...nearestOn(near, trace.points[i]) };
        yield;
      }
      pieces.push(piece);
    }
    return { pieces, points };
  }

  /**
   * Splits the trace into pieces. A piece ends where no road is near or no path leads on: gaps are not filled
   * with guesses.
   */
  *#pieces(kept: readonly KeptPoint[]): Generator<void, OpenPiece[]> {
    const pieces: OpenPiece[] = [];
    let [open, off]: [OpenPiece | null, number] = [null, 0];
    for (const [number, point] of kept.entries()) {
      const states = this.#states(point);
      if (states.length === 0) {
        off++;
        continue;
      }
      const goesOn: boolean =
        open !== null &&
        mayFollow(open.trellis.last!, point, off) &&
        (yield* open.trellis.add(point, states));
      if (open === null || !goesOn) {
        open = { trellis: new Trellis(this.#search, this.#pace), kept: [] };
        pieces.push(open);
        yield* open.trellis.add(point, states);
      }
      open.kept.push(number);
      off = 0;
    }
    return pieces;
  }

  #states(point: KeptPoint): MatchState[] {
    return statesOf(point, { data: this.#data, snapper: this.#snapper, metres: this.#metres });
  }
}

/** @param off the number of points in between that are far from every road */
function mayFollow(last: KeptPoint, point: KeptPoint, off: number): boolean {
  if (off > 1 || apart_m(last, point) > MOST_GAP_M) return false;
  const isKnown = last.time_s !== null && point.time_s !== null;
  return off === 0 || !isKnown || point.time_s! - last.time_s! <= OUTLIER_S;
}

/** The place on a road to which a point of the trace was matched. */
interface MatchedPoint {
  /** The position in whole units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** The distance from the recorded point in meters. */
  distance_m: number;
}

const scales = new Float64Array(4);

/** Returns the nearest place on the given lines. @param lines lon7, lat7 pairs; at least one line */
function nearestOn(lines: readonly Int32Array[], [longitude, latitude]: Position): MatchedPoint {
  fillScales(latitude, scales);
  let [lon7, lat7, least_m2] = [0, 0, Infinity];
  for (const line of lines)
    for (let i = 0; i + 3 < line.length; i += 2) {
      const x = (at: number): number => deltaLon(longitude, toDegrees(line[at])) * scales[0];
      const y = (at: number): number => (toDegrees(line[at]) - latitude) * scales[1];
      const [x1, y1, x2, y2] = [x(i), y(i + 1), x(i + 2), y(i + 3)];
      const share = nearestFraction(x1, y1, x2, y2, 0, 0);
      const own_m2 = (x1 + share * (x2 - x1)) ** 2 + (y1 + share * (y2 - y1)) ** 2;
      if (own_m2 >= least_m2) continue;
      least_m2 = own_m2;
      lon7 = Math.round(line[i] + share * (line[i + 2] - line[i]));
      lat7 = Math.round(line[i + 1] + share * (line[i + 3] - line[i + 1]));
    }
  const distance_m = distanceM(longitude, latitude, toDegrees(lon7), toDegrees(lat7));
  return { lon7, lat7, distance_m };
}
