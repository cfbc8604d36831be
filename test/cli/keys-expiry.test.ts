import { describe, expect, it } from 'vitest';
import { parseExpiry } from '../../src/cli/terminal/expiry-date.js';

const NOW = new Date('2026-03-04T05:06:07.089Z');

describe('the expiry of a key', () => {
  it.each([
    ['2026-03-05', '2026-03-05T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-03-04T05:07', '2026-03-04T05:07:00.000Z'],
    ['2026-12-31T18:00:30Z', '2026-12-31T18:00:30.000Z'],
    ['2026-12-31T18:00:30.5Z', '2026-12-31T18:00:30.500Z'],
    ['2026-12-31T18:00+08:00', '2026-12-31T10:00:00.000Z'],
    ['2026-03-04T01:00-05:00', '2026-03-04T06:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
    ['1h', '2026-03-04T06:06:07.089Z'],
    ['30d', '2026-04-03T05:06:07.089Z'],
    ['2w', '2026-03-18T05:06:07.089Z'],
    ['1y', '2027-03-04T05:06:07.089Z'],
  ])('%s is %s', (text, moment) => {
    expect(parseExpiry(text, NOW).toISOString()).toBe(moment);
  });

  it.each(['2026-03-04', '2020-01-01', '2026-03-04T05:06', '2026-03-04T13:06+08:00', '0d'])(
    '%s is in the past',
    (text) => {
      expect(() => parseExpiry(text, NOW)).toThrow(
        `--expires ${text} is in the past; it must be a date such as 2030-12-31`,
      );
    },
  );

  it.each([
    '',
    'tomorrow',
    '30',
    '30m',
    '-1d',
    '1.5d',
    '9999999d',
    '30000y',
    '2027-02-30',
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '27-01-01',
    '01/02/2027',
    '2027-01-01T25:00',
    '2027-01-01T10:00+8',
    '2027-01-01 10:00',
    '+012027-01-01',
    '1767225600',
  ])('"%s" is refused', (text) => {
    expect(() => parseExpiry(text, NOW)).toThrow(
      `--expires is ${JSON.stringify(text)}; it must be a date such as`,
    );
  });
});
