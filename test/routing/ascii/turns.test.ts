import { describe, expect, it } from 'vitest';
import { driving } from '../../../src/routing/profiles/driving.js';
import { describeRoutes, secondsOf } from './ascii-cases.js';

describe('turns at a crossing', () => {
  const crossing = {
    picture: `
            N
            |
        W---C---O
            |
            S
    `,
    ways: { WCO: '', NCS: '' },
  };
  // The four arms are equally long, so any difference is the turn's.
  const straight_s = secondsOf(crossing, 'WCO');

  it.each([
    ['WCO', 0],
    ['NCS', 0],
    ['OCW', 0],
    ['WCS', 2],
    ['SCO', 2],
    ['OCN', 2],
    ['NCW', 2],
    ['WCN', 5],
    ['NCO', 5],
    ['OCS', 5],
    ['SCW', 5],
  ])('%s costs %d s', (route, turn_s) => {
    expect(secondsOf(crossing, route) - straight_s).toBeCloseTo(turn_s, 1);
  });

  it('costs a walker nothing', () => {
    expect(secondsOf(crossing, 'WCN', 'walking')).toBeCloseTo(secondsOf(crossing, 'WCO', 'walking'), 1);
  });
});

describe('the cost of a turn', () => {
  it('grows with the angle up to about 7.5 s', () => {
    for (const side of [1, -1]) {
      for (let angle = 0; angle < 179; angle++)
        expect(driving.turn_s(side * (angle + 1))).toBeGreaterThanOrEqual(driving.turn_s(side * angle));
    }
    expect(driving.turn_s(179.9)).toBeLessThanOrEqual(7.5);
    expect(driving.turn_s(-179.9)).toBeLessThanOrEqual(7.5);
  });

  it('is dearer to the left, across the traffic', () => {
    for (let angle = 30; angle < 175; angle++)
      expect(driving.turn_s(-angle)).toBeGreaterThan(driving.turn_s(angle));
  });

  it('is nothing straight on, and 20 s more for turning back', () => {
    expect(driving.turn_s(0)).toBe(0);
    expect(driving.turn_s(10)).toBe(0);
    expect(driving.turn_s(180)).toBe(27.5);
  });
});

describe('a bend is no turn', () => {
  it('costs nothing where only two pairs meet', () => {
    const bend = { picture: 'A---B\n    |\n    C', ways: { AB: '', BC: '' } };
    const straight = { picture: 'A---B---C', ways: { AB: '', BC: '' } };
    expect(secondsOf(bend, 'ABC')).toBeCloseTo(secondsOf(straight, 'ABC'), 1);
  });

  it('a footpath that joins does not make a junction for cars', () => {
    const drawing = (highway: string) => ({
      picture: 'A---B---D\n    |\n    C',
      ways: { AB: '', BC: '', BD: `highway=${highway}` },
    });
    expect(secondsOf(drawing('footway'), 'ABC')).toBeCloseTo(secondsOf(drawing('residential'), 'ABC') - 2, 1);
  });
});

describeRoutes(
  'turning back',
  (tags) => ({
    // 2 lies behind 1 on the road. If the road is one-way, there is no way from 1 to 2.
    picture: `
    A--2--1--B-----C
             |
             D
  `,
    ways: { AB: `highway=residential, ${tags}`, BC: '', BD: '' },
  }),
  [
    // Straight back on the same road.
    ['oneway=no', '12', '21'],
    // No way round to 2.
    ['oneway=yes', '1x2', '21'],
  ],
);

describe('U-turns', () => {
  /**
   * From 1, the left turn at B is forbidden: one drives on to the dead end C, turns back, and turns right.
   */
  const deadEnd = {
    picture: `
          E--2--F
          |
      A-1-B-----C
    `,
    ways: { AB: 'highway=residential, oneway=yes', BC: '', BEF: '' },
    restrictions: ['AB B BEF: restriction=no_left_turn'],
  };
  it('at a dead end, at its price', () => {
    const there_s = secondsOf(deadEnd, '1BC');
    const back_s = secondsOf(deadEnd, '1BCBE2');
    // To C, back, and a right turn into BE. The times of the first two parts and of the last one are known.
    expect(back_s).toBeCloseTo(there_s + driving.turn_s(180) + secondsOf(deadEnd, 'CBE2'), 2);
  });

  describeRoutes(
    'not at a node that is only a bend',
    () => ({
      picture: `
          E--2--F
          |
      A-1-B--C--D
    `,
      ways: { AB: 'highway=residential, oneway=yes', BCD: '', BEF: '' },
      restrictions: ['AB B BEF: restriction=no_left_turn'],
    }),
    [['', '1BCDCBE2']],
  );

  describeRoutes(
    'at a junction only where no other road can be taken',
    (tags) => ({
      picture: `
          E--2--F
          |
      A-1-B--C--D
             |
             G
    `,
      ways: {
        AB: 'highway=residential, oneway=yes',
        BC: '',
        CD: `highway=residential, ${tags}`,
        CG: `highway=residential, ${tags}`,
        BEF: '',
      },
      restrictions: ['AB B BEF: restriction=no_left_turn'],
    }),
    [
      ['oneway=no', '1BCDCBE2'],
      ['oneway=-1', '1BCBE2'],
      ['access=private', '1BCBE2'],
      ['access=no', '1BCBE2'],
    ],
  );

  describeRoutes(
    'where a road becomes one-way against the driver',
    (tags) => ({
      picture: `
          E--2--F
          |
      A-1-B--C--D--G
    `,
      ways: {
        AB: 'highway=residential, oneway=yes',
        BC: '',
        CD: `highway=residential, ${tags}`,
        DG: '',
        BEF: '',
      },
      restrictions: ['AB B BEF: restriction=no_left_turn'],
    }),
    [
      ['oneway=no', '1BCDGDCBE2'],
      ['oneway=-1', '1BCBE2'],
    ],
  );

  describeRoutes(
    'on a bridge or a trunk road one drives on to where one can turn',
    () => ({
      // From 1 to 2 the short way would be to turn back at B.
      picture: `
      X-1-A==B====C
      Y-2-D==E====F
    `,
      ways: {
        XABC: 'highway=trunk, oneway=yes',
        FEDY: 'highway=trunk, oneway=yes',
        CF: '',
        BE: 'highway=service, access=no',
      },
    }),
    [['', '1ABCFED2']],
  );

  describeRoutes(
    'not where the node cannot be passed',
    (tags) => ({
      picture: `
          E--2--F
          |
      A-1-B-----C
    `,
      ways: { AB: 'highway=residential, oneway=yes', BC: '', BEF: '' },
      nodes: { C: tags },
      restrictions: ['AB B BEF: restriction=no_left_turn'],
    }),
    [
      ['barrier=gate', '1BCBE2'],
      ['barrier=bollard', '1x2'],
    ],
  );
});

describe('two roads between the same two nodes', () => {
  /** The lanes AB and BA lie on each other. Whether B is a junction depends on the spur. */
  const lanes = (spur: string) => ({
    picture: `
          N
          2
      X-1-A---B
              |
              C
    `,
    ways: {
      XA: 'highway=residential, oneway=yes',
      AN: '',
      AB: 'highway=residential, oneway=yes',
      'AB#2': 'highway=residential, oneway=-1',
      BC: spur,
    },
    restrictions: ['XA A AN: restriction=no_left_turn'],
  });
  it('are two arms: from the one to the other is a turn about at a junction, and nothing at a bend', () => {
    expect(
      secondsOf(lanes('highway=residential'), '1ABA2') - secondsOf(lanes('highway=footway'), '1ABA2'),
    ).toBeCloseTo(27.5, 2);
  });
});

describeRoutes('points on one road', () => ({ picture: 'A--1--2--B--3--C', ways: { AB: '', BC: '' } }), [
  ['', '12', '21', '1B3', '3B2', '11', 'BB'],
]);
