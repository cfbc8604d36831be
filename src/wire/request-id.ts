import { randomFillSync } from 'node:crypto';
import { hasKey } from './masked-key.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** An id has 96 random bits, so that no two ids are ever the same. */
const ID_BYTES = 12;
/**
 * The random bytes from which the next ids are made. Requesting random bytes for one id at a time would take
 * three times as long.
 */
const pool = Buffer.alloc(ID_BYTES * 1024);
let used = pool.length;

/**
 * Returns a request's id. An `X-Request-ID` from the client is kept if it is safe in a header and a log line
 * and is not a key that was sent by mistake. Otherwise a new id is generated. New ids are random, so they do
 * not reveal the number of requests.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && ACCEPTED.test(sent) && !hasKey(sent) ? sent : newId();
}

/** Generates an id of 16 letters, digits, `-` and `_`. */
function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('base64url', used - ID_BYTES, used);
}
