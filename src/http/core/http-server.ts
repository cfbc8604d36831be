import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { AppContext } from './app-context.js';
import { answerParserErrors } from './parser-errors.js';
import { DEADLINE_CHECK_MS, type HttpSettings } from './settings.js';

/**
 * Creates Node's server with our deadlines, and with our own error answers in place of Node's.
 * @param answer answers every readable request
 */
export function createHttpServer(app: AppContext, answer: RequestListener): Server {
  const { settings } = app;
  const server = createServer(
    {
      maxHeaderSize: settings.headerLimit_bytes,
      headersTimeout: settings.headersTimeout_ms,
      requestTimeout: settings.receiveTimeout_ms,
      keepAliveTimeout: settings.keepAlive_ms,
      connectionsCheckingInterval: Math.min(DEADLINE_CHECK_MS, settings.headersTimeout_ms),
      noDelay: true,
      // Node would answer a missing Host with a bare 400; `refuseTarget` answers with the envelope.
      requireHostHeader: false,
    },
    answer,
  );
  server.setTimeout(settings.silence_ms);
  server.on('connection', (socket) => {
    app.wire.connections.add(socket);
    socket.once('close', () => app.wire.connections.delete(socket));
  });
  answerParserErrors(server, app);
  continueUnlessTooLarge(server, settings);
  return server;
}

/**
 * Closes connections that have never sent anything. Browsers and load balancers open some connections in
 * advance. Node does not count these connections as idle, so shutdown would otherwise wait for their header
 * timeout.
 */
export function closeUnused(app: AppContext): void {
  for (const socket of app.wire.connections) if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Closes connections whose request has not arrived completely. All other connections have a request or a
 * response in flight.
 * @param isBusy whether a plain request is being answered on the connection
 */
export function closeUnfinished({ wire }: AppContext, isBusy: (socket: Socket) => boolean): void {
  const answering = new Set([...wire.answering].map(({ socket }) => socket));
  for (const socket of wire.connections)
    if (!answering.has(socket) && !isBusy(socket) && socket.writableLength === 0) socket.destroy();
}

/**
 * Handles `Expect: 100-continue`: a client that asks before sending a body that is too large is refused.
 * Other expectations are ignored.
 */
function continueUnlessTooLarge(server: Server, settings: HttpSettings): void {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    const isTooLarge = Number(req.headers['content-length'] ?? 0) > settings.bodyLimit_bytes;
    // The connection cannot be reused without reading the body.
    if (isTooLarge) res.shouldKeepAlive = false;
    else res.writeContinue();
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) =>
    server.emit('request', req, res),
  );
}
