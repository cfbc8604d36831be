import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { closeGracefully } from '../../src/http/app.js';
import { SQUARE } from './fakes.js';
import { parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/**
 * Graceful shutdown: requests in flight finish, new ones are refused, idle connections are closed, then
 * it is done.
 */

interface Line {
  send(text: string): void;
  received(): Buffer;
  closed: Promise<void>;
}

async function open(server: TestServer): Promise<Line> {
  const chunks: Buffer[] = [];
  const socket = connect({ host: '127.0.0.1', port: server.port });
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise((resolve) => socket.on('connect', resolve));
  return { send: (text) => socket.write(text), received: () => Buffer.concat(chunks), closed };
}

const ask = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n\r\n`;

/** Makes searches wait until `finish` is called. */
function holdSearches(server: TestServer): { started: Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  const started = new Promise<void>((tell) => {
    server.geocoder.onSearch = () => {
      tell();
      return new Promise((resolve) => (finish = () => resolve([SQUARE])));
    };
  });
  return { started, finish: () => finish() };
}

it('finishes what is in flight, refuses what is new, and closes what is idle', async () => {
  const server = await startServer();
  const [busy, idle, used] = [await open(server), await open(server), await open(server)];
  used.send(ask('/health'));
  await expect.poll(() => used.received().length).toBeGreaterThan(0);
  const search = holdSearches(server);
  busy.send(ask('/v1/geocode?q=ab'));
  await search.started;
  const done = closeGracefully(server.app, 5000);
  await Promise.all([idle.closed, used.closed]);
  const refused = connect({ host: '127.0.0.1', port: server.port });
  await new Promise((resolve) => refused.on('error', resolve));
  busy.send(ask('/v1/geocode?q=cd') + ask('/health'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  search.finish();
  await done;
  await busy.closed;
  // A response with `Connection: close` is the last of its connection, even when more requests were
  // pipelined.
  const answers = parseResponses(busy.received());
  expect(answers).toMatchObject([{ status: 200, headers: { connection: 'close' }, body: { count: 1 } }]);
});

it('refuses a request that comes during shutdown with 503, and is not ready', async () => {
  const server = await startServer();
  const search = holdSearches(server);
  const [busy, late, probe] = [await open(server), await open(server), await open(server)];
  busy.send(ask('/v1/geocode?q=ab'));
  // A connection with half a request is not idle.
  late.send('GET /v1/geocode?q=cd HTTP/1.1\r\n');
  probe.send('GET /health/ready HTTP/1.1\r\n');
  await search.started;
  await new Promise((resolve) => setTimeout(resolve, 30));
  const done = closeGracefully(server.app, 5000);
  await new Promise((resolve) => setTimeout(resolve, 30));
  late.send('Host: x\r\nAuthorization: Bearer geo_good\r\n\r\n');
  probe.send('Host: x\r\n\r\n');
  await Promise.all([late.closed, probe.closed]);
  const [refusal] = parseResponses(late.received());
  expect(refusal).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'retry-after': '5', 'cache-control': 'no-store' },
    body: { error: { code: 'SERVICE_UNAVAILABLE', details: { reason: 'shutting_down' } } },
  });
  expect(parseResponses(probe.received())[0]).toMatchObject({ status: 503, body: { status: 'unavailable' } });
  search.finish();
  await done;
  await busy.closed;
  expect(parseResponses(busy.received())[0].status).toBe(200);
});

it('cuts off what is not done when the grace is over', async () => {
  const server = await startServer();
  const search = holdSearches(server);
  const busy = await open(server);
  busy.send(ask('/v1/geocode?q=ab'));
  await search.started;
  await closeGracefully(server.app, 50);
  await busy.closed;
  expect(busy.received().length).toBe(0);
});

it('does not wait for a request that never comes to its end, and answers one that does', async () => {
  const server = await startServer({ receiveTimeout_ms: 120_000, headersTimeout_ms: 120_000 });
  const [upload, slow, busy] = [await open(server), await open(server), await open(server)];
  const search = holdSearches(server);
  busy.send(ask('/v1/geocode?q=ab'));
  await search.started;
  upload.send('POST /v1/geocode HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nbegin');
  slow.send('GET /health HTTP/1.1\r\nHost: ');
  const trickle = setInterval(() => upload.send('.'), 50);
  onTestFinished(() => clearInterval(trickle));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const done = closeGracefully(server.app, 60_000);
  // While the other is in flight: after its minute it would be cut off, and have no answer below.
  await Promise.all([upload.closed, slow.closed]);
  search.finish();
  await done;
  expect(parseResponses(busy.received())).toMatchObject([{ status: 200 }]);
});

it('is not ready once it leaves, but answers, and later each answer ends its connection', async () => {
  const server = await startServer();
  const line = await open(server);
  server.app.leave(600_000);
  line.send(ask('/health/ready'));
  await expect.poll(() => parseResponses(line.received()).length).toBe(1);
  line.send(ask('/v1/geocode?q=ab'));
  await expect.poll(() => parseResponses(line.received()).length).toBe(2);
  server.app.leave(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  line.send(ask('/v1/geocode?q=ab'));
  await line.closed;
  expect(parseResponses(line.received())).toMatchObject([
    { status: 503, headers: { connection: 'keep-alive' }, body: { status: 'unavailable' } },
    { status: 200, headers: { connection: 'keep-alive' } },
    { status: 200, headers: { connection: 'close' } },
  ]);
  await server.stop();
});

it('is quick with nothing to wait for, and may be asked twice', async () => {
  const server = await startServer();
  await closeGracefully(server.app, 60_000);
  await closeGracefully(server.app, 60_000);
  expect(server.app.server.listening).toBe(false);
});
