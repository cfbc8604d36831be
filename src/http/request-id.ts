import { randomBytes } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** 80 random bits for the process, in front of a running number: unique across replicas and restarts, and cheaper than a random id for each request. */
const PROCESS_ID = randomBytes(10).toString('hex');
let count = 0;

/** The client's own `X-Request-ID` when it is plain enough to go into a header and a log, else a new one. */
export function requestIdOf(sent: string | string[] | undefined): string {
  if (typeof sent === 'string' && ACCEPTED.test(sent)) return sent;
  count++;
  return `${PROCESS_ID}-${count}`;
}
