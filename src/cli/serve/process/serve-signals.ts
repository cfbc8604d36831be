import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long requests in flight may take after a stop signal. After that, the process ends anyway. */
export const GRACE_MS = 10_000;

/** Signals that request an orderly stop. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Signals that have no meaning for the service. They would otherwise end the process or, in the case of
 * `SIGUSR1`, give every local user access through Node's debugger. Log rotation and timers send such signals.
 */
const IGNORED = ['SIGUSR1', 'SIGUSR2', 'SIGALRM'] as const;

/** Signals sent to the whole process group, which a worker leaves for its leader to handle. */
const OF_THE_LEADER = [...STOPPING, ...IGNORED, 'SIGHUP'] as const;

/** Ignores these signals from the very beginning, because one may arrive before there is a log. */
export function outliveIgnoredSignals(): void {
  for (const signal of IGNORED) process.on(signal, () => undefined);
}

/**
 * Ignores signals that a terminal or a supervisor sends to the whole process group. The process that started
 * the worker decides what to do.
 */
export function leaveSignalsToLeader(): void {
  for (const signal of OF_THE_LEADER) process.on(signal, () => undefined);
}

export interface Stop {
  /** Resolves at the first stop signal. */
  asked: Promise<void>;
  /**
   * Resolves when no more requests need to be answered: `drain_s` seconds after the first signal, or at the
   * second signal.
   */
  drained: Promise<void>;
}

/**
 * Waits for stop signals. One more signal after `drained` calls `beforeEnd` and ends the process immediately.
 * Signals that have no meaning for the service are logged.
 */
export function stopSignals(
  logger: Logger,
  { drain_s }: { drain_s: number },
  beforeEnd: () => void = () => undefined,
): Stop {
  for (const ignored of IGNORED) {
    process.on(ignored, () => logger.warn({ signal: ignored }, 'signal ignored: it has no effect here'));
  }
  // Without a listener, a signal that arrives while no signal is awaited would end the process.
  for (const stopping of STOPPING) process.on(stopping, () => undefined);
  const asked = nextSignal();
  const drained = asked.then(async (signal) => {
    // Waiting begins before the log line is written, because the reader of that line may send the next signal
    // immediately.
    let next = nextSignal();
    if (drain_s > 0) {
      logger.info({ signal, drain_s }, 'stopping: not ready, still answering requests');
      const end = new AbortController();
      const over = setTimeout(drain_s * 1_000, null, { signal: end.signal }).catch(() => null);
      const second = await Promise.race([over, next]);
      end.abort();
      if (second !== null) {
        signal = second;
        next = nextSignal();
      }
    }
    logger.info({ signal }, 'stopping: finishing requests in flight');
    void next.then(() => {
      beforeEnd();
      process.exit(1);
    });
  });
  return { asked: asked.then(() => undefined), drained };
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const stopping of STOPPING) process.once(stopping, () => resolve(stopping));
  });
}
