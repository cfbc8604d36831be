import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './ask.js';
import { fakeKey, foundKey } from './fakes.js';

/** From where a key may be used, its project, and its second secret: docs/keys.md. */

const PROXIES = '127.0.0.1, 10.0.0.0/8,2001:db8:aa::/48';
const GEOCODE = '/v1/geocode?q=ab';
const ROUTE = '/v1/route?origin=106.9,47.9&destination=106.91,47.92';

let direct: Client;
let behindProxy: Client;
beforeAll(async () => {
  direct = await Client.start({ defaultRateLimit: 7 });
  behindProxy = await Client.start({ trustProxy: PROXIES });
  for (const { server } of [direct, behindProxy]) {
    const put = (id: string, more: Parameters<typeof fakeKey>[1]): void =>
      void server.keys.known.set(`geo_${id}`, fakeKey(id, more));
    put('web', { allowedOrigins: ['https://shop.mn', 'https://*.shop.mn'] });
    put('office', { allowedAddresses: ['203.0.113.0/24', '2001:db8:1::/48'] });
    put('here', { allowedAddresses: ['127.0.0.0/8'] });
    put('elsewhere', { allowedAddresses: ['203.0.113.0/24'] });
    put('both', { allowedOrigins: ['https://shop.mn'], allowedAddresses: ['203.0.113.0/24'] });
    put('webRevoked', { allowedOrigins: ['https://shop.mn'], revokedAt: new Date(0) });
    put('webExpired', { allowedOrigins: ['https://shop.mn'], expiresAt: new Date(0) });
    put('webThree', { allowedOrigins: ['https://shop.mn'], rateLimit: 3, endpoints: ['geocode'] });
  }
});
afterAll(() => Promise.all([direct.stop(), behindProxy.stop()]));

/** Read by us, and, because of a header that we leave to Node, read by Node. */
const WAYS: [string, Record<string, string>][] = [
  ['read from the socket', {}],
  ['read by Node', { te: 'trailers' }],
];

async function refusal(
  client: Client,
  token: string,
  headers: Record<string, string>,
): Promise<{ reason: unknown; status: number }> {
  for (const target of [GEOCODE, ROUTE]) {
    const { status, code, details, headers: got } = await client.refusal(target, { token, headers });
    expect([status, code]).toEqual([401, 'INVALID_API_KEY']);
    expect(got['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(got.vary).toBe('Authorization, Origin');
    expect(got['access-control-allow-origin']).toBe('*');
    expect(got['cache-control']).toBe('no-store');
    if (target === ROUTE) return { reason: details?.['reason'], status };
  }
  throw new Error('unreachable');
}

describe.each(WAYS)('a request %s', (_way, extra) => {
  it.each(['https://shop.mn', 'https://a.shop.mn', undefined])(
    'passes from the origin %s',
    async (origin) => {
      const headers = { ...extra, ...(origin === undefined ? {} : { origin }) };
      const answer = await direct.ask(GEOCODE, { token: 'geo_web', headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.vary).toBe('Authorization, Origin');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );

  it.each(['http://shop.mn', 'https://shop.mn.evil.mn', 'https://shop.mn:444', 'null', 'https://SHOP.mn'])(
    'is refused from the origin %s',
    async (origin) => {
      const found = await refusal(direct, 'geo_web', { ...extra, origin });
      expect(found.reason).toBe('origin_not_allowed');
    },
  );

  it('passes from its address, and is refused from another', async () => {
    expect((await direct.ask(GEOCODE, { token: 'geo_here', headers: extra })).status).toBe(200);
    expect((await refusal(direct, 'geo_elsewhere', extra)).reason).toBe('address_not_allowed');
  });

  it('is not believed to come from elsewhere without a trusted proxy', async () => {
    for (const forwarded of ['203.0.113.5', '203.0.113.5, 127.0.0.1']) {
      const headers = { ...extra, 'x-forwarded-for': forwarded };
      expect((await refusal(direct, 'geo_office', headers)).reason).toBe('address_not_allowed');
    }
  });

  it.each([
    '203.0.113.5',
    '1.1.1.1, 203.0.113.5',
    'nonsense, 203.0.113.5',
    '203.0.113.5, 10.1.2.3',
    '203.0.113.5,10.1.2.3,2001:db8:aa::1 , 127.0.0.1',
    '2001:db8:1::7',
    '203.0.113.5:4711',
    '[2001:db8:1::7]:4711, 10.0.0.1',
    '::ffff:203.0.113.5',
  ])('passes behind trusted proxies as %s', async (forwarded) => {
    const headers = { ...extra, 'x-forwarded-for': forwarded };
    expect((await behindProxy.ask(GEOCODE, { token: 'geo_office', headers })).status).toBe(200);
  });

  it.each([
    '',
    '1.1.1.1',
    '203.0.113.5, 1.1.1.1',
    '203.0.113.5, 1.1.1.1, 10.1.2.3',
    '203.0.113.5, nonsense',
    '203.0.113.5, unknown, 10.0.0.1',
    '203.0.113.5,',
    '10.0.0.1, 10.0.0.2',
  ])('is refused behind trusted proxies as %j', async (forwarded) => {
    const headers = { ...extra, 'x-forwarded-for': forwarded };
    expect((await refusal(behindProxy, 'geo_office', headers)).reason).toBe('address_not_allowed');
  });

  it('is from the proxy itself where that names no author', async () => {
    expect((await behindProxy.ask(GEOCODE, { token: 'geo_here', headers: extra })).status).toBe(200);
    const headers = { ...extra, 'x-forwarded-for': '10.0.0.1' };
    expect((await refusal(behindProxy, 'geo_here', headers)).reason).toBe('address_not_allowed');
  });
});

describe('the order of checks', () => {
  const origin = 'https://evil.mn';
  it('is expired, revoked, origin, address, and then the window', async () => {
    const expired = await direct.refusal(GEOCODE, { token: 'geo_webExpired', headers: { origin } });
    expect(expired.details).toEqual({ reason: 'expired' });
    const revoked = await direct.refusal(GEOCODE, { token: 'geo_webRevoked', headers: { origin } });
    expect([revoked.status, revoked.code]).toEqual([403, 'API_KEY_REVOKED']);
    expect((await refusal(direct, 'geo_both', { origin })).reason).toBe('origin_not_allowed');
    const address = await refusal(direct, 'geo_both', { origin: 'https://shop.mn' });
    expect(address.reason).toBe('address_not_allowed');
    // What is refused here counts in no window, and is no use of the key.
    const before = direct.server.keys.touches.length;
    for (let i = 0; i < 5; i++) await direct.refusal(ROUTE, { token: 'geo_webThree', headers: { origin } });
    expect(direct.server.keys.touches).toHaveLength(before);
    const scope = await direct.refusal(ROUTE, { token: 'geo_webThree' });
    expect([scope.code, scope.headers['x-ratelimit-remaining']]).toEqual(['ENDPOINT_NOT_ALLOWED', '2']);
  });

  it('has the preflight before it: it has no key', async () => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const preflight = await direct.ask(GEOCODE, { method: 'OPTIONS', token: null, headers });
    expect(preflight.status).toBe(204);
  });
});

describe('a project', () => {
  it('bounds the limit of its keys, and ends them when it is archived', async () => {
    const { keys } = direct.server;
    const find = keys.onFind;
    const own = { default: null, low: 5, high: 500 };
    keys.onFind = (token) => {
      const [name, project] = token.slice(4).split('_');
      const key = fakeKey(name, { rateLimit: own[name as keyof typeof own] });
      const isArchived = project === 'archived';
      return foundKey(key, {
        project: {
          id: 'p',
          organisationId: null,
          rateLimit: project === 'small' ? 6 : 9,
          windows: [],
          isArchived,
        },
      });
    };
    const limits = await Promise.all(
      ['default_small', 'default_large', 'low_small', 'high_small', 'high_large'].map(
        async (name) => (await direct.ask(GEOCODE, { token: `geo_${name}` })).headers['x-ratelimit-limit'],
      ),
    );
    expect(limits).toEqual(['6', '7', '5', '6', '9']);
    const refused = await direct.refusal(GEOCODE, { token: 'geo_low_archived' });
    expect([refused.status, refused.code]).toEqual([403, 'API_KEY_REVOKED']);
    keys.onFind = find;
  });
});

describe('a project with a limit of all its keys', () => {
  it('refuses what is above it, tells of it in the headers, and says why', async () => {
    const { keys } = direct.server;
    const find = keys.onFind;
    const windows = [
      { id: 'prj_all', limit: 3, reason: 'project_limit' as const },
      { id: 'org_all', limit: 4, reason: 'organisation_limit' as const },
    ];
    keys.onFind = (token) => {
      const [name, project] = token.slice(4).split('_');
      const own = project === 'first' ? windows : windows.slice(1);
      return foundKey(fakeKey(`all ${name}`, { rateLimit: 100 }), {
        project: {
          id: project,
          organisationId: null,
          rateLimit: Number.POSITIVE_INFINITY,
          windows: own,
          isArchived: false,
        },
      });
    };
    const ask = async (token: string): Promise<unknown[]> => {
      const { headers } = await direct.ask(GEOCODE, { token });
      return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
    };
    expect([await ask('geo_a_first'), await ask('geo_b_first'), await ask('geo_a_first')]).toEqual([
      ['3', '2'],
      ['3', '1'],
      ['3', '0'],
    ]);
    const refused = await direct.refusal(GEOCODE, { token: 'geo_c_first' });
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(refused.details).toEqual({ reason: 'project_limit' });
    // The refused request took nothing from the organisation.
    expect(await ask('geo_d_second')).toEqual(['4', '0']);
    const also = await direct.refusal(GEOCODE, { token: 'geo_d_second' });
    expect(also.details).toEqual({ reason: 'organisation_limit' });
    keys.onFind = find;
  });
});

describe('a rotated key', () => {
  it('works with both secrets in one window until the grace ends, then one is expired', async () => {
    const { keys } = direct.server;
    const find = keys.onFind;
    const key = fakeKey('rotated', { rateLimit: 10 });
    let until_ms = Date.now() + 3_600_000;
    keys.onFind = (token) =>
      foundKey(key, { secretUntil_ms: token === 'geo_old' ? until_ms : Number.POSITIVE_INFINITY });
    const remaining: unknown[] = [];
    for (const token of ['geo_new', 'geo_old', 'geo_new'])
      remaining.push((await direct.ask(GEOCODE, { token })).headers['x-ratelimit-remaining']);
    expect(remaining).toEqual(['9', '8', '7']);
    until_ms = Date.now();
    const old = await direct.refusal(GEOCODE, { token: 'geo_old' });
    expect([old.status, old.code, old.details]).toEqual([401, 'INVALID_API_KEY', { reason: 'expired' }]);
    expect((await direct.ask(GEOCODE, { token: 'geo_new' })).status).toBe(200);
    keys.onFind = find;
  });
});

describe('one connection', () => {
  it('is judged by each request, also behind a proxy that keeps its connections', async () => {
    const socket = connect(behindProxy.server.port, '127.0.0.1');
    await once(socket, 'connect');
    const statuses: string[] = [];
    let text = '';
    socket.setEncoding('latin1').on('data', (more: string) => (text += more));
    for (const from of ['203.0.113.1', '198.51.100.1', '203.0.113.2']) {
      text = '';
      const lines = [
        ...[`GET ${GEOCODE} HTTP/1.1`, 'Host: x', 'Authorization: Bearer geo_office'],
        ...[`X-Forwarded-For: ${from}`, '', ''],
      ];
      socket.write(lines.join('\r\n'));
      await expect.poll(() => text).toMatch(/\}$/);
      statuses.push(text.slice(9, 12));
    }
    socket.destroy();
    expect(statuses).toEqual(['200', '401', '200']);
  });
});

it('says once that X-Forwarded-For comes from a proxy that is not trusted', async () => {
  const client = await Client.start({ trustProxy: '10.0.0.0/8' });
  client.server.keys.known.set('geo_here', fakeKey('here', { allowedAddresses: ['127.0.0.0/8'] }));
  const warnings = (): unknown[] => client.server.errors.filter(({ message }) => /not trusted/.test(message));
  await client.ask(GEOCODE, { token: 'geo_here' });
  expect(warnings()).toEqual([]);
  for (let i = 0; i < 3; i++)
    await client.ask(GEOCODE, { token: 'geo_here', headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(warnings()).toMatchObject([{ fields: { address: '127.0.0.1' } }]);
  await client.stop();
});
