import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { conditionsOf, tagsAt } from '../../../src/routing/profiles/dates.js';
import { isOpenAt, readOpeningTimes } from '../../../src/routing/profiles/opening-times.js';
import { isPublicHoliday } from '../../../src/routing/profiles/public-holidays.js';
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
    // Friday, 1 January 2027 is a holiday, as are 8 March, 7 to 9 February (Tsagaan Sar) and 20 May.
    ['Mo-Fr; PH off', ['2027-01-15', '2027-03-09'], ['2027-01-01', '2027-03-08', '2027-02-09', '2027-05-20']],
    ['PH', ['2027-01-01', '2027-02-07', '2027-07-15', '2027-11-29'], ['2027-01-02', '2027-02-10']],
    ['Sa,Su,PH', ['2027-01-16', '2027-01-01'], ['2027-01-15']],
    ['PH -1 day', ['2027-03-07', '2026-12-31'], ['2027-03-08']],
    ['PH Mo-Fr', ['2027-01-01'], ['2027-01-15', '2027-07-11']],
    ['Mo-Fr 08:00-18:00; Sa,Su,PH off', ['2027-01-15 08:00'], ['2027-01-01 08:00', '2027-01-16 08:00']],
    // 1 January 2027 is in week 53 of 2026, 4 January in week 1.
    ['week 48-15', ['2027-01-15', '2027-04-18', '2026-11-23'], ['2027-04-19', '2026-11-22', '2027-07-15']],
    ['week 1', ['2027-01-04', '2027-01-10'], ['2027-01-01', '2027-01-11']],
    ['week 1-53/2 Mo-Fr', ['2027-01-04', '2027-01-22'], ['2027-01-11', '2027-01-23']],
    ['week 1-2,10-11', ['2027-01-11', '2027-03-08'], ['2027-01-18', '2027-03-22']],
    [
      'Mo-Fr 00:00-06:00, Sa 22:00-24:00',
      ['2027-01-15 03:00', '2027-01-16 23:00'],
      ['2027-01-15 23:00', '2027-01-16 03:00'],
    ],
    ['Mo-Fr 08:00-18:00, We off', ['2027-01-15 08:00'], ['2027-01-13 08:00']],
    ['Mo-Fr 08:00-10:00,12:00-14:00,Sa', ['2027-01-15 13:00', '2027-01-16'], ['2027-01-15 11:00']],
    ['24/7; Jul off', ['2027-01-15'], ['2027-07-15']],
    ['Mo-Fr 08:00-10:00 || 20:00-22:00', ['2027-01-16 20:00', '2027-01-15 08:00'], ['2027-01-16 08:00']],
    ['22:00+', ['2027-01-15 22:00', '2027-01-15 23:59'], ['2027-01-16 00:00', '2027-01-15 21:59']],
    ['18:00-22:00+', ['2027-01-15 21:59'], ['2027-01-15 17:59', '2027-01-15 22:00']],
    ['2026 Nov 15+', ['2026-11-15', '2029-01-01'], ['2026-11-14']],
    ['Nov 15+', ['2026-11-15', '2026-12-31'], ['2027-01-01']],
    ['2026-2027', ['2026-01-01', '2027-12-31'], ['2025-12-31', '2028-01-01']],
    ['2027+ Nov-Apr', ['2027-01-15', '2028-12-01'], ['2026-12-31', '2027-07-15']],
    ['2026 Nov-Apr', ['2026-11-01', '2027-04-30'], ['2026-04-30', '2027-05-01']],
    ['15 Nov - 15 Apr', ['2026-11-15', '2027-04-15'], ['2026-11-14', '2027-04-16']],
    ['1st November – 31. March', ['2026-11-01', '2027-03-31'], ['2026-10-31', '2027-04-01']],
    ['10-20 Jul', ['2027-07-10', '2027-07-20'], ['2027-07-09', '2027-07-21', '2027-10-10']],
    ['15 Nov 2026-15 Apr 2027', ['2026-11-15', '2027-04-15'], ['2027-11-15']],
    [
      'Jul 10,12-14 08:00-10:00',
      ['2027-07-10 08:00', '2027-07-13 09:00'],
      ['2027-07-11 08:00', '2027-07-13'],
    ],
    ['Su[1,-1]', ['2027-01-03', '2027-01-31'], ['2027-01-10', '2027-01-24', '2027-01-02']],
    ['Nov-Apr 22:00-06:00 OFF; 24/7', ['2027-01-15 23:00'], []],
    ['Fr,Sa 22:00-06:00, PH Closed', ['2027-01-15 23:00'], ['2027-01-01 23:00']],
  ])('%s', (text, open, closed) => {
    const { times, unread } = readOpeningTimes(text);
    if (times === null) throw new Error('not read');
    expect(unread).toEqual([]);
    for (const time of open) expect(isOpenAt(times, timeOf(time)), time).toBe(true);
    for (const time of closed) expect(isOpenAt(times, timeOf(time)), time).toBe(false);
  });

  it.each([
    ...['', 'wet', 'winter', 'weight>5', 'SH', 'sunrise-sunset', 'Nov-', 'Nov 32', 'Foo', 'week 1-54'],
    ...['25:00-26:00x', 'easter', '08:00', 'Mo-Fr 8-10', 'Mo,xyz 08:00-10:00', 'SH,easter 08:00-10:00'],
    ...['Mo-Fr unknown', '08:00-10:00 weight>5', 'Mo-Fr sunrise-20:00', 'Su[6]', 'Jul 41,42'],
  ])('%s is not understood', (text) => {
    expect(readOpeningTimes(text)).toEqual({ times: null, unread: [text] });
  });
});

describe('parts that cannot be read are left out alone', () => {
  it.each([
    ['Mo-Fr 07:00-09:00; SH off', ['SH'], ['2027-01-15 08:00'], ['2027-01-16 08:00']],
    ['Mo-Fr 08:00-10:00,sunset-22:00', ['sunset-22:00'], ['2027-01-15 09:00'], ['2027-01-15 21:00']],
    ['Sa,Su,SH 08:00-10:00', ['SH'], ['2027-01-16 08:00'], ['2027-01-15 08:00', '2027-01-16 12:00']],
    ['Nov-Apr; wet', ['wet'], ['2027-01-15'], ['2027-07-15']],
    ['Mo-Fr 08:00-10:00,wet', ['wet'], ['2027-01-15 08:00'], ['2027-01-16 08:00']],
    ['Mo-Fr 08:00-18:00; (sunrise+01:00)-09:00 off', ['(sunrise+01:00)-09:00'], ['2027-01-15 08:30'], []],
  ])('%s', (text, unread, open, closed) => {
    const read = readOpeningTimes(text);
    expect(read.unread).toEqual(unread);
    for (const time of open) expect(isOpenAt(read.times!, timeOf(time)), time).toBe(true);
    for (const time of closed) expect(isOpenAt(read.times!, timeOf(time)), time).toBe(false);
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
    ['route=ferry, seasonal=summer', 'access=no', ''],
    ['route=ferry, opening_hours=May-Oct "if the water is high"', 'access=no', ''],
    ['access:conditional=no @ (Nov-Apr "snow; (deep) @ times")', 'access=no', ''],
    ['access:conditional=no @ (Nov-Apr AND 10:00-14:00)', 'access=no', ''],
    ['access:conditional=no @ ((10:00-14:00) and (Nov-Apr))', 'access=no', ''],
    ['access:conditional=no @ 10:00-14:00 AND Jan', 'access=no', ''],
    ['access:conditional=no @ Mo-Fr; Jul off', 'access=no', ''],
    ['access:conditional=no @ (Mo-Fr', 'access=no', 'access=no'],
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
    ['access:conditional=no @ (Nov-Apr AND weight>5)', 'access:conditional=no @ (Nov-Apr AND weight>5)'],
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

describe('public holidays', () => {
  it('has three days of Tsagaan Sar in each year that the docs name, and in none beside them', async () => {
    const docs = await readFile('docs/closures.md', 'utf8');
    const [, first, last] = /known from\s+(\d{4})\s+to\s+(\d{4})/.exec(docs)!.map(Number);
    expect(last).toBeGreaterThan(first);
    const isTsagaanSar = (year: number): boolean =>
      Array.from({ length: 50 }, (_, i) => new Date(Date.UTC(year, 0, 15 + i))).some((date) =>
        isPublicHoliday({ year, month: date.getUTCMonth() + 1, day: date.getUTCDate() }),
      );
    expect([first - 1, last + 1].map(isTsagaanSar)).toEqual([false, false]);
    for (let year = first; year <= last; year++) {
      const days = Array.from({ length: 365 }, (_, i) => new Date(Date.UTC(year, 0, i + 1)))
        .map((date) => ({ year, month: date.getUTCMonth() + 1, day: date.getUTCDate() }))
        .filter(isPublicHoliday);
      // Ten are fixed; the first of June or the 26th of November may be a lunar one, too.
      expect(days.length, String(year)).toBeGreaterThanOrEqual(14);
      const lunar = days.filter(({ month, day }) => month <= 3 && `${month} ${day}` !== '3 8');
      // With New Year's Day.
      expect(lunar.length, String(year)).toBe(4);
    }
  });
});
