import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAsciiTarget } from '../../src/wire/plain-request.js';
import { seededRandom } from '../seeded-random.js';
import type { Answer } from './ask.js';
import { parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/**
 * Node's own parser is the oracle for ours. The same bytes are sent on two connections: one is read by
 * our parser as long as the requests are plain, the other is handed to Node at once by a first request
 * with a wrong method. The answers must be the same. Raw letters in a target are percent-encoded for Node,
 * whose parser refuses them.
 * GAZARCH_PLAIN_CASES sets the number of cases.
 */

const SEED = 20261122;
const CASES = Number(process.env.GAZARCH_PLAIN_CASES ?? 1_500);
const AT_ONCE = 30;
/** How long to wait for an answer: half a request has none. */
const NO_ANSWER_MS = 100;
const TO_NODE = Buffer.from('OPTIONS /health HTTP/1.1\r\nHost: x\r\n\r\n');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ defaultRateLimit: 1_000_000 });
});
afterAll(() => server.stop());

const random = seededRandom(SEED);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(list: readonly T[]): T => list[below(list.length)];

const TARGETS = [
  '/v1/geocode?q=ab',
  '/v1/geocode?q=%D1%83%D0%B1&limit=3',
  '/v1/geocode?lat=1&lon=2',
  '/v1/route?origin=1,1&destination=1,1',
  '/health',
  '/health/ready',
  '/nothing',
  '/docs',
  '/',
  '/v1/geocode',
  '/v1/geocode/',
  '/v1/geocode?q=ab#x',
  '/V1/geocode?q=ab',
  '/v1/geo%63ode?q=ab',
  '//v1/geocode?q=ab',
  '*',
  'http://x/v1/geocode?q=ab',
  '/v1/geocode?q="<>\\^`{|}',
  '/v1/geocode?q=у',
];
/**
 * `Expect` is not among them: Node may write a 100 into the middle of an earlier answer that is not
 * finished yet.
 */
const LINES = [
  'Authorization: Bearer geo_good',
  'authorization:Bearer geo_good',
  'AUTHORIZATION:\tBearer geo_good \t',
  'Authorization: Bearer geo_other',
  'Authorization : Bearer geo_good',
  'X-Request-ID: mine',
  'x-request-id:',
  'X-Request-ID: not this one',
  'Accept: */*',
  'Accept-Encoding: gzip, deflate',
  'Connection: keep-alive',
  'Connection: Keep-Alive',
  'Connection: close',
  'Connection:',
  'Connection: upgrade',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: x',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Upgrade: h2c',
  'TE: trailers',
  'Host: y',
  'Cookie: a=b',
  'X-Ä: 1',
  'X: Ä',
  'X: a\u0001b',
  ' folded',
  'no colon',
  ': no name',
  'X(Y): 1',
  'X_Y: 1',
  'Keep-Alive: timeout=5',
  'Proxy-Connection: keep-alive',
  'Origin: https://a.example',
  'HTTP2-Settings: x',
  'Trailer: x',
];

function oneRequest(): string {
  const method = random() < 0.9 ? 'GET' : pick(['HEAD', 'POST', 'OPTIONS', 'get', 'GETS', '']);
  const version = random() < 0.95 ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/2.0', 'http/1.1', '']);
  const lines = [
    ...(random() < 0.95 ? ['Host: x'] : []),
    ...(random() < 0.7 ? [LINES[0]] : []),
    ...Array.from({ length: below(4) }, () => pick(LINES)),
  ];
  const space = random() < 0.97 ? ' ' : pick(['  ', '\t', '']);
  const line = random() < 0.97 ? '\r\n' : pick(['\n', '\r', '\r\r\n', '\n\r']);
  return (
    `${method}${space}${random() < 0.8 ? pick(TARGETS.slice(0, 6)) : pick(TARGETS)} ${version}${line}` +
    `${lines.map((text) => `${text}${random() < 0.99 ? '\r\n' : line}`).join('')}\r\n`
  );
}

/** Usually one request, sometimes several. Sometimes one byte is changed, or the end is cut off. */
function someBytes(): Buffer {
  let bytes = Buffer.from(Array.from({ length: random() < 0.7 ? 1 : 2 + below(2) }, oneRequest).join(''));
  if (random() < 0.2) bytes[below(bytes.length)] = random() < 0.5 ? below(256) : pick([0, 9, 10, 13, 32, 58]);
  if (random() < 0.05) bytes = bytes.subarray(0, 1 + below(bytes.length));
  return bytes;
}

/**
 * What comes back until the server closes. Each piece waits for an answer to the one before it, but not
 * for ever. The client ends its side when it has sent everything.
 */
async function send(pieces: readonly Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const socket = connect({ host: '127.0.0.1', port: server.port, noDelay: true });
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  for (const piece of pieces.slice(0, -1)) {
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write(piece);
    await Promise.race([answered, closed, setTimeout(NO_ANSWER_MS)]);
  }
  socket.end(pieces.at(-1)!);
  await closed;
  socket.destroy();
  return Buffer.concat(chunks);
}

/** Headers that differ from one request to the next. */
const VARYING = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-reset',
  'x-ratelimit-remaining',
  'keep-alive',
  'content-length',
]);

function comparable({ status, headers, text }: Answer): object {
  const id = String(headers['x-request-id']);
  const isOurs = /^[A-Za-z0-9_-]{16}$/.test(id);
  const rest = Object.entries(headers).filter(([name]) => !VARYING.has(name));
  return {
    status,
    rest: Object.fromEntries(rest),
    id: isOurs ? 'ours' : id,
    text: isOurs ? text.replaceAll(id, 'ours') : text,
  };
}

/**
 * What Node cannot read behind another request in the same piece, and ours can: raw letters in a target, and
 * an unknown method, which we answer with 405 and Node's parser takes for nonsense.
 */
const OTHER_FOR_NODE = /\n(?:\S+ \S*[\x80-\xff]|(?!(?:GET|POST|PUT|OPTIONS|HEAD) )\S+ \S+ HTTP\/)/;

function isOtherForNode(bytes: Buffer): boolean {
  return OTHER_FOR_NODE.test(bytes.toString('latin1'));
}

it(`are answered alike, seed ${SEED}`, async () => {
  let plain = 0;
  for (let done = 0; done < CASES; done += AT_ONCE) {
    const cases = Array.from({ length: AT_ONCE }, someBytes);
    await Promise.all(
      cases.map(async (bytes) => {
        // A response to HEAD declares the length of a body that does not come.
        if (bytes.includes('HEAD') || isOtherForNode(bytes)) return;
        const what = `seed ${SEED}: ${JSON.stringify(bytes.toString('latin1'))}`;
        const [ours, nodes] = await Promise.all([send([bytes]), send([TO_NODE, withAsciiTarget(bytes)])]);
        const answers = parseResponses(ours);
        expect(answers.map(comparable), what).toEqual(parseResponses(nodes).slice(1).map(comparable));
        if (answers[0]?.status === 200) plain++;
      }),
    );
  }
  // Otherwise little or nothing was compared.
  expect(plain).toBeGreaterThan(CASES / 5);
});

it('are answered alike one after the other on one connection, whatever comes between', async () => {
  const good = Buffer.from(
    'GET /v1/geocode?q=ab HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geo_good\r\n\r\n',
  );
  for (let i = 0; i < 40; i++) {
    const pieces = [good, good, someBytes(), good];
    if (pieces[2].includes('HEAD')) continue;
    const what = `seed ${SEED}: ${JSON.stringify(pieces[2].toString('latin1'))}`;
    const forNode = pieces.map(withAsciiTarget);
    const [ours, nodes] = await Promise.all([send(pieces), send([TO_NODE, ...forNode])]);
    expect(parseResponses(ours).map(comparable), what).toEqual(
      parseResponses(nodes).slice(1).map(comparable),
    );
  }
});
