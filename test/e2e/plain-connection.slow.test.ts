import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { HttpSettings } from '../../src/http/core/settings.js';
import { ROUTE, SQUARE } from './fakes.js';
import { parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/**
 * A connection that is read without Node's parser: its deadlines, the order of its answers, and a client
 * that does not read.
 */

let server: TestServer;
afterEach(() => server.stop());

interface Line {
  socket: Socket;
  received(): Buffer;
  closed: Promise<unknown>;
}

async function open(settings: Partial<HttpSettings> = {}): Promise<Line> {
  server = await startServer(settings);
  const chunks: Buffer[] = [];
  const socket = connect({ host: '127.0.0.1', port: server.port, noDelay: true });
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, received: () => Buffer.concat(chunks), closed };
}

const ask = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n\r\n`;

it('is told so when it never says anything', async () => {
  const line = await open({ headersTimeout_ms: 100 });
  await line.closed;
  expect(parseResponses(line.received())).toMatchObject([
    { status: 408, headers: { connection: 'close' }, body: { error: { code: 'REQUEST_TIMEOUT' } } },
  ]);
});

it('is closed without a word when it has been idle for long, and not before', async () => {
  // A busy machine may take a while from the connection to its first request.
  const line = await open({ headersTimeout_ms: 1_500, keepAlive_ms: 6_000 });
  line.socket.write(ask('/health'));
  await setTimeout(2_000);
  line.socket.write(ask('/v1/geocode?q=ab'));
  // Far beyond the first deadline, which no longer applies.
  await line.closed;
  expect(parseResponses(line.received()).map(({ status }) => status)).toEqual([200, 200]);
});

it('answers in order what comes while an answer is awaited, plain or not', async () => {
  const line = await open();
  let finish = (): void => undefined;
  const asked = new Promise<void>((tell) => {
    server.geocoder.onSearch = () => {
      tell();
      return new Promise((resolve) => (finish = () => resolve([SQUARE])));
    };
  });
  line.socket.write(ask('/v1/geocode?q=first'));
  await asked;
  line.socket.write(ask('/v1/geocode?lat=1&lon=2'));
  await setTimeout(20);
  line.socket.write(`POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc${ask('/health')}`);
  await setTimeout(20);
  finish();
  await expect.poll(() => parseResponses(line.received()).length).toBe(4);
  expect(parseResponses(line.received()).map(({ status, body }) => [status, body])).toMatchObject([
    [200, { query: 'first' }],
    [200, { query: '1,2' }],
    [405, {}],
    [200, { status: 'ok' }],
  ]);
  line.socket.destroy();
});

it('goes on with its next request after one that is too long behind another', async () => {
  const line = await open({ headerLimit_bytes: 2_000 });
  let finish = (): void => undefined;
  const asked = new Promise<void>((tell) => {
    server.geocoder.onSearch = () => {
      tell();
      return new Promise((resolve) => (finish = () => resolve([])));
    };
  });
  line.socket.write(ask('/v1/geocode?q=first'));
  await asked;
  for (let i = 0; i < 100; i++) line.socket.write(ask('/health'));
  await setTimeout(50);
  finish();
  await expect.poll(() => parseResponses(line.received()).length).toBe(101);
  line.socket.destroy();
});

it('is not asked for more by a client that does not read what it got', async () => {
  const line = await open();
  const coordinates = Int32Array.from(
    { length: 80_000 },
    (_, i) => (i % 2 === 0 ? 1_069_175_123 : 479_181_999) + 10 * i,
  );
  let handled = 0;
  server.router.onRoute = () => {
    handled++;
    return { ...ROUTE, coordinates };
  };
  const requests = 40;
  line.socket.pause();
  for (let i = 0; i < requests; i++) {
    line.socket.write(ask('/v1/route?origin=1,1&destination=1,1'));
    await setTimeout(5);
  }
  // Each answer is a megabyte. The system's buffers take some of them; this process must not take the rest.
  const taken = handled;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(requests - 5);
  line.socket.resume();
  await expect.poll(() => handled).toBe(requests);
  await expect.poll(() => line.received().length).toBeGreaterThan(900_000 * requests);
  line.socket.destroy();
});
