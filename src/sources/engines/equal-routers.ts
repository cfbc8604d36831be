import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import type { Router } from '../router.js';
import { RouterOfMany } from './router-of-many.js';

/**
 * A group of engines that serve the same data. The engine with the fewest requests in flight is tried first,
 * and engines that are equally busy take turns. An engine that hangs therefore receives few requests even
 * before its health check notices, because its pending requests make it count as busy. An engine that is down
 * is tried last until its health check receives a response.
 */
export class EqualRouters extends RouterOfMany {
  readonly #routers: readonly Router[];
  readonly #underWay: Map<Router, number>;
  #turn = 0;

  /** @param timeout_ms the time limit for all engines together to answer a request */
  constructor(routers: readonly Router[], timeout_ms: number) {
    super(Math.ceil(timeout_ms / routers.length));
    this.#routers = routers;
    this.#underWay = new Map(routers.map((router) => [router, 0]));
  }

  protected override order(mode: TravelMode): Router[] {
    const from = this.#turn++ % this.#routers.length;
    const inTurn = [...this.#routers.slice(from), ...this.#routers.slice(0, from)];
    const rank = new Map(inTurn.map((router) => [router, rankOf(router, mode)]));
    return inTurn.sort(
      (a, b) => rank.get(a)! - rank.get(b)! || this.#underWay.get(a)! - this.#underWay.get(b)!,
    );
  }

  protected override asked(router: Router): void {
    this.#underWay.set(router, this.#underWay.get(router)! + 1);
  }

  protected override answered(router: Router): void {
    this.#underWay.set(router, this.#underWay.get(router)! - 1);
  }

  isSilent(mode: TravelMode): boolean {
    return this.#routers.every((router) => router.isSilent?.(mode) === true);
  }

  /** Returns `degraded` if some engines are down and others respond. */
  override state(): SourceState {
    const states = this.#routers.map((router) => router.state());
    if (states.every((state) => state === states[0])) return states[0];
    return states.includes('ok') || states.includes('degraded') ? 'degraded' : 'fail';
  }
}

/** An engine in an unknown state is preferred to one that is down. */
function rankOf(router: Router, mode: TravelMode): number {
  if (router.isSilent?.(mode) === true) return 1;
  const state = router.state();
  return state === 'ok' || state === 'degraded' ? 0 : state === 'loading' ? 1 : 2;
}
