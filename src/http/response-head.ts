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
  /** Unix milliseconds. */
  date_ms: number;
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

export interface HeadTextSettings {
  corsOrigin: string;
  keepAlive_ms: number;
}

/**
 * The same as text, with what Node adds for a connection that stays open: on the path of every request, as a list would be checked, joined and joined again.
 * Nothing in it comes from a client but the request id, which has been checked. Most of it changes once a second, and is kept.
 */
export class HeadText {
  readonly #settings: HeadTextSettings;
  readonly #kept = new Map<string, string>();
  #second = 0;

  constructor(settings: HeadTextSettings) {
    this.#settings = settings;
  }

  /** @param isLast the connection is closed behind it */
  of(head: ResponseHead, isLast: boolean): string {
    const { window, extra } = head;
    return (
      `${this.#keptPart(head, isLast)}${head.contentLength}\r\nX-Request-ID: ${head.requestId}\r\nX-RateLimit-Limit: ${window.limit}\r\n` +
      `X-RateLimit-Remaining: ${window.remaining}\r\nX-RateLimit-Reset: ${window.resetAt_s}\r\n${extra === null ? '' : extraText(extra)}\r\n`
    );
  }

  #keptPart(head: ResponseHead, isLast: boolean): string {
    const { status, contentType, cacheControl } = head;
    const second = Math.floor(head.date_ms / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#kept.clear();
    }
    // What results have is one look-up; of others there is a handful.
    const isResult = status === 200 && contentType === JSON_TYPE && !isLast;
    const key = isResult ? cacheControl : `${status} ${isLast} ${contentType} ${cacheControl}`;
    let text = this.#kept.get(key);
    if (text === undefined) {
      text = this.#makePart(head, isLast);
      this.#kept.set(key, text);
    }
    return text;
  }

  #makePart({ status, contentType, cacheControl, date_ms }: ResponseHead, isLast: boolean): string {
    const { corsOrigin, keepAlive_ms } = this.#settings;
    const connection = isLast ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive_ms / 1000)}`;
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\nContent-Type: ${contentType}\r\nCache-Control: ${cacheControl}\r\nX-Content-Type-Options: nosniff\r\n` +
      `Access-Control-Allow-Origin: ${corsOrigin}\r\nAccess-Control-Expose-Headers: ${EXPOSED}\r\nDate: ${new Date(date_ms).toUTCString()}\r\n` +
      `Connection: ${connection}\r\nContent-Length: `
    );
  }
}

function extraText(extra: HeaderList): string {
  let text = '';
  for (let i = 0; i < extra.length; i += 2) text += `${extra[i]}: ${extra[i + 1]}\r\n`;
  return text;
}
