import { OperatingError, type ErrorCode } from '../../errors.js';
import type { SourceState } from '../geocoder.js';
import type { TravelMode } from '../../travel-mode.js';
import { noIsochrones, noMatrix, noNearest } from '../not-supported.js';
import type {
  FoundIsochrone,
  FoundMatrix,
  FoundRoute,
  IsochroneRequest,
  MatrixRequest,
  NearestRequest,
  NoRoute,
  Router,
  RouteRequest,
  SnappedPoint,
} from '../router.js';

/** What says that a router is away. One that is late has used up the time of the request. */
const AWAY: readonly ErrorCode[] = ['UPSTREAM_ERROR', 'SERVICE_UNAVAILABLE'];

/** Several routers that can answer the same requests: the next one is asked when one is away. */
export abstract class RouterOfMany implements Router {
  /** @returns routers in the order in which they are asked now for something of a mode */
  protected abstract order(mode: TravelMode): Iterable<Router>;
  protected abstract asked(router: Router): void;
  /** @param duration_ms how long an answer took; null: there was none */
  protected abstract answered(router: Router, duration_ms: number | null): void;
  abstract state(): SourceState;

  route(request: RouteRequest, signal?: AbortSignal): Promise<FoundRoute | NoRoute> {
    return this.#ask(request.mode, (router) => {
      const lent = router.route(request, signal);
      // A line that is there at once is only lent until the router is asked again.
      return lent instanceof Promise ? lent : kept(lent);
    });
  }

  matrix(request: MatrixRequest, signal?: AbortSignal): Promise<FoundMatrix> {
    return this.#ask(request.mode, (router) => {
      if (router.matrix === undefined) throw noMatrix();
      return router.matrix(request, signal);
    });
  }

  isochrone(request: IsochroneRequest, signal?: AbortSignal): Promise<FoundIsochrone | NoRoute> {
    return this.#ask(request.mode, (router) => {
      if (router.isochrone === undefined) throw noIsochrones();
      return router.isochrone(request, signal);
    });
  }

  nearest(request: NearestRequest, signal?: AbortSignal): Promise<readonly SnappedPoint[]> {
    return this.#ask(request.mode, (router) => {
      if (router.nearest === undefined) throw noNearest();
      return router.nearest(request, signal);
    });
  }

  async #ask<T>(mode: TravelMode, ask: (router: Router) => T | Promise<T>): Promise<T> {
    let failure: unknown;
    for (const router of this.order(mode)) {
      const from_ms = performance.now();
      this.asked(router);
      try {
        const found = await ask(router);
        this.answered(router, performance.now() - from_ms);
        return found;
      } catch (error) {
        this.answered(router, null);
        if (!(OperatingError.is(error) && AWAY.includes(error.code))) throw error;
        // The first failure says most: the others are only there for it.
        failure ??= error;
      }
    }
    throw failure;
  }
}

function kept(found: FoundRoute | NoRoute): FoundRoute | NoRoute {
  return found.kind === 'route' ? { ...found, coordinates: found.coordinates.slice() } : found;
}
