import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/** Requests that a client sends without waiting for answers. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const request = (target: string, more = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n${more}\r\n`;

interface Conversation {
  /** Each is written in one piece, 50 ms after the one before. */
  pieces: readonly string[];
  /** How long nothing is read at the beginning. */
  silent_ms?: number;
}

/** Everything that comes back until the server closes. The last request asks it to. */
async function converse({ pieces, silent_ms = 0 }: Conversation): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const socket = connect({ host: '127.0.0.1', port: server.port, noDelay: true });
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  socket.pause();
  for (const piece of pieces) {
    socket.write(piece);
    await setTimeout(50);
  }
  await setTimeout(silent_ms);
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.resume();
  await closed;
  return Buffer.concat(chunks);
}

const LAST = request('/health', 'Connection: close\r\n');

it('are all answered, also large ones whose answers wait', async () => {
  const ten = request('/docs/swagger-ui-bundle.js').repeat(10);
  const answers = parseResponses(await converse({ pieces: [ten, request('/health'), LAST], silent_ms: 200 }));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
});

it('are all answered in order, a thousand and more, by a client that reads late', async () => {
  const texts = Array.from({ length: 2000 }, (_, i) => `q${i}`);
  const all = texts.map((text) => request(`/v1/geocode?q=${text}`)).join('');
  const answers = parseResponses(await converse({ pieces: [all, LAST], silent_ms: 300 }));
  expect(answers.length).toBe(texts.length + 1);
  expect(answers.slice(0, -1).map(({ body }) => (body as { query: string }).query)).toEqual(texts);
});

it('are answered in order when a plain one comes first, and its answer is read late', async () => {
  const pieces = [request('/docs/swagger-ui-bundle.js'), request('/v1/geocode?q=ab').repeat(500), LAST];
  const answers = parseResponses(await converse({ pieces, silent_ms: 200 }));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 502 }, () => 200));
});

it('that are refused get one answer, are not read any further, and end soon', async () => {
  const sockets: Socket[] = [];
  server.app.server.on('connection', (socket) => sockets.push(socket));
  // This client goes on sending after the end of the answer, as long as it is let.
  const client = connect({ host: '127.0.0.1', port: server.port, noDelay: true, allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  const chunk = Buffer.alloc(65_536, 'x');
  let isOpen = true;
  let answer = '';
  client.on('data', (data) => (answer += data.toString('latin1')));
  client.on('error', () => undefined).on('close', () => (isOpen = false));
  client.write('NONSENSE\r\n\r\n');
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 400 /);
  const [accepted] = sockets;
  const bytesRead = accepted.bytesRead;
  for (let i = 0; i < 100 && isOpen && client.writableLength < 10_000_000; i++) {
    client.write(chunk);
    await setTimeout(4);
  }
  expect(accepted.bytesRead - bytesRead, 'read after the refusal').toBeLessThan(chunk.length * 3);
  for (const event of ['error', 'close', 'finish']) expect(accepted.listenerCount(event)).toBeLessThan(10);
  await expect.poll(() => isOpen).toBe(false);
  expect(answer.match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
});

it('are answered whole when the client has ended its side behind them', async () => {
  const socket = connect({ host: '127.0.0.1', port: server.port, noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.end(Array.from({ length: 500 }, (_, i) => request(`/v1/geocode?q=q${i}`)).join(''));
  await once(socket, 'close');
  expect(parseResponses(Buffer.concat(chunks)).length).toBe(500);
});

it('take turns with the requests of others', async () => {
  const order: string[] = [];
  const before = server.geocoder.onSearch;
  onTestFinished(() => void (server.geocoder.onSearch = before));
  server.geocoder.onSearch = (asked) => {
    order.push(asked.text.slice(0, 4));
    return [];
  };
  const sockets = ['many', 'also'].map(() => connect({ host: '127.0.0.1', port: server.port }));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  sockets.forEach((socket, i) => {
    socket.resume().write(request(`/v1/geocode?q=${['many', 'also'][i]}`).repeat(100));
  });
  await expect.poll(() => order.length).toBe(200);
  // Answered in one go, the second client waits for all requests of the first.
  const changes = order.filter((text, i) => i > 0 && text !== order[i - 1]).length;
  expect(changes, order.join(' ')).toBeGreaterThan(20);
});
