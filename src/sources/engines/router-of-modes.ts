import type { Asker } from '../asker.js';
import { TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import { noIsochrones, noMatching, noMatrix, noNearest, noTrips, notSupported } from '../not-supported.js';
import type {
  FoundIsochrone,
  FoundMatch,
  FoundMatrix,
  FoundRoute,
  FoundTrip,
  IsochroneRequest,
  MatchRequest,
  MatrixRequest,
  NearestRequest,
  NoRoute,
  Router,
  RouteRequest,
  SnappedPoint,
  TripRequest,
} from '../router.js';

/** Combines several routers into one. Each of the combined routers handles requests for its own modes. */
export class RouterOfModes implements Router {
  readonly #routers: Readonly<Partial<Record<TravelMode, Router>>>;

  constructor(routers: Readonly<Partial<Record<TravelMode, Router>>>) {
    this.#routers = routers;
  }

  route(
    request: RouteRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute> {
    return this.#of(request.mode).route(request, signal, asker);
  }

  matrix(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): FoundMatrix | Promise<FoundMatrix> {
    const router = this.#of(request.mode);
    if (router.matrix === undefined) throw noMatrix();
    return router.matrix(request, signal, asker);
  }

  isochrone(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): FoundIsochrone | NoRoute | Promise<FoundIsochrone | NoRoute> {
    const router = this.#of(request.mode);
    if (router.isochrone === undefined) throw noIsochrones();
    return router.isochrone(request, signal, asker);
  }

  nearest(
    request: NearestRequest,
    signal?: AbortSignal,
  ): readonly SnappedPoint[] | Promise<readonly SnappedPoint[]> {
    const router = this.#of(request.mode);
    if (router.nearest === undefined) throw noNearest();
    return router.nearest(request, signal);
  }

  trip(request: TripRequest, signal?: AbortSignal, asker?: Asker): FoundTrip | Promise<FoundTrip> {
    const router = this.#of(request.mode);
    if (router.trip === undefined) throw noTrips();
    return router.trip(request, signal, asker);
  }

  match(request: MatchRequest, signal?: AbortSignal, asker?: Asker): FoundMatch | Promise<FoundMatch> {
    const router = this.#of(request.mode);
    if (router.match === undefined) throw noMatching();
    return router.match(request, signal, asker);
  }

  #of(mode: TravelMode): Router {
    const router = this.#routers[mode];
    if (router !== undefined) return router;
    const known = TRAVEL_MODES.filter((own) => this.#routers[own] !== undefined);
    throw notSupported('mode', `mode must be ${known.join(' or ')} in this deployment.`);
  }

  /** An engine that hangs does not affect the modes of another engine. */
  isSilent(mode: TravelMode): boolean {
    return this.#routers[mode]?.isSilent?.(mode) === true;
  }

  /** Returns `partial` if some modes are down and others are available. */
  state(): SourceState {
    const states = Object.values(this.#routers).map((router) => router.state());
    const [first] = states;
    if (states.every((state) => state === first)) return first;
    if (!states.some((state) => state === 'ok' || state === 'degraded')) return 'fail';
    return states.includes('fail') || states.includes('loading') ? 'partial' : 'degraded';
  }
}
