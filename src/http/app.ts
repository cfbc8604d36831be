import { once } from 'node:events';
import type { Server } from 'node:http';
import type { KeyLookup } from '../keys/key-lookup.js';
import type { WindowCounter } from '../limits/window-counter.js';
import type { RequestTally } from '../metrics/request-tally.js';
import type { MapReports } from '../reports/map-reports.js';
import type { DataLicense } from '../sources/data-license.js';
import type { Geocoder } from '../sources/geocoder.js';
import type { MapPage } from '../sources/map-page.js';
import type { MapTiles } from '../sources/map-tiles.js';
import type { OfflineAreas } from '../sources/offline-areas.js';
import type { Router } from '../sources/router.js';
import type { Zones } from '../sources/zones.js';
import type { UsageCounter } from '../usage/usage-counter.js';
import { UsedUpQuotas } from '../usage/used-up.js';
import { JsonWriter } from '../wire/json-writer.js';
import type { OverloadGate } from '../wire/overload-gate.js';
import { PlainConnections } from '../wire/plain-connections.js';
import type { LineSink } from '../wire/request-log.js';
import { Wire } from '../wire/wire.js';
import type { AppContext, InTrace, RequestUses } from './core/app-context.js';
import { ClientAddresses } from './core/request/client-address.js';
import { AllowedOrigins } from './core/request/cors.js';
import { EndpointTable } from './core/endpoint-table.js';
import { closeUnfinished, closeUnused, createHttpServer } from './core/http-server.js';
import type { Logger } from './core/logger.js';
import { RefusalCount } from './core/refusal-count.js';
import { nodeAnswer, plainAnswer } from './core/request-handler.js';
import { RequestUsage } from './core/request-usage.js';
import { ARRIVAL_AT_STOP_MS, HTTP_DEFAULTS, type HttpSettings } from './core/settings.js';
import { allEndpoints } from './endpoints.js';
import { readinessOf, type Readiness } from './health/readiness.js';

export interface AppOptions {
  geocoder: Geocoder;
  router: Router;
  /**
   * Returns the licenses of the data that current responses are based on. If absent, responses name no
   * licenses.
   */
  licenses?: () => readonly DataLicense[];
  /** Whether the dataset being served is memory-mapped; `null` if there is no dataset. */
  isMapped?: () => boolean | null;
  /** The map's tiles. If absent, the app serves no tiles. */
  map?: MapTiles;
  /** Provides the page at `/`. If absent, the app serves no page. */
  page?: MapPage;
  /** The pieces of the map for offline clients. If absent, the app serves no pieces. */
  offline?: OfflineAreas;
  /** The operator's zones, if the deployment has any. */
  zones?: Zones;
  /** Stores users' reports of map errors. If absent, the page accepts no reports. */
  reports?: Pick<MapReports, 'add'>;
  keys: KeyLookup;
  counter: WindowCounter;
  /** Counts each finished request. If absent, usage is not counted. */
  usage?: UsageCounter;
  /**
   * The keys and projects that have exhausted their quota. The caller keeps this set up to date. If absent,
   * quotas are never exhausted.
   */
  usedUp?: UsedUpQuotas;
  /** The settings whose values differ from `HTTP_DEFAULTS`. */
  settings?: Partial<HttpSettings>;
  /** Logs failures. A pino logger can be passed here. */
  logger: Logger;
  /** Receives the lines of the request log. If absent, no request log is written. */
  requestLog?: LineSink;
  /**
   * Decides which requests to refuse under overload. By default, requests that have waited too long are
   * refused: see `HttpSettings.maxWait_ms`.
   */
  overload?: OverloadGate;
  /**
   * After it begins to refuse new requests, the app waits for this promise before it stops. The promise is
   * needed if the app serves connections that its own server did not accept.
   */
  drain?: () => Promise<void>;
  /** Counts requests for the metrics. If absent, requests are not counted. */
  tally?: RequestTally;
  /** Records calls to data sources in the trace of the request. If absent, the calls are not traced. */
  inTrace?: InTrace;
}

/** The state of the work that an app is currently doing. */
interface AppState {
  /** The number of open client connections. */
  connections: number;
  /** The number of requests in flight. */
  inFlight: number;
  /** The number of bytes of large responses that are currently being sent. */
  bytesOnTheirWay: number;
  /** The number of requests refused because of overload since the app was started. */
  overloadRefusals: number;
  readiness: Readiness;
}

/** The complete HTTP interface, with a server that is not listening yet. */
export interface App {
  readonly server: Server;
  /** @throws the the system's error if the server cannot listen on this address */
  listen(address: { host: string; port: number }): Promise<void>;
  /**
   * Makes the readiness probe report "not ready", regardless of the state of the service's components. The
   * app continues to respond to requests.
   */
  hold(isHeld: boolean): void;
  /**
   * Makes the readiness probe report "not ready", while the app continues to respond to requests. In the
   * second half of `drain_ms`, each response closes its connection, so that clients with keep-alive
   * connections move to another service.
   */
  leave(drain_ms: number): void;
  /** Refuses new requests, lets requests in flight finish, and closes all connections. */
  close(): Promise<void>;
  /** Closes every connection immediately, even those with a request in progress. */
  cutOff(): void;
  state(): AppState;
}

export function createApp(options: AppOptions): App {
  const settings: HttpSettings = { ...HTTP_DEFAULTS, ...options.settings };
  const endpoints = allEndpoints(settings, {
    ...{ tiles: options.map ?? null, page: options.page ?? null },
    ...{ offline: options.offline ?? null, reports: options.reports ?? null },
  });
  // The metrics do not include the files that the reference pages load.
  options.tally?.expect(endpoints.filter(({ operation }) => operation !== null).map(({ path }) => path));
  const table = new EndpointTable(endpoints);
  const usage = options.usage === undefined ? null : new RequestUsage(options.usage, endpoints, table);
  const context = contextOf(options, { settings, table, usage });
  const server = createHttpServer(context, nodeAnswer(context, table));
  const plain = PlainConnections.inFrontOf(server, context.wire, plainAnswer(context, table));
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    const { wire } = context;
    wire.isLeaving = wire.isClosing = wire.isRefusing = true;
    plain.closeIdle();
    closeUnused(context);
    const cut = setTimeout(() => closeUnfinished(context, (socket) => plain.has(socket)), ARRIVAL_AT_STOP_MS);
    await options.drain?.();
    await closeServer(server);
    clearTimeout(cut);
    context.refusals.report();
    context.wire.requestLog?.flush();
  };
  return {
    server,
    listen: async (address) => {
      server.listen(address);
      await once(server, 'listening');
    },
    hold: (isHeld) => void (context.wire.isHeld = isHeld),
    leave: (drain_ms) => {
      context.wire.isLeaving = true;
      setTimeout(() => (context.wire.isClosing = true), drain_ms / 2).unref();
    },
    close: () => (closing ??= close()),
    cutOff: () => context.wire.connections.forEach((socket) => socket.destroy()),
    state: () => ({
      connections: context.wire.connections.size,
      inFlight: context.wire.answering.size + plain.busy,
      bytesOnTheirWay: context.wire.room.used,
      overloadRefusals: context.refusals.total,
      readiness: readinessOf(context),
    }),
  };
}

/** Closes every connection gracefully, and forcibly closes those that are still open after `grace_ms`. */
export async function closeGracefully(app: App, grace_ms: number): Promise<void> {
  const cut = setTimeout(() => app.cutOff(), grace_ms);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
  server.closeIdleConnections();
  await closed;
}

function contextOf(
  options: AppOptions,
  own: { settings: HttpSettings; table: EndpointTable; usage: RequestUses | null },
): AppContext {
  const { settings, table, usage } = own;
  const { geocoder, router, keys, counter, logger, requestLog, overload, tally } = options;
  const origins = new AllowedOrigins(settings.corsOrigin);
  // Browsers must not send the page's URL as a referrer, because it may contain a key or a point.
  const commonHeaders = [
    ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'],
    ...origins.headers,
  ];
  const wire = new Wire({ settings, commonHeaders, requestLog, overload });
  return {
    wire,
    origins,
    clients: new ClientAddresses(settings.trustProxy, (address) =>
      logger.warn(
        { address },
        'X-Forwarded-For comes from a proxy that is not trusted, so its address is treated ' +
          "as the client's; add the proxy with --trust-proxy",
      ),
    ),
    json: new JsonWriter(wire.slab),
    geocoder,
    router,
    licenses: options.licenses ?? (() => []),
    isMapped: options.isMapped ?? (() => null),
    keys,
    counter,
    logger,
    settings,
    resultCaching: `private, max-age=${settings.resultMaxAge_s}`,
    refusals: new RefusalCount(logger),
    tally: tally ?? null,
    zones: options.zones ?? null,
    inTrace: options.inTrace ?? null,
    usage,
    usedUp: options.usedUp ?? new UsedUpQuotas(),
    isKnownPath: (target) => table.find(target) !== undefined,
  };
}
