import { describe } from 'vitest';
import { describeRoutes, type RouteRow } from './ascii-cases.js';

/**
 * Ways and nodes with access `ends` are used only at the start and at the end of a route, E* F* E*. Where
 * nothing else connects, a route cuts through as few of them as it can.
 */

describe('private stretches at the ends', () => {
  /**
   * AB is private and the short way; ACDB goes round. P and Q lie behind private ways of their own.
   * The columns are wide enough for every free part to be a road network of its own (over 5 km).
   */
  const draw = (tags: string) => ({
    picture: `
          P      Q
          |      |
      X-1-A--3---B-2-Y
          |      |
          C------D
    `,
    column_m: 1000,
    ways: {
      XA: '',
      AB: `highway=residential, ${tags}`,
      BY: '',
      ACDB: '',
      AP: `highway=residential, ${tags}`,
      BQ: `highway=residential, ${tags}`,
    },
  });

  const rows: RouteRow[] = [
    '1ACDB2',
    '2BDCA1', // never cut through
    '3B2',
    '3A1',
    '1A3',
    '2B3', // from and to a place on it
    'PA1',
    '1AP', // from and to a place behind it
    '3BQ',
    'PA3',
    'PABQ', // along connected private ways
  ].map((route) => ['access=private', route]);

  describeRoutes('access=private', draw, [
    ...rows,
    ['access=destination', '1ACDB2', '3B2', '1A3', 'PABQ'],
    ['access=customers', '1ACDB2', '3A1'],
    ['motor_vehicle=delivery', '1ACDB2', '3A1'],
    ['access=permit', '1ACDB2', '3A1'],
    ['access=residents', '1ACDB2', '3A1'],
    ['access=no', '1ACDB2', '1xP'],
  ]);
});

describeRoutes(
  'a private gate',
  (tags) => ({
    picture: `
    X--1--A--G--B--2--Y
          |     |
          |     |
          C-----D
  `,
    column_m: 1000,
    ways: { XAGBY: '', ACDB: '' },
    nodes: { G: tags },
  }),
  [
    ['barrier=gate', '1AGB2'],
    ['barrier=gate, access=private', '1ACDB2'],
    ['barrier=gate, access=destination', '1ACDB2'],
    ['barrier=gate, access=private, locked=yes', '1ACDB2'],
    ['barrier=gate, access=no', '1ACDB2'],
  ],
);

describe('free roads behind a private gate', () => {
  const draw = (column_m: number) => ({
    // Behind the gate there are about 24 columns of road.
    picture: `
      X-----1----A----Y
                 |
                 G
                 |
                 B--2--D
                 |     |
                 E--3--F
    `,
    column_m,
    ways: { XAY: '', AGB: '', BDFEB: '' },
    nodes: { G: 'barrier=gate, access=private' },
  });
  describeRoutes('a yard is part of the private stretch', () => draw(100), [
    ['', '1AGB2', '2BGA1', 'DF3', 'XAY'],
  ]);
  // More than 5 km of free road is a network of its own. It stays free, and the gate is the only way there.
  describeRoutes('a road network is not', () => draw(400), [['', '1AGB2', '2BGA1', 'DF3', 'XAY']]);
});

describe('a pocket between two private ways is no way through', () => {
  const draw = (tags: string) => ({
    picture: `
      X-1-A--B--C--D-2-Y
          |        |
          |        |
          E--------F
    `,
    column_m: 200,
    ways: {
      XA: '',
      AB: 'highway=service, access=private',
      BC: `highway=service${tags}`,
      CD: 'highway=service, access=private',
      DY: '',
      AEFD: '',
    },
  });
  describeRoutes('free in the middle', draw, [
    ['', '1AEFD2', '1AB', 'CD2', 'ABC'],
    [', oneway=yes', '1AEFD2'],
  ]);
});

describeRoutes(
  'the streets of a small place stay free, however few they are',
  () => ({
    picture: `
    A-1--B--2-C
         |
         D
  `,
    ways: { AB: '', BC: '', BD: 'highway=service, access=private' },
  }),
  [['', '1B2', 'AB2', 'DBA', '2BD']],
);

describeRoutes(
  'private in one direction',
  () => ({
    picture: `
    X-1-A------B-2-Y
        |      |
        |      |
        C------D
  `,
    column_m: 1000,
    ways: { XA: '', AB: 'highway=residential, motor_vehicle:forward=private', BY: '', ACDB: '' },
  }),
  [['', '1ACDB2', '2BA1']],
);

describeRoutes(
  'walking: private at the ends only, signs for vehicles do not stop a walker',
  (tags) => ({
    picture: `
    X-1-A--3---B-2-Y
        |      |
        C------D
  `,
    column_m: 1000,
    ways: { XA: '', AB: `highway=residential, ${tags}`, BY: '', ACDB: '' },
  }),
  [
    ['access=private', '1ACDB2', '1A3', '3B2'],
    ['foot=private', '1ACDB2', '1A3'],
    ['access=customers', '1ACDB2', '1A3'],
    ['access=permit', '1ACDB2'],
    ['access=destination', '1AB2'],
    ['access=delivery', '1AB2'],
    ['access=agricultural', '1AB2'],
    ['access=private, foot=yes', '1AB2'],
  ],
  'walking',
);

describe('where nothing else connects, a private stretch is cut through', () => {
  describeRoutes(
    'to a free one-way street that is entered over a destination road only',
    (tags) => ({
      picture: `
        X-1-A-----B-3-Y
            |     |
            C--2--D
      `,
      column_m: 1000,
      ways: { XA: '', ABY: '', AC: `highway=residential, ${tags}`, CDB: 'highway=residential, oneway=yes' },
    }),
    [
      ['motor_vehicle=destination', '1AC2', '2DBA1', '3BAC2', '1AB3'],
      ['motor_vehicle=no', '1x2', '2DBA1', '1AB3'],
    ],
  );

  describeRoutes(
    'to a free network behind a gate',
    (tags) => ({
      picture: `
        X-1-A-G-B-2-C
                |   |
                D-3-E
      `,
      column_m: 1000,
      ways: { XAGB: '', BCEDB: '' },
      nodes: { G: tags },
    }),
    [
      ['barrier=gate, access=private', '1AGB2', '3DBGA1', '2CE3'],
      ['barrier=gate, access=no', '1x2', '3x1', '2CE3'],
      ['barrier=gate, access=military', '1x2'],
      ['barrier=gate, locked=yes', '1x2'],
    ],
  );

  const bridges = (tags: string) => ({
    picture: `
      X-1-A-----C-----B-2-Y
          |     |     |
          |     |     |
          |     F     |
          D-----------E
    `,
    column_m: 1000,
    ways: {
      XA: '',
      AC: 'highway=residential, access=permit',
      CF: '',
      CB: 'highway=residential, access=permit',
      BY: '',
      ADEB: `highway=residential, ${tags}`,
    },
  });
  describeRoutes('as few as possible, then as fast as possible', bridges, [
    ['access=yes', '1ADEB2', '2BEDA1'],
    // Both ways are one stretch, since the free road at C is not driven.
    ['access=permit', '1ACB2', '2BCA1'],
    ['access=no', '1ACB2'],
  ]);

  describeRoutes(
    'a gate between two long roads, on foot',
    (tags) => ({ picture: 'X-1---G---2-Y', column_m: 1000, ways: { XGY: '' }, nodes: { G: tags } }),
    [
      ['barrier=gate, access=permit', '1G2', '2G1'],
      ['barrier=gate, access=no', '1x2'],
    ],
    'walking',
  );
});
