import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * A hash of a password takes long on purpose, and every person in a test costs one. Importing this makes them
 * cheap in this process. `password-cost.test.ts` proves what they cost without it.
 */

const { scrypt } = crypto;
let count = 0;

crypto.scrypt = ((password, salt, length, options, callback) => {
  count++;
  scrypt(password, salt, length, { ...options, N: 2 }, callback);
}) as typeof scrypt;
syncBuiltinESMExports();

/** How many hashes of passwords this process has made. */
export function hashCount(): number {
  return count;
}
