import { request } from 'node:http';
import { connect } from 'node:net';
import { request as undiciRequest, type Dispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client, type ErrorBody } from './ask.js';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer } from './server.js';

/** Status 405, HEAD, CORS preflight, and bodies that no endpoint takes. */

const PATHS = [
  '/v1/geocode?q=ab',
  '/v1/route?origin=106.9,47.9&destination=106.91,47.92',
  '/health',
  '/health/ready',
  '/openapi.json',
  '/docs',
  '/redoc',
];

let client: Client;
beforeAll(async () => {
  client = await Client.start({ bodyLimit_bytes: 1000 });
});
afterAll(() => client.stop());

describe.each(PATHS)('%s', (target) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND', 'QUERY'])(
    'is no place for %s',
    async (method) => {
      const error = await client.refusal(target, { method });
      expect([error.status, error.code, error.details]).toEqual([
        405,
        'INVALID_REQUEST',
        { reason: 'method_not_allowed' },
      ]);
      expect(error.headers.allow).toBe('GET, HEAD, OPTIONS');
    },
  );

  it('answers HEAD as GET, without the body', async () => {
    const [get, head] = [await client.ask(target), await client.ask(target, { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([get.status, '']);
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });

  it('answers a preflight', async () => {
    const headers = {
      origin: 'https://example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const answer = await client.ask(target, { method: 'OPTIONS', headers, token: null });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers':
        'Authorization, X-Request-ID, Content-Type, Accept, Accept-Language, Cache-Control, ' +
        'X-Requested-With, traceparent',
      'access-control-max-age': '86400',
    });
    expect(answer.headers['content-length']).toBeUndefined();
  });

  it.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('refuses a large body of %s', async (method) => {
    const error = await client.refusal(target, { method, body: 'x'.repeat(1001) });
    expect([error.status, error.code, error.details]).toEqual([
      413,
      'INVALID_REQUEST',
      { reason: 'body_too_large' },
    ]);
  });

  it('overlooks a small body', async () => {
    for (const body of ['', 'x', 'x'.repeat(1000)])
      expect((await client.ask(target, { body })).status).toBe(200);
  });
});

it('gives errors of HEAD the same headers, without the body', async () => {
  for (const target of ['/v1/geocode', '/nothing']) {
    const [get, head] = [await client.ask(target), await client.ask(target, { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([get.status, '']);
  }
});

it.each([
  ['/nothing', { origin: 'https://example.com', 'access-control-request-method': 'GET' }, 204],
  ['/health', { origin: 'https://example.com' }, 405],
  ['/health', { 'access-control-request-method': 'GET' }, 405],
])('knows a preflight from another OPTIONS: %s %j', async (target, headers, status) => {
  expect((await client.ask(target, { method: 'OPTIONS', headers: headers })).status).toBe(status);
});

it('has a configurable origin', async () => {
  const other = await Client.start({ corsOrigin: 'https://map.example' });
  for (const target of ['/health', '/nothing', '/v1/geocode?q=ab']) {
    expect((await other.ask(target)).headers['access-control-allow-origin']).toBe('https://map.example');
  }
  await other.stop();
});

it('has several configurable origins, and names the one that asks', async () => {
  const corsOrigin = 'https://map.example, https://shop.example';
  const other = await startServer({ corsOrigin });
  onTestFinished(() => other.stop());
  const ask = async (target: string, origin: string | null, method: Dispatcher.HttpMethod = 'GET') => {
    const asks = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {};
    const headers = { authorization: 'Bearer geo_good', ...(origin === null ? {} : { origin }), ...asks };
    const answer = await undiciRequest(other.url + target, { method, headers });
    await answer.body.dump();
    return [answer.statusCode, answer.headers['access-control-allow-origin'], answer.headers.vary];
  };
  for (const origin of ['https://map.example', 'https://shop.example']) {
    expect(await ask('/v1/geocode?q=ab', origin)).toEqual([200, origin, 'Authorization, Origin']);
    expect(await ask('/v1/geocode?q=ab', origin, 'HEAD')).toEqual([200, origin, 'Authorization, Origin']);
    expect(await ask('/v1/geocode', origin, 'OPTIONS')).toEqual([204, origin, 'Authorization, Origin']);
    expect(await ask('/health', origin)).toEqual([200, origin, 'Origin']);
    expect(await ask('/nothing', origin)).toEqual([404, origin, 'Origin']);
  }
  for (const origin of ['https://other.example', 'null', null])
    expect(await ask('/v1/geocode?q=ab', origin)).toEqual([200, undefined, 'Authorization, Origin']);
});

describe('a body', () => {
  it.each(['application/json', 'text/plain', 'nonsense', 'application/json; charset=', ';', '///'])(
    'of any type is the same to us: %s',
    async (type) => {
      expect(
        (await client.refusal('/health', { method: 'POST', headers: { 'content-type': type }, body: '{' }))
          .status,
      ).toBe(405);
      expect(
        (await client.refusal('/nothing', { method: 'POST', headers: { 'content-type': type }, body: '{' }))
          .status,
      ).toBe(404);
    },
  );

  it('in chunks may not grow larger than the limit', async () => {
    for (const [chunks, status] of [
      [10, 405],
      [11, 413],
    ] as const) {
      const answer = await new Promise<number>((resolve, reject) => {
        const req = request(
          { host: '127.0.0.1', port: client.server.port, path: '/health', method: 'POST' },
          (res) => {
            res.resume();
            resolve(res.statusCode!);
          },
        );
        req.on('error', reject);
        for (let i = 0; i < chunks; i++) req.write('x'.repeat(100));
        req.end();
      });
      expect(answer).toBe(status);
    }
  });

  it('that is declared too large is refused before it is sent, and the connection is closed', async () => {
    const answers = parseResponses(
      await exchangeBytes(
        client.server.port,
        ['POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n'],
        { quiet_ms: 50 },
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([413]);
  });

  it('without end is cut off', async () => {
    const bytes = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect({ host: '127.0.0.1', port: client.server.port });
      const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
      const pour = setInterval(() => socket.write(chunk), 5);
      socket.on('connect', () =>
        socket.write('POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'),
      );
      socket.on('data', (data) => (text += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(pour);
        resolve(text);
      });
    });
    expect(bytes).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is asked for with 100 Continue only when it may come', async () => {
    const head = (length: number): string =>
      `POST /health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n` +
      `Content-Length: ${length}\r\nConnection: close\r\n\r\n`;
    const small = parseResponses(await exchangeBytes(client.server.port, [head(4), 'abcd']));
    expect(small.map(({ status }) => status)).toEqual([100, 405]);
    const large = parseResponses(await exchangeBytes(client.server.port, [head(1001)]));
    expect(large.map(({ status }) => status)).toEqual([413]);
    expect((large[0].body as ErrorBody).error.code).toBe('INVALID_REQUEST');
  });

  it('with an expectation we do not know is answered all the same', async () => {
    const answers = parseResponses(
      await exchangeBytes(client.server.port, [
        'GET /health HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\nConnection: close\r\n\r\n',
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

it('leaves a connection usable after any of these', async () => {
  const one = (line: string, more = ''): string => `${line} HTTP/1.1\r\nHost: x\r\n${more}`;
  const pieces = [
    one('POST /health', 'Content-Length: 3\r\n\r\nabc'),
    one('POST /health', `Content-Length: 1001\r\n\r\n${'x'.repeat(1001)}`),
    one('GET /nothing', 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'),
    one('GET /health', 'Connection: close\r\n\r\n'),
  ];
  const answers = parseResponses(await exchangeBytes(client.server.port, pieces));
  expect(answers.map(({ status }) => status)).toEqual([405, 413, 404, 200]);
});
