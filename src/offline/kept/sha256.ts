import { OfflineError } from './offline-error.js';

/** Returns the digest in hexadecimal. @throws OfflineError `no_storage` if it cannot be computed */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle as typeof globalThis.crypto.subtle | undefined;
  if (subtle === undefined)
    throw new OfflineError('no_storage', 'Pieces can be checked only on https or localhost pages.');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
