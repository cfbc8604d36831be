import type { Asker } from '../asker.js';
import { TimeLimit } from '../upstream/time-limit.js';
import { OperatingError, type ErrorCode } from '../../errors.js';
import type { SourceState } from '../geocoder.js';
import type { TravelMode } from '../../travel-mode.js';
import { noIsochrones, noMatching, noMatrix, noNearest, noTrips } from '../not-supported.js';
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

/** Errors that mean that a router is down or hangs. */
const AWAY: readonly ErrorCode[] = ['UPSTREAM_ERROR', 'SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT'];

/**
 * Several routers that can answer the same requests. If a router is down or has used its share of a request's
 * time, the next one is tried.
 */
export abstract class RouterOfMany implements Router {
  readonly #share_ms: number;

  /** @param share_ms the time limit for each router; the last router may use all the remaining time */
  constructor(share_ms: number) {
    this.#share_ms = share_ms;
  }

  /** @returns the routers for requests in the given mode, in the order in which they should be tried now */
  protected abstract order(mode: TravelMode): Iterable<Router>;
  protected abstract asked(router: Router): void;
  /** @param duration_ms how long the response took, or null if there was no response */
  protected abstract answered(router: Router, duration_ms: number | null): void;
  abstract state(): SourceState;

  route(request: RouteRequest, signal?: AbortSignal, asker?: Asker): Promise<FoundRoute | NoRoute> {
    return this.#ask(request.mode, signal, (router, share) => {
      const lent = router.route(request, share, asker);
      // A line that is returned synchronously is valid only until the router's next call.
      return lent instanceof Promise ? lent : kept(lent);
    });
  }

  matrix(request: MatrixRequest, signal?: AbortSignal, asker?: Asker): Promise<FoundMatrix> {
    return this.#ask(request.mode, signal, (router, share) => {
      if (router.matrix === undefined) throw noMatrix();
      return router.matrix(request, share, asker);
    });
  }

  isochrone(
    request: IsochroneRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): Promise<FoundIsochrone | NoRoute> {
    return this.#ask(request.mode, signal, (router, share) => {
      if (router.isochrone === undefined) throw noIsochrones();
      return router.isochrone(request, share, asker);
    });
  }

  nearest(request: NearestRequest, signal?: AbortSignal): Promise<readonly SnappedPoint[]> {
    return this.#ask(request.mode, signal, (router, share) => {
      if (router.nearest === undefined) throw noNearest();
      return router.nearest(request, share);
    });
  }

  trip(request: TripRequest, signal?: AbortSignal, asker?: Asker): Promise<FoundTrip> {
    return this.#ask(request.mode, signal, (router, share) => {
      if (router.trip === undefined) throw noTrips();
      return router.trip(request, share, asker);
    });
  }

  match(request: MatchRequest, signal?: AbortSignal, asker?: Asker): Promise<FoundMatch> {
    return this.#ask(request.mode, signal, (router, share) => {
      if (router.match === undefined) throw noMatching();
      return router.match(request, share, asker);
    });
  }

  async #ask<T>(
    mode: TravelMode,
    signal: AbortSignal | undefined,
    ask: (router: Router, share: AbortSignal | undefined) => T | Promise<T>,
  ): Promise<T> {
    let failure: unknown;
    const order = [...this.order(mode)];
    for (const router of order) {
      const from_ms = performance.now();
      this.asked(router);
      const limit = router === order.at(-1) ? null : new TimeLimit(this.#share_ms, signal);
      try {
        const found = await ask(router, limit?.signal ?? signal);
        this.answered(router, performance.now() - from_ms);
        return found;
      } catch (error) {
        this.answered(router, null);
        const isAway = OperatingError.is(error) && AWAY.includes(error.code);
        if (!isAway || signal?.aborted === true) throw error;
        // The first failure is the most informative one, because the later routers are only fallbacks.
        failure ??= error;
      } finally {
        limit?.end();
      }
    }
    throw failure;
  }
}

function kept(found: FoundRoute | NoRoute): FoundRoute | NoRoute {
  return found.kind === 'route' ? { ...found, coordinates: found.coordinates.slice() } : found;
}
