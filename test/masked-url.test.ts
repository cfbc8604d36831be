import { expect, it } from 'vitest';
import { maskUrl, splitCredentials } from '../src/masked-url.js';

it.each([
  ['postgres://u:pw@host/db', 'postgres://***@host/db'],
  ['postgresql://u:p@w/x@host:5432/db?sslmode=require', 'postgresql://***@host:5432/db?sslmode=require'],
  ['postgres://u@/db?host=/run&password=pw&x=1', 'postgres://***@/db?host=/run&password=***&x=***'],
  ['redis://:pw@host?prefix=a&wait_ms=5', 'redis://***@host?prefix=a&wait_ms=5'],
  ['redis:pw@host', 'redis:***@host'],
  ['pw@host', '***@host'],
  ['https://token@h/m.json', 'https://***@h/m.json'],
  ['https://u:p@ss/w@h/m.json', 'https://***@h/m.json'],
  ['https://u:p?x@h/m.json', 'https://***@h/m.json'],
  ['https://h/m.json?sig=abc&x', 'https://h/m.json?sig=***&***'],
  ['https://h/m.json?sig=a=b&', 'https://h/m.json?sig=***&'],
  ['https://u:p\nq@h/', 'https://***@h/'],
  ['https://host/path', 'https://host/path'],
  ['data/gazarch.sqlite', 'data/gazarch.sqlite'],
])('%j is shown as %s', (url, shown) => expect(maskUrl(url)).toBe(shown));

it('takes user and password out of a URL, into a header', () => {
  const { bare, headers } = splitCredentials(new URL('https://u%40x:p%25@h/m?q=1'));
  expect(bare.href).toBe('https://h/m?q=1');
  expect(headers).toEqual({ authorization: `Basic ${Buffer.from('u@x:p%').toString('base64')}` });
  expect(splitCredentials(new URL('https://h/m')).headers).toEqual({});
  // A lone percent sign means itself.
  expect(splitCredentials(new URL('https://u:5%@h/')).headers.authorization).toBe(
    `Basic ${Buffer.from('u:5%').toString('base64')}`,
  );
});
