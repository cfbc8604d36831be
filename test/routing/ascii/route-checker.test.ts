import { describe, expect, it } from 'vitest';
import { distanceM } from '../../../src/geo/distance.js';
import type { TravelMode } from '../../../src/travel-mode.js';
import type { FoundRoute, SnappedPoint } from '../../../src/sources/router.js';
import { RouteChecker } from '../../oracles/route-checker.js';
import { asciiMap, type AsciiDrawing } from './ascii-map.js';

/** A route over characters of a drawing, as a router would answer it, at a plausible speed. */
function lineOver(drawing: AsciiDrawing, characters: string): FoundRoute {
  const { positions } = asciiMap(drawing);
  const points = [...characters].map((character) =>
    positions.get(character)!.map((degrees) => Math.round(degrees * 1e7)),
  );
  let distance_m = 0;
  for (let i = 1; i < points.length; i++)
    distance_m += distanceM(
      points[i - 1][0] / 1e7,
      points[i - 1][1] / 1e7,
      points[i][0] / 1e7,
      points[i][1] / 1e7,
    );
  const snapped = ([lon7, lat7]: number[]): SnappedPoint => ({
    longitude: lon7 / 1e7,
    latitude: lat7 / 1e7,
    distance_m: 0,
    name: null,
  });
  return {
    kind: 'route',
    distance_m,
    duration_s: distance_m / 5,
    coordinates: Int32Array.from(points.flat()),
    origin: snapped(points[0]),
    destination: snapped(points.at(-1)!),
  };
}

/** What the checker says about a line, as drawn or changed. */
function says(
  drawing: AsciiDrawing,
  characters: string,
  mode: TravelMode = 'driving',
  change: (route: FoundRoute) => Partial<FoundRoute> = () => ({}),
): string[] {
  const straight = lineOver(drawing, characters);
  const route = { ...straight, ...change(straight) };
  const at = (snapped: SnappedPoint): [number, number] => [snapped.longitude, snapped.latitude];
  return new RouteChecker(asciiMap(drawing).network, mode).violations(
    { origin: at(straight.origin), destination: at(straight.destination), mode },
    route,
  );
}

const crossing = (tags: string, extra: Partial<AsciiDrawing> = {}): AsciiDrawing => ({
  picture: `
              N
              3
              |
    X-1-A-----B-----C-2-Y
              |     |
              4     |
              S-----T
  `,
  column_m: 1500,
  ways: { XA: '', AB: tags, BC: '', CY: '', NB: '', BS: '', ST: '', TC: '' },
  ...extra,
});

describe('the checker finds nothing wrong with legal routes', () => {
  it.each([
    ['', '1ABC2'],
    ['', '1AB3'],
    ['highway=residential, oneway=yes', '1ABST'],
    ['highway=residential, access=private', '1AB'],
    ['highway=track, motor_vehicle=destination', 'ABC2'],
    ['', '1A'],
    ['', '3B4'],
  ])('%s: %s', (tags, line) => {
    expect(says(crossing(tags), line)).toEqual([]);
  });

  it('barriers that open, restrictions on other turns, only_* obeyed', () => {
    expect(says(crossing('', { nodes: { B: 'barrier=lift_gate' } }), '1ABC2')).toEqual([]);
    expect(says(crossing('', { restrictions: ['AB B BS: restriction=no_right_turn'] }), '1ABC2')).toEqual([]);
    expect(says(crossing('', { restrictions: ['AB B BC: restriction=only_straight_on'] }), '1ABC2')).toEqual(
      [],
    );
    expect(says(crossing('', { restrictions: ['AB BC TC: restriction=no_right_turn'] }), '1ABC2')).toEqual(
      [],
    );
    expect(
      says(crossing('', { restrictions: ['AB B BS: restriction=no_right_turn, except=motorcar'] }), '1ABS'),
    ).toEqual([]);
  });

  it('walkers against a one-way and through turns forbidden to cars', () => {
    expect(
      says(
        crossing('highway=residential, oneway=-1', { restrictions: ['AB B BS: restriction=no_right_turn'] }),
        '1ABS',
        'walking',
      ),
    ).toEqual([]);
  });
});

describe('the checker finds', () => {
  it.each([
    ['against a one-way', 'highway=residential, oneway=-1', '1AB4', 'way 2 is closed in this direction'],
    [
      'against a one-way at the start',
      'highway=residential, oneway=yes',
      'BA1',
      'the first stretch is on no way, or only on closed ones',
    ],
    ['a closed road', 'highway=residential, motor_vehicle=no', '1ABC2', 'way 2 is closed in this direction'],
    ['a footway', 'highway=footway', '1ABC2', 'way 2 is closed in this direction'],
    ['construction', 'highway=construction', '1ABC2', 'way 2 is closed in this direction'],
    ['a way too narrow', 'highway=residential, maxwidth=1.8', '1ABC2', 'way 2 is closed in this direction'],
    [
      'a cut through a private road',
      'highway=residential, access=private',
      '1ABC2',
      'cuts through a private stretch to way 3',
    ],
    ['a jump over open country', '', '1AC2', 'no way goes to the next position'],
    ['turning back at a bend', '', '1ABSTS', 'turns back on way 7 where it could go on'],
  ])('%s', (_, tags, line, expected) => {
    const found = says(crossing(tags), line);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  it.each([
    ['a blocked node', { nodes: { B: 'barrier=bollard' } }, '1ABC2', 'node 66 cannot be passed'],
    ['a locked gate', { nodes: { B: 'barrier=gate, locked=yes' } }, '1ABC2', 'node 66 cannot be passed'],
    [
      'a private gate in the middle',
      { nodes: { B: 'barrier=gate, access=private' } },
      '1ABC2',
      'cuts through a private stretch',
    ],
    [
      'a forbidden turn',
      { restrictions: ['AB B BS: restriction=no_right_turn'] },
      '1ABS',
      'restriction 1000 forbids this turn',
    ],
    [
      'a turn other than ordered',
      { restrictions: ['AB B BC: restriction=only_straight_on'] },
      '1ABS',
      'restriction 1000 orders another turn',
    ],
    [
      'a forbidden way over a via way',
      { restrictions: ['AB BC TC: restriction=no_right_turn'] },
      '1ABCT',
      'restriction 1000 forbids this way',
    ],
    [
      'an order with a via way left at its end',
      { restrictions: ['AB BC TC: restriction=only_right_turn'] },
      '1ABC2',
      'restriction 1000 orders another way',
    ],
  ])('%s', (_, extra, line, expected) => {
    const found = says(crossing('', extra), line);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  it('what is closed to walkers', () => {
    expect(says(crossing('highway=motorway'), '1ABC2', 'walking')[0]).toContain('way 2 is closed');
    expect(says(crossing('highway=residential, foot=no'), '1ABC2', 'walking')[0]).toContain(
      'way 2 is closed',
    );
    expect(says(crossing('', { nodes: { B: 'barrier=fence' } }), '1ABC2', 'walking')[0]).toContain(
      'node 66 cannot be passed',
    );
  });

  it('figures that do not fit the geometry', () => {
    const drawing = crossing('');
    expect(
      says(drawing, '1ABC2', 'driving', (route) => ({ distance_m: route.distance_m * 1.002 }))[0],
    ).toContain('the geometry has');
    expect(
      says(drawing, '1ABC2', 'driving', (route) => ({ duration_s: route.distance_m / 40 }))[0],
    ).toContain('too fast');
    expect(
      says(drawing, '1ABC2', 'driving', (route) => ({ duration_s: route.distance_m * 10 }))[0],
    ).toContain('too slow');
    expect(
      says(drawing, '1ABC2', 'driving', (route) => ({ origin: { ...route.origin, distance_m: 5 } }))[0],
    ).toContain('snapped');
    expect(
      says(drawing, '1ABC2', 'driving', (route) => ({
        origin: route.destination,
        destination: route.origin,
      })),
    ).toContain('the geometry does not start at the snapped point');
    expect(says(drawing, '1AABC2')).toContain('position 2 is there twice');
  });
});
