import { distanceM } from '../../geo/distance.js';
import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import type { FoundRoute, NoRoute, Router, RouteRequest } from '../router.js';
import type { UpstreamAnswer, UpstreamClient } from '../upstream/upstream-client.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import { decimal } from './decimal.js';
import { tooFar } from './refusals.js';
import { engineAnswer, FAR_M, foundRoute, pointOf } from './route-answer.js';

/** Any road anywhere: OSRM has no other way to ask whether it is there. */
export const OSRM_PROBE_PATH = '/nearest/v1/driving/0,0?generate_hints=false';

/** @throws BadAnswer unless it is the answer of an engine that has its data */
export function readOsrmProbe(answer: UpstreamAnswer): void {
  engineAnswer(answer);
}

const OPTIONS = 'overview=full&geometries=polyline6&steps=false&alternatives=false&generate_hints=false';

/** The routing seam answered by one process of OSRM, which has the network of one mode. */
export class OsrmRouter implements Router {
  readonly #client: UpstreamClient;
  readonly #snapLimit_m: number;

  constructor(client: UpstreamClient, options: { snapLimit_m: number }) {
    this.#client = client;
    this.#snapLimit_m = options.snapLimit_m;
  }

  async route(request: RouteRequest, signal?: AbortSignal): Promise<FoundRoute | NoRoute> {
    const { origin, destination, mode } = request;
    const limit_m = this.#snapLimit_m;
    // Without radiuses OSRM moves a point to the nearest road however far, and says `Ok`.
    const path =
      `/route/v1/${mode}/${position(origin)};${position(destination)}` +
      `?radiuses=${limit_m};${limit_m}&${OPTIONS}`;
    const found = await this.#client.ask(path, signal, (answer) => readAnswer(answer, request, limit_m));
    if (typeof found === 'object') return found;
    const point = found === 'origin_not_on_network' ? origin : destination;
    return { kind: found, nearestRoad_m: await this.#nearestRoad_m(point, mode, signal), limit_m };
  }

  #nearestRoad_m(
    point: readonly [number, number],
    mode: TravelMode,
    signal: AbortSignal | undefined,
  ): Promise<number | null> {
    const path = `/nearest/v1/${mode}/${position(point)}?radiuses=${FAR_M}&generate_hints=false`;
    return this.#client.ask(path, signal, (answer) => readNearest(answer, point));
  }

  state(): SourceState {
    return this.#client.state();
  }
}

function position([longitude, latitude]: readonly [number, number]): string {
  return `${decimal(longitude)},${decimal(latitude)}`;
}

type OffNetwork = 'origin_not_on_network' | 'destination_not_on_network';

function readAnswer(
  answer: UpstreamAnswer,
  request: RouteRequest,
  limit_m: number,
): FoundRoute | NoRoute | OffNetwork {
  const { code, message, body } = engineAnswer(answer);
  switch (code) {
    case 'Ok':
      return foundRoute(body, request, limit_m);
    case 'NoRoute':
      return { kind: 'no_path' };
    case 'NoSegment':
      return offNetwork(message);
    case 'TooBig':
    case 'DistanceExceeded':
      throw tooFar();
    default:
      throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  }
}

/** OSRM names the end only in its message: `… for coordinate 1`. */
function offNetwork(message: string): OffNetwork {
  const [, end] = /coordinate ([01])$/.exec(message) ?? [];
  if (end === undefined) throw new BadAnswer(`NoSegment does not say where: ${message.slice(0, 200)}`);
  return end === '0' ? 'origin_not_on_network' : 'destination_not_on_network';
}

function readNearest(answer: UpstreamAnswer, [lon, lat]: readonly [number, number]): number | null {
  const { code, message, body } = engineAnswer(answer);
  if (code === 'NoSegment') return null;
  if (code !== 'Ok') throw new BadAnswer(`${code}: ${message.slice(0, 200)}`);
  const [longitude, latitude] = pointOf(Array.isArray(body.waypoints) ? body.waypoints[0] : undefined);
  return distanceM(lon, lat, longitude, latitude);
}
