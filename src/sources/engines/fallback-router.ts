import type { TravelMode } from '../../travel-mode.js';
import type { SourceState } from '../geocoder.js';
import type { Router } from '../router.js';
import { RouterOfMany } from './router-of-many.js';

/** One of several routers that replace the ones before them. */
export interface NamedRouter {
  /** Name in the log and the metrics. */
  name: string;
  router: Router;
}

/** Called with every answer: the router's name, its place in the order from 0, and the time it took. */
export type AnswerListener = (name: string, index: number, duration_ms: number) => void;

/**
 * Several routers in order: each answers if those before it are down or hang. Each refuses what it cannot
 * honour itself, because a replacement may support less.
 */
export class FallbackRouter extends RouterOfMany {
  readonly #routers: readonly NamedRouter[];
  readonly #onAnswer: AnswerListener;

  /** @param timeout_ms how long all together may take to answer a request */
  constructor(routers: readonly NamedRouter[], timeout_ms: number, onAnswer: AnswerListener) {
    super(Math.ceil(timeout_ms / routers.length));
    this.#routers = routers;
    this.#onAnswer = onAnswer;
  }

  protected override order(mode: TravelMode): Router[] {
    const routers = this.#routers.map(({ router }) => router);
    // A router that may be about to hang would use up all the time of a request.
    return routers.sort((a, b) => Number(a.isSilent?.(mode) ?? false) - Number(b.isSilent?.(mode) ?? false));
  }

  protected override asked(): void {}

  protected override answered(answering: Router, duration_ms: number | null): void {
    if (duration_ms === null) return;
    const index = this.#routers.findIndex(({ router }) => router === answering);
    this.#onAnswer(this.#routers[index].name, index, duration_ms);
  }

  /** `degraded` if a router other than the first answers. */
  override state(): SourceState {
    const states = this.#routers.map(({ router }) => router.state());
    const [first] = states;
    if (first === 'ok' || first === 'degraded') return first;
    if (states.includes('ok') || states.includes('degraded')) return 'degraded';
    return states.includes('partial') ? 'partial' : first;
  }
}
