import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatingError } from '../../errors.js';
import { untouchedWindow } from '../../limits/window-counter.js';
import { UNREADABLE } from '../../metrics/request-tally.js';
import type { AppContext } from './app-context.js';
import { envelopeText } from './errors/error-envelope.js';
import { JSON_TYPE, NO_STORE } from './exchange.js';
import { requestIdOf } from '../../wire/request-id.js';
import { malformed } from './request/request-target.js';
import { LINGER_MS } from './settings.js';
import { unknownPath } from './unknown-path.js';
import { ALLOWED_METHODS, wrongMethod } from './unknown-target.js';

/** Node's report of bytes that its parser could not parse. */
interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  /** The position in the packet at which the parser stopped. */
  bytesParsed?: number;
}

/**
 * Responds with the error envelope to input that never becomes a request: garbage, overlong headers, a client
 * that is too slow, or CONNECT.
 */
export function answerParserErrors(server: Server, app: AppContext): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const limit_bytes = refused.get(socket);
    if (limit_bytes !== undefined) {
      if ((socket as Socket).bytesRead > limit_bytes) socket.pause();
      return;
    }
    const refusal = refusalOf(error, app);
    if (refusal === null || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.set(socket, (socket as Socket).bytesRead + READ_AFTER_REFUSAL_BYTES);
    const origin = originIn(error.rawPacket);
    whenAnswered(socket as Socket, () => refuse(socket as Socket, app, refusal, origin));
  });
  server.on('connect', (_req: IncomingMessage, socket: Duplex) =>
    refuse(socket as Socket, app, wrongMethod()),
  );
}

function refusalOf(error: ParserError, app: AppContext): OperatingError | null {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return null;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new OperatingError('REQUEST_TIMEOUT', 'The request did not arrive in time.', {
        details: { reason: 'slow_request' },
      });
    case 'HPE_HEADER_OVERFLOW':
      return malformed('headers_too_large', 'The request line and headers are too long.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new OperatingError('INVALID_REQUEST', 'The chunk extensions of the body are too long.', {
        status: 413,
        details: { reason: 'body_too_large' },
      });
    case 'HPE_INVALID_URL':
      return hasRawLetters(error)
        ? malformed('bad_encoding', 'The address contains non-ASCII bytes. Percent-encode it as UTF-8.')
        : malformed('bad_http', 'The request is not valid HTTP.');
    case 'HPE_INVALID_METHOD':
      return unknownMethod(error, app) ?? malformed('bad_http', 'The request is not valid HTTP.');
    default:
      return malformed('bad_http', 'The request is not valid HTTP.');
  }
}

/** Returns the origin of the page that sent the unreadable request, if it is known. */
function originIn(packet: Buffer | undefined): string | undefined {
  const text = packet?.toString('latin1', 0, LONGEST_LINE) ?? '';
  return /\r?\norigin:[ \t]*([\x21-\x7e]+)[ \t]*\r?\n/i.exec(text)?.[1];
}

/** Whether the parser stopped at a non-ASCII byte. */
function hasRawLetters({ rawPacket, bytesParsed }: ParserError): boolean {
  return rawPacket !== undefined && bytesParsed !== undefined && (rawPacket[bytesParsed] ?? 0) >= 0x80;
}

const LONGEST_LINE = 4096;
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} (\/[\x21-\x7e]*) HTTP\/1\.[01]\r?\n/;

/**
 * Node's parser knows only the registered methods. A well-formed request with another method is reported as
 * using a wrong method, not as malformed.
 */
function unknownMethod({ rawPacket, bytesParsed = 0 }: ParserError, app: AppContext): OperatingError | null {
  if (rawPacket === undefined) return null;
  // The packet may contain earlier requests before this one.
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const target = REQUEST_LINE.exec(rawPacket.toString('latin1', start, start + LONGEST_LINE))?.[1];
  if (target === undefined) return null;
  return app.isKnownPath(target) ? wrongMethod() : unknownPath();
}

/**
 * Waits for the connection's pending responses, which belong to earlier requests. Responses are awaited one
 * by one, because Node starts the next response when the previous one is finished.
 */
function whenAnswered(socket: Socket, answer: () => void): void {
  // Node keeps the response in progress in this property, and its own handler of parser errors reads it too.
  const pending = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!pending || !pending.req.complete) answer();
  else pending.once('finish', () => whenAnswered(socket, answer));
}

/**
 * Maps each refused socket to the number of bytes that may still be read from it. For such a socket, the
 * parser reports every further packet as another error.
 */
const refused = new WeakMap<Duplex, number>();

/**
 * How many bytes are still read from a refused connection and discarded. A socket detects that the client has
 * closed the connection only while the socket is being read. If a client sends more, the rest is not read,
 * and the client is cut off after `LINGER_MS`.
 */
const READ_AFTER_REFUSAL_BYTES = 65_536;

function refuse(socket: Socket, app: AppContext, error: OperatingError, origin?: string): void {
  const { wire, settings, tally, usage, origins } = app;
  const startedAt_ms = Date.now();
  const requestId = requestIdOf(undefined);
  const body = envelopeText(error, requestId);
  const { status, code, details } = error;
  const head = {
    status,
    contentType: JSON_TYPE,
    contentLength: Buffer.byteLength(body),
    requestId,
    window: untouchedWindow(settings.defaultRateLimit, startedAt_ms),
    cacheControl: NO_STORE,
    date_ms: startedAt_ms,
    extra: [
      ...(status === 405 ? ['Allow', ALLOWED_METHODS] : []),
      ...(origins.headersFor(origin) ?? []),
      // The path of the request is unknown, so the header covers all paths.
      ...['Vary', 'Authorization, Origin'],
    ],
  };
  // Without this delay, a client that is still sending would not receive the answer.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.on('error', () => socket.destroy());
  socket.end(Buffer.concat([wire.heads.bytes(head, true), Buffer.from(body)]));
  const reason = details?.['reason'];
  const refusal = { code, reason: typeof reason === 'string' ? reason : null };
  const none = { keyId: null, traceId: null, results: null };
  const request = { requestId, ...none, startedAt_ms, req: {}, refusal, counted: 1 };
  wire.requestLog?.add(request, status, 0);
  tally?.count(UNREADABLE, undefined, status, 0);
  usage?.add(request, status, 0);
}
