import type { Position } from '../../geo/position.js';
import { distanceM } from '../../geo/distance.js';
import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import { refuseOfRouter, refuseRoadsAsked } from '../not-supported.js';
import type {
  FoundMatch,
  FoundMatrix,
  FoundRoute,
  MatchRequest,
  MatrixRequest,
  NearestRequest,
  NoRoute,
  Router,
  RouteRequest,
  SnappedPoint,
} from '../router.js';
import { listOf } from '../upstream/answer-fields.js';
import type { UpstreamAnswer, UpstreamClient } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { pointOf } from './engine-steps.js';
import { tooFar } from './route-answer.js';
import { engineAnswer, FAR_M, foundRoute, snapped } from './route-answer.js';
import { readMatch, refuseWays } from './match-answer.js';
import { readTable } from './table-answer.js';
import { offNetwork, pointsOf, withoutPath } from './route-points.js';

/**
 * Requests the road nearest to an arbitrary point, because OSRM has no other way to report that it is ready.
 */
export const OSRM_PROBE_PATH = '/nearest/v1/driving/0,0?generate_hints=false';

/** @throws BadAnswer unless the answer comes from an engine that has loaded its data */
export function readOsrmProbe(answer: UpstreamAnswer): void {
  engineAnswer(answer);
}

const OPTIONS = 'overview=full&geometries=polyline6&alternatives=false&generate_hints=false';

/** Implements the routing seam using one OSRM process, which serves the network of one mode. */
export class OsrmRouter implements Router {
  readonly #client: UpstreamClient;
  readonly #snapLimit_m: number;

  constructor(client: UpstreamClient, options: { snapLimit_m: number }) {
    this.#client = client;
    this.#snapLimit_m = options.snapLimit_m;
  }

  async route(request: RouteRequest, signal?: AbortSignal): Promise<FoundRoute | NoRoute> {
    refuseOfRouter('osrm', request.more);
    const limit_m = this.#snapLimit_m;
    const path = pathOf(request, limit_m);
    const found = await this.#client.ask(path, signal, (answer) => readAnswer(answer, request, limit_m));
    if (typeof found === 'number') {
      const nearestRoad_m = await this.#nearestRoad_m(pointsOf(request)[found], request.mode, signal);
      return offNetwork(request, found, { nearestRoad_m, limit_m });
    }
    return found.kind === 'no_path' ? withoutPath(request, (leg) => this.route(leg, signal)) : found;
  }

  nearest({ point, mode, number, bearing }: NearestRequest, signal?: AbortSignal): Promise<SnappedPoint[]> {
    const limit_m = this.#snapLimit_m;
    const towards = bearing === undefined ? '' : `&bearings=${bearing.degrees},${bearing.range}`;
    const path =
      `/nearest/v1/${mode}/${position(point)}?number=${number}&radiuses=${limit_m}` +
      `&generate_hints=false${towards}`;
    return this.#client.ask(path, signal, (answer) => {
      const { code, message, body } = engineAnswer(answer);
      if (code === 'NoSegment') return [];
      if (code !== 'Ok') throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
      return listOf(body['waypoints']).map((waypoint) => snapped(waypoint, point, limit_m));
    });
  }

  #nearestRoad_m(point: Position, mode: TravelMode, signal: AbortSignal | undefined): Promise<number | null> {
    const path = `/nearest/v1/${mode}/${position(point)}?radiuses=${FAR_M}&generate_hints=false`;
    return this.#client.ask(path, signal, (answer) => readNearest(answer, point));
  }

  async matrix(request: MatrixRequest, signal?: AbortSignal): Promise<FoundMatrix> {
    refuseRoadsAsked('osrm', request);
    const { origins, destinations, mode } = request;
    const places = (first: number, count: number): string =>
      Array.from({ length: count }, (_, i) => first + i).join(';');
    const path =
      `/table/v1/${mode}/${[...origins, ...destinations].map(position).join(';')}` +
      `?sources=${places(0, origins.length)}&destinations=${places(origins.length, destinations.length)}` +
      `&annotations=${request.distances ? 'duration,distance' : 'duration'}&generate_hints=false`;
    return this.#client.ask(path, signal, (answer) => {
      const found = readTable(answer, request, this.#snapLimit_m);
      if (found === null) throw new BadAnswer('no table');
      return found;
    });
  }

  async match(request: MatchRequest, signal?: AbortSignal): Promise<FoundMatch> {
    refuseWays(request);
    const { points, times_s, accuracy_m, mode } = request;
    const times = times_s === null ? '' : `&timestamps=${times_s.map(Math.round).join(';')}`;
    const path =
      `/match/v1/${mode}/${points.map(position).join(';')}?radiuses=${accuracy_m.join(';')}${times}` +
      '&gaps=split&overview=full&geometries=polyline6&steps=false&generate_hints=false';
    return this.#client.ask(path, signal, (answer) => readMatch(answer, request));
  }

  isSilent(): boolean {
    return this.#client.isSilent;
  }

  state(): SourceState {
    return this.#client.state();
  }
}

function pathOf(request: RouteRequest, limit_m: number): string {
  const points = pointsOf(request);
  // Without the `radiuses` parameter, OSRM moves a point to the nearest road at any distance and reports
  // `Ok`.
  const radiuses = points.map(() => limit_m).join(';');
  // A vehicle may turn around at an intermediate point.
  const between = points.length === 2 ? '' : '&continue_straight=false';
  const steps = request.more?.steps === true;
  return (
    `/route/v1/${request.mode}/${points.map(position).join(';')}` +
    `?radiuses=${radiuses}&${OPTIONS}&steps=${steps}${between}`
  );
}

function position([longitude, latitude]: Position): string {
  return `${decimal(longitude)},${decimal(latitude)}`;
}

/** @returns the index of a point that has no road nearby, or the result */
function readAnswer(
  answer: UpstreamAnswer,
  request: RouteRequest,
  limit_m: number,
): FoundRoute | NoRoute | number {
  const { code, message, body } = engineAnswer(answer);
  switch (code) {
    case 'Ok':
      return foundRoute(body, request, limit_m);
    case 'NoRoute':
      return { kind: 'no_path' };
    case 'NoSegment':
      return offNetworkIndex(message, pointsOf(request).length);
    case 'TooBig':
    case 'DistanceExceeded':
      throw tooFar();
    default:
      throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  }
}

/** Returns the index of the point, which OSRM states only in its message: `… for coordinate 1`. */
function offNetworkIndex(message: string, points: number): number {
  const [, index] = /coordinate (\d+)$/.exec(message) ?? [];
  if (index === undefined || Number(index) >= points)
    throw new BadAnswer(`the NoSegment error does not name a coordinate: ${message.slice(0, 200)}`);
  return Number(index);
}

function readNearest(answer: UpstreamAnswer, [lon, lat]: Position): number | null {
  const { code, message, body } = engineAnswer(answer);
  if (code === 'NoSegment') return null;
  if (code !== 'Ok') throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  const [longitude, latitude] = pointOf(listOf(body['waypoints'])[0], 'a waypoint');
  return distanceM(lon, lat, longitude, latitude);
}

/** Formats degrees for OSRM, which uses 6 decimals and rounds any further decimals differently. */
function decimal(degrees: number): string {
  return degrees.toFixed(6);
}
