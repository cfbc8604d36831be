import pg from 'pg';
import { expect, it } from 'vitest';
import { clientConfig } from '../../src/database/postgres/postgres-pool.js';
import { isWholePostgresUrl, serverUrls, takesStandby } from '../../src/database/postgres/postgres-url.js';

it.each([
  ['postgres://a/keys', true],
  ['postgres://me:se%2Fcret@a:5433/keys?sslmode=verify-full', true],
  ['postgres://me@a,b:5433,c/keys', true],
  ['postgres://me@/keys?host=/var/run/postgresql', true],
  ['postgres:///keys', true],
  ['postgres://me@a,b/keys?target_session_attrs=any&sslmode=require', true],
  ['postgres://me@a,b', false],
  ['postgres://me@a,b:x/keys', false],
  ['postgres://a/keys?sslmode=prefer', false],
  ['postgres://a/keys?sslmode=verify_full', false],
  ['postgres://a/keys?target_session_attrs=standby', false],
])('%s can be read: %s', (url, expected) => {
  expect(isWholePostgresUrl(url)).toBe(expected);
});

it('knows the servers of a URL, and whether a standby will do', () => {
  expect(serverUrls('postgres://me:pw@a,b:5433/keys?sslmode=require')).toEqual([
    'postgres://me:pw@a/keys?sslmode=require',
    'postgres://me:pw@b:5433/keys?sslmode=require',
  ]);
  expect(serverUrls('postgres:///keys')).toEqual(['postgres:///keys']);
  const takes = ['a/k', 'a,b/k', 'a,b/k?target_session_attrs=any', 'a/k?target_session_attrs=primary'];
  expect(takes.map((rest) => takesStandby(`postgres://${rest}`))).toEqual([true, false, true, false]);
});

it('gives the driver nothing that it does not know, and sslmode as libpq means it', () => {
  const text = (url: string): unknown => clientConfig(url).connectionString;
  expect(text('postgres://a/k?target_session_attrs=any')).toBe('postgres://a/k');
  expect(text('postgres://a/k?x=1&target_session_attrs=any&y=2')).toBe('postgres://a/k?x=1&y=2');
});

it('verifies a server, unless it is said that any will do', () => {
  const ssl = (rest: string): unknown =>
    (new pg.Client(clientConfig(`postgres://a/k?${rest}`)) as unknown as { ssl: unknown }).ssl;
  expect(ssl('sslmode=disable')).toBe(false);
  expect(ssl('sslmode=require')).toEqual({});
  expect(ssl('sslmode=verify-full')).toEqual({});
  expect(ssl('sslmode=require&uselibpqcompat=true')).toEqual({ rejectUnauthorized: false });
  expect(() => ssl('sslmode=verify-ca')).toThrow('sslrootcert');
});
