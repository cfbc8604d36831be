import fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { InputError } from '../errors.js';
import type { KeyLookup } from '../keys/key-lookup.js';
import type { WindowCounter } from '../limits/window-counter.js';
import type { Geocoder } from '../sources/geocoder.js';
import type { Router } from '../sources/router.js';
import { AccessLog, type LineSink } from '../wire/access-log.js';
import { AnswerMemory } from './geocode/answer-memory.js';
import type { AppContext, Logger } from './app-context.js';
import { hasBody, passBody } from './body-gate.js';
import { answerPage, docsPages, type Page } from './description/docs-pages.js';
import { requestError } from './error-envelope.js';
import { Exchange } from './exchange.js';
import { withKey, type Handler } from './gates.js';
import { answerGeocode, recallSearch } from './geocode/geocode-endpoint.js';
import { HeaderMemory } from '../wire/header-memory.js';
import { answerHealth, answerReady } from './health/health-endpoints.js';
import { closeUnused, createHttpServer } from './http-server.js';
import { openapiPage } from './description/openapi.js';
import { KeptHeads } from '../wire/kept-heads.js';
import { NodeReply } from '../wire/node-reply.js';
import { isTooMuch, RefusalCount, refuseAsTooMuch } from './overload.js';
import { OverloadGate } from '../wire/overload-gate.js';
import type { PlainAnswer } from '../wire/plain-connection.js';
import { PlainConnections } from '../wire/plain-connections.js';
import { readQuery, type Query } from '../wire/query-string.js';
import { badTarget, originForm, pathOf, queryOf, shuttingDown } from './request-target.js';
import { HeadText } from '../wire/response-head.js';
import { answerRoute } from './route/route-endpoint.js';
import { HTTP_DEFAULTS, type HttpSettings } from './settings.js';
import { Slab } from '../wire/slab.js';
import { answerUnknown } from './unknown-target.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends every connection at once, whatever is going on there. */
    cutOff(): void;
  }
}

export interface AppOptions {
  geocoder: Geocoder;
  router: Router;
  keys: KeyLookup;
  counter: WindowCounter;
  /** What differs from `HTTP_DEFAULTS`. */
  settings?: Partial<HttpSettings>;
  /** For failures: pino fits. */
  logger: Logger;
  /** Where the lines of requests go; without it there are none. */
  requestLog?: LineSink;
  /** Which requests to refuse as too many; by default by how long they have waited, see `HttpSettings.maxWait_ms`. */
  overload?: OverloadGate;
  /** Shutdown waits for it once new requests are refused: for an app that answers connections which its server did not accept itself. */
  drain?: () => Promise<void>;
}

/** The whole interface as a Fastify app that does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const context = contextOf(options);
  const endpoints = endpointsOf(context.settings);
  const isKnownPath = (target: string): boolean => endpoints.has(pathOf(target));
  let plain: PlainConnections | null = null;
  const app = fastify({
    serverFactory: (answer) => {
      const server = createHttpServer(context, unlessTooMuch(context, answer), isKnownPath);
      plain = PlainConnections.inFrontOf(server, context, plainAnswer(context, endpoints));
      return server;
    },
    logger: false,
    rewriteUrl: (req) => originForm(req.url!),
    // `createHttpServer` has its own, and Fastify would put one of its own beside it.
    clientErrorHandler: () => undefined,
    // New requests during shutdown are refused by us, in the envelope.
    return503OnClosing: false,
    // Our own, stricter reading of the query replaces Fastify's.
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      open(context, request.raw, reply.raw, (exchange) => exchange.fail(badTarget()));
    },
  });
  // No endpoint has a body, so Fastify is to leave them alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const [path, handler] of endpoints) app.get(path, hijacked(context, handler));
  const answerElsewhere = hijacked(context, (exchange) =>
    answerUnknown(exchange, isKnownPath(exchange.req.url!)),
  );
  app.setNotFoundHandler(answerElsewhere);
  app.setErrorHandler((_error, request, reply) => answerElsewhere.call(app, request, reply));
  app.decorate('cutOff', () => context.connections.forEach((socket) => socket.destroy()));
  app.addHook('preClose', async () => {
    context.isClosing = true;
    plain?.closeIdle();
    closeUnused(context);
    await options.drain?.();
  });
  app.addHook('onClose', async () => {
    context.refusals.report();
    context.accessLog?.flush();
  });
  await app.ready();
  return app;
}

/**
 * Refuses new requests, lets those in flight finish, and ends with every connection closed: at the latest after `grace_ms`, when what is left is cut off.
 */
export async function closeGracefully(app: FastifyInstance, grace_ms: number): Promise<void> {
  const cut = setTimeout(() => app.cutOff(), grace_ms);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

/** Goes into every response as it is, so nothing may be in it that ends a header. */
const ORIGIN = /^[\x21-\x7e]{1,200}$/;

function contextOf(options: AppOptions): AppContext {
  const { geocoder, router, keys, counter, logger, requestLog } = options;
  const settings: HttpSettings = { ...HTTP_DEFAULTS, ...options.settings };
  if (!ORIGIN.test(settings.corsOrigin))
    throw new InputError(`the CORS origin ${JSON.stringify(settings.corsOrigin)} is neither * nor an origin`);
  return {
    geocoder,
    router,
    keys,
    counter,
    logger,
    settings,
    resultCaching: `private, max-age=${settings.resultMaxAge_s}`,
    accessLog: requestLog === undefined ? null : new AccessLog(requestLog),
    overload: options.overload ?? new OverloadGate(settings),
    refusals: new RefusalCount(logger),
    answers: new AnswerMemory(),
    slab: new Slab(),
    headerMemory: new HeaderMemory(),
    headText: new HeadText(settings),
    keptHeads: new KeptHeads(settings),
    refusalHeaders: ['Retry-After', String(settings.retryAfter_s)],
    isClosing: false,
    connections: new Set(),
  };
}

/** Every path there is. */
function endpointsOf(settings: HttpSettings): Map<string, Handler> {
  const title = 'gazarch: location service';
  const pages: Page[] = [openapiPage(settings), ...docsPages(title)];
  return new Map<string, Handler>([
    ['/v1/geocode', withKey('geocode', answerGeocode)],
    ['/v1/route', withKey('route', answerRoute)],
    ['/health', answerHealth],
    ['/health/ready', answerReady],
    ...pages.map((page): [string, Handler] => [page.path, (exchange) => answerPage(exchange, page)]),
  ]);
}

/** Paths whose answers are JSON; the pages are for browsers, which ask once. */
const PLAIN_PATHS: readonly string[] = ['/v1/geocode', '/v1/route', '/health', '/health/ready'];

/** A plain GET of a path as it is written in the contract needs neither Node's objects nor a router. */
function plainAnswer(context: AppContext, endpoints: ReadonlyMap<string, Handler>): PlainAnswer {
  const known = PLAIN_PATHS.map((path) => ({
    path,
    handler: endpoints.get(path)!,
    isGeocode: path === '/v1/geocode',
  }));
  return (request, reply) => {
    const target = request.url!;
    const query = target.indexOf('?');
    const length = query < 0 ? target.length : query;
    const endpoint = known.find(({ path }) => path.length === length && target.startsWith(path));
    if (endpoint === undefined) return false;
    const exchange = new Exchange(context, request, reply);
    if (isTooMuch(context, target)) refuseAsTooMuch(exchange);
    else {
      if (endpoint.isGeocode) exchange.remembered = recallSearch(exchange);
      handle(exchange, endpoint.handler, plainQuery);
    }
    return true;
  };
}

function unlessTooMuch(context: AppContext, answer: RequestListener): RequestListener {
  return (req, res) => {
    if (isTooMuch(context, req.url!))
      refuseAsTooMuch(new Exchange(context, req, new NodeReply(context, res)));
    else answer(req, res);
  };
}

/** Fastify finds the route; the answer is written on Node's own objects, which is shorter than its way of replying. */
function hijacked(context: AppContext, handler: Handler): RouteHandlerMethod {
  return (request, reply) => {
    reply.hijack();
    open(context, request.raw, reply.raw, handler);
  };
}

/** The first checks, in the order of the contract: the target itself, then the body; then whatever the path and method lead to. */
function open(context: AppContext, req: IncomingMessage, res: ServerResponse, handler: Handler): void {
  const exchange = new Exchange(context, req, new NodeReply(context, res));
  const query = (): Query => queryOf(req);
  if (hasBody(req))
    handle(exchange, (itself) => passBody(itself, req, () => attempt(itself, handler)), query);
  else handle(exchange, handler, query);
}

function plainQuery({ req }: Exchange): Query {
  return readQuery(req.url!);
}

/** @param query throws when the target cannot be read */
function handle(exchange: Exchange, handler: Handler, query: (exchange: Exchange) => Query): void {
  try {
    // A target whose answer is remembered was read when it was answered.
    if (!exchange.remembered) exchange.query = query(exchange);
    if (exchange.app.isClosing && !exchange.req.url!.startsWith('/health')) exchange.fail(shuttingDown());
    else handler(exchange);
  } catch (cause) {
    exchange.fail(requestError(cause));
  }
}

function attempt(exchange: Exchange, handler: Handler): void {
  try {
    handler(exchange);
  } catch (cause) {
    exchange.fail(requestError(cause));
  }
}
