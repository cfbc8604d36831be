import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import type { Router } from '../router.js';
import { RouterOfMany } from './router-of-many.js';

/** A router in an ordered list, where each router replaces the previous ones if they fail. */
export interface NamedRouter {
  /** The name shown in the log and the metrics. */
  name: string;
  router: Router;
}

/** Called for every answer with the router's name, its position in the order from 0, and the duration. */
export type AnswerListener = (name: string, index: number, duration_ms: number) => void;

/**
 * Several routers in order. Each router answers if the previous ones are down or hang. Each router itself
 * refuses parameters that it cannot honor, because a replacement may support fewer of them.
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
    // A router that may be about to hang would use up the whole time limit of the request.
    return routers.sort((a, b) => Number(a.isSilent?.(mode) ?? false) - Number(b.isSilent?.(mode) ?? false));
  }

  protected override asked(): void {}

  protected override answered(answering: Router, duration_ms: number | null): void {
    if (duration_ms === null) return;
    const index = this.#routers.findIndex(({ router }) => router === answering);
    this.#onAnswer(this.#routers[index].name, index, duration_ms);
  }

  /** Returns `degraded` if a router other than the first one answers. */
  override state(): SourceState {
    const states = this.#routers.map(({ router }) => router.state());
    const [first] = states;
    if (first === 'ok' || first === 'degraded') return first;
    if (states.includes('ok') || states.includes('degraded')) return 'degraded';
    return states.includes('partial') ? 'partial' : first;
  }
}
