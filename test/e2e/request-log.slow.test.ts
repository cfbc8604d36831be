import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainHeaders } from '../../src/wire/plain-request.js';
import { Client } from './ask.js';
import { exchangeBytes } from './raw.js';

/** One line for each request, with the ids of the request and of the key, and never a secret. */

let client: Client;
beforeAll(async () => {
  client = await Client.start();
});
afterAll(() => client.stop());

const LOG_DELAY_MS = 100;
let seen = 0;
beforeEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2 * LOG_DELAY_MS));
  seen = client.server.lines().length;
});

/** The lines since the test began. They are written with a short delay. */
async function newLines(count: number): Promise<Record<string, unknown>[]> {
  await expect.poll(() => client.server.lines().length).toBe(seen + count);
  return client.server.lines().slice(seen);
}

it('tells what was asked and what came of it', async () => {
  await client.ask('/v1/geocode?q=secret+place', { headers: { 'x-request-id': 'req-1' } });
  const [line] = await newLines(1);
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number) as number,
    request_id: 'req-1',
    key_id: 'good',
    method: 'GET',
    path: '/v1/geocode',
    status: 200,
    results: expect.any(Number) as number,
    duration_us: expect.any(Number) as number,
    msg: 'request',
  });
  expect(line['time']).toBeGreaterThan(performance.timeOrigin - 1);
  expect(line['time']).toBeLessThanOrEqual(Date.now());
});

it.each([
  ['/v1/geocode?q=ab', { token: null }, 401, null],
  ['/v1/geocode?q=ab', { token: 'geo_unknown' }, 401, null],
  ['/v1/geocode?q=ab', { token: 'geo_expired' }, 401, 'expired'],
  ['/v1/geocode?q=ab', { token: 'geo_revoked' }, 403, 'revoked'],
  ['/v1/geocode', {}, 400, 'good'],
  ['/nothing', {}, 404, null],
  ['/health', { method: 'POST', body: 'x'.repeat(20_000) }, 413, null],
])('is one line for %s %j', async (target, options, status, key_id) => {
  await client.ask(target, options);
  const lines = await newLines(1);
  expect(lines[0]).toMatchObject({ status, key_id });
});

it('is one line for what is no request', async () => {
  await exchangeBytes(client.server.port, ['garbage\r\n\r\n']);
  expect((await newLines(1))[0]).toMatchObject({ status: 400, key_id: null, path: '' });
});

it('holds neither keys nor queries, and cannot be forged', async () => {
  await client.ask('/v1/geocode?q=forbidden-word&lat=geo_good', { headers: { cookie: 'forbidden-word' } });
  await client.ask('/%22,%22status%22:999?geo_good');
  await client.ask(`/${'x'.repeat(5000)}`);
  client.server.geocoder.onSearch = () => {
    throw new Error('broken');
  };
  await client.ask('/v1/geocode?q=forbidden-word');
  const lines = await newLines(4);
  expect(lines.map(({ status }) => status)).toEqual([400, 404, 404, 502]);
  expect((lines[2]['path'] as string).length).toBe(200);
  const everything = client.server.logText() + JSON.stringify(client.server.errors);
  expect(everything).not.toContain('geo_good');
  expect(everything).not.toContain('forbidden-word');
  expect(everything).not.toContain('Bearer');
});

it('shows no more than the beginning of a key sent in the wrong place, and so do the answers', async () => {
  const key = 'geo_7PAqK2mQx0Lz4f9sK2mQx0Lz4f9sK2mQx0Lz';
  const parameters = ['q', 'lat', 'lon', 'limit', 'origin', 'destination', 'mode', 'key', key];
  const targets = [
    `/v1/${key}`,
    `/${key}/v1/geocode?q=ab`,
    `/v1/geocode/${key}%ff`,
    ...parameters.flatMap((name) => [`/v1/geocode?${name}=${key}`, `/v1/route?${name}=${key}`]),
  ];
  const answers = await Promise.all(targets.map((target) => client.ask(target)));
  const lines = await newLines(targets.length);
  expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(10);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(key);
  expect(JSON.stringify(lines) + JSON.stringify(client.server.errors)).not.toContain(key);
  expect(lines.map(({ path }) => path)).toContain('/v1/geo_7PAq***');
});

describe('traceparent', () => {
  const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736';
  const header = `00-${trace_id}-00f067aa0ba902b7-01`;

  it('puts its trace into the line, whoever reads the request, and no other', async () => {
    for (const [method, traceparent] of [
      ['GET', header],
      ['HEAD', header],
      ['GET', header.toUpperCase()],
      ['GET', `${header}","forged":"1`],
    ])
      await client.ask('/v1/geocode?q=ab', { method, headers: { traceparent } });
    await client.ask('/v1/geocode?q=ab');
    const lines = await newLines(5);
    expect(lines.map((line) => line['trace_id'])).toEqual([trace_id, trace_id, ...Array<undefined>(3)]);
    expect(Object.keys(lines[4])).not.toContain('trace_id');
  });

  it('puts its trace into the entry of an error', async () => {
    client.server.geocoder.onSearch = () => {
      throw new Error('broken');
    };
    const before = client.server.errors.length;
    await client.ask('/v1/geocode?q=ab', { headers: { traceparent: header } });
    await client.ask('/v1/geocode?q=ab');
    const [withTrace, without] = client.server.errors.slice(before);
    expect(withTrace.fields).toMatchObject({ trace_id, code: 'UPSTREAM_ERROR' });
    expect(Object.keys(without.fields)).not.toContain('trace_id');
  });

  it('leaves a plain request plain', () => {
    const lines = `Host: localhost\r\ntraceparent: ${header}\r\n\r\n`;
    expect(plainHeaders(lines)).toMatchObject({ traceparent: header });
  });
});
