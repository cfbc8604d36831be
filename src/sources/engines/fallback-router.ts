import { OperatingError, type ErrorCode } from '../../errors.js';
import type { SourceState } from '../geocoder.js';
import { noIsochrones, noMatrix } from '../not-supported.js';
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

/** One of several routers that take the place of those before them. */
export interface NamedRouter {
  /** For the log and the metrics. */
  name: string;
  router: Router;
}

/** Told of every answer: who gave it, the place in the order from 0, and how long it took. */
export type AnswerListener = (name: string, index: number, duration_ms: number) => void;

/** What says that a router is away. One that is late has used up the time of the request. */
const AWAY: readonly ErrorCode[] = ['UPSTREAM_ERROR', 'SERVICE_UNAVAILABLE'];

/**
 * Several routers in order: each answers when those before it are away. Each refuses what it cannot honour
 * itself: one that takes over may know less.
 */
export class FallbackRouter implements Router {
  readonly #routers: readonly NamedRouter[];
  readonly #onAnswer: AnswerListener;

  constructor(routers: readonly NamedRouter[], onAnswer: AnswerListener) {
    this.#routers = routers;
    this.#onAnswer = onAnswer;
  }

  route(request: RouteRequest, signal?: AbortSignal): Promise<FoundRoute | NoRoute> {
    return this.#ask((router) => {
      const lent = router.route(request, signal);
      // A line that is there at once is only lent until the router is asked again.
      return lent instanceof Promise ? lent : kept(lent);
    });
  }

  matrix(request: MatrixRequest, signal?: AbortSignal): Promise<FoundMatrix> {
    return this.#ask((router) => {
      if (router.matrix === undefined) throw noMatrix();
      return router.matrix(request, signal);
    });
  }

  isochrone(request: IsochroneRequest, signal?: AbortSignal): Promise<FoundIsochrone | NoRoute> {
    return this.#ask((router) => {
      if (router.isochrone === undefined) throw noIsochrones();
      return router.isochrone(request, signal);
    });
  }

  async #ask<T>(ask: (router: Router) => T | Promise<T>): Promise<T> {
    let failure: unknown;
    for (const [index, { name, router }] of this.#routers.entries()) {
      const from_ms = performance.now();
      try {
        const found = await ask(router);
        this.#onAnswer(name, index, performance.now() - from_ms);
        return found;
      } catch (error) {
        if (!(error instanceof OperatingError && AWAY.includes(error.code))) throw error;
        // The first failure says most: the others are only there for it.
        failure ??= error;
      }
    }
    throw failure;
  }

  /** `degraded` when one that is not the first answers. */
  state(): SourceState {
    const states = this.#routers.map(({ router }) => router.state());
    const [first] = states;
    if (first === 'ok' || first === 'degraded') return first;
    if (states.includes('ok') || states.includes('degraded')) return 'degraded';
    return states.includes('partial') ? 'partial' : first;
  }
}

function kept(found: FoundRoute | NoRoute): FoundRoute | NoRoute {
  return found.kind === 'route' ? { ...found, coordinates: found.coordinates.slice() } : found;
}
