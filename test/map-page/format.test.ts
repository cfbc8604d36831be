import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });
const { arrivalTime, lastMoment } = await import('../../src/web/map/text/format.js');

/** Times as the map page says them, in the zone of the browser. */

const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 11, day, hour, minute);

describe('an arrival', () => {
  it.each([
    [at(30, 22), 3600, '23:00'],
    [at(30, 22), 3 * 3600, 'tomorrow 01:00'],
    [at(31, 23), 2 * 3600, '2027-01-01 01:00'],
    [at(29, 1), 3600, '2026-12-29 02:00'],
  ])('after setting out at %s, %s s later, is %s', (begin, seconds, text) => {
    expect(arrivalTime(begin, seconds, at(30, 21))).toBe(text);
  });

  it('on New Year is tomorrow on the last day of the year', () => {
    expect(arrivalTime(at(31, 23), 2 * 3600, at(31, 21))).toBe('tomorrow 01:00');
  });
});

describe('the end of a closure', () => {
  it('at midnight is the day before, whose whole length it holds', () => {
    expect(lastMoment(at(25, 0).toISOString())).toBe('2026-12-24');
    expect(lastMoment(at(25, 18, 30).toISOString())).toBe('2026-12-25 18:30');
  });
});
