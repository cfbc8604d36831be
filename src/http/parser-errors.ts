import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OperatingError } from '../errors.js';
import { untouchedWindow } from '../limits/window-counter.js';
import type { AppContext } from './app-context.js';
import { envelopeText } from './error-envelope.js';
import { NO_STORE } from './exchange.js';
import { RequestId } from '../wire/request-id.js';
import { malformed } from './request-target.js';
import { requestLine } from '../wire/request-line.js';
import { headerList, JSON_TYPE } from '../wire/response-head.js';
import { LINGER_MS } from './settings.js';
import { ALLOWED_METHODS, unknownPath, wrongMethod } from './unknown-target.js';

/** What Node's parser tells about the bytes it could not read. */
interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  /** Where in the packet reading stopped. */
  bytesParsed?: number;
}

/** Answers what never becomes a request: garbage, too long headers, a client too slow, a CONNECT. In the envelope, with the usual headers. */
export function answerParserErrors(
  server: Server,
  app: AppContext,
  isKnownPath: (path: string) => boolean,
): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const refusal = refusalOf(error, isKnownPath);
    if (refusal === null || !socket.writable) socket.destroy();
    else whenAnswered(socket as Socket, () => refuse(socket as Socket, app, refusal));
  });
  server.on('connect', (_req: IncomingMessage, socket: Duplex) =>
    refuse(socket as Socket, app, wrongMethod()),
  );
}

function refusalOf(error: ParserError, isKnownPath: (path: string) => boolean): OperatingError | null {
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
    case 'HPE_INVALID_METHOD':
      return unknownMethod(error, isKnownPath) ?? malformed('bad_http', 'The request is not valid HTTP.');
    default:
      return malformed('bad_http', 'The request is not valid HTTP.');
  }
}

const LONGEST_LINE = 4096;
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} (\/[\x21-\x7e]*) HTTP\/1\.[01]\r?\n/;

/** Node's parser knows the registered methods only. Any other one in a well-formed request is a wrong method, not a malformed request. */
function unknownMethod(
  { rawPacket, bytesParsed = 0 }: ParserError,
  isKnownPath: (path: string) => boolean,
): OperatingError | null {
  if (rawPacket === undefined) return null;
  // A packet may hold requests before this one.
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const target = REQUEST_LINE.exec(rawPacket.toString('latin1', start, start + LONGEST_LINE))?.[1];
  if (target === undefined) return null;
  return isKnownPath(target) ? wrongMethod() : unknownPath();
}

/** Responses that are still to come on this connection belong to requests before, so ours waits for them: for each in turn, as Node takes up the next when one is finished. */
function whenAnswered(socket: Socket, answer: () => void): void {
  // Node keeps the response in progress here, and its own handler of parser errors looks at it too.
  const pending = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (!pending || !pending.req.complete) answer();
  else pending.once('finish', () => whenAnswered(socket, answer));
}

/** Sockets that were refused: their parser reports every further byte as one more error. */
const refused = new WeakSet<Socket>();

function refuse(socket: Socket, app: AppContext, error: OperatingError): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  const startedAt_ms = Date.now();
  const requestId = RequestId.of(undefined);
  const body = envelopeText(error, requestId.text);
  const window = untouchedWindow(app.settings.defaultRateLimit, startedAt_ms);
  const contentLength = Buffer.byteLength(body);
  const { status } = error;
  const common = {
    status,
    contentType: JSON_TYPE,
    contentLength,
    requestId,
    window,
    cacheControl: NO_STORE,
    date_ms: startedAt_ms,
    extra: null,
  };
  const headers = headerList(common, app.settings.corsOrigin);
  if (status === 405) headers.push('Allow', ALLOWED_METHODS);
  headers.push('Connection', 'close', 'Date', new Date(startedAt_ms).toUTCString());
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  // Cut off at once, a client that is still sending would lose the answer.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.on('error', () => socket.destroy());
  socket.end(`${head}\r\n${body}`);
  app.accessLog?.add(requestLine({ requestId, keyId: null, startedAt_ms, req: {} }, status, 0));
}
