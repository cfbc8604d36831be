import { STATUS_CODES } from 'node:http';
import type { WindowState } from '../limits/window-counter.js';

/** Headers as Node takes them without building an object: name, value, name, value. */
export type HeaderList = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

export interface ResponseHead {
  status: number;
  /** Null for a response that has no body by its status. */
  contentType: string | null;
  contentLength: number;
  requestId: string;
  window: WindowState;
  cacheControl: string;
  /** Headers of this response only. */
  extra: HeaderList | null;
}

/** The headers of a response, those that every response has among them, whoever writes it. */
export function headerList(head: ResponseHead, corsOrigin: string): HeaderList {
  const { contentType, requestId, window, cacheControl, extra } = head;
  const headers = contentType === null ? [] : ['Content-Type', contentType, 'Content-Length', String(head.contentLength)];
  headers.push(
    ...['X-Request-ID', requestId],
    ...['X-RateLimit-Limit', String(window.limit)],
    ...['X-RateLimit-Remaining', String(window.remaining)],
    ...['X-RateLimit-Reset', String(window.resetAt_s)],
    ...['Cache-Control', cacheControl],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Access-Control-Allow-Origin', corsOrigin],
    ...['Access-Control-Expose-Headers', EXPOSED],
  );
  if (extra !== null) headers.push(...extra);
  return headers;
}

export interface ConnectionHeaders {
  corsOrigin: string;
  keepAlive_ms: number;
}

/**
 * The same as text, with what Node adds for a connection that stays open. It is written on its own because it is on the path of every request: as one
 * text, the head costs a tenth of what a list costs that is checked, joined and joined again. Nothing in it comes from a client but the request id, which
 * has been checked.
 */
export function headText(head: ResponseHead, connection: ConnectionHeaders, now_ms: number): string {
  const { status, requestId, window, extra } = head;
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\n` +
    `Content-Type: ${head.contentType!}\r\nContent-Length: ${head.contentLength}\r\nX-Request-ID: ${requestId}\r\n` +
    `X-RateLimit-Limit: ${window.limit}\r\nX-RateLimit-Remaining: ${window.remaining}\r\nX-RateLimit-Reset: ${window.resetAt_s}\r\n` +
    `Cache-Control: ${head.cacheControl}\r\nX-Content-Type-Options: nosniff\r\n` +
    `Access-Control-Allow-Origin: ${connection.corsOrigin}\r\nAccess-Control-Expose-Headers: ${EXPOSED}\r\n` +
    `${extra === null ? '' : extraText(extra)}Date: ${dateText(now_ms)}\r\n` +
    `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(connection.keepAlive_ms / 1000)}\r\n\r\n`
  );
}

function extraText(extra: HeaderList): string {
  let text = '';
  for (let i = 0; i < extra.length; i += 2) text += `${extra[i]}: ${extra[i + 1]}\r\n`;
  return text;
}

let dateSecond = 0;
let dateCached = '';

/** The `Date` of a response, made once a second. */
export function dateText(now_ms: number): string {
  const second = Math.floor(now_ms / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateCached = new Date(now_ms).toUTCString();
  }
  return dateCached;
}
