import { describe, expect, it } from 'vitest';
import { parseIpAddress } from '../../src/ip-range.js';
import { checkedAddresses } from '../../src/keys/key-fields.js';
import { checkedOrigins } from '../../src/keys/key-origins.js';
import { KeyRules } from '../../src/keys/key-rules.js';
import { fakeKey } from '../e2e/fakes.js';

function rules(allowedOrigins: string[], allowedAddresses: string[] = []): KeyRules {
  return KeyRules.of(
    fakeKey('k', {
      allowedOrigins: checkedOrigins(allowedOrigins),
      allowedAddresses: checkedAddresses(allowedAddresses),
    }),
  )!;
}

describe('web origins of a key', () => {
  it.each([
    ['https://example.mn', 'https://example.mn'],
    ['  HTTPS://Example.MN/ ', 'https://example.mn'],
    ['https://example.mn:443', 'https://example.mn'],
    ['http://example.mn:80/', 'http://example.mn'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://192.0.2.1', 'http://192.0.2.1'],
    ['https://жишээ.мон', 'https://xn--f1ae2cuaa.xn--l1acc'],
    ['https://*.Example.mn', 'https://*.example.mn'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://abcdefgh', 'chrome-extension://abcdefgh'],
  ])('%s is kept as %s', (text, kept) => expect(checkedOrigins([text, text])).toEqual([kept]));

  it.each([
    ...[
      '',
      'null',
      '*',
      'example.mn',
      'https://',
      'https://example.mn/map',
      'https://a.mn?x',
      'https://a.mn#x',
    ],
    ...['https://user@a.mn', 'https://a.mn:99999', 'https://*', 'https://*.mn', 'https://*.1.2.3.4'],
    ...[
      'https://a.*.mn',
      'https://a.mn b.mn',
      'file://x',
      'https://*.[::1]',
      `https://${'a'.repeat(400)}.mn`,
    ],
  ])('%s is refused', (text) =>
    expect(() => checkedOrigins([text])).toThrow(expect.objectContaining({ reason: 'bad_format' })),
  );

  it('are at most 50', () => {
    const many = Array.from({ length: 51 }, (_, i) => `https://a${i}.mn`);
    expect(checkedOrigins(many.slice(1))).toHaveLength(50);
    expect(() => checkedOrigins(many)).toThrow(/at most 50/);
  });

  it('let in what is listed, hosts below a star, and who sends none', () => {
    const own = rules(['https://example.mn', 'https://*.example.mn', 'http://*.test.mn:8080']);
    for (const origin of [
      undefined,
      'https://example.mn',
      'https://a.example.mn',
      'https://a.b.example.mn',
      'http://x.test.mn:8080',
    ])
      expect(own.allowsOrigin(origin), origin).toBe(true);
    for (const origin of [
      '',
      'null',
      'http://example.mn',
      'https://example.mn:8443',
      'https://example.mn.evil.mn',
      'https://badexample.mn',
      'https://.example.mn',
      'http://x.test.mn',
      'http://test.mn:8080',
      'https://example.mn, https://evil.mn',
    ])
      expect(own.allowsOrigin(origin), origin).toBe(false);
    expect(own.hasAddresses).toBe(false);
    expect(own.allowsAddress(null)).toBe(true);
  });
});

describe('addresses of a key', () => {
  it('let in what is in a range, and nobody whose address is not known', () => {
    const own = rules([], ['10.0.0.0/8', '2001:db8::/32']);
    for (const text of ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3', '2001:db8:ffff::1'])
      expect(own.allowsAddress(parseIpAddress(text)), text).toBe(true);
    for (const text of ['11.0.0.0', '9.255.255.255', '2001:db9::', '::1', '::10.1.2.3'])
      expect(own.allowsAddress(parseIpAddress(text)), text).toBe(false);
    expect(own.allowsAddress(null)).toBe(false);
    expect(own.allowsOrigin('https://any.mn')).toBe(true);
  });

  it('are refused where they are none, and are at most 50', () => {
    expect(() => checkedAddresses(['10.1.2.3/8'])).toThrow(/bits set after its prefix/);
    expect(() => checkedAddresses(['example.mn'])).toThrow(/is not an address; send one such as/);
    const many = Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`);
    expect(() => checkedAddresses(many)).toThrow(/at most 50/);
  });

  it('match nothing where the database has nonsense, and a key without rules has none', () => {
    const own = KeyRules.of(fakeKey('k', { allowedAddresses: ['nonsense'] }))!;
    for (const text of ['::', '1::', '0.0.0.0']) expect(own.allowsAddress(parseIpAddress(text))).toBe(false);
    expect(KeyRules.of(fakeKey('k'))).toBeNull();
  });
});
