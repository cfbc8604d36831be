import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { NodeReply } from '../../wire/node-reply.js';
import type { PlainAnswer } from '../../wire/plain-connection.js';
import { readQuery, type Query } from '../../wire/query-string.js';
import type { AppContext } from './app-context.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointTable } from './endpoint-table.js';
import { requestError } from './errors/error-envelope.js';
import { Exchange } from './exchange.js';
import { badTarget, originForm, pathOf, queryOf, shuttingDown } from './request/request-target.js';
import { answerUnknown } from './unknown-target.js';
import { OperatingError } from '../../errors.js';
import { LINGER_MS } from './settings.js';

/**
 * Routes every request to its endpoint. There are two entry points: one for plain requests, which we parse
 * from the socket ourselves, and one for all others, which Node has parsed. After the entry point, all
 * requests are handled alike.
 */

/** Answers a plain GET whose path is written as in the contract. */
export function plainAnswer(context: AppContext, table: EndpointTable): PlainAnswer {
  return (request, reply) => {
    const endpoint = table.findPlain(request.url!);
    if (endpoint === undefined || endpoint.takesBody === true) return false;
    const exchange = new Exchange(context, request, reply);
    exchange.isFor(endpoint);
    if (isTooMuch(context, endpoint)) refuseAsTooMuch(exchange);
    else attempt(exchange, () => open(exchange, endpoint, readQuery(request.url!)));
    return true;
  };
}

/** Answers any request that Node could parse. */
export function nodeAnswer(context: AppContext, table: EndpointTable): RequestListener {
  return (req, res) => {
    req.url = originForm(req.url!);
    refuseSecondKey(req);
    const exchange = new Exchange(context, req, new NodeReply(context.wire, res));
    const endpoint = table.find(req.url);
    if (endpoint !== undefined) exchange.isFor(endpoint);
    if (isTooMuch(context, endpoint)) {
      refuseAsTooMuch(exchange);
      return;
    }
    // The checks run in the contract's order: the target, the body, and then the path and the method.
    attempt(exchange, () => {
      const query = checkedQuery(req);
      const isAsked = endpoint?.takesBody === true ? req.method === 'POST' : isGet(req);
      const proceed = (): void => {
        noteAnswering(context, req, res);
        open(exchange, isAsked ? endpoint : undefined, query);
      };
      if (hasBody(req)) passBody(exchange, req, () => attempt(exchange, proceed));
      else proceed();
    });
  };
}

function isGet({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Refuses a request with two keys. Node keeps only the first key, but the service cannot know which key is
 * meant.
 */
function refuseSecondKey(req: IncomingMessage): void {
  const names = req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization');
  if (names.length > 1) req.headers.authorization = '';
}

/** Marks a request that has arrived completely, because shutdown waits only for such requests. */
function noteAnswering({ wire }: AppContext, req: IncomingMessage, res: ServerResponse): void {
  wire.answering.add(req);
  res.once('close', () => wire.answering.delete(req));
}

/** @throws OperatingError INVALID_REQUEST if the target cannot be parsed */
function checkedQuery(req: IncomingMessage): Query {
  const query = queryOf(req);
  if (pathOf(req.url!) === null) throw badTarget();
  return query;
}

/**
 * Whether the service is too busy for a request. Health probes always pass: being busy does not make a
 * service unhealthy.
 */
function isTooMuch({ wire }: AppContext, endpoint: Endpoint | undefined): boolean {
  return wire.overload.refuses() && endpoint?.isProbe !== true;
}

/** @param endpoint `undefined` if no endpoint has this path and method */
function open(exchange: Exchange, endpoint: Endpoint | undefined, query: Query): void {
  if (exchange.app.wire.isRefusing && endpoint?.isProbe !== true) exchange.fail(shuttingDown());
  else if (endpoint === undefined) answerUnknown(exchange);
  else endpoint.handle(exchange, query);
}

function attempt(exchange: Exchange, proceed: () => void): void {
  try {
    proceed();
  } catch (cause) {
    exchange.fail(requestError(cause));
  }
}

/**
 * The error is created only once: a new error would cost as much as the rest of a refusal, at a time when the
 * service is overloaded.
 */
const OVERLOADED = new OperatingError(
  'SERVICE_UNAVAILABLE',
  'The service is overloaded. Try again in a moment.',
  { details: { reason: 'overloaded' } },
);

/** Refuses a request before any other check, because the process cannot answer it in time. */
function refuseAsTooMuch(exchange: Exchange): void {
  exchange.app.refusals.add();
  exchange.fail(OVERLOADED);
}

/** Whether the request declares a body. */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Whether the request declares a body length above the limit. */
function isDeclaredTooLarge(req: IncomingMessage, limit_bytes: number): boolean {
  return Number(req.headers['content-length'] ?? 0) > limit_bytes;
}

/**
 * Reads and discards a small body, then continues: most endpoints do not use a body, but it does no harm. If
 * the body exceeds the limit, either by its declared length or while it is being read, the answer is 413.
 */
function passBody(exchange: Exchange, req: IncomingMessage, proceed: () => void): void {
  const { bodyLimit_bytes } = exchange.app.settings;
  if (isDeclaredTooLarge(req, bodyLimit_bytes)) {
    refuseBody(exchange, req);
    return;
  }
  let length = 0;
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bodyLimit_bytes) refuseBody(exchange, req);
    else chunks.push(chunk);
  });
  req.on('end', () => {
    exchange.body = Buffer.concat(chunks).toString();
    if (!exchange.isOver) proceed();
  });
  req.on('error', () => exchange.abandon());
}

/**
 * Responds immediately, even though the client may still be sending the body. Node then reads and discards
 * the rest, so that the client can read the answer. A client that keeps sending is soon disconnected.
 */
function refuseBody(exchange: Exchange, req: IncomingMessage): void {
  if (exchange.isOver) return;
  const limit = exchange.app.settings.bodyLimit_bytes;
  exchange.fail(
    new OperatingError('INVALID_REQUEST', `The body is larger than ${limit} bytes.`, {
      status: 413,
      details: { reason: 'body_too_large' },
    }),
  );
  if (req.complete) return;
  const cut = setTimeout(() => req.socket.destroy(), LINGER_MS);
  req.once('close', () => clearTimeout(cut));
}
