import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, type Answer } from './ask.js';
import { ROUTE } from './fakes.js';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer } from './server.js';

/**
 * A plain request is answered without Node's parser, with what Node would have sent. A request with
 * `Connection: close` takes Node's way, so a test can ask for both answers.
 */

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

async function answer(target: string, headers: string): Promise<Answer> {
  const bytes = `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-ID: same\r\n${headers}\r\n`;
  return parseResponses(await exchangeBytes(client.server.port, [bytes], { quiet_ms: 30 }))[0];
}

const KEY = 'Authorization: Bearer geo_good\r\n';

it.each([
  ['/v1/geocode?q=ab', KEY],
  ['/v1/geocode?lat=1&lon=2', KEY],
  ['/v1/route?origin=1,1&destination=1,1', KEY],
  ['/v1/geocode', KEY],
  ['/v1/geocode?q=ab', ''],
  ['/nothing', ''],
  ['/health', ''],
  ['/health/ready', ''],
])('%s %j has the same headers and body either way', async (target, key) => {
  const whole = await answer(target, key);
  const nodes = await answer(target, `${key}Connection: close\r\n`);
  expect([whole.status, whole.text]).toEqual([nodes.status, nodes.text]);
  const own = new Set(['connection', 'keep-alive', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
  const rest = ({ headers }: Answer): object =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
  expect(rest(whole)).toEqual(rest(nodes));
  expect([whole.headers.connection, whole.headers['keep-alive']]).toEqual(['keep-alive', 'timeout=65']);
  expect(nodes.headers.connection).toBe('close');
  const date = new Date(whole.headers.date!);
  expect(date.toUTCString()).toBe(whole.headers.date);
  expect(date.getTime()).toBeGreaterThan(performance.timeOrigin - 1_000);
  expect(date.getTime()).toBeLessThanOrEqual(Date.now());
});

it('waits for its turn behind a slower response', async () => {
  const before = client.server.geocoder.onSearch;
  client.server.geocoder.onSearch = () => new Promise((resolve) => setTimeout(() => resolve([]), 30));
  const one = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
  const bytes = await exchangeBytes(
    client.server.port,
    [one('/v1/geocode?q=ab') + one('/health') + one('/v1/geocode?lat=1&lon=2')],
    { quiet_ms: 100 },
  );
  expect(parseResponses(bytes).map(({ body }) => body)).toMatchObject([
    { query: 'ab' },
    { status: 'ok' },
    { query: '1,2' },
  ]);
  client.server.geocoder.onSearch = before;
});

it('keeps the bytes of a slow reader from those who come after', async () => {
  const coordinates = Int32Array.from(
    { length: 400_000 },
    (_, i) => (i % 2 === 0 ? 1_069_175_123 : 479_181_999) + 10 * i,
  );
  const others = coordinates.map((value) => value - 7_000_000);
  const before = client.server.router.onRoute;
  const target = '/v1/route?origin=1,1&destination=1,1';
  client.server.router.onRoute = () => ({ ...ROUTE, coordinates });
  const wanted = (await client.ask(target)).text;
  // From an address of its own: two such answers are more than the share of one.
  const socket = connect({ host: '127.0.0.1', port: client.server.port, localAddress: '127.0.0.2' });
  socket.pause();
  const asked = new Promise<void>((resolve) => {
    client.server.router.onRoute = () => {
      resolve();
      return { ...ROUTE, coordinates };
    };
  });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${KEY}Connection: keep-alive\r\n\r\n`);
  await asked;
  // The server must not write again into the memory of a response that the client has not read to the end.
  // Two only: who takes nothing for ten seconds is closed, and they pass on a busy machine.
  client.server.router.onRoute = () => ({ ...ROUTE, coordinates: others });
  for (let i = 0; i < 2; i++) expect((await client.ask(target)).text === wanted).toBe(false);
  const received = await readOne(socket);
  socket.destroy();
  expect(parseResponses(received)[0].text === wanted, 'the slow reader gets its own bytes').toBe(true);
  client.server.router.onRoute = before;
});

/**
 * Resumes a paused socket and reads one whole response, as long as its head says. Shorter when the
 * server closes early.
 */
function readOne(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let missing = Infinity;
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (missing === Infinity) {
        const head = chunk.toString('latin1');
        missing = head.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(head)![1]);
      }
      missing -= chunk.length;
      if (missing <= 0) resolve(Buffer.concat(chunks));
    });
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.resume();
  });
}

it.each(['', 'a\r\nSet-Cookie: x', 'a b', 'ä', 'x'.repeat(201)])(
  'takes no origin that could end a header: %j',
  async (corsOrigin) => {
    await expect(startServer({ corsOrigin })).rejects.toThrow('CORS origin');
  },
);
