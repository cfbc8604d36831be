import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer, type TestServer } from './server.js';

/** Addresses with letters that nobody percent-encoded, as curl sends what is typed. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const SEARCH = '/v1/geocode?q=Дархан';
const HEADERS = 'Host: x\r\nAuthorization: Bearer geo_good\r\n';

async function answers(...pieces: (string | Buffer)[]): Promise<[number, unknown][]> {
  const bytes = await exchangeBytes(server.port, pieces, { quiet_ms: 200 });
  return parseResponses(bytes).map(({ status, body }) => [status, body]);
}

describe('raw UTF-8 in an address is read as if it were percent-encoded', () => {
  it.each([
    ['a plain request', `GET ${SEARCH} HTTP/1.1\r\n${HEADERS}\r\n`],
    ['a request for Node', `GET ${SEARCH} HTTP/1.1\r\n${HEADERS}Connection: close\r\n\r\n`],
    ['HTTP/1.0', `GET ${SEARCH} HTTP/1.0\r\n${HEADERS}\r\n`],
    ['a whole address', `GET http://x${SEARCH} HTTP/1.1\r\n${HEADERS}\r\n`],
    ['percent and raw together', `GET /v1/geocode?q=%D0%94архан HTTP/1.1\r\n${HEADERS}\r\n`],
  ])('in %s', async (_, request) => {
    expect(await answers(request)).toMatchObject([[200, { query: 'Дархан' }]]);
  });

  it('wherever the line of the request is cut', async () => {
    const request = Buffer.from(`GET ${SEARCH} HTTP/1.1\r\n${HEADERS}\r\n`);
    for (let cut = 1; cut <= request.indexOf('\n') + 3; cut++) {
      const socket = connect({ host: '127.0.0.1', port: server.port });
      socket.setNoDelay(true);
      onTestFinished(() => void socket.destroy());
      socket.write(request.subarray(0, cut));
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.write(request.subarray(cut));
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      expect(bytes.toString('latin1', 0, 12), `cut at ${cut}`).toBe('HTTP/1.1 200');
      expect(bytes.toString()).toContain('"query":"Дархан"');
    }
  });

  it('in the second request of a connection, when the first is answered', async () => {
    const socket = connect({ host: '127.0.0.1', port: server.port });
    onTestFinished(() => void socket.destroy());
    for (const target of ['/health', SEARCH, SEARCH]) {
      socket.write(`GET ${target} HTTP/1.1\r\n${HEADERS}\r\n`);
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      expect(bytes.toString('latin1', 0, 12), target).toBe('HTTP/1.1 200');
    }
  });

  it('in a HEAD, a wrong method and an unknown path', async () => {
    const ask = async (method: string, target: string): Promise<number> => {
      const request = `${method} ${target} HTTP/1.1\r\n${HEADERS}Connection: close\r\n\r\n`;
      const bytes = await exchangeBytes(server.port, [request]);
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))![1]);
    };
    expect(await ask('HEAD', SEARCH)).toBe(200);
    expect(await ask('POST', SEARCH)).toBe(405);
    expect(await ask('GET', '/Дархан')).toBe(404);
  });
});

it.each([
  ['a plain request', ''],
  ['a request for Node', 'Connection: close\r\n'],
])('bytes that are not UTF-8 are refused with the remedy, in %s', async (_, more) => {
  const request = Buffer.from(`GET /v1/geocode?q=\xc4\xe0 HTTP/1.1\r\n${HEADERS}${more}\r\n`, 'latin1');
  const error = { code: 'INVALID_REQUEST', details: { reason: 'bad_encoding' } };
  const [[status, body]] = await answers(request);
  expect([status, body]).toMatchObject([400, { error }]);
  expect((body as { error: { message: string } }).error.message).toContain('ercent-encode');
});

it.each([
  ['comes in two pieces', [`GET ${SEARCH.slice(0, -2)}`, `ан HTTP/1.1\r\n${HEADERS}\r\n`]],
  ['is pipelined', [`GET /health HTTP/1.1\r\n${HEADERS}\r\nGET ${SEARCH} HTTP/1.1\r\n${HEADERS}\r\n`]],
])('a raw address that %s is answered or told what to do', async (_, pieces) => {
  const [status, body] = (await answers(...pieces)).at(-1)!;
  if (status === 200) expect(body).toMatchObject({ query: 'Дархан' });
  else expect((body as { error: { message: string } }).error.message).toContain('ercent-encode');
});
