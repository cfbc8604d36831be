import { once } from 'node:events';
import type { Logger } from 'pino';

/** Resolves at the first SIGTERM or SIGINT. A second one calls `beforeEnd` and ends the process at once. */
export async function stopSignal(logger: Logger, beforeEnd: () => void = () => undefined): Promise<void> {
  const signal = await Promise.race([
    once(process, 'SIGTERM').then(() => 'SIGTERM'),
    once(process, 'SIGINT').then(() => 'SIGINT'),
  ]);
  logger.info({ signal }, 'stopping: requests in flight are finished first');
  for (const again of ['SIGTERM', 'SIGINT'] as const) {
    process.once(again, () => {
      beforeEnd();
      process.exit(1);
    });
  }
}
