import { BlockList, isIP, isIPv4 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isInRange, parseIpAddress, parseIpRange, type IpRange } from '../../src/ip-range.js';
import { seededRandom } from '../seeded-random.js';

function range(text: string): IpRange {
  const parsed = parseIpRange(text);
  if (typeof parsed === 'string') throw new Error(`${text}: ${parsed}`);
  return parsed;
}

const isIn = (address: string, of: string): boolean => isInRange(range(of), parseIpAddress(address)!);

describe('an address', () => {
  it('is read exactly where Node reads one', () => {
    const random = seededRandom(7);
    const pieces = ['0', '1', '9', '25', '255', '256', '00', 'f', 'ffff', 'A', 'g', '.', '.', '.', ':', '::'];
    const samples = [
      ...['', '.', '1.2.3', '1.2.3.4', '1.2.3.4.5', '01.2.3.4', '1.2.3.256', ' 1.2.3.4', '1.2.3.4 '],
      ...['::', '::1', ':::', '1::2::3', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:8:9'],
      ...['::ffff:1.2.3.4', '::1.2.3.4:5', '1.2.3.4::', '12345::', ':1', '1:', '1:2:3:4:5:6:1.2.3.4'],
      ...['::1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:7:1.2.3.4', '::1:2:3:4:5:6:7', '::1:2:3:4:5:6:7:8'],
    ];
    for (let i = 0; i < 100_000; i++) {
      const length = 1 + Math.floor(random() * 14);
      let text = '';
      for (let n = 0; n < length; n++) text += pieces[Math.floor(random() * pieces.length)];
      samples.push(text);
    }
    let found = 0;
    for (const text of samples) {
      const address = parseIpAddress(text);
      expect(address !== null, text).toBe(isIP(text) !== 0);
      if (address !== null) found++;
    }
    expect(found).toBeGreaterThan(200);
  });

  it('is the same in all its forms, and without its zone', () => {
    expect(parseIpAddress('::ffff:1.2.3.4')).toEqual(parseIpAddress('1.2.3.4'));
    expect(parseIpAddress('::FFFF:102:304')).toEqual(parseIpAddress('1.2.3.4'));
    expect(parseIpAddress('fe80::1%eth0')).toEqual(parseIpAddress('fe80:0:0::0001'));
    expect(parseIpAddress('255.255.255.255')!.words[3]).toBe(0xffffffff);
  });
});

describe('a range', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7/32', '192.0.2.7'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
  ])('%s is %s', (text, usual) => expect(range(text).text).toBe(usual));

  it.each([
    ...[
      '',
      '/8',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '10.0.0.0/08x',
      'host',
      '::/129',
    ],
    ...['10.0.0.0/1e1', '::ffff:0:0/95', 'fe80::%1/64', '10.0.0/8', '1.2.3.4 /32'],
  ])('%s is none', (text) => expect(parseIpRange(text)).toBe('bad_format'));

  it.each(['10.1.0.0/8', '0.0.0.1/0', '2001:db8::1/64', '::1/0', '192.0.2.1/31'])(
    '%s has bits set after its prefix',
    (text) => expect(parseIpRange(text)).toBe('host_bits'),
  );

  it('has the addresses that Node says, of its own kind only', () => {
    const random = seededRandom(3);
    const number = (below: number): number => Math.floor(random() * below);
    for (let i = 0; i < 3_000; i++) {
      const isV4 = random() < 0.5;
      const groups = Array.from({ length: isV4 ? 4 : 8 }, () => number(isV4 ? 256 : 65_536));
      const other = groups.map((group, at) =>
        random() < 0.8 ? group : at % 2 === 0 ? group ^ (1 << number(8)) : number(200),
      );
      const [text, near] = [groups, other].map((all) =>
        all.map((group) => group.toString(isV4 ? 10 : 16)).join(isV4 ? '.' : ':'),
      );
      const prefix = number(isV4 ? 33 : 129);
      const list = new BlockList();
      list.addSubnet(text, prefix, isV4 ? 'ipv4' : 'ipv6');
      const first = parseIpAddress(text)!;
      const whole = range(isV4 ? '0.0.0.0/0' : '::/0');
      const bits = prefix + (isV4 ? 96 : 0);
      const masks = [0, 1, 2, 3].map((word) => {
        const own = Math.min(Math.max(bits - word * 32, 0), 32);
        return own === 0 ? 0 : (-1 << (32 - own)) >>> 0;
      });
      const words = first.words.map((word, at) => (word & masks[at]) >>> 0);
      const dotted = isV4
        ? [24, 16, 8, 0].map((shift) => (words[3] >>> shift) & 0xff).join('.')
        : words
            .flatMap((word) => [word >>> 16, word & 0xffff])
            .map((group) => group.toString(16))
            .join(':');
      expect(isIn(near, `${dotted}/${prefix}`), `${near} in ${dotted}/${prefix}`).toBe(
        list.check(near, isV4 ? 'ipv4' : 'ipv6'),
      );
      expect(isInRange(whole, first)).toBe(isIPv4(text) === isV4);
    }
    expect(isIn('1.2.3.4', '::/0')).toBe(false);
    expect(isIn('::1', '0.0.0.0/0')).toBe(false);
  });
});
