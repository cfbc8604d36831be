import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import Fastify, { type FastifyInstance } from 'fastify';
import { addAuditCsvRoutes } from './audit-csv-routes.js';
import { addAccountRoutes, addPasskeyRoutes, addProofRoutes } from './account-routes.js';
import { Arrivals } from './arrivals.js';
import { readFailure } from './failures.js';
import { refuseForeignOrigin } from './guards.js';
import { addLayerRoutes } from './layer-routes.js';
import { addOperatorRoutes } from './operator-routes.js';
import { addClosureRoutes } from './closure-routes.js';
import { addEmailRoutes } from './email-routes.js';
import { addOrganisationRoutes } from './organisation-routes.js';
import { addProjectRoutes } from './project-routes.js';
import { addProviderRoutes } from './provider-routes.js';
import { Routes } from './routes.js';
import type { ServerParts } from './server-parts.js';
import { addSessionRoutes, addSignUpRoutes } from './session-routes.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from '../accounts/guards/console-error.js';

/** The maximum body size, which fits a key with all its possible origins and addresses. */
const BODY_LIMIT_BYTES = 65_536;

/** No legitimate request takes this long to arrive, so a slower connection is closed. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface ConsoleServerOptions {
  /** The addresses and blocks of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** The folder that contains the built pages. */
  webFolder: string;
}

/** Creates the console's server without starting to listen. */
export async function createConsoleServer(
  parts: ServerParts,
  { trustedProxies, webFolder }: ConsoleServerOptions,
): Promise<FastifyInstance> {
  const { consoleUrl, log } = parts.options;
  const origin = new URL(consoleUrl).origin;
  const headers = securityHeaders(parts.options);
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // Requests are either accepted unchanged or refused.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  const warnOfProxy = proxyWarning(log);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (!request.url.startsWith('/assets/')) reply.header('cache-control', 'no-store');
    refuseForeignOrigin(request, origin);
    if (request.headers['x-forwarded-for'] !== undefined && request.ip === request.socket.remoteAddress)
      warnOfProxy(request.socket.remoteAddress);
  });
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  // Without this header, a response sent during shutdown would leave its connection open, waiting up to 72 s
  // for the next request.
  app.addHook('onSend', async (_, reply) => void (isClosing && reply.header('connection', 'close')));
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, isBug } = readFailure(error, request.id);
    if (isBug) log.error({ err: error, request_id: request.id, path: request.routeOptions.url }, 'failed');
    if (body.error.retry_after_s !== undefined) reply.header('retry-after', body.error.retry_after_s);
    return reply.header('cache-control', 'no-store').code(status).send(body);
  });
  // Process supervisors use this route to check the health of the console itself.
  app.get('/health', async () => ({ status: 'ok' }));
  const routes = new Routes(app, parts.sessions);
  const arrivals = new Arrivals(parts);
  addSessionRoutes(routes, parts, arrivals);
  addSignUpRoutes(routes, parts, arrivals);
  addAccountRoutes(routes, parts);
  addEmailRoutes(routes, parts, arrivals);
  addProofRoutes(routes, parts);
  addPasskeyRoutes(routes, parts);
  addOrganisationRoutes(routes, parts);
  addProjectRoutes(routes, parts);
  addOperatorRoutes(routes, parts);
  addClosureRoutes(routes, parts);
  addLayerRoutes(routes, parts);
  addAuditCsvRoutes(app, parts);
  addProviderRoutes(app, parts, arrivals);
  await addPages(app, webFolder);
  return app;
}

function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given)
    ? given
    : randomBytes(12).toString('base64url');
}

const HOUR_MS = 3_600_000;

/**
 * Warns once an hour that a proxy in front is not trusted, because everyone behind it then looks like one
 * client.
 */
function proxyWarning(log: Logger): (address: string) => void {
  let next_ms = 0;
  return (address) => {
    if (Date.now() < next_ms) return;
    next_ms = Date.now() + HOUR_MS;
    log.warn(
      { address },
      'X-Forwarded-For comes from a proxy that is not trusted, so all people behind it count as one ' +
        'client; name it with --trust-proxy',
    );
  };
}

interface HeaderOptions {
  consoleUrl: string;
  /** The page for trying out requests sends them to this address. */
  apiUrl: string;
}

/**
 * Returns the headers that every response carries. The pages have no inline scripts or styles, and load
 * nothing from other origins.
 */
function securityHeaders({ consoleUrl, apiUrl }: HeaderOptions): Record<string, string> {
  const api = new URL(apiUrl).origin;
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' ${api}`,
    `frame-src ${api}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
    ...(consoleUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** The names of files in `assets` contain a hash of their content, so the files never change. */
const YEAR_MS = 31_536_000_000;

/**
 * Serves the pages: one HTML file for every path that belongs neither to the API nor to a file, because the
 * page itself interprets the path.
 * @param folder the folder with `index.html` and `assets`; if it is missing, no pages are served
 */
async function addPages(app: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index) : null;
  if (page !== null)
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: YEAR_MS,
      preCompressed: true,
      index: false,
    });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0];
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets|v1)(\/|$)/.test(path);
    if (page === null || !isPage) throw notFound(isPage ? 'page' : 'request');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
