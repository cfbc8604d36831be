import { describe, expect, it } from 'vitest';
import type { TravelMode } from '../../../src/travel-mode.js';
import { timeOf } from '../time-of.js';
import { bothAnswer } from './ascii-cases.js';
import type { AsciiDrawing } from './ascii-map.js';

/** A time, and the routes that must come out then. */
type TimeRow = readonly [time: string, ...routes: string[]];

function describeTimes(
  title: string,
  drawing: AsciiDrawing,
  rows: readonly TimeRow[],
  mode: TravelMode = 'driving',
): void {
  describe(title, () => {
    it.each(rows.map(([time, ...routes]) => ({ time, routes })))('$time: $routes', ({ time, routes }) => {
      for (const route of routes)
        expect(bothAnswer(drawing, route, mode, timeOf(time)).text, drawing.picture).toBe(route);
    });
  });
}

const [JANUARY, JULY] = ['2027-01-15', '2027-07-15'];

/** AB has the tags under test, over the river; ACDB goes round. */
const map = (tags: string): AsciiDrawing => ({
  picture: `
    X1A-----B2Y
      |     |
      |     |
      C-----D`,
  ways: { AB: tags, ACDB: '', XA: '', BY: '' },
});

describeTimes('a road over ice', map('highway=track, ice_road=yes, tracktype=grade1'), [
  [JANUARY, '1AB2', '2BA1'],
  [JULY, '1ACDB2', '2BDCA1'],
  ['2027-03-31 23:59', '1AB2'],
  ['2027-04-01 00:00', '1ACDB2'],
]);
describeTimes('a road over ice, on foot', map('highway=ice_road'), [[JULY, '1ACDB2']], 'walking');
describeTimes(
  'a winter road with dates of its own',
  map('highway=winter_road, access:conditional=no @ (Feb-Nov)'),
  [
    [JANUARY, '1AB2'],
    ['2027-02-01', '1ACDB2'],
  ],
);
describeTimes('a summer road', map('highway=residential, seasonal=summer'), [
  [JANUARY, '1ACDB2'],
  [JULY, '1AB2'],
]);
describeTimes('a season that nobody knows', map('highway=residential, seasonal=yes'), [
  [JANUARY, '1AB2'],
  [JULY, '1AB2'],
]);
describeTimes(
  'a closure in winter',
  map('highway=residential, motor_vehicle:conditional=no @ (Nov 15-Apr 15)'),
  [
    [JANUARY, '1ACDB2'],
    ['2027-04-16', '1AB2'],
  ],
);
describeTimes(
  'a road that is only open at times',
  map('highway=residential, access=no, access:conditional=yes @ (Mo-Fr 08:00-20:00)'),
  [
    // A Friday and a Saturday.
    ['2027-01-15 08:00', '1AB2'],
    ['2027-01-15 20:00', '1ACDB2'],
    ['2027-01-16 12:00', '1ACDB2'],
  ],
);
describeTimes('a condition that cannot be read', map('highway=residential, access:conditional=no @ wet'), [
  [JANUARY, '1AB2'],
]);
describeTimes('a oneway in the morning', map('highway=residential, oneway:conditional=yes @ (07:00-09:00)'), [
  ['2027-01-15 08:00', '1AB2', '2BDCA1'],
  ['2027-01-15 09:00', '1AB2', '2BA1'],
]);
describeTimes('a limit in winter', map('highway=residential, maxspeed:conditional=5 @ (Nov-Mar)'), [
  [JANUARY, '1ACDB2'],
  [JULY, '1AB2'],
]);

// A Friday, a Saturday, and New Year's Day, a Friday, too. One kind of condition each, on a street.
const [FRIDAY, SATURDAY, HOLIDAY] = ['2027-01-15 08:00', '2027-01-16 08:00', '2027-01-01 08:00'];
describe.each<[tags: string, closed: string[], open: string[]]>([
  ['access:conditional=no @ (Mo-Fr 07:00-09:00; PH off)', [FRIDAY], [SATURDAY, HOLIDAY]],
  ['access:conditional=no @ (Mo-Fr 07:00-09:00; SH off)', [FRIDAY, HOLIDAY], [SATURDAY]],
  ['access=no, access:conditional=yes @ (Sa,Su,PH,SH 07:00-09:00)', [FRIDAY], [SATURDAY, HOLIDAY]],
  ['motor_vehicle:conditional=no @ (week 48-15)', [FRIDAY], ['2027-07-15']],
  ['access:conditional=no @ (Nov-Apr "snow")', [FRIDAY], ['2027-07-15']],
  ['access:conditional=no @ (Sa 22:00-24:00,Mo-Fr 07:00-09:00)', [FRIDAY, '2027-01-16 23:00'], [SATURDAY]],
  ['access:conditional=no @ (07:00-09:00 AND Nov-Apr)', [FRIDAY], ['2027-07-15 08:00', '2027-01-15 10:00']],
  ['access:conditional=no @ (07:00+)', [FRIDAY, '2027-01-15 23:59'], ['2027-01-15 06:59']],
  ['access:conditional=no @ (15 Nov - 15 Apr)', [FRIDAY], ['2027-04-16']],
])('%s', (tags, closed, open) => {
  const drawing = map(`highway=residential, ${tags}`);
  it.each(closed)('is closed at %s', (time) => {
    expect(bothAnswer(drawing, '1ACDB2', 'driving', timeOf(time)).text).toBe('1ACDB2');
  });
  it.each(open)('is open at %s', (time) => {
    expect(bothAnswer(drawing, '1AB2', 'driving', timeOf(time)).text).toBe('1AB2');
  });
});
describeTimes('a ferry of the summer', map('route=ferry, seasonal=summer, duration=1'), [
  [JANUARY, '1ACDB2'],
  [JULY, '1AB2'],
]);
describeTimes('a ferry with hours', map('route=ferry, opening_hours=08:00-20:00, duration=1'), [
  ['2027-07-15 21:00', '1ACDB2'],
  [JULY, '1AB2'],
]);

const gate: AsciiDrawing = {
  picture: 'X-1--A---G---B--2-Y',
  ways: { XAGBY: '' },
  nodes: { G: 'barrier=gate, opening_hours=Jun-Aug' },
};
for (const mode of ['driving', 'walking'] as const)
  describeTimes(
    `a gate, ${mode}`,
    gate,
    [
      [JANUARY, '1x2', '2x1', '1AG', 'GB2'],
      [JULY, '1AGB2', '2BGA1'],
    ],
    mode,
  );

const turn = (restriction: string): AsciiDrawing => ({
  picture: `
    X-1--B--2-Y
         |
         3
         |
         D`,
  ways: { XB: '', BY: '', BD: '' },
  restrictions: [`XB B BD: ${restriction}`],
});
describeTimes('a turn that is forbidden at times', turn('restriction:conditional=no_right_turn @ (Mo-Fr)'), [
  // Turning back at the end is no right turn.
  [JANUARY, '1BYB3', '1B2', '3B1'],
  ['2027-01-16', '1B3', '1B2'],
]);
describeTimes(
  'a turn that is the only one at times',
  turn('restriction:conditional=only_right_turn @ (Mo-Fr)'),
  [
    [JANUARY, '1B3', '1BDB2'],
    ['2027-01-16', '1B3', '1B2'],
  ],
);
