import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import type { Router } from '../router.js';
import { RouterOfMany } from './router-of-many.js';

/** A router in an ordered list, in which each router serves as a fallback for the routers before it. */
export interface NamedRouter {
  /** The name shown in the log and the metrics. */
  name: string;
  router: Router;
}

/** Called for every successful response with the router's name, its index in the list, and the duration. */
export type AnswerListener = (name: string, index: number, duration_ms: number) => void;

/**
 * Several routers in order. Each router is used if the routers before it are down or hang. Each router
 * refuses the parameters that it cannot honor, because a fallback router may support fewer parameters.
 */
export class FallbackRouter extends RouterOfMany {
  readonly #routers: readonly NamedRouter[];
  readonly #onAnswer: AnswerListener;

  /** @param timeout_ms the time limit for all routers together to answer a request */
  constructor(routers: readonly NamedRouter[], timeout_ms: number, onAnswer: AnswerListener) {
    super(Math.ceil(timeout_ms / routers.length));
    this.#routers = routers;
    this.#onAnswer = onAnswer;
  }

  protected override order(mode: TravelMode): Router[] {
    const routers = this.#routers.map(({ router }) => router);
    // A router that may be about to hang is tried last, because otherwise it could use up the time limit of
    // the whole request.
    return routers.sort((a, b) => Number(a.isSilent?.(mode) ?? false) - Number(b.isSilent?.(mode) ?? false));
  }

  protected override asked(): void {}

  protected override answered(answering: Router, duration_ms: number | null): void {
    if (duration_ms === null) return;
    const index = this.#routers.findIndex(({ router }) => router === answering);
    this.#onAnswer(this.#routers[index].name, index, duration_ms);
  }

  /** Returns `degraded` if only a router other than the first one responds. */
  override state(): SourceState {
    const states = this.#routers.map(({ router }) => router.state());
    const [first] = states;
    if (first === 'ok' || first === 'degraded') return first;
    if (states.includes('ok') || states.includes('degraded')) return 'degraded';
    return states.includes('partial') ? 'partial' : first;
  }
}
