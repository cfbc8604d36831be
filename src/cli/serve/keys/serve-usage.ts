import type { Logger } from 'pino';
import { openUsageDatabase } from '../../../database/open-usage-database.js';
import type { KeyStore } from '../../../keys/key-store.js';
import { Calendar } from '../../../usage/calendar.js';
import { QuotaWatch } from '../../../usage/quota-watch.js';
import { SqlUsageStore } from '../../../usage/sql/sql-usage-store.js';
import { UsageCounter } from '../../../usage/usage-counter.js';
import { UsageWriter } from '../../../usage/usage-writer.js';
import type { Only } from '../../settings/settings.js';

/** Returns the usage counter of a process that answers requests; `null` if usage is off. */
export function usageCounter({ usage, countUnfound }: Only<'usage' | 'countUnfound'>): UsageCounter | null {
  return usage === 'on' ? new UsageCounter({ countsUnfound: countUnfound }) : null;
}

export interface UsageParts {
  /** This process's counter, if it answers requests itself. */
  counter: UsageCounter | null;
  /** The key store, which knows the quotas. */
  keys: Pick<KeyStore, 'quotas'>;
  /** Called with the keys and projects that have used up their quota, when this list changes. */
  onUsedUp: (ids: string[], ends_ms: number) => void;
}

/**
 * Writes a service's usage counts, and compares them with the monthly quotas after each write. Failures of
 * the usage database are logged, and have no other effect.
 * @returns `null` if usage is off
 */
export async function openUsage(
  settings: Only<'usage' | 'database' | 'timeZone'>,
  logger: Logger,
  { counter, keys, onUsedUp }: UsageParts,
): Promise<UsageWriter | null> {
  if (settings.usage === 'off') return null;
  const { place: database, database: opened } = await openUsageDatabase(settings.database, false);
  const calendar = new Calendar(settings.timeZone);
  const store = new SqlUsageStore(opened, calendar);
  const quotas = new QuotaWatch({
    quotas: () => keys.quotas(),
    usage: store,
    calendar,
    tell: onUsedUp,
    onProblem: (problem) => {
      if (problem === null) logger.info({ database }, 'monthly quotas can be checked again');
      else logger.error({ database, err: problem }, 'monthly quotas cannot be checked');
    },
  });
  const writer = new UsageWriter({
    store,
    take: () => counter?.take() ?? [],
    takeErrors: () => counter?.errors.take() ?? [],
    takeUnfound: () => counter?.unfound?.take() ?? [],
    onWritten: () => quotas.look(),
    onProblem: (problem) => {
      if (problem === null) logger.info({ database }, 'usage can be written again');
      else logger.error({ database, err: problem }, 'usage cannot be written and is kept in memory');
    },
    onDropped: (requests) =>
      logger.error({ database, requests }, 'usage lost: the database was unavailable for too long'),
  });
  // The first flush happens immediately, so that problems with the database appear in the log at startup.
  void writer.flush();
  return writer;
}

/** Writes the last counts. No requests may arrive after this call. */
export async function closeUsage(writer: UsageWriter | null, logger: Logger): Promise<void> {
  const unwritten = (await writer?.close()) ?? 0;
  if (unwritten > 0)
    logger.error({ requests: unwritten }, 'usage lost: it could not be written before the service stopped');
}
