import type { Logger } from 'pino';

/** Ask for an orderly stop. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Mean nothing here, but would end the process or, as `SIGUSR1` does, let every local user in through Node's
 * debugger. Log rotation and timers send them.
 */
const IGNORED = ['SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const;

/** Signals of a whole process group that a worker leaves to the process that leads it. */
const OF_THE_LEADER = [...STOPPING, ...IGNORED, 'SIGHUP'] as const;

/** From the very start: a signal may come before there is a log. */
export function outliveIgnoredSignals(): void {
  for (const signal of IGNORED) process.on(signal, () => undefined);
}

/** A terminal or a supervisor signals the whole process group. The process that started a worker decides. */
export function leaveSignalsToLeader(): void {
  for (const signal of OF_THE_LEADER) process.on(signal, () => undefined);
}

/**
 * Resolves at the first signal to stop. A second one calls `beforeEnd` and ends the process at once. Signals
 * that mean nothing here get a line in the log.
 */
export async function stopSignal(logger: Logger, beforeEnd: () => void = () => undefined): Promise<void> {
  for (const ignored of IGNORED) {
    process.on(ignored, () => logger.warn({ signal: ignored }, 'signal ignored: it means nothing here'));
  }
  const signal = await new Promise<string>((resolve) => {
    for (const stopping of STOPPING) process.once(stopping, () => resolve(stopping));
  });
  logger.info({ signal }, 'stopping: requests in flight are finished first');
  for (const again of STOPPING) {
    process.once(again, () => {
      beforeEnd();
      process.exit(1);
    });
  }
}
