import { describeRoutes } from './ascii-cases.js';

/** The short way AB has the tags under test; ACDB is the long way round. */
const around = (tags: string, highway = 'residential') => ({
  picture: `
    X-1-A------B-2-Y
        |      |
        |      |
        C------D
  `,
  ways: { XA: '', AB: `highway=${highway}${tags === '' ? '' : `, ${tags}`}`, BY: '', ACDB: '' },
});

const OPEN = ['1AB2', '2BA1'] as const;
const CLOSED = ['1ACDB2', '2BDCA1'] as const;
const ONLY_FORWARD = ['1AB2', '2BDCA1'] as const;
const ONLY_BACKWARD = ['1ACDB2', '2BA1'] as const;

describeRoutes('kinds of one-ways', around, [
  ['oneway=yes', ...ONLY_FORWARD],
  ['oneway=true', ...ONLY_FORWARD],
  ['oneway=1', ...ONLY_FORWARD],
  ['oneway=-1', ...ONLY_BACKWARD],
  ['oneway=reverse', ...ONLY_BACKWARD],
  ['oneway=no', ...OPEN],
  ['oneway=false', ...OPEN],
  ['oneway=0', ...OPEN],
  ['oneway=recommended', ...OPEN],
  ['oneway=reversible', ...CLOSED],
  ['oneway=alternating', ...OPEN],
  ['oneway:conditional=yes @ (07:00-09:00)', ...OPEN],
]);

describeRoutes("the mode's own tag comes first", around, [
  ['oneway=yes, oneway:motor_vehicle=no', ...OPEN],
  ['oneway=yes, oneway:motorcar=-1', ...ONLY_BACKWARD],
  ['oneway=no, oneway:motor_vehicle=yes', ...ONLY_FORWARD],
  ['oneway:motor_vehicle=yes, oneway:motorcar=no', ...OPEN],
  ['oneway=yes, oneway:bicycle=no', ...ONLY_FORWARD],
  ['oneway=yes, oneway:foot=no', ...ONLY_FORWARD],
  ['oneway:bicycle=yes', ...OPEN],
  ['oneway=yes, oneway:bus=no', ...ONLY_FORWARD],
]);

describeRoutes('implied one-ways', around, [
  ['junction=roundabout', ...ONLY_FORWARD],
  ['junction=circular', ...ONLY_FORWARD],
  ['junction=roundabout, oneway=no', ...OPEN],
  ['junction=roundabout, oneway=-1', ...ONLY_BACKWARD],
  ['junction=roundabout, oneway=alternating', ...ONLY_FORWARD],
  ['junction=approach', ...OPEN],
]);

describeRoutes('motorways', (tags) => around(tags, 'motorway'), [
  ['', ...ONLY_FORWARD],
  ['oneway=yes', ...ONLY_FORWARD],
  ['oneway=-1', ...ONLY_BACKWARD],
  ['oneway=no', ...OPEN],
  ['oneway=alternating', ...ONLY_FORWARD],
]);

describeRoutes('slip roads imply nothing', (tags) => around(tags, 'motorway_link'), [
  ['', ...OPEN],
  ['oneway=yes', ...ONLY_FORWARD],
]);

describeRoutes('one-way and access together', around, [
  ['oneway=yes, motor_vehicle:backward=no', ...ONLY_FORWARD],
  ['oneway=yes, motor_vehicle:forward=no', ...CLOSED],
  ['oneway=yes, access=no', ...CLOSED],
  // A contraflow lane for buses opens nothing for a car.
  ['oneway=yes, bus:backward=yes', ...ONLY_FORWARD],
]);

describeRoutes(
  'a one-way end is never driven against its direction, not for one metre',
  (tags) => ({
    picture: `
    A--2--1--B
    |        |
    C--------D
  `,
    ways: { AB: `highway=residential, ${tags}`, BDCA: '' },
  }),
  [
    ['oneway=no', '12', '21'],
    ['oneway=yes', '1BDCA2', '21'],
    ['oneway=-1', '12', '2ACDB1'],
  ],
);

describeRoutes(
  'a roundabout is driven round',
  () => ({
    // Traffic drives on the right, so it goes round counter-clockwise.
    picture: `
          N
          |
          E
        /   \\
    W--F     H--O
        \\   /
          G
          |
          S
  `,
    ways: { EFGHE: 'highway=residential, junction=roundabout', NE: '', WF: '', SG: '', OH: '' },
  }),
  [['', 'NEFW', 'NEFGS', 'NEFGHO', 'SGHO', 'WFGHEN', 'SGHEFW']],
);
