import type { Position } from '../../geo/position.js';
import { distanceM } from '../../geo/distance.js';
import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import { notSupported, refuseOfRouter, refuseRoadsAsked } from '../not-supported.js';
import type {
  FoundIsochrone,
  FoundMatch,
  FoundMatrix,
  FoundRoute,
  IsochroneRequest,
  MatchRequest,
  MatrixRequest,
  NoRoute,
  Router,
  RouteRequest,
  SnappedPoint,
} from '../router.js';
import { isRecord, isWithin, listOf, recordOf } from '../upstream/answer-fields.js';
import { jsonOf, type UpstreamAnswer, type UpstreamClient } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { tooFar } from './route-answer.js';
import { engineAnswer, FAR_M, foundRoute } from './route-answer.js';
import { readMatch, refuseWays } from './match-answer.js';
import { readTable } from './table-answer.js';
import { isochroneQuestion, readIsochrone } from './valhalla-isochrone.js';
import { offNetwork, pointsOf, withoutPath } from './route-points.js';

export const VALHALLA_PROBE_PATH = '/status';

/** @throws BadAnswer unless the answer comes from an engine that has loaded its data */
export function readValhallaProbe(answer: UpstreamAnswer): void {
  const body = jsonOf(answer);
  if (answer.status !== 200 || !isRecord(body) || typeof body.version !== 'string')
    throw new BadAnswer(`status ${answer.status} without a version`);
}

const COSTINGS: Readonly<Record<TravelMode, string>> = { driving: 'auto', walking: 'pedestrian' };

/** Valhalla's default limit. */
const MOST_ACCURACY_M = 100;

/**
 * Indicates that a point is not on any road that the mode may use. Valhalla does not report which of the
 * points has no road.
 */
const NO_ROAD = 'no_road';

/**
 * Implements the routing seam using Valhalla. Only OSRM's format includes the snapped points and distances in
 * meters.
 */
export class ValhallaRouter implements Router {
  readonly #client: UpstreamClient;
  readonly #snapLimit_m: number;

  constructor(client: UpstreamClient, options: { snapLimit_m: number }) {
    this.#client = client;
    this.#snapLimit_m = options.snapLimit_m;
  }

  async route(request: RouteRequest, signal?: AbortSignal): Promise<FoundRoute | NoRoute> {
    refuseOfRouter('valhalla', request.more);
    const limit_m = this.#snapLimit_m;
    const directions_type = request.more?.steps === true ? 'maneuvers' : 'none';
    const form = { format: 'osrm', shape_format: 'polyline6', directions_type };
    const path = pathOf('/route', { ...question(request, limit_m), ...form });
    const found = await this.#client.ask(path, signal, (answer) => readAnswer(answer, request, limit_m));
    if (found === NO_ROAD) {
      const locate = pathOf('/locate', { ...question(request, FAR_M), verbose: false });
      return this.#client.ask(locate, signal, (answer) => located(answer, request, limit_m));
    }
    return found.kind === 'no_path' ? withoutPath(request, (leg) => this.route(leg, signal)) : found;
  }

  /**
   * If any point is not near a road, or there is no path at all, Valhalla does not return a matrix. The
   * matrix is then requested again for the remaining points.
   */
  async matrix(request: MatrixRequest, signal?: AbortSignal): Promise<FoundMatrix> {
    refuseRoadsAsked('valhalla', request);
    const { origins, destinations, mode } = request;
    const whole = await this.#table(request, signal);
    if (whole !== null) return whole;
    const roads = await this.#roadsAt([...origins, ...destinations], mode, signal);
    const ends = { origins: roads.slice(0, origins.length), destinations: roads.slice(origins.length) };
    const [rows, columns] = [ends.origins, ends.destinations].map((all) =>
      all.flatMap((road, i) => (road === null ? [] : [i])),
    );
    const isLess = rows.length * columns.length < origins.length * destinations.length;
    const part = {
      ...request,
      origins: rows.map((row) => origins[row]),
      destinations: columns.map((column) => destinations[column]),
      without: null,
    };
    const found = isLess && rows.length > 0 && columns.length > 0 ? await this.#table(part, signal) : null;
    const cells = (given: Float64Array | null | undefined): Float64Array => {
      const all = new Float64Array(origins.length * destinations.length).fill(Infinity);
      rows.forEach((row, i) =>
        columns.forEach((column, k) => {
          const cell = row * destinations.length + column;
          if (given && request.without?.[cell] !== 1) all[cell] = given[i * columns.length + k];
        }),
      );
      return all;
    };
    const distances_m = request.distances ? cells(found?.distances_m) : null;
    return { ...ends, durations_s: cells(found?.durations_s), distances_m, farther: [] };
  }

  #table(request: MatrixRequest, signal: AbortSignal | undefined): Promise<FoundMatrix | null> {
    const path = pathOf('/sources_to_targets', {
      sources: locationsOf(request.origins, this.#snapLimit_m),
      targets: locationsOf(request.destinations, this.#snapLimit_m),
      costing: COSTINGS[request.mode],
      format: 'osrm',
    });
    return this.#client.ask(path, signal, (answer) => readTable(answer, request, this.#snapLimit_m));
  }

  /** Returns the road nearest to each point, or null for a point that has no road near enough. */
  #roadsAt(
    points: readonly Position[],
    mode: TravelMode,
    signal: AbortSignal | undefined,
  ): Promise<(SnappedPoint | null)[]> {
    const locations = locationsOf(points, this.#snapLimit_m);
    const path = pathOf('/locate', { locations, costing: COSTINGS[mode], verbose: false });
    return this.#client.ask(path, signal, (answer) => {
      const found = listOf(jsonOf(answer));
      if (answer.status !== 200 || found.length !== points.length)
        throw new BadAnswer(`status ${answer.status} instead of ${points.length} located points`);
      return points.map((point, i) => {
        const road = nearestRoad(found[i], point);
        return road !== null && road.distance_m <= this.#snapLimit_m ? road : null;
      });
    });
  }

  async match(request: MatchRequest, signal?: AbortSignal): Promise<FoundMatch> {
    refuseWays(request);
    const { points, times_s, accuracy_m, mode } = request;
    const path = pathOf('/trace_route', {
      shape: points.map(([lon, lat], i) => ({ lon, lat, ...(times_s !== null && { time: times_s[i] }) })),
      ...{ costing: COSTINGS[mode], shape_match: 'map_snap', directions_type: 'none' },
      ...{ format: 'osrm', shape_format: 'polyline6' },
      trace_options: { gps_accuracy: Math.min(MOST_ACCURACY_M, Math.max(...accuracy_m)) },
    });
    return this.#client.ask(path, signal, (answer) => readMatch(answer, request));
  }

  isSilent(): boolean {
    return this.#client.isSilent;
  }

  async isochrone(request: IsochroneRequest, signal?: AbortSignal): Promise<FoundIsochrone | NoRoute> {
    refuseRoadsAsked('valhalla', request);
    if (request.format === 'lines')
      throw notSupported('format', 'format must be polygons in this deployment.');
    const { point, mode, direction } = request;
    const limit_m = this.#snapLimit_m;
    const question = { ...isochroneQuestion(request, limit_m), costing: COSTINGS[mode] };
    const found = await this.#client.ask(pathOf('/isochrone', question), signal, (answer) =>
      readIsochrone(answer, request),
    );
    // Valhalla moves a point to the nearest road at any distance.
    if (found !== null && found.point.distance_m <= limit_m) return found;
    const locations = locationsOf([point], FAR_M);
    const locate = pathOf('/locate', { locations, costing: COSTINGS[mode], verbose: false });
    const nearestRoad_m = await this.#client.ask(locate, signal, (answer) =>
      nearest_m(listOf(jsonOf(answer))[0], point),
    );
    const end = direction === 'from' ? 'origin' : 'destination';
    return { kind: `${end}_not_on_network`, nearestRoad_m, limit_m };
  }

  state(): SourceState {
    return this.#client.state();
  }
}

function locationsOf(points: readonly Position[], search_cutoff: number): object[] {
  return points.map(([lon, lat]) => ({ lon, lat, search_cutoff }));
}

function question(request: RouteRequest, search_cutoff: number): object {
  return { locations: locationsOf(pointsOf(request), search_cutoff), costing: COSTINGS[request.mode] };
}

function pathOf(action: string, question: object): string {
  return `${action}?json=${encodeURIComponent(JSON.stringify(question))}`;
}

function readAnswer(
  answer: UpstreamAnswer,
  request: RouteRequest,
  limit_m: number,
): FoundRoute | NoRoute | typeof NO_ROAD {
  const { code, message, body } = engineAnswer(answer);
  switch (code) {
    case 'Ok':
      return foundRoute(body, request, limit_m);
    case 'NoRoute':
      return { kind: 'no_path' };
    case 'NoSegment':
      return NO_ROAD;
    case 'DistanceExceeded':
      throw tooFar();
    default:
      throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  }
}

/** Returns the first point without a road within the limit. */
function located(answer: UpstreamAnswer, request: RouteRequest, limit_m: number): NoRoute {
  const found = jsonOf(answer);
  const points = pointsOf(request);
  if (answer.status !== 200 || !Array.isArray(found) || found.length !== points.length)
    throw new BadAnswer(`status ${answer.status} instead of ${points.length} located points`);
  for (const [index, point] of points.entries()) {
    const nearestRoad_m = nearest_m(found[index], point);
    if (nearestRoad_m === null || nearestRoad_m > limit_m)
      return offNetwork(request, index, { nearestRoad_m, limit_m });
  }
  throw new BadAnswer('no road for the route, although every point has a road nearby');
}

/** Returns the nearest of the located edges, or null if there are none. */
function nearestRoad(end: unknown, [lon, lat]: Position): SnappedPoint | null {
  const { edges } = recordOf(end);
  // Valhalla returns null instead of a list if there are no edges.
  if (edges !== null && !Array.isArray(edges)) throw new BadAnswer('a located point without edges');
  let nearest: SnappedPoint | null = null;
  for (const edge of listOf(edges)) {
    const { correlated_lon: longitude, correlated_lat: latitude } = recordOf(edge);
    if (!isWithin(longitude, 180) || !isWithin(latitude, 90))
      throw new BadAnswer('an edge without a position');
    const distance_m = distanceM(lon, lat, longitude, latitude);
    if (distance_m < (nearest?.distance_m ?? Infinity))
      nearest = { longitude, latitude, distance_m, name: null };
  }
  return nearest;
}

function nearest_m(end: unknown, point: Position): number | null {
  return nearestRoad(end, point)?.distance_m ?? null;
}
