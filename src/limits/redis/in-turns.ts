import type { SupplyClock } from './window-link.js';

/** The number of keys to send in one turn of the event loop: a few milliseconds of work. */
const KEYS_IN_A_TURN = 1_000;

/**
 * Processes many keys, a few in each turn of the event loop, starting with this turn. Requests are answered
 * between these turns.
 * @param tell returns whether to continue
 */
export function inTurns<T>(
  clock: SupplyClock,
  keys: readonly T[],
  tell: (some: readonly T[]) => boolean,
): void {
  if (keys.length === 0 || !tell(keys.slice(0, KEYS_IN_A_TURN))) return;
  if (keys.length > KEYS_IN_A_TURN) clock.soon(() => inTurns(clock, keys.slice(KEYS_IN_A_TURN), tell));
}
