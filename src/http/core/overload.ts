import { OperatingError } from '../../errors.js';
import type { Exchange } from './exchange.js';

/**
 * One for all: making an error costs as much as the rest of a refusal, and this is when there is no time for
 * it.
 */
const OVERLOADED = new OperatingError(
  'SERVICE_UNAVAILABLE',
  'There are more requests than can be answered in time. Try again in a moment.',
  { details: { reason: 'overloaded' } },
);

/** Refuses a request, in front of everything else, because the process cannot answer it in time. */
export function refuseAsTooMuch(exchange: Exchange): void {
  exchange.app.refusals.add();
  exchange.fail(OVERLOADED);
}
