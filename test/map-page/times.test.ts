import { describe, expect, it } from 'vitest';
import { lastMoment, timeOfDay } from '../../src/web/map/text/times.js';

/** Times as the map page says them, in the zone of the browser. */

const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 11, day, hour, minute);

describe('a time', () => {
  it.each([
    [at(30, 23), '23:00'],
    [at(31, 1), 'tomorrow 01:00'],
    [at(32, 1), '2027-01-01 01:00'],
    [at(29, 2), '2026-12-29 02:00'],
  ])('%s is said in the evening of the 30th as %s', (end, text) => {
    expect(timeOfDay(end, at(30, 21), 'tomorrow')).toBe(text);
  });

  it('on New Year is tomorrow on the last day of the year', () => {
    expect(timeOfDay(at(32, 1), at(31, 21), 'tomorrow')).toBe('tomorrow 01:00');
  });
});

describe('the end of a closure', () => {
  it('at midnight is the day before, whose whole length it holds', () => {
    expect(lastMoment(at(25, 0).toISOString())).toBe('2026-12-24');
    expect(lastMoment(at(25, 18, 30).toISOString())).toBe('2026-12-25 18:30');
  });
});
