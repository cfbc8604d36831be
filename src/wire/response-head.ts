import { STATUS_CODES } from 'node:http';

/** Headers as Node takes them without building an object: name, value, name, value. */
export type HeaderList = string[];

/** The figures of a rate limit, as every response carries them. */
export interface WindowFigures {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds. */
  readonly resetAt_s: number;
}

export interface ResponseHead {
  status: number;
  /** Null for a response that has no body by its status. */
  contentType: string | null;
  contentLength: number;
  requestId: string;
  window: WindowFigures;
  cacheControl: string;
  /** Unix milliseconds. */
  date_ms: number;
  /** Headers of this response only. */
  extra: HeaderList | null;
}

/** The headers of a response for Node to write. `common` are those of every response. */
export function headerList(head: ResponseHead, common: Readonly<HeaderList>): HeaderList {
  const { contentType, requestId, window, cacheControl, extra } = head;
  const headers =
    contentType === null ? [] : ['Content-Type', contentType, 'Content-Length', String(head.contentLength)];
  headers.push(
    ...['X-Request-ID', requestId],
    ...['X-RateLimit-Limit', String(window.limit)],
    ...['X-RateLimit-Remaining', String(window.remaining)],
    ...['X-RateLimit-Reset', String(window.resetAt_s)],
    ...['Cache-Control', cacheControl],
    ...common,
  );
  if (extra !== null) headers.push(...extra);
  return headers;
}

export interface HeadTextOptions {
  /** Headers of every response. */
  commonHeaders: Readonly<HeaderList>;
  keepAlive_ms: number;
}

/**
 * The head of a response as text, for connections that we write to ourselves. Nothing in it comes from a
 * client but the request id, which has been checked. Most of it changes once a second, so that part is kept.
 */
export class HeadText {
  readonly #common: string;
  readonly #keepAlive: string;
  readonly #kept = new Map<string, string>();
  #second = 0;

  constructor({ commonHeaders, keepAlive_ms }: HeadTextOptions) {
    this.#common = headerLines(commonHeaders);
    this.#keepAlive = `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive_ms / 1000)}`;
  }

  /** @param isLast the connection is closed behind it */
  of(head: ResponseHead, isLast: boolean): string {
    const { window, extra, contentType } = head;
    const length = contentType === null ? '' : `Content-Length: ${head.contentLength}\r\n`;
    return (
      `${this.#keptPart(head, isLast)}${length}X-Request-ID: ${head.requestId}\r\n` +
      `X-RateLimit-Limit: ${window.limit}\r\nX-RateLimit-Remaining: ${window.remaining}\r\n` +
      `X-RateLimit-Reset: ${window.resetAt_s}\r\n${extra === null ? '' : headerLines(extra)}\r\n`
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
    if (text === undefined) this.#kept.set(key, (text = this.#fixedLines(head, isLast)));
    return text;
  }

  #fixedLines({ status, contentType, cacheControl, date_ms }: ResponseHead, isLast: boolean): string {
    const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\n${type}Cache-Control: ${cacheControl}\r\n` +
      `${this.#common}Date: ${new Date(date_ms).toUTCString()}\r\nConnection: ${isLast ? 'close' : this.#keepAlive}\r\n`
    );
  }
}

function headerLines(headers: Readonly<HeaderList>): string {
  let text = '';
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return text;
}
