import { expect, it } from 'vitest';
import { hasLimitTimes, isLimited, limitTags } from '../../../src/routing/profiles/vehicle-limits.js';
import { timeOf } from '../time-of.js';

/** 4 m high and 10 t, on a Monday at noon and in the evening. */
const [NOON, EVENING] = ['2026-11-30 12:00', '2026-11-30 21:00'].map(timeOf);
const TEN_TON = { height_m: 4, weight_t: 10 };

it.each([
  [{ maxheight: '3.9' }, true, true],
  [{ maxheight: '4' }, false, false],
  [{ maxheight: '4 m', 'maxheight:physical': `11'6"` }, true, true],
  [{ maxheight: 'default' }, false, false],
  [{ maxweight: '9.5 t' }, true, true],
  [{ maxweight: '22100 lbs' }, false, false],
  [{ 'maxweightrating:hgv': '7500 kg' }, true, true],
  [{ hgv: 'no' }, true, true],
  [{ hgv: 'destination' }, false, false],
  [{ 'hgv:conditional': 'no @ (Mo-Fr 08:00-20:00; PH off)' }, true, false],
  [{ hgv: 'no', 'hgv:conditional': 'yes @ (20:00-06:00)' }, true, false],
  [{ maxweight: '12', 'maxweight:conditional': '5 @ (Mo-Fr 08:00-20:00)' }, true, false],
  // What cannot be read changes nothing.
  [{ maxheight: 'low', 'hgv:conditional': 'no @ (weight>7.5)' }, false, false],
])('%j closes a way to ten tons at noon: %s, in the evening: %s', (tags, atNoon, inTheEvening) => {
  expect([NOON, EVENING].map((now) => isLimited(tags, TEN_TON, now))).toEqual([atNoon, inTheEvening]);
  expect(hasLimitTimes(tags)).toBe(atNoon !== inTheEvening);
  expect(limitTags({ ...tags, highway: 'primary', 'access:conditional': 'no @ (Nov)' })).toEqual(tags);
});

it('holds nobody to a limit of what is not said of the vehicle', () => {
  const low = { height_m: null, weight_t: 3 };
  expect(isLimited({ maxheight: '1', hgv: 'no', maxweight: '3.5' }, low, NOON)).toBe(false);
  expect(isLimited({ maxweight: '2.9' }, low, NOON)).toBe(true);
  expect(isLimited({ maxweight: '1', hgv: 'no' }, { height_m: 2, weight_t: null }, NOON)).toBe(false);
  expect(limitTags({ highway: 'primary', maxspeed: '60' })).toBeNull();
});
