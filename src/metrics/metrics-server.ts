import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/**
 * The maximum number of connections. Prometheus keeps one connection open, and there may be several
 * Prometheus servers and a person with curl.
 */
const CONNECTIONS_MAX = 32;

/**
 * The maximum time for a scrape request to arrive. It has a few hundred bytes of headers and arrives
 * immediately.
 */
const ARRIVAL_MS = 5_000;

export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/**
 * Answers `GET /metrics` and nothing else.
 * @throws the system's error if the server cannot listen at this address
 */
export async function openMetricsServer(
  address: { host: string; port: number },
  metrics: MetricsText,
): Promise<Server> {
  const timeouts = { headersTimeout: ARRIVAL_MS, requestTimeout: ARRIVAL_MS };
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1_000 }, (req, res) => {
    void answer(req, res, metrics);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(address);
  await once(server, 'listening');
  // Shutdown does not wait for a scrape.
  return server.unref();
}

async function answer(req: IncomingMessage, res: ServerResponse, metrics: MetricsText): Promise<void> {
  if (req.method !== 'GET' || req.url?.split('?')[0] !== '/metrics') {
    // The rest of the request, such as its body, is not read.
    res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    res.end('Only GET /metrics is supported here.\n');
    return;
  }
  try {
    const text = await metrics.text();
    res.writeHead(200, { 'Content-Type': metrics.contentType, 'Content-Length': Buffer.byteLength(text) });
    res.end(text);
  } catch (error) {
    res.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
    res.end(`The metrics could not be written: ${(error as Error).message}\n`);
  }
}
