import { describe, expect, it } from 'vitest';
import { distanceM } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { TravelMode } from '../../src/travel-mode.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { RouteAbsent, RouteFound, SnapLimits } from '../../src/routing/route-answers.js';
import { asciiMap, type AsciiDrawing } from './ascii/ascii-map.js';

/** The engine's answer between two characters of a drawing. */
function route(
  drawing: AsciiDrawing,
  from: string,
  to: string,
  {
    mode = 'driving',
    snapLimit_m = 1000,
    snapDetour_m = 1000,
  }: Partial<SnapLimits> & { mode?: TravelMode } = {},
): RouteFound | RouteAbsent {
  const { network, positions } = asciiMap(drawing);
  const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
  return index.route(
    { origin: positions.get(from)!, destination: positions.get(to)! },
    { snapLimit_m, snapDetour_m },
  );
}

function found(answer: RouteFound | RouteAbsent): RouteFound {
  if (answer.kind !== 'route') throw new Error(answer.kind);
  return answer;
}

/** Metres from the beginning to the end of the line as the crow flies, to recognise a detour. */
function crow_m({ coordinates: c }: RouteFound): number {
  return distanceM(c[0] / 1e7, c[1] / 1e7, c[c.length - 2] / 1e7, c[c.length - 1] / 1e7);
}

describe('where a route starts and ends', () => {
  it('is the nearest point on the road, not its nearest end', () => {
    //     A--------------B
    //            1    2
    const answer = found(route({ picture: 'A--------------B\n       1    2', ways: { AB: '' } }, '1', '2'));
    expect(answer.origin.distance_m).toBeCloseTo(50, 1);
    expect(answer.destination.distance_m).toBeCloseTo(50, 1);
    expect(answer.distance_m).toBeCloseTo(125, 1);
    expect(answer.coordinates).toHaveLength(4);
  });

  it('has the name of the road, else its ref, else none', () => {
    const picture = 'A--1--B--2--C--3--D--4--E';
    const ways = {
      AB: 'highway=primary, name=Энхтайваны өргөн чөлөө, ref=A1',
      BC: 'highway=primary, ref=A0302',
      CD: 'highway=primary',
      DE: 'highway=primary, name:mn=Зам',
    };
    const answer = found(route({ picture, ways }, '1', '2'));
    expect([answer.origin.name, answer.destination.name]).toEqual(['Энхтайваны өргөн чөлөө', 'A0302']);
    const other = found(route({ picture, ways }, '3', '4'));
    expect([other.origin.name, other.destination.name]).toEqual([null, 'Зам']);
  });

  it('is absent beyond the limit, on the side that it is about', () => {
    const drawing = { picture: '1--A--B\n\n\n\n      2', ways: { AB: '' } };
    const near = { snapLimit_m: 100 };
    const nearestRoad_m = expect.closeTo(200, 1) as number;
    expect(route(drawing, '1', '2', near)).toEqual({ kind: 'destination_not_on_network', nearestRoad_m });
    expect(route(drawing, '2', '1', near)).toEqual({ kind: 'origin_not_on_network', nearestRoad_m });
    expect(route(drawing, '1', '2', { snapLimit_m: 250 }).kind).toBe('route');
  });

  it('is absent when there is no road at all', () => {
    const network = {
      nodeLon7: new Int32Array(0),
      nodeLat7: new Int32Array(0),
      nodeIds: new Float64Array(0),
      ways: [],
      nodeTags: new Map(),
      restrictions: [],
    };
    for (const profile of Object.values(PROFILES)) {
      const index = RoutingIndex.from(buildRouting(network, profile).sections);
      index.verify();
      expect(index.route({ origin: [106, 47], destination: [107, 48] }, { snapLimit_m: 1000 })).toEqual({
        kind: 'origin_not_on_network',
        nearestRoad_m: null,
      });
    }
  });

  it('takes no notice of roads the mode cannot use', () => {
    //     A---------B     footway
    //     1         2
    //     C---------D
    const drawing = {
      picture: 'A---------B\n1         2\n\nC---------D',
      ways: { AB: 'highway=footway', CD: '' },
    };
    expect(found(route(drawing, '1', '2', { mode: 'walking' })).origin.distance_m).toBeCloseTo(50, 1);
    expect(found(route(drawing, '1', '2')).origin.distance_m).toBeCloseTo(100, 1);
  });

  it('is a point with two equal positions when both ends are the same', () => {
    for (const character of ['1', 'B', 'A']) {
      const answer = found(route({ picture: 'A--1--B--C', ways: { AB: '', BC: '' } }, character, character));
      expect([answer.distance_m, answer.duration_s]).toEqual([0, 0]);
      expect(answer.coordinates).toHaveLength(4);
      expect(answer.coordinates.slice(0, 2)).toEqual(answer.coordinates.slice(2));
    }
  });

  it('is a point, too, against a one-way and in front of a gate that nobody passes', () => {
    expect(
      found(
        route({ picture: 'A--1--B--C', ways: { AB: 'highway=residential, oneway=yes', BC: '' } }, '1', '1'),
      ).duration_s,
    ).toBe(0);
    expect(
      found(
        route({ picture: 'A-----B--C', ways: { AB: '', BC: '' }, nodes: { B: 'barrier=wall' } }, 'B', 'B'),
      ).duration_s,
    ).toBe(0);
  });

  it('goes straight along one segment in either direction, and round the block against a one-way', () => {
    const picture = 'A--1--2--B\n|        |\nC--------D';
    const block = (tags: string): AsciiDrawing => ({ picture, ways: { AB: tags, BD: '', DC: '', CA: '' } });
    expect(found(route(block(''), '1', '2')).distance_m).toBeCloseTo(75, 1);
    expect(found(route(block(''), '2', '1')).distance_m).toBeCloseTo(75, 1);
    expect(found(route(block('highway=residential, oneway=yes'), '1', '2')).distance_m).toBeCloseTo(75, 1);
    expect(found(route(block('highway=residential, oneway=yes'), '2', '1')).distance_m).toBeCloseTo(
      2 * 225 + 2 * 100 - 75,
      0,
    );
  });

  it('never goes a metre against a one-way, not even at the end of it', () => {
    const drawing = { picture: 'A--1--2--B', ways: { AB: 'highway=residential, oneway=yes' } };
    expect(route(drawing, '2', '1').kind).toBe('no_path');
    expect(route(drawing, 'B', 'A').kind).toBe('no_path');
    expect(route(drawing, '1', 'B').kind).toBe('route');
  });

  it('goes round a roundabout to what lies just behind', () => {
    //       B
    //      / \
    //   --A   C--     driven A D C B, that is A to D first
    //      \ /
    //       D
    const picture = '     B\n    1 2\nX--A   C--Y\n    4 3\n     D';
    const drawing = { picture, ways: { ADCBA: 'highway=residential, junction=roundabout', XA: '', CY: '' } };
    const around = found(route(drawing, '2', '1'));
    const almostAll = found(route(drawing, '1', '2'));
    // Each of the four sides of the ring is 50 m by 100 m.
    expect(around.distance_m).toBeCloseTo(Math.hypot(50, 100), 0);
    expect(almostAll.distance_m).toBeCloseTo(3 * Math.hypot(50, 100), 0);
    expect(crow_m(almostAll)).toBeCloseTo(crow_m(around), 3);
  });

  it('takes all arms of the junction it lies on: no turn is paid there', () => {
    //        C
    //        |
    //     A--B--D
    const picture = '      C\n      |\n      |\n      |\nA-----B-----D';
    const drawing = { picture, ways: { AB: '', BC: '', BD: '' } };
    const [left, right] = [found(route(drawing, 'B', 'C')), found(route(drawing, 'B', 'D'))];
    expect(left.duration_s / left.distance_m).toBeCloseTo(right.duration_s / right.distance_m, 4);
  });
});

describe('when no path connects the nearest roads', () => {
  //     A--1--B           50 m of parking, cut off
  //
  //     C-----------2--------D
  const picture = 'A--1--B\n\nC-----------2------------------------------D';
  const parking = { AB: 'highway=service, service=parking_aisle' };

  it('a route begins or ends on a road farther away', () => {
    for (const [from, to] of [
      ['1', '2'],
      ['2', '1'],
    ] as const) {
      const answer = found(route({ picture, ways: { ...parking, CD: '' } }, from, to));
      const [island, road] =
        from === '1' ? [answer.origin, answer.destination] : [answer.destination, answer.origin];
      expect(island.distance_m).toBeCloseTo(100, 1);
      expect(road.distance_m).toBeLessThan(0.02);
      expect(answer.distance_m).toBeCloseTo(225, 1);
    }
  });

  it('it stays on the island when both ends are there', () => {
    const answer = found(route({ picture, ways: { ...parking, CD: '' } }, '1', 'B'));
    expect(answer.distance_m).toBeCloseTo(75, 1);
    expect(answer.origin.distance_m).toBeLessThan(0.02);
  });

  it('it goes no farther than the limit, and not too far beyond the nearest road', () => {
    const drawing = { picture, ways: { ...parking, CD: '' } };
    expect(route(drawing, '1', '2', { snapLimit_m: 99 }).kind).toBe('no_path');
    expect(route(drawing, '1', '2', { snapDetour_m: 99 }).kind).toBe('no_path');
    expect(route(drawing, '1', '2', { snapDetour_m: 101 }).kind).toBe('route');
    expect(route(drawing, '1', '2', { snapDetour_m: 0 }).kind).toBe('no_path');
  });

  it('the length of the island does not matter', () => {
    const long = 'A--1-----------------------------B\n\nC------------------------------------2-----D';
    const answer = found(route({ picture: long, ways: { ...parking, CD: '' }, column_m: 90 }, '1', '2'));
    expect(answer.origin.distance_m).toBeCloseTo(360, 0);
  });

  it('one can leave a one-way exit but not get to it', () => {
    // A==1=>B--------------C The one-way begins at A, so nobody can get to 1, but one can leave it. | D
    const drawing = {
      picture: 'A--1--B---------------2----C\n      |\n      |\n      |\n      D',
      ways: { AB: 'highway=residential, oneway=yes', BC: '', BD: '' },
    };
    expect(found(route(drawing, '1', '2')).origin.distance_m).toBeLessThan(0.02);
    expect(found(route(drawing, '2', '1')).destination.distance_m).toBeCloseTo(75, 1);
  });

  it('no end is moved over what one cannot cross: half of the distance, or more', () => {
    //  A---1---B  a river, 200 m wide, without a bridge
    //  C---2---D
    const river = { picture: 'A---1---B\n\n\n\nC---2---D', ways: { AB: '', CD: '' } };
    expect(route(river, '1', '2').kind).toBe('no_path');
    // With a bridge far away there is a way.
    const bridge = { ...river, ways: { AB: '', CD: '', BD: '' } };
    expect(found(route(bridge, '1', '2')).moved).toEqual([]);
    // 75 m of 150 are half, 50 of 150 are less; which end was moved, and how far, is told.
    const yard = (rows: number): AsciiDrawing => ({
      picture: `A--1--B${'\n'.repeat(rows)}C---------------2---D`,
      ways: { AB: 'highway=service, oneway=-1', CD: '' },
      column_m: 10,
    });
    expect(route(yard(8), '1', '2').kind).toBe('no_path');
    const moved = found(route(yard(3), '1', '2')).moved;
    expect(moved.map(({ stop, moved_m }) => [stop, Math.round(moved_m)])).toEqual([[0, 60]]);
  });

  it('both ends may go farther at once', () => {
    const both = 'A--1--B                         E--3--F\n\nC-----2------------------------------------D';
    const answer = found(
      route({ picture: both, ways: { ...parking, EF: 'highway=service', CD: '' } }, '1', '3'),
    );
    expect([answer.origin.distance_m, answer.destination.distance_m].map(Math.round)).toEqual([100, 100]);
  });

  it('the pair with the smallest sum of distances is taken, not the shortest route', () => {
    //     A--1--B                  C--2--D      two islands
    //     E-----F                  G-----H      EF leads to GH by a long way
    //     |                              |
    //     I------------------------------J
    //                  K--L                     a third one, no use
    const drawing: AsciiDrawing = {
      picture: `
A--1--B                  C--2--D
               K--L
E-----F                  G-----H
|                              |
I------------------------------J
`,
      ways: { AB: '', CD: '', KL: '', EF: '', GH: '', EIJH: '' },
    };
    const answer = found(route(drawing, '1', '2'));
    expect([answer.origin.distance_m, answer.destination.distance_m].map(Math.round)).toEqual([100, 100]);
    expect(answer.distance_m).toBeGreaterThan(800);
  });

  it('two points on one dead one-way street are connected, though nothing leads out of it', () => {
    //     A--1--B     C==2==3=>D: 1 lies on an island of its own
    const drawing = {
      picture: 'A--1--B\nC--4-------2-------D',
      ways: { AB: '', CD: 'highway=residential, oneway=yes' },
    };
    const answer = found(route(drawing, '1', '2'));
    expect(answer.origin.distance_m).toBeCloseTo(50, 1);
    expect(answer.distance_m).toBeCloseTo(200, 1);
    // Back there is nothing on this street, so both ends go to the other one.
    expect(route(drawing, '2', '1').kind).toBe('no_path');
    const wide = { ...drawing, picture: 'A--1-----------B\nC--4-------2-------D' };
    expect(found(route(wide, '2', '1')).origin.distance_m).toBeCloseTo(50, 0);
    expect(route(wide, '2', '1', { snapDetour_m: 49 }).kind).toBe('no_path');
  });

  it('goes in behind a private gate, but not through', () => {
    // A-----B--C--1--D The gate B is private.
    const drawing = {
      picture: 'A-2---B--C--1--D------------------------------------------E',
      ways: { AB: '', BCD: '', DE: '' },
      nodes: { B: 'barrier=gate, access=private' },
      column_m: 20,
    };
    expect(route(drawing, '2', '1').kind).toBe('route');
    expect(route(drawing, '1', '2').kind).toBe('route');
  });
});
