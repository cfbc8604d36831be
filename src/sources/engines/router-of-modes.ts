import { TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import { notSupported } from '../not-supported.js';
import type { FoundRoute, NoRoute, Router, RouteRequest } from '../router.js';

/** Several routers as one: each answers the modes it has. */
export class RouterOfModes implements Router {
  readonly #routers: Readonly<Partial<Record<TravelMode, Router>>>;

  constructor(routers: Readonly<Partial<Record<TravelMode, Router>>>) {
    this.#routers = routers;
  }

  route(request: RouteRequest, signal?: AbortSignal): FoundRoute | NoRoute | Promise<FoundRoute | NoRoute> {
    const router = this.#routers[request.mode];
    if (router === undefined) {
      const known = TRAVEL_MODES.filter((mode) => this.#routers[mode] !== undefined);
      throw notSupported('mode', `mode must be ${known.join(' or ')} in this deployment.`);
    }
    return router.route(request, signal);
  }

  /** `partial` when some modes are away: the others answer. */
  state(): SourceState {
    const states = Object.values(this.#routers).map((router) => router.state());
    const [first] = states;
    if (states.every((state) => state === first)) return first;
    if (!states.some((state) => state === 'ok' || state === 'degraded')) return 'fail';
    return states.includes('fail') || states.includes('loading') ? 'partial' : 'degraded';
  }
}
