import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The id of one request. A client's own `X-Request-ID` is kept when it is plain enough for a header and a log
 * line; else a new one is made. New ones are random: they tell nothing about how many requests there are.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : randomUUID();
}
