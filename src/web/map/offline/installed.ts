import { MarkedError } from '../../../errors.js';

/** The browser could not install the service worker, which keeps the page itself. */
export class NotInstalled extends MarkedError {
  static override readonly mark = 'NotInstalled';
}

/** A slow network brings the files of the page in this time. Behind it, nobody waits any longer. */
const LONGEST_MS = 120_000;

/**
 * Waits until a service worker is active: the files of the page are then kept.
 * @throws NotInstalled when it cannot be, and the reason of the signal
 */
export async function installed(
  registering: Promise<ServiceWorkerRegistration>,
  signal: AbortSignal,
): Promise<void> {
  const registration = await registering.catch((cause: unknown) => {
    throw new NotInstalled('The service worker cannot be loaded.', { cause });
  });
  if (registration.active !== null && registration.installing === null) return;
  const worker = registration.installing ?? registration.waiting!;
  const listening = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (worker.state === 'activated') resolve();
        // One that is active already goes on with the files of before.
        else if (worker.state === 'redundant' && registration.active !== null) resolve();
        else if (worker.state === 'redundant') reject(new NotInstalled('The service worker was given up.'));
      };
      worker.addEventListener('statechange', look, listening);
      const timer = setTimeout(() => reject(new NotInstalled('It takes too long.')), LONGEST_MS);
      listening.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening);
      look();
    });
  } finally {
    listening.abort();
  }
}
