import { STATUS_CODES } from 'node:http';

/** Headers in the form that Node accepts without building an object: name, value, name, value. */
export type HeaderList = string[];

/** The rate limit figures sent in every response. */
interface WindowFigures {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds. */
  readonly resetAt_s: number;
}

export interface ResponseHead {
  status: number;
  /** Null for a response whose status does not allow a body. */
  contentType: string | null;
  contentLength: number;
  requestId: string;
  window: WindowFigures;
  cacheControl: string;
  /** Unix milliseconds. */
  date_ms: number;
  /** Additional headers of this response. */
  extra: HeaderList | null;
}

/**
 * Returns a response's headers for Node to write. `common` contains the headers that are part of every
 * response.
 */
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

/** Responses with these status codes have no body and no Content-Length (RFC 9110, 8.6). */
const WITHOUT_LENGTH: ReadonlySet<number> = new Set([204, 304]);

export interface HeadOptions {
  /** The headers that are part of every response. */
  commonHeaders: Readonly<HeaderList>;
  keepAlive_ms: number;
}

/** A response head in two pieces: the part that it shares with earlier responses, and the rest. */
export interface HeadPieces {
  /** Latin-1. */
  readonly kept: Buffer;
  readonly own: string;
}

/**
 * Builds the heads of responses that we write to sockets ourselves. The request id is the only part of a head
 * that comes from a client, and it has been checked. Most of a head is the same for all results within a
 * second, so that part is cached.
 */
export class HeadWriter {
  readonly #common: string;
  readonly #keepAlive: string;
  /** The cached parts of heads, by status code. */
  readonly #kept = new Map<number, KeptPart>();

  constructor({ commonHeaders, keepAlive_ms }: HeadOptions) {
    this.#common = headerLines(commonHeaders);
    this.#keepAlive = `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive_ms / 1000)}`;
  }

  /** @param isLast whether the connection is closed after this response */
  pieces(head: ResponseHead, isLast: boolean): HeadPieces {
    const { window, extra, contentType, contentLength, requestId } = head;
    const length =
      contentType === null && WITHOUT_LENGTH.has(head.status) ? '' : `Content-Length: ${contentLength}\r\n`;
    const own =
      `${length}X-Request-ID: ${requestId}\r\nX-RateLimit-Limit: ${window.limit}\r\n` +
      `X-RateLimit-Remaining: ${window.remaining}\r\nX-RateLimit-Reset: ${window.resetAt_s}\r\n` +
      `${extra === null ? '' : headerLines(extra)}\r\n`;
    return { kept: this.#keptPart(head, isLast), own };
  }

  /** Returns the whole head as bytes. */
  bytes(head: ResponseHead, isLast: boolean): Buffer {
    const { kept, own } = this.pieces(head, isLast);
    return Buffer.concat([kept, Buffer.from(own, 'latin1')]);
  }

  #keptPart({ status, contentType, cacheControl, date_ms }: ResponseHead, isLast: boolean): Buffer {
    const second = Math.floor(date_ms / 1000);
    const kept = this.#kept.get(status);
    const isSame =
      kept !== undefined &&
      kept.second === second &&
      kept.contentType === contentType &&
      kept.cacheControl === cacheControl &&
      kept.isLast === isLast;
    if (isSame) return kept.bytes;
    const type = contentType === null ? '' : `Content-Type: ${contentType}\r\n`;
    const text =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\n${type}Cache-Control: ${cacheControl}\r\n` +
      `${this.#common}Date: ${new Date(second * 1000).toUTCString()}\r\n` +
      `Connection: ${isLast ? 'close' : this.#keepAlive}\r\n`;
    const bytes = Buffer.from(text, 'latin1');
    this.#kept.set(status, { second, contentType, cacheControl, isLast, bytes });
    return bytes;
  }
}

interface KeptPart {
  second: number;
  contentType: string | null;
  cacheControl: string;
  isLast: boolean;
  bytes: Buffer;
}

function headerLines(headers: Readonly<HeaderList>): string {
  let text = '';
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return text;
}
