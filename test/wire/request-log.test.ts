import { expect, it } from 'vitest';
import { RequestLog, requestLine, type LoggedRequest } from '../../src/wire/request-log.js';

const REQUEST: LoggedRequest = {
  requestId: 'r',
  keyId: 'key',
  traceId: null,
  startedAt_ms: 5,
  req: { method: 'GET', url: '/v1/geocode?q=secret' },
  results: null,
  refusal: null,
};

it('writes lines that came close together in one piece, soon', async () => {
  const pieces: string[] = [];
  const log = new RequestLog({ write: (lines) => pieces.push(lines) });
  log.add(REQUEST, 200, 1);
  log.add(REQUEST, 404, 2);
  expect(pieces).toEqual([]);
  const lines = [requestLine(REQUEST, 200, 1000), requestLine(REQUEST, 404, 2000)];
  await expect.poll(() => pieces).toEqual([`${lines.join('\n')}\n`]);
  log.add(REQUEST, 200, 1);
  await expect.poll(() => pieces.length).toBe(2);
});

it('does not let lines pile up, and loses none at the end', () => {
  const pieces: string[] = [];
  const log = new RequestLog({ write: (lines) => pieces.push(lines) });
  for (let i = 0; i < 1000; i++) log.add({ ...REQUEST, requestId: `r${i}` }, 200, i);
  expect(pieces.length).toBeGreaterThan(2);
  log.flush();
  log.flush();
  const lines = pieces.join('').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id)).toEqual(
    Array.from({ length: 1000 }, (_, i) => `r${i}`),
  );
});

it('makes a line that is JSON whatever the path holds', () => {
  const url = '/"\\\n\u2028\xff?secret';
  const line = requestLine({ ...REQUEST, keyId: 'a"b', req: { method: 'GET', url } }, 200, 1235);
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: 5,
    request_id: 'r',
    key_id: 'a"b',
    method: 'GET',
    path: '/"\\\n\u2028\xff',
    status: 200,
    duration_us: 1235,
    msg: 'request',
  });
});

it('says how many things a search found, and why a request was refused', () => {
  const line = (more: Partial<LoggedRequest>): unknown =>
    JSON.parse(requestLine({ ...REQUEST, ...more }, 404, 1));
  expect(line({ results: 0 })).toMatchObject({ results: 0 });
  const refusal = { code: 'NOT_FOUND', reason: 'no_path' };
  expect(line({ refusal })).toMatchObject({ code: 'NOT_FOUND', reason: 'no_path' });
  expect(line({ refusal: { ...refusal, reason: null } })).not.toHaveProperty('reason');
});

it('has neither the query nor more than the beginning of a long path', () => {
  const line = requestLine(
    { ...REQUEST, req: { method: 'GET', url: `/${'z'.repeat(300)}?q=secret` } },
    200,
    1,
  );
  expect((JSON.parse(line) as { path: string }).path).toBe(`/${'z'.repeat(199)}`);
  expect(line).not.toContain('secret');
  expect(JSON.parse(requestLine({ ...REQUEST, keyId: null, req: {} }, 400, 0))).toMatchObject({
    method: '',
    path: '',
    key_id: null,
  });
});

it.each([
  ['/v1/geo_7PAqK2mQx0Lz4f9sK2mQx0Lz4f9sK2mQx0Lz', '/v1/geo_7PAq***'],
  ['/geo_7PAqK2mQx0Lz/geo_abcdefgh,geo_12?x', '/geo_7PAq***/geo_abcd***,geo_12***'],
  ['/GEO_7PAqK2mQx0Lz/geo%5f7PAqK2mQx0Lz', '/GEO_7PAq***/geo_7PAq***'],
  [`/${'z'.repeat(190)}geo_7PAqK2mQx0Lz`, `/${'z'.repeat(190)}geo_7PAq***`],
  ['/v1/geocode', '/v1/geocode'],
  ['/47.9188,106.9176', '/***,***'],
  ['/route/v1/driving/106.9176,-47.9188;106,88320', '/route/v1/driving/***,***;***'],
  ['/v1/%34%37%2e9188%2C106%252E9176', '/v1/***,***'],
  ['/map/10/812/360.pbf', '/map/10/812/360.pbf'],
  ['/docs/app-1.2.34.js', '/docs/app-1.2.34.js'],
])('masks what looks like a key or a point: %s', (url, path) => {
  const line = requestLine({ ...REQUEST, req: { method: 'GET', url } }, 404, 1);
  expect((JSON.parse(line) as { path: string }).path).toBe(path);
});
