import type { Logger } from 'pino';
import { LeasedWindowCounter } from '../../../limits/leased-window-counter.js';
import { MemoryWindowCounter } from '../../../limits/memory-window-counter.js';
import type { SharedSupply } from '../../../limits/redis/shared-supply.js';
import type { WindowCounter } from '../../../limits/window-counter.js';
import { WindowLedger } from '../../../limits/window-ledger.js';
import { LIMITS_IN_MEMORY } from '../../settings/key-settings.js';
import type { Only } from '../../settings/settings.js';

/** `null` if requests are counted in this service's memory. */
export type OpenSupply = SharedSupply | null;

/** Clocks that differ by more than this are reported in the log. */
const CLOCK_WARNING_MS = 1_000;

/** The request counter of a service that runs as a single process. */
export interface OpenCounter {
  counter: WindowCounter;
  close: () => void;
}

/** @throws InputError if Redis refuses the connection */
export async function openCounter(settings: Only<'limits'>, logger: Logger): Promise<OpenCounter> {
  const supply = await openSupply(settings, logger);
  if (supply === null) return { counter: new MemoryWindowCounter(), close: () => undefined };
  // A single process uses the same parts as a service with several workers, but without messages.
  const counter = new LeasedWindowCounter({ send: (message) => ledger.receive(1, message) });
  const ledger = new WindowLedger({ workers: 1, send: (_, message) => counter.receive(message), supply });
  supply.serve(ledger, (news) => counter.receive(news));
  counter.receive(supply.news());
  return { counter, close: () => supply.close() };
}

/**
 * Connects to the shared store of request counts, if one is configured. The code for the shared store is
 * loaded only if a shared store is configured.
 * @throws InputError if the store refuses the connection
 */
export async function openSupply({ limits }: Only<'limits'>, logger: Logger): Promise<OpenSupply> {
  if (limits === LIMITS_IN_MEMORY) return null;
  const { openRedisSupply } = await import('../../../limits/redis/open-supply.js');
  const supply = await openRedisSupply(limits);
  const log = (isAway: boolean): void => {
    const { reason } = supply;
    if (isAway) logger.error({ reason }, 'Redis is unavailable; this service counts requests on its own');
    else logger.info('Redis answers again; requests are counted together');
    const ahead_ms = Math.round(supply.news().ahead_ms);
    if (Math.abs(ahead_ms) > CLOCK_WARNING_MS)
      logger.warn({ ahead_ms }, 'the clocks of Redis and this machine differ');
  };
  if (supply.news().isAway) log(true);
  supply.onChange = log;
  return supply;
}
