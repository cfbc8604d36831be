import { STATUS_CODES } from 'node:http';
import type { WindowState } from '../limits/window-counter.js';
import type { RequestId } from './request-id.js';

/** Headers as Node takes them without building an object: name, value, name, value. */
export type HeaderList = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After';

export interface ResponseHead {
  status: number;
  /** Null for a response that has no body by its status. */
  contentType: string | null;
  contentLength: number;
  requestId: RequestId;
  window: WindowState;
  cacheControl: string;
  /** Unix milliseconds. */
  date_ms: number;
  /** Headers of this response only. */
  extra: HeaderList | null;
}

/** The headers of a response, those that every response has among them, whoever writes it. */
export function headerList(head: ResponseHead, corsOrigin: string): HeaderList {
  const { contentType, requestId, window, cacheControl, extra } = head;
  const headers =
    contentType === null ? [] : ['Content-Type', contentType, 'Content-Length', String(head.contentLength)];
  headers.push(
    ...['X-Request-ID', requestId.text],
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

export interface ResponseHeadSettings {
  corsOrigin: string;
  keepAlive_ms: number;
}

/**
 * The lines of a response that it shares with others of its second, with what Node adds for a connection that stays open.
 * @param isLast the connection is closed behind it
 */
export function fixedLines(
  { status, contentType, cacheControl, date_ms }: ResponseHead,
  { corsOrigin, keepAlive_ms }: ResponseHeadSettings,
  isLast: boolean,
): string {
  const connection = isLast
    ? 'close'
    : `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive_ms / 1000)}`;
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\nContent-Type: ${contentType}\r\nCache-Control: ${cacheControl}\r\nX-Content-Type-Options: nosniff\r\n` +
    `Access-Control-Allow-Origin: ${corsOrigin}\r\nAccess-Control-Expose-Headers: ${EXPOSED}\r\nDate: ${new Date(date_ms).toUTCString()}\r\n` +
    `Connection: ${connection}\r\n`
  );
}

/**
 * A head as text: a list would be checked, joined and joined again. Nothing in it comes from a client but the request id, which has been checked. Most of it changes once a second, and is kept.
 */
export class HeadText {
  readonly #settings: ResponseHeadSettings;
  readonly #kept = new Map<string, string>();
  #second = 0;

  constructor(settings: ResponseHeadSettings) {
    this.#settings = settings;
  }

  /** @param isLast the connection is closed behind it */
  of(head: ResponseHead, isLast: boolean): string {
    const { window, extra } = head;
    return (
      `${this.#keptPart(head, isLast)}Content-Length: ${head.contentLength}\r\nX-Request-ID: ${head.requestId.text}\r\nX-RateLimit-Limit: ${window.limit}\r\n` +
      `X-RateLimit-Remaining: ${window.remaining}\r\nX-RateLimit-Reset: ${window.resetAt_s}\r\n${extraLines(extra)}\r\n`
    );
  }

  #keptPart(head: ResponseHead, isLast: boolean): string {
    const { status, contentType, cacheControl } = head;
    const second = Math.floor(head.date_ms / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#kept.clear();
    }
    const key = `${status} ${isLast} ${contentType} ${cacheControl}`;
    let text = this.#kept.get(key);
    if (text === undefined) {
      text = fixedLines(head, this.#settings, isLast);
      this.#kept.set(key, text);
    }
    return text;
  }
}

export function extraLines(extra: HeaderList | null): string {
  if (extra === null) return '';
  let text = '';
  for (let i = 0; i < extra.length; i += 2) text += `${extra[i]}: ${extra[i + 1]}\r\n`;
  return text;
}
