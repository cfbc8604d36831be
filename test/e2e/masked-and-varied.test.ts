import { describe, expect, it } from 'vitest';
import { exchangeBytes, parseResponses } from './raw.js';
import { startServer } from './server.js';
import { OriginSet } from '../../src/keys/key-origins.js';
import { checkedPersonName } from '../../src/console/accounts/guards/checked-fields.js';
import { withoutKeys } from '../../src/wire/masked-key.js';

/** What tells keys to logs, or answers of one origin to another. */

const KEY = 'geo_abcdEFGHijklMNOPqrstUVWXyz0123456789';

describe('a key that was sent in the wrong place', () => {
  it('is not taken as an id of a request', async () => {
    const server = await startServer();
    const answer = await fetch(`${server.url}/health`, { headers: { 'x-request-id': KEY } });
    expect(answer.headers.get('x-request-id')).not.toContain('geo_');
    const kept = await fetch(`${server.url}/health`, { headers: { 'x-request-id': 'geo_1' } });
    expect(kept.headers.get('x-request-id')).toBe('geo_1');
    await server.stop();
    expect(server.logText()).not.toContain(KEY.slice(8));
  });

  it.each([`/${KEY}`, `/%67eo_${KEY.slice(4)}`, `/%67%65%6f%5F${KEY.slice(4)}`, `/%2567eo_${KEY.slice(4)}`])(
    'is masked in the path %s',
    (path) => {
      expect(withoutKeys(path)).not.toContain(KEY.slice(8));
      expect(withoutKeys(path)).toContain('geo_abcd***');
    },
  );

  it('leaves other paths as they are', () => {
    for (const path of ['/v1/geocode', '/%76%31/x_y', '/a%20b', '/%zz_'])
      expect(withoutKeys(path)).toBe(path);
  });
});

it('takes neither of two keys', async () => {
  const server = await startServer();
  const line = 'Authorization: Bearer geo_good\r\n';
  const ask = async (lines: string): Promise<number[]> => {
    const request = `GET /v1/geocode?q=Дархан HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
    return parseResponses(await exchangeBytes(server.port, [request], { quiet_ms: 200 })).map(
      (one) => one.status,
    );
  };
  expect(await ask(line)).toEqual([200]);
  for (const two of [line + line, `${line}Authorization: Bearer other\r\n`, `authorization: x\r\n${line}`])
    expect([two, await ask(two)]).toEqual([two, [401]]);
  await server.stop();
});

it('says on every answer of /v1 on what it depends, however it was asked', async () => {
  const origins = 'https://a.example,https://b.example';
  const server = await startServer({ corsOrigin: origins });
  for (const request of [
    'GET /%76%31/geocode?q=x HTTP/1.1\r\nHost: x\r\nOrigin: https://b.example\r\n\r\n',
    'GET /v1/geocode HTTP/1.1\r\nHost: x\r\nOrigin: https://b.example\r\nbad header\r\n\r\n',
    'GET /v1/geocode?q=x HTTP/1.1\r\nHost: x\r\nOrigin: https://b.example\r\nContent-Length: x\r\n\r\n',
  ]) {
    const [answer] = parseResponses(await exchangeBytes(server.port, [request], { quiet_ms: 200 }));
    expect(answer.status, request).toBeGreaterThanOrEqual(400);
    expect([request, answer.headers['vary']]).toEqual([request, 'Authorization, Origin']);
    expect([request, answer.headers['access-control-allow-origin']]).toEqual([request, 'https://b.example']);
  }
  await server.stop();
});

it('lets a star stand for hosts only', () => {
  const origins = new OriginSet(['https://*.app.mn', 'https://*.port.mn:8443']);
  for (const good of ['https://a.app.mn', 'https://a-1.b.app.mn', 'https://x.port.mn:8443'])
    expect([good, origins.has(good)]).toEqual([good, true]);
  for (const bad of [
    ...[
      'https://evil.com/.app.mn',
      'https://evil.com?.app.mn',
      'https://evil.com#.app.mn',
      'https://a@b.app.mn',
    ],
    ...[
      'https://.app.mn',
      'https://app.mn',
      'https://evil.com:1.app.mn',
      'https://a..app.mn',
      'http://a.app.mn',
    ],
  ])
    expect([bad, origins.has(bad)]).toEqual([bad, false]);
});

describe('names of people', () => {
  it.each([
    'ᠮᠣᠩᠭᠣᠯ\u180eᠠ',
    '👩\u200d👩\u200d👧 Бат',
    'Ө. Бат-Эрдэнэ',
    'Газар ХХК',
    'نمی\u200cخواهم',
    'St. Petersburg Co',
  ])('may be %s', (name) => expect(checkedPersonName(name)).toBe(name));

  it.each([
    ...['Бат\u202eтаБ', 'a\u0000b', '\u200da', 'a\u2028b', 'x\u200b\u200by'],
    ...[
      'See http://evil.example',
      'WWW.evil.mn',
      'go to evil.com now',
      'a@b',
      'сайт.мон',
      'a\r\nBcc: x@y.mn',
    ],
  ])('may not be %j', (name) => expect(() => checkedPersonName(name)).toThrow());
});
