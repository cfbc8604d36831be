import { describe, expect, it } from 'vitest';
import {
  AVOIDED,
  linkText,
  MOST_POINTS,
  readLink,
  type Link,
  type LinkedPoint,
} from '../../src/web/map/state/link-format.js';
import { seededRandom } from '../seeded-random.js';

/** The address of the map page: what is written is read again, and what is broken does no harm. */

const NAMES = [
  'Сүхбаатарын талбай',
  'a,b;c&d=e#f/g%',
  "O'Brien (2)",
  '50 %',
  '\u{1f3d4} Отгонтэнгэр',
  '~x!*',
];

describe('a link', () => {
  it('has view, route, mode and language', () => {
    const text = linkText({
      view: { centre: [106.9176, 47.91869], zoom: 12.9 },
      route: [{ point: [106.91758, 47.91884], name: 'A, b' }, { point: [106.9, 47.9], name: null }, null],
      departure: '2026-12-01T08:30',
      travel: 'walking',
      language: 'en',
    });
    expect(text).toBe(
      '#12.90/47.91869/106.91760&r=106.91758,47.91884,A%2C%20b;106.90000,47.90000;' +
        '&d=2026-12-01T08:30&m=walking&l=en',
    );
  });

  it('of before, with the view only, is still read', () => {
    expect(readLink('#12.90/47.91869/106.91760')).toEqual({
      view: { centre: [106.9176, 47.91869], zoom: 12.9 },
    });
    expect(readLink('')).toEqual({});
    expect(readLink('#')).toEqual({});
  });

  it('is read when a messenger encoded it', () => {
    const link: Link = { route: [{ point: [106.9, 47.9], name: null }, null], travel: 'driving' };
    const text = linkText(link).slice(1);
    expect(readLink(`#${encodeURIComponent(text)}`)).toEqual(link);
    const named: Link = { place: { point: [106.9, 47.9], name: 'Зах' } };
    expect(readLink(`#${decodeURIComponent(linkText(named).slice(1))}`)).toEqual(named);
  });

  it.each([
    ['#99/99/999', {}],
    ['#p=106.9', {}],
    ['#p=106.9,91', {}],
    ['#p=181,47', {}],
    ['#p=1e2,47', {}],
    ['#p=106.9,47.9,a,b', {}],
    ['#r=106.9,47.9', {}],
    ['#r=;', {}],
    ['#r=x;106.9,47.9', { route: [null, { point: [106.9, 47.9], name: null }] }],
    ['#a=sand,toll,toll&a2=x', { avoid: ['toll'] }],
    ['#d=tomorrow&d=2026-13-01T08:30', {}],
    ['#d=2026-12-01T08%3A30', { departure: '2026-12-01T08:30' }],
    ['#m=flying&l=de&q=%20', {}],
    ['#q=%E0%A4%A', {}],
    ['#__proto__=1&constructor=2', {}],
  ])('that is broken is read as far as it is right: %s', (text, link) => {
    expect(readLink(text)).toEqual(link);
  });

  it('has no more points than the service takes', () => {
    const text = `#r=${Array.from({ length: 99 }, () => '106.9,47.9').join(';')}`;
    expect(readLink(text).route).toHaveLength(MOST_POINTS);
  });

  it('is read as it was written, for 2,000 random states', () => {
    const random = seededRandom(43);
    const degree = (most: number): number => Number(((random() * 2 - 1) * most).toFixed(5));
    const some = <T>(make: () => T): T | undefined => (random() < 0.5 ? make() : undefined);
    const name = (): string | null => some(() => NAMES[Math.floor(random() * NAMES.length)]) ?? null;
    const point = (): LinkedPoint => ({ point: [degree(180), degree(90)], name: name() });
    for (let i = 0; i < 2000; i++) {
      const points = Array.from({ length: 2 + Math.floor(random() * 5) }, () => some(point) ?? null);
      const all = {
        view: some(() => ({
          centre: [degree(180), degree(85)] as const,
          zoom: Number((random() * 19).toFixed(2)),
        })),
        text: some(() => name() ?? 'x'),
        place: some(point),
        route: points.some((one) => one !== null) ? some(() => points) : undefined,
        avoid: some(() => AVOIDED.slice(Math.floor(random() * 4))),
        departure: some(() => `2026-12-0${1 + Math.floor(random() * 9)}T08:30`),
        travel: some(() => (random() < 0.5 ? 'driving' : 'walking')),
        language: some(() => (random() < 0.5 ? 'mn' : 'en')),
      };
      const link = Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined)) as Link;
      expect(readLink(linkText(link)), `state ${i}: ${linkText(link)}`).toEqual(link);
    }
  });

  it('cut anywhere is read without harm', () => {
    const text = linkText({
      view: { centre: [106.9176, 47.91869], zoom: 12.9 },
      text: NAMES[1],
      place: { point: [106.9, 47.9], name: NAMES[0] },
      route: [{ point: [106.91758, 47.91884], name: NAMES[1] }, null],
      language: 'en',
    });
    for (let end = 0; end <= text.length; end++) expect(() => readLink(text.slice(0, end))).not.toThrow();
  });
});
