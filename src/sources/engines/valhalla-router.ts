import { distanceM } from '../../geo/distance.js';
import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import { notSupported, refuseOfRouter } from '../not-supported.js';
import type {
  FoundIsochrone,
  FoundMatrix,
  FoundRoute,
  IsochroneRequest,
  MatrixRequest,
  NoRoute,
  Router,
  RouteRequest,
} from '../router.js';
import { isRecord, isWithin, listOf, recordOf } from '../upstream/answer-fields.js';
import { jsonOf, type UpstreamAnswer, type UpstreamClient } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { tooFar } from './route-answer.js';
import { engineAnswer, FAR_M, foundRoute } from './route-answer.js';
import { readTable } from './table-answer.js';
import { isochroneQuestion, readIsochrone } from './valhalla-isochrone.js';
import { offNetwork, pointsOf, withoutPath } from './route-points.js';

export const VALHALLA_PROBE_PATH = '/status';

/** @throws BadAnswer unless it is the answer of an engine that has its data */
export function readValhallaProbe(answer: UpstreamAnswer): void {
  const body = jsonOf(answer);
  if (answer.status !== 200 || !isRecord(body) || typeof body.version !== 'string')
    throw new BadAnswer(`status ${answer.status} without a version`);
}

const COSTINGS: Readonly<Record<TravelMode, string>> = { driving: 'auto', walking: 'pedestrian' };

/** A point is on no road the mode may use. Valhalla does not say which. */
const NO_ROAD = 'no_road';

/** The routing seam answered by Valhalla, in the form of OSRM: only this has snapped points and metres. */
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

  async matrix(request: MatrixRequest, signal?: AbortSignal): Promise<FoundMatrix> {
    const limit_m = this.#snapLimit_m;
    const locations = (points: MatrixRequest['origins']): object[] =>
      points.map(([lon, lat]) => ({ lon, lat, search_cutoff: limit_m }));
    const path = pathOf('/sources_to_targets', {
      sources: locations(request.origins),
      targets: locations(request.destinations),
      costing: COSTINGS[request.mode],
      format: 'osrm',
    });
    return this.#client.ask(path, signal, (answer) => readTable(answer, request, limit_m));
  }

  isSilent(): boolean {
    return this.#client.isSilent;
  }

  async isochrone(request: IsochroneRequest, signal?: AbortSignal): Promise<FoundIsochrone | NoRoute> {
    if (request.format === 'lines')
      throw notSupported('format', 'format must be polygons in this deployment.');
    const { point, mode, direction } = request;
    const limit_m = this.#snapLimit_m;
    const question = { ...isochroneQuestion(request, limit_m), costing: COSTINGS[mode] };
    const found = await this.#client.ask(pathOf('/isochrone', question), signal, (answer) =>
      readIsochrone(answer, request),
    );
    // It moves a point however far.
    if (found !== null && found.point.distance_m <= limit_m) return found;
    const [lon, lat] = point;
    const locations = [{ lon, lat, search_cutoff: FAR_M }];
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

function question(request: RouteRequest, search_cutoff: number): object {
  const locations = pointsOf(request).map(([lon, lat]) => ({ lon, lat, search_cutoff }));
  return { locations, costing: COSTINGS[request.mode] };
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

/** Which point has no road within the limit: of several, the first. */
function located(answer: UpstreamAnswer, request: RouteRequest, limit_m: number): NoRoute {
  const found = jsonOf(answer);
  const points = pointsOf(request);
  if (answer.status !== 200 || !Array.isArray(found) || found.length !== points.length)
    throw new BadAnswer(`status ${answer.status}, and not ${points.length} located points`);
  for (const [index, point] of points.entries()) {
    const nearestRoad_m = nearest_m(found[index], point);
    if (nearestRoad_m === null || nearestRoad_m > limit_m)
      return offNetwork(request, index, { nearestRoad_m, limit_m });
  }
  throw new BadAnswer('a road near all points, and yet none for the route');
}

/** Metres to the nearest of the located edges; null: there is none. */
function nearest_m(end: unknown, [lon, lat]: readonly [number, number]): number | null {
  const { edges } = recordOf(end);
  if (!Array.isArray(edges)) throw new BadAnswer('a located point without edges');
  const distances_m = edges.map((edge: unknown) => {
    const { correlated_lon, correlated_lat } = recordOf(edge);
    if (!isWithin(correlated_lon, 180) || !isWithin(correlated_lat, 90))
      throw new BadAnswer('an edge that is nowhere');
    return distanceM(lon, lat, correlated_lon, correlated_lat);
  });
  return distances_m.length === 0 ? null : Math.min(...distances_m);
}
