import { OperatingError } from '../errors.js';
import type { AppContext, Logger } from './app-context.js';
import { envelopeBody } from './error-envelope.js';
import { NO_STORE, type Exchange } from './exchange.js';

/** One for all: making an error costs as much as the rest of a refusal, and this is when there is no time for it. */
const OVERLOADED = new OperatingError(
  'SERVICE_UNAVAILABLE',
  'There are more requests than can be answered in time. Try again in a moment.',
  {
    details: { reason: 'overloaded' },
  },
);

/** Whether this request is to be refused, in front of everything else, as the process cannot answer it in time. Probes of health are always let through: a service that is busy is not ill. */
export function isTooMuch(app: AppContext, target: string): boolean {
  return app.overload.refuses() && !target.startsWith('/health');
}

export function refuseAsTooMuch(exchange: Exchange): void {
  const { refusals, refusalHeaders, slab } = exchange.app;
  refusals.add();
  exchange.sendJson(
    OVERLOADED.status,
    envelopeBody(OVERLOADED, exchange.requestId, slab),
    NO_STORE,
    refusalHeaders,
  );
}

const REPORT_MS = 1_000;

/** Says once a second how many requests were refused; each of them has its own line among the requests as well. */
export class RefusalCount {
  readonly #logger: Logger;
  #refused = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(): void {
    this.#refused++;
    this.#timer ??= setTimeout(() => this.report(), REPORT_MS).unref();
  }

  report(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#refused === 0) return;
    this.#logger.warn({ refused: this.#refused }, 'overloaded: requests refused');
    this.#refused = 0;
  }
}
