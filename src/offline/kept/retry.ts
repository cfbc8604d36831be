import { OfflineError } from './offline-error.js';

/** A service that is busy is asked so often; a minute of a limit passes meanwhile. */
const MOST_TRIES = 8;
/** When a service does not say how long to wait, and the longest wait for one that does. */
const WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

/** Asks again while a service says that it is busy (429, 503), after the time that it names. */
export async function whenFree(
  ask: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy) return response;
    const wait_ms = waitOf(response.headers.get('retry-after'));
    await response.body?.cancel();
    if (tries === MOST_TRIES || wait_ms > LONGEST_WAIT_MS)
      throw new OfflineError(
        'network',
        `${response.url} is busy (status ${response.status}): ask again later.`,
      );
    await pause(wait_ms, signal);
  }
}

/** Retry-After is a number of seconds, or a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null): number {
  if (header === null || header.trim() === '') return WAIT_MS;
  const wait_ms = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now();
  return Number.isNaN(wait_ms) ? WAIT_MS : Math.max(1000, wait_ms);
}

function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, wait_ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
