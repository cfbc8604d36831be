import { expect, it } from 'vitest';
import { DEFAULT_SLOTS, readCitySpeeds, WeekSlots } from '../../../src/routing/profiles/week-slots.js';
import { timeOf } from '../time-of.js';

it.each([
  ['2026-12-01 06:59', 'night'],
  ['2026-12-01 07:00', 'day'],
  ['2026-12-01 07:30', 'morning-peak'],
  ['2026-12-01 10:00', 'day'],
  ['2026-12-01 19:59', 'evening-peak'],
  ['2026-12-01 22:00', 'night'],
  ['2026-12-05 08:00', 'weekend'],
  ['2026-12-06 23:00', 'night'],
  // The day of independence, a Tuesday.
  ['2026-12-29 08:00', 'weekend'],
])('%s is in the slot %s', (time, name) => {
  expect(DEFAULT_SLOTS[new WeekSlots(DEFAULT_SLOTS).at(timeOf(time))].name).toBe(name);
});

it('reads speeds in cities by hours, and by the names of slots', () => {
  expect(readCitySpeeds('50')).toEqual({ citySpeed: 0.5, cityTimes: [] });
  expect(readCitySpeeds('50; Mo-Fr 07:30-10:00,17:00-20:00 30;night 80')).toEqual({
    citySpeed: 0.5,
    cityTimes: [
      { name: 'Mo-Fr 07:30-10:00,17:00-20:00', hours: 'Mo-Fr 07:30-10:00,17:00-20:00', citySpeed: 0.3 },
      { name: 'night', hours: '22:00-07:00', citySpeed: 0.8 },
    ],
  });
});

it.each(
  // In the last one a slot begins at a quarter past.
  ['', '9', '101', '50%', '50;', '50; 30', '50; day 30', '50; night 5', '50; soon 30', '50; 07:15-10:00 30'],
)('refuses %j as speeds in cities', (text) => {
  expect(readCitySpeeds(text)).toBeUndefined();
});
