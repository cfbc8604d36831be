import { describe } from 'vitest';
import { describeRoutes } from './ascii-cases.js';

/** The block BCDE lies between the roads, so there is a way round a forbidden turn. */
const block = (restriction: string) => ({
  picture: `
            N
            3
            |
    W-1-----B-----C-2-O
            |     |
            |     |
        F---E-----D
            4
            |
            S
  `,
  ways: { WB: '', NB: '', BC: '', CO: '', BE: '', CD: '', DE: '', EF: '', ES: '' },
  restrictions: restriction === '' ? [] : restriction.split(' + '),
});

describeRoutes('no_*, at a node', block, [
  ['', '1BE4', '1BC2', '1B3', '3BE4', '3B1', '3BC2', '2CB1', '4EB1'],
  // Turning right into BE is forbidden: turn right at the next corner, and right again.
  ['WB B BE: restriction=no_right_turn', '1BCDE4', '1BC2', '1B3', '3BE4', '4EB1', '2CB1'],
  ['WB B NB: restriction=no_left_turn', '1BE4', '1BC2', '3B1'],
  ['WB B BC: restriction=no_straight_on', '1BEDC2', '1BE4', '2CB1'],
  ['NB B BE: restriction=no_straight_on', '3BCDE4', '1BE4'],
  ['WB B BE: restriction=no_exit', '1BCDE4'],
  ['WB B BE: restriction=no_entry', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn_on_red', '1BE4'],
  ['WB B BE: restriction=no_nonsense', '1BE4'],
  ['WB B BE: restriction=constructor', '1BE4'],
  ['WB B BE: restriction=no_right_turn;no_u_turn', '1BCDE4'],
  ['BE B WB: restriction=no_left_turn', '1BE4', '4EDCB1'],
]);

describeRoutes('only_*, at a node', block, [
  ['WB B BC: restriction=only_straight_on', '1BCDE4', '1BC2', '3BE4'],
  ['WB B BE: restriction=only_right_turn', '1BEDC2', '1BE4', '3BC2', '2CB1'],
  ['WB B NB: restriction=only_left_turn', '1B3', '2CB1'],
  ['NB B WB: restriction=only_right_turn', '3B1', '1BE4'],
  // Two signs at one place: either may be followed.
  ['WB B BC: restriction=only_straight_on + WB B NB: restriction=only_left_turn', '1BC2', '1B3', '1BCDE4'],
  // A ban together with an order.
  ['WB B BC: restriction=only_straight_on + BC C CD: restriction=no_right_turn', '1BC2', '3BE4'],
]);

describeRoutes('several members', block, [
  ['WB,NB B BE: restriction=no_entry', '1BCDE4', '3BCDE4', '2CBE4'],
  ['WB B BE,BC: restriction=no_exit', '1B3', '3BC2', '3BE4'],
  ['WB,NB B BE: restriction=no_right_turn', '1BCDE4', '3BCDE4'],
  ['WB,NB B BC: restriction=only_straight_on', '1BCDE4', '3BCDE4'],
  // Nobody can follow two orders at once, so the relation is a mistake.
  ['WB B BC,NB: restriction=only_straight_on', '1BE4'],
]);

describeRoutes('whom it is for', block, [
  ['WB B BE: restriction=no_right_turn, except=bicycle', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn, except=psv;bicycle', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn, except=motorcar', '1BE4'],
  ['WB B BE: restriction=no_right_turn, except=psv;motorcar', '1BE4'],
  ['WB B BE: restriction=no_right_turn, except=motor_vehicle', '1BE4'],
  ['WB B BE: restriction=no_right_turn, except=hgv', '1BCDE4'],
  ['WB B BE: restriction:motorcar=no_right_turn', '1BCDE4'],
  ['WB B BE: restriction:motor_vehicle=no_right_turn', '1BCDE4'],
  ['WB B BE: restriction:hgv=no_right_turn', '1BE4'],
  ['WB B BE: restriction:bus=no_right_turn', '1BE4'],
  ['WB B BE: restriction:bicycle=no_right_turn', '1BE4'],
  ['WB B BE: type=restriction:hgv, restriction=no_right_turn', '1BE4'],
  ['WB B BE: type=restriction:motorcar, restriction=no_right_turn', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn, restriction:motorcar=none', '1BE4'],
]);

describeRoutes('when it holds', block, [
  ['WB B BE: restriction:conditional=no_right_turn @ (07:00-10:00)', '1BE4'],
  ['WB B BE: restriction:conditional=no_right_turn @ (Mo-Fr 07:00-10:00,17:00-20:00)', '1BE4'],
  ['WB B BE: restriction:conditional=no_right_turn @ (24/7)', '1BCDE4'],
  ['WB B BE: restriction:conditional=no_right_turn @ 00:00-24:00', '1BCDE4'],
  ['WB B BE: restriction:motorcar:conditional=no_right_turn @ (Mo-Su 00:00-24:00)', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn, restriction:conditional=none @ (22:00-06:00)', '1BCDE4'],
  ['WB B BE: restriction=no_right_turn, hour_on=07:00, hour_off=09:00', '1BE4'],
  ['WB B BE: restriction=no_right_turn, day_on=Monday, day_off=Friday', '1BE4'],
]);

describeRoutes('broken ones are skipped', block, [
  ['WB C BE: restriction=no_right_turn', '1BE4'],
  ['WB B DE: restriction=no_right_turn', '1BE4'],
  ['WB B E BE: restriction=no_right_turn', '1BE4'],
  ['WB BE: restriction=no_right_turn', '1BE4'],
  ['WB BC DE: restriction=no_right_turn', '1BE4'],
  ['WB B BE: restriction=no_right_turn + CO C BE: restriction=no_left_turn', '1BCDE4'],
]);

describe('via ways', () => {
  /** A road with two carriageways, AB eastwards and DC westwards, joined by the short links AD and BC. */
  const dual = (restriction: string) => ({
    picture: `
      P-----C-----D--2--Q
            |     |
            |     |
      R--1--A-----B-----T
                  |
                  3
                  U
    `,
    ways: {
      QDC: 'highway=primary, oneway=yes',
      CP: 'highway=primary, oneway=yes',
      RA: 'highway=primary, oneway=yes',
      AB: 'highway=primary, oneway=yes',
      BT: 'highway=primary, oneway=yes',
      AC: '',
      BD: '',
      BU: '',
    },
    restrictions: restriction === '' ? [] : restriction.split(' + '),
  });

  describeRoutes('no_*', dual, [
    ['', '1ACP', '1AB3', '2DCP', '2DB3'],
    // The U-turn over the first link is forbidden; over the second it is allowed.
    ['RA AC CP: restriction=no_u_turn', '1ABDCP', '1AB3'],
    ['RA AC CP: restriction=no_u_turn + AB BD QDC: restriction=no_u_turn', '1ABDCP'],
    ['RA B AC: restriction=no_left_turn', '1ACP'],
  ]);

  /** FG is slow, so the cheaper way goes over C. */
  const ladder = (restriction: string) => ({
    picture: `
                N
                3
                |
      W--1--A---B-----C-----D
                |     |     |
                |     |     |
          E--4--F-----G-----H
                5     6     7
                K     L     M
    `,
    ways: {
      WA: '',
      AB: '',
      NB: '',
      BC: '',
      CD: '',
      BF: '',
      CG: '',
      DH: '',
      EF: '',
      FG: 'highway=service',
      GH: '',
      FK: '',
      GL: '',
      HM: '',
    },
    restrictions: restriction === '' ? [] : restriction.split(' + '),
  });

  describeRoutes('no_* over one and over several via ways', ladder, [
    ['', '1ABF5', '1ABCG6', '1ABCDH7', '3BCG6', '3BCDH7', '4FG6', '5FG6'],
    ['AB BC CG: restriction=no_right_turn', '1ABFG6', '3BCG6', 'CG6', '1ABCD', '1ABCDH7'],
    ['AB BC CD DH: restriction=no_right_turn', '1ABCGH7', '3BCDH7', '1ABCD', '1ABCG6'],
    ['AB BC CD,CG: restriction=no_exit', '1ABFG6', '3BCG6'],
    // Only the exact sequence is forbidden. Joining it in the middle is allowed.
    [
      'AB BC CG: restriction=no_right_turn + NB BC CG: restriction=no_right_turn',
      '1ABFG6',
      '3BFG6',
      'CG6',
      '6GCB3',
    ],
    // Two bans that overlap. A route that keeps clear of one must still obey the other.
    [
      'AB BC CD: restriction=no_straight_on + AB BC CG: restriction=no_right_turn',
      '1ABFG6',
      '3BCG6',
      '3BCDH7',
    ],
    [
      'AB BC CD DH: restriction=no_right_turn + BC CD DH HM: restriction=no_straight_on',
      '1ABCGH7',
      '3BCGH7',
      '3BCG6',
    ],
  ]);

  describeRoutes('only_* with via ways: binds who has driven all of them', ladder, [
    ['AB BC CG: restriction=only_right_turn', '1ABCG6', '1ABF5', '1ABCGH7', '3BCDH7', '3BF5'],
    ['AB BC CD: restriction=only_straight_on', '1ABF5', '1ABFG6', '1ABCD', '3BF5', '3BCG6'],
    ['AB BC CD DH: restriction=only_right_turn', '1ABCG6', '3BCG6'],
    ['EF FG CG: restriction=only_left_turn', '4FBCG6', '4F5', '5FG6'],
    // Both bind at once, at different places.
    [
      'AB BC CD: restriction=only_straight_on + BC CD DH: restriction=only_right_turn',
      '1ABFG6',
      '3BCG6',
      '3BCDH7',
    ],
    [
      'AB BC CD: restriction=only_straight_on + AB B BF: restriction=only_right_turn',
      '1ABF5',
      '1ABFGH7',
      '1ABFG6',
    ],
  ]);
});

describe('turning back', () => {
  /** From the one-way RA, the left turn at A is forbidden. So one drives to a dead end, C or S, and back. */
  const back = (restriction: string) => ({
    picture: `
          N
          |
          2
          |
      R-1-A---B---C
              |
              S
    `,
    ways: { RA: 'highway=residential, oneway=yes', NA: '', AB: '', BC: '', BS: '' },
    restrictions: [
      'RA A NA: restriction=no_left_turn',
      ...(restriction === '' ? [] : restriction.split(' + ')),
    ],
  });
  describeRoutes('no_u_turn with from = to', back, [
    ['', '1ABCBA2'],
    ['AB B AB: restriction=no_u_turn', '1ABCBA2'],
    ['BC B BC: restriction=no_u_turn', '1ABCBA2'],
    ['BC C BC: restriction=no_u_turn', '1ABSBA2'],
    ['BC C BC: restriction=no_u_turn + BS S BS: restriction=no_u_turn', '1x2'],
    // A sign that leaves no way on makes a dead end.
    ['AB B BC: restriction=no_straight_on + AB B BS: restriction=no_right_turn', '1ABA2'],
  ]);
});

describe('a sign that leaves no way out is not obeyed', () => {
  const draw = (tags: string) => ({
    picture: `
      W-1-B---C
          |
          2
          E
    `,
    ways: { WB: '', BC: `highway=residential, ${tags}`, BE: '' },
    restrictions: ['WB B BC: restriction=only_straight_on'],
  });
  describeRoutes('only_* into a road that is closed', draw, [
    ['access=yes', '1BCB2'],
    ['motor_vehicle=no', '1B2'],
    ['oneway=-1', '1B2'],
    ['access=no', '1B2'],
  ]);
});

describeRoutes(
  'a closed way as to gives a sequence for each of its ends',
  () => ({
    picture: `
    W-1-A---B
        | 2 |
        D---C
  `,
    ways: { WA: '', ABCDA: '' },
    restrictions: ['WA A ABCDA: restriction=no_entry'],
  }),
  [['', '1xC', 'CBA1']],
);
