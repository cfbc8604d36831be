import { expect, it } from 'vitest';
import {
  hasLimitTimes,
  limitedDirections,
  limitTags,
  type VehicleSize,
} from '../../../src/routing/profiles/vehicle-limits.js';
import type { LocalTime } from '../../../src/local-time.js';
import type { Tags } from '../../../src/geo/feature.js';
import { timeOf } from '../time-of.js';

/** 4 m high and 10 t, on a Monday at noon and in the evening. */
const [NOON, EVENING] = ['2026-11-30 12:00', '2026-11-30 21:00'].map(timeOf);
const TEN_TON = { height_m: 4, weight_t: 10 };

/** `ends`: it is closed to others than those that begin or end there. */
function isLimited(tags: Tags, size: VehicleSize, now: LocalTime): boolean | 'ends' {
  const { closed, toEnds } = limitedDirections(tags, size, now);
  expect([0, 2], JSON.stringify({ closed, toEnds })).toContain(closed.length + toEnds.length);
  return toEnds.length > 0 ? 'ends' : closed.length > 0;
}

it.each<[Tags, boolean | 'ends', boolean | 'ends']>([
  [{ maxheight: '3.9' }, true, true],
  [{ maxheight: '4' }, false, false],
  [{ maxheight: '4 m', 'maxheight:physical': `11'6"` }, true, true],
  [{ maxheight: 'default' }, false, false],
  [{ maxweight: '9.5 t' }, true, true],
  [{ maxweight: '22100 lbs' }, false, false],
  [{ 'maxweightrating:hgv': '7500 kg' }, true, true],
  [{ hgv: 'no' }, true, true],
  [{ hgv: 'destination' }, 'ends', 'ends'],
  [{ hgv: 'no;delivery' }, 'ends', 'ends'],
  [{ hgv: 'private;yes' }, false, false],
  [{ 'hgv:conditional': 'destination @ (Mo-Fr 08:00-20:00; PH off)' }, 'ends', false],
  [{ hgv: 'no', 'hgv:conditional': 'delivery @ (05:00-11:00); destination @ (20:00-05:00)' }, true, 'ends'],
  [{ hgv: 'no', 'hgv:conditional': 'yes @ destination' }, 'ends', 'ends'],
  [{ maxweight: '7.5', 'maxweight:conditional': 'none @ (delivery)' }, 'ends', 'ends'],
  [{ maxweight: '7.5', 'maxweight:conditional': 'none @ (destination AND Mo-Fr 08:00-20:00)' }, 'ends', true],
  [{ 'hgv:conditional': 'no @ (Mo-Fr 08:00-20:00; PH off)' }, true, false],
  [{ hgv: 'no', 'hgv:conditional': 'yes @ (20:00-06:00)' }, true, false],
  [{ maxweight: '12', 'maxweight:conditional': '5 @ (Mo-Fr 08:00-20:00)' }, true, false],
  [{ hgv: 'agricultural' }, true, true],
  [{ maxweight: '12;7.5' }, true, true],
  [{ maxheight: `12'-6"` }, true, true],
  [{ 'maxheight:lanes': '3.5|4.2' }, false, false],
  [{ 'maxheight:lanes': '3.5|3.9' }, true, true],
  // What cannot be read changes nothing.
  [{ maxheight: 'low', 'hgv:conditional': 'no @ (axleload>7.5)' }, false, false],
])('%j closes a way to ten tons at noon: %s, in the evening: %s', (tags, atNoon, inTheEvening) => {
  expect([NOON, EVENING].map((now) => isLimited(tags, TEN_TON, now))).toEqual([atNoon, inTheEvening]);
  expect(hasLimitTimes(tags)).toBe(atNoon !== inTheEvening);
  expect(limitTags({ ...tags, highway: 'primary', 'access:conditional': 'no @ (Nov)' })).toEqual(tags);
});

it.each<[string, string, boolean | 'ends']>([
  ['hgv', 'no @ (weight>7.5)', true],
  ['hgv', 'no @ weight >= 10', true],
  ['hgv', 'no @ (weight>10)', false],
  ['access', 'no @ (weight>3.5 t)', true],
  ['motor_vehicle', 'no @ (height>3.8)', true],
  ['vehicle', 'no @ (height>4.2 m)', false],
  ['access', 'no @ (weight<7.5)', false],
  ['access', 'no @ (weight>3.5 AND Mo-Fr 08:00-20:00)', true],
  ['access', 'no @ (weight>3.5 AND Sa,Su)', false],
  ['access', 'destination @ (weight>3.5)', 'ends'],
  ['hgv', 'no @ (weight>7.5); destination @ (weight>7.5)', 'ends'],
])('%s:conditional=%s closes a way to ten tons on Monday: %s', (key, value, isClosed) => {
  const tags = { [`${key}:conditional`]: value };
  expect(limitTags(tags)).toEqual(tags);
  expect(isLimited(tags, TEN_TON, NOON)).toBe(isClosed);
  expect(hasLimitTimes(tags)).toBe(value.includes('AND'));
  // Nobody says how large it is.
  expect(isLimited(tags, { height_m: null, weight_t: null }, NOON)).toBe(false);
});

it.each<[Tags, string[]]>([
  [{ 'maxheight:forward': '3.5' }, ['forward']],
  [{ 'maxweight:backward': '7.5', maxweight: '12' }, ['backward']],
  [{ hgv: 'no', 'hgv:forward': 'yes' }, ['backward']],
  [{ 'hgv:forward:conditional': 'no @ (weight>7.5)' }, ['forward']],
  // The most specific key decides.
  [{ hgv: 'designated', 'access:conditional': 'no @ (weight>7.5)' }, []],
  [{ 'hgv:backward': 'yes', 'access:conditional': 'no @ (weight>7.5)' }, ['forward']],
  [{ 'maxheight:lanes:backward': '3.5|3.7' }, ['backward']],
])('%j closes these directions alone: %s', (tags, directions) => {
  expect(limitTags(tags)).toEqual(tags);
  expect(limitedDirections(tags, TEN_TON, NOON)).toEqual({ closed: directions, toEnds: [] });
});

it('holds nobody to a limit of what is not said of the vehicle', () => {
  const low = { height_m: null, weight_t: 3 };
  expect(isLimited({ maxheight: '1', hgv: 'no', maxweight: '3.5' }, low, NOON)).toBe(false);
  expect(isLimited({ maxweight: '2.9' }, low, NOON)).toBe(true);
  expect(isLimited({ maxweight: '1', hgv: 'no' }, { height_m: 2, weight_t: null }, NOON)).toBe(false);
  expect(limitTags({ highway: 'primary', maxspeed: '60' })).toBeNull();
});
