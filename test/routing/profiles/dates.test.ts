import { describe, expect, it } from 'vitest';
import { conditionsOf, tagsAt } from '../../../src/routing/profiles/dates.js';
import { isOpenAt, parseOpeningTimes } from '../../../src/routing/profiles/opening-times.js';
import { tagsOf } from '../ascii/ascii-map.js';
import { timeOf } from '../time-of.js';

describe('times', () => {
  // 15 January 2027 is a Friday.
  it.each([
    ['24/7', ['2027-01-15 00:00', '2027-07-15 23:59'], []],
    ['Nov-Apr', ['2026-11-01', '2027-01-15', '2027-04-30 23:59'], ['2027-05-01 00:00', '2026-10-31']],
    ['Nov - Apr', ['2027-01-15'], ['2027-07-15']],
    ['november-april', ['2027-01-15'], ['2027-07-15']],
    ['Jun,Aug', ['2027-06-01', '2027-08-31'], ['2027-07-15', '2027-05-31', '2027-09-01']],
    ['Nov 15-Apr 15', ['2026-11-15', '2027-04-15'], ['2026-11-14', '2027-04-16']],
    ['Jul 10-20', ['2027-07-10', '2027-07-20'], ['2027-07-09', '2027-07-21', '2027-08-15']],
    ['2026 Nov 1-2027 Apr 15', ['2026-11-01', '2027-04-15'], ['2026-10-31', '2027-04-16', '2027-12-01']],
    ['2026 Jul 1-Aug 15', ['2026-08-15'], ['2027-08-15']],
    ['Mo-Fr', ['2027-01-15'], ['2027-01-16', '2027-01-17']],
    ['Sa-Mo', ['2027-01-16', '2027-01-18'], ['2027-01-15', '2027-01-19']],
    ['08:00-20:00', ['2027-01-15 08:00', '2027-01-15 19:59'], ['2027-01-15 20:00', '2027-01-15 07:59']],
    ['22:00-06:00', ['2027-01-15 23:00', '2027-01-15 05:59'], ['2027-01-15 06:00', '2027-01-15 21:59']],
    ['Fr 22:00-06:00', ['2027-01-15 22:00', '2027-01-16 05:00'], ['2027-01-15 05:00', '2027-01-16 22:00']],
    [
      'Mo-Fr 07:00-09:00,16:00-18:00',
      ['2027-01-15 07:00', '2027-01-15 17:00'],
      ['2027-01-15 12:00', '2027-01-16 08:00'],
    ],
    ['Dec-Mar: 08:00-20:00', ['2027-01-15'], ['2027-01-15 21:00', '2027-07-15']],
    ['Mo-Sa 08:00-20:00; Fr off', ['2027-01-14'], ['2027-01-15', '2027-01-17']],
    ['Mo-Su 00:00-24:00', ['2027-01-15 00:00', '2027-01-17 23:59'], []],
    ['Mo-Fr 08:00-20:00; Sa 10:00-12:00', ['2027-01-16 11:00'], ['2027-01-16 12:00']],
  ])('%s', (text, open, closed) => {
    const times = parseOpeningTimes(text)!;
    expect(times).not.toBeNull();
    for (const time of open) expect(isOpenAt(times, timeOf(time)), time).toBe(true);
    for (const time of closed) expect(isOpenAt(times, timeOf(time)), time).toBe(false);
  });

  it.each([
    ...['', 'wet', 'winter', 'weight>5', 'PH', 'Mo-Fr; PH off', 'sunrise-sunset', 'Nov-', 'Nov 32', 'Foo'],
    ...['25:00-26:00x', 'week 1-10', 'easter', '08:00', '08:00+', 'Mo-Fr 8-10', 'Nov-Apr AND weight>5'],
  ])('%s is not understood', (text) => {
    expect(parseOpeningTimes(text)).toBeNull();
  });
});

const JANUARY = timeOf('2027-01-15');
const JULY = timeOf('2027-07-15');

describe('tags at a moment', () => {
  it.each([
    ['access:conditional=no @ (Nov-Apr)', 'access=no', ''],
    ['access=no, access:conditional=yes @ Nov-Apr', 'access=yes', 'access=no'],
    ['maxspeed=80, maxspeed:conditional=40 @ (Nov-Apr); 60 @ (Jul)', 'maxspeed=40', 'maxspeed=60'],
    ['oneway:conditional=yes @ (Jun-Aug; Dec)', '', 'oneway=yes'],
    ['motor_vehicle:forward:conditional=no @ (Jul)', '', 'motor_vehicle:forward=no'],
    ['highway=track, ice_road=yes', '', 'access=no'],
    ['highway=winter_road', '', 'access=no'],
    ['highway=track, seasonal=summer', 'access=no', ''],
    ['highway=track, seasonal=winter;spring', '', 'access=no'],
    ['highway=track, ice_road=yes, access:conditional=no @ (May-Nov)', '', 'access=no'],
    ['barrier=gate, opening_hours=Jun-Aug 08:00-20:00', 'access=no', ''],
  ])('%s', (text, january, july) => {
    const tags = tagsOf(text);
    const conditions = conditionsOf(tags);
    expect(conditions.unread).toEqual([]);
    for (const [time, expected] of [
      [JANUARY, january],
      [JULY, july],
    ] as const) {
      const now = tagsAt(tags, conditions, time);
      expect(now).toMatchObject(tagsOf(expected));
      if (expected === '') expect(now).toEqual(tags);
    }
  });

  it.each([
    ['access:conditional=no @ wet', 'access:conditional=no @ (wet)'],
    ['access:conditional=no', 'access:conditional=no'],
    ['maxspeed:conditional=30 @ (weight>5)', 'maxspeed:conditional=30 @ (weight>5)'],
    ['barrier=gate, opening_hours=sunrise-sunset', 'opening_hours=sunrise-sunset'],
  ])('%s is not read', (text, unread) => {
    expect(conditionsOf(tagsOf(text))).toEqual({ known: [], unread: [unread] });
  });

  it.each([
    'highway=track, seasonal=yes',
    'highway=track, seasonal=wet_season',
    'shop=kiosk, opening_hours=Mo',
  ])('%s changes nothing', (text) => expect(conditionsOf(tagsOf(text))).toEqual({ known: [], unread: [] }));
});
