import type { Logger } from 'pino';
import { openUsageDatabase } from '../../database/open-usage-database.js';
import { Calendar } from '../../usage/calendar.js';
import { SqlUsageStore } from '../../usage/sql/sql-usage-store.js';
import { UsageCounter } from '../../usage/usage-counter.js';
import { UsageWriter } from '../../usage/usage-writer.js';
import type { Settings } from '../terminal/settings.js';

/** What counts in a process that answers; null: usage is off. */
export function usageCounter({ usage }: Settings): UsageCounter | null {
  return usage === 'on' ? new UsageCounter() : null;
}

/**
 * What writes the counts of a service. Whatever is wrong with the usage database is logged, and harms nothing
 * else.
 * @param counter of this process, if it answers requests itself
 * @returns null: usage is off
 */
export async function openUsage(
  settings: Settings,
  logger: Logger,
  counter: UsageCounter | null = null,
): Promise<UsageWriter | null> {
  if (settings.usage === 'off') return null;
  const { place: database, database: opened } = await openUsageDatabase(settings.database, false);
  const writer = new UsageWriter({
    store: new SqlUsageStore(opened, new Calendar(settings.timeZone)),
    take: () => counter?.take() ?? [],
    onProblem: (problem) => {
      if (problem === null) logger.info({ database }, 'usage is written again');
      else logger.error({ database, err: problem }, 'usage cannot be written and is kept in memory');
    },
    onDropped: (requests) =>
      logger.error({ database, requests }, 'usage lost: the database was away for too long'),
  });
  // At once, so that trouble with the database shows in the log of the start.
  void writer.flush();
  return writer;
}

/** Writes the last counts. No request may come any more. */
export async function closeUsage(writer: UsageWriter | null, logger: Logger): Promise<void> {
  const unwritten = (await writer?.close()) ?? 0;
  if (unwritten > 0)
    logger.error({ requests: unwritten }, 'usage lost: it could not be written before the end');
}
