import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, expectCommonHeaders, type Answer, type ErrorBody } from './ask.js';
import { exchangeBytes, parseResponses } from './raw.js';

/**
 * Bytes that are no valid request, over bare sockets. The answer is always the envelope, never a text of
 * the runtime.
 */

let client: Client;
/** It waits for nobody. */
let hasty: Client;
beforeAll(async () => {
  client = await Client.start();
  hasty = await Client.start({ headersTimeout_ms: 150, receiveTimeout_ms: 250 });
});
afterAll(async () => {
  await client.stop();
  await hasty.stop();
});

async function answersTo(...pieces: (string | Buffer)[]): Promise<Answer[]> {
  return answersOf(client, pieces);
}

async function answersOf({ server }: Client, pieces: readonly (string | Buffer)[]): Promise<Answer[]> {
  const answers = parseResponses(await exchangeBytes(server.port, [...pieces]));
  for (const answer of answers) expectCommonHeaders(answer);
  return answers;
}

/** The one error that answers the bytes. The connection must be closed after it. */
async function refusalOf(...pieces: (string | Buffer)[]): Promise<ErrorBody['error'] & { status: number }> {
  return refusalBy(client, pieces);
}

async function refusalBy(
  asked: Client,
  pieces: readonly (string | Buffer)[],
): Promise<ErrorBody['error'] & { status: number }> {
  const answers = await answersOf(asked, pieces);
  expect(answers).toHaveLength(1);
  const [{ status, headers, body }] = answers as [Answer];
  client.check.expectMatches('#/components/schemas/ErrorResponse', body);
  expect((body as ErrorBody).error.request_id).toBe(headers['x-request-id']);
  return { ...(body as ErrorBody).error, status };
}

const HOST = 'Host: x\r\n';
const LAST = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('bytes that are no HTTP', () => {
  it.each([
    ['words', 'hello\r\n\r\n'],
    ['nothing but line ends', '\r\n\r\n\r\n\r\nx\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another version', `GET /health HTTP/3.0\r\n${HOST}\r\n`],
    ['no version', 'GET /health\r\n\r\n'],
    ['a blank in the target', `GET /health x HTTP/1.1\r\n${HOST}\r\n`],
    ['a control character in the target', `GET /he\x01alth HTTP/1.1\r\n${HOST}\r\n`],
    ['a header without a name', `GET /health HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    ['a blank before a colon', `GET /health HTTP/1.1\r\n${HOST}A : x\r\n\r\n`],
    ['a NUL in a header', `GET /health HTTP/1.1\r\n${HOST}A: x\0y\r\n\r\n`],
    ['a length that is no number', `POST /health HTTP/1.1\r\n${HOST}Content-Length: ten\r\n\r\n`],
    ['two lengths', `POST /health HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
    [
      'a length beside chunks',
      `POST /health HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk size that is no number',
      `POST /health HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
  ])('are a 400: %s', async (_what, bytes) => {
    const error = await refusalOf(bytes);
    expect([error.status, error.code, error.details]).toEqual([
      400,
      'INVALID_REQUEST',
      { reason: 'bad_http' },
    ]);
  });

  it('are a 400: headers without end', async () => {
    const error = await refusalOf(
      `GET /health HTTP/1.1\r\n${HOST}`,
      ...Array.from({ length: 40 }, (_, i) => `X-${i}: ${'x'.repeat(1000)}\r\n`),
    );
    expect([error.status, error.details]).toEqual([400, { reason: 'headers_too_large' }]);
  });

  it('are a 400: a request line without end', async () => {
    const error = await refusalOf(`GET /health?${'x'.repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`);
    expect([error.status, error.details]).toEqual([400, { reason: 'headers_too_large' }]);
  });

  it('are a 413: chunk extensions without end', async () => {
    const error = await refusalOf(
      `POST /health HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(40_000)}\r\nx\r\n`,
    );
    expect([error.status, error.code]).toEqual([413, 'INVALID_REQUEST']);
  });

  it('are a 400: no Host in HTTP/1.1', async () => {
    const [answer] = await answersTo('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([answer.status, (answer.body as ErrorBody).error.details]).toEqual([
      400,
      { reason: 'missing_host' },
    ]);
  });

  it.each([
    'Host: a\r\nHost: a',
    'Host: a\r\nhost: b',
    'Host: a b',
    'Host: a/b',
    'Host: a@b',
    'Host: a:x',
    'Host: [::1',
    'Host: "a"',
  ])('are a 400: %j', async (lines) => {
    const [answer] = await answersTo(`GET /health HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
    expect([answer.status, (answer.body as ErrorBody).error.details]).toEqual([400, { reason: 'bad_host' }]);
    const [plain] = await answersTo(`GET /health HTTP/1.1\r\n${lines}\r\n\r\n${LAST}`);
    expect(plain.status).toBe(400);
  });

  it.each(['a', 'a:80', 'a:', '127.0.0.1:8080', '[::1]:80', 'xn--e1aybc.mn', ''])(
    'are not: Host: %s',
    async (host) => {
      const [answer] = await answersTo(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer.status).toBe(200);
    },
  );
});

describe('methods', () => {
  it.each([
    ['FOO', '/v1/geocode', 405],
    ['FOO', '/health?x=1', 405],
    ['get', '/health', 405],
    ['X-Y.Z', '/docs', 405],
    ['FOO', '/nothing', 404],
    ['PROPFIND', '/v1/geocode', 405],
    ['PROPFIND', '/nothing', 404],
    ['QUERY', '/health', 405],
    ['TRACE', '/health', 405],
  ])('%s %s is a %i', async (method, target, status) => {
    const [answer] = await answersTo(`${method} ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect((answer.body as ErrorBody).error.code).toBe(status === 405 ? 'INVALID_REQUEST' : 'NOT_FOUND');
  });

  it('CONNECT is a 405', async () => {
    const error = await refusalOf(`CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`);
    expect([error.status, error.code]).toEqual([405, 'INVALID_REQUEST']);
  });
});

describe('targets', () => {
  it.each([
    ['GET /%ff HTTP/1.1', 400],
    ['GET /health%2 HTTP/1.1', 400],
    ['GET /health%zz HTTP/1.1', 400],
    ['GET /health?x=%ff HTTP/1.1', 400],
    ['GET /health?%c3%28 HTTP/1.1', 400],
    ['GET /health?x=%ed%a0%80 HTTP/1.1', 400],
    ['GET /health?x=%c0%af HTTP/1.1', 400],
    ['GET /health?x=\xff HTTP/1.1', 400],
    ['GET /\xc3\x28 HTTP/1.1', 400],
    ['POST /nothing?x=% HTTP/1.1', 400],
    ['GET /h%65alth HTTP/1.1', 200],
    ['POST /h%65alth HTTP/1.1', 405],
    ['GET /v1%2Fgeocode HTTP/1.1', 404],
    ['POST /v1%2Fgeocode HTTP/1.1', 404],
    ['GET //health HTTP/1.1', 404],
    ['GET /health/ HTTP/1.1', 404],
    ['GET /Health HTTP/1.1', 404],
    ['GET /health;x HTTP/1.1', 404],
    ['GET / HTTP/1.1', 404],
    ['GET /health#x HTTP/1.1', 200],
    ['GET http://example.com/health?x=1 HTTP/1.1', 200],
    ['GET http://example.com HTTP/1.1', 404],
    ['GET http://example.com?x HTTP/1.1', 404],
    ['POST http://example.com/health HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 404],
    ['GET /health HTTP/1.0', 200],
  ])('%s is a %i', async (line, status) => {
    const [answer] = await answersTo(Buffer.from(`${line}\r\n${HOST}Connection: close\r\n\r\n`, 'latin1'));
    expect(answer.status, answer.text).toBe(status);
  });
});

describe('slow clients', () => {
  it('get a 408 for headers that never end', async () => {
    const error = await refusalBy(hasty, [`GET /health HTTP/1.1\r\n${HOST}X: `]);
    expect([error.status, error.code, error.details]).toEqual([
      408,
      'REQUEST_TIMEOUT',
      { reason: 'slow_request' },
    ]);
  });

  it('get a 408 for a body that never ends', async () => {
    const body = `POST /v1/geocode HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`;
    const error = await refusalBy(hasty, [body]);
    expect([error.status, error.code]).toEqual([408, 'REQUEST_TIMEOUT']);
  });

  it('cannot hold a connection with one byte at a time', async () => {
    const closed = new Promise<string>((resolve) => {
      let text = '';
      const socket = connect({ host: '127.0.0.1', port: hasty.server.port });
      let drip: NodeJS.Timeout | undefined;
      socket.on('connect', () => {
        socket.write(`GET /health HTTP/1.1\r\n${HOST}X: `);
        drip = setInterval(() => socket.write('x'), 20);
      });
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(drip);
        resolve(text);
      });
    });
    expect(await closed).toContain('REQUEST_TIMEOUT');
  });
});

describe('pipelines', () => {
  it('are answered in order, with each length right', async () => {
    const one = (target: string): string =>
      `GET ${target} HTTP/1.1\r\n${HOST}Authorization: Bearer geo_good\r\n\r\n`;
    const answers = await answersTo(
      one('/health') +
        one('/v1/geocode?q=ab') +
        one('/nothing') +
        one('/v1/geocode') +
        one('/health').replace(HOST, `${HOST}Connection: close\r\n`),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 200]);
  });

  it('answer what was asked before garbage first', async () => {
    const before = client.server.geocoder.onSearch;
    client.server.geocoder.onSearch = () => new Promise((resolve) => setTimeout(() => resolve([]), 30));
    const answers = await answersTo(
      `GET /v1/geocode?q=ab HTTP/1.1\r\n${HOST}Authorization: Bearer geo_good\r\n\r\n\x00garbage\r\n\r\n`,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    client.server.geocoder.onSearch = before;
  });

  it('may hold an unknown method behind a known one', async () => {
    const answers = await answersTo(`GET /health HTTP/1.1\r\n${HOST}\r\nFOO /health HTTP/1.1\r\n${HOST}\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 405]);
  });
});
