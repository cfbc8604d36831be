import { describe, expect, it } from 'vitest';
import type { TravelMode } from '../../../src/travel-mode.js';
import { buildRouting } from '../../../src/routing/build-routing.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../../src/routing/routing-index.js';
import { describeRoutes, describeSpeeds, secondsOf } from './ascii-cases.js';
import { asciiMap } from './ascii-map.js';

/** A river between two roads, with a boat from A to B. The bridge CD is far away. */
const river = (tags: string) => ({
  picture: `
    X-1-A~~~~~~B-2-Y
        |      |
        |      |
        |      |
        |      |
        C------D
  `,
  ways: { XA: '', AB: tags, BY: '', ACDB: '' },
});

describeRoutes('ferries', river, [
  ['route=ferry', '1ACDB2'],
  ['route=ferry, duration=5', '1ACDB2'],
  ['route=ferry, duration=00:00:15', '1AB2', '2BA1'],
  ['route=ferry, duration=PT15S', '1AB2', '2BA1'],
  ['route=ferry, duration=PT15S, motor_vehicle=no', '1ACDB2'],
  ['route=ferry, duration=PT15S, access=no', '1ACDB2'],
  ['route=ferry, duration=PT15S, oneway=yes', '1AB2', '2BDCA1'],
  ['route=ferry, duration=PT15S, foot=yes, bicycle=yes', '1ACDB2'],
  ['route=ferry, duration=PT15S, foot=yes', '1ACDB2'],
  ['route=ferry, duration=PT15S, bicycle=yes', '1ACDB2'],
  ['route=ferry, duration=PT15S, foot=yes, motor_vehicle=yes', '1AB2'],
  ['route=ferry, duration=PT15S, foot=yes, hgv=yes', '1AB2'],
  ['route=ferry, duration=PT15S, access=private', '1ACDB2'],
  ['route=ferry, duration=PT15S, access=customers', '1AB2', '2BA1'],
  ['route=ferry, duration=PT15S, motor_vehicle=customers;permit', '1AB2'],
  ['route=bus, duration=PT15S', '1ACDB2'],
  ['route=shuttle_train, duration=PT15S', '1AB2'],
]);

describeRoutes(
  'ferries for walkers',
  river,
  [
    ['route=ferry, duration=PT15S', '1AB2'],
    ['route=ferry', '1AB2'],
    ['route=ferry, foot=no', '1ACDB2'],
    ['route=ferry, motor_vehicle=no', '1AB2'],
    ['route=ferry, access=customers', '1AB2'],
    ['route=ferry, foot=customers', '1AB2'],
  ],
  'walking',
);

describe('the duration of a ferry', () => {
  // Nobody snaps to a ferry, so 100 m of road are on either side: 14.4 s each by car, 72 s on foot.
  const crossing = (tags: string, mode: TravelMode = 'driving') =>
    secondsOf(
      { picture: 'X1A---B---C2Y', column_m: 100, ways: { XA: '', ABC: tags, CY: '' } },
      '1ABC2',
      mode,
    ) - (mode === 'driving' ? 28.8 : 144);

  it.each([
    ['route=ferry, duration=5', 300],
    ['route=ferry, duration=00:05', 300],
    ['route=ferry, duration=0:05:30', 330],
    ['route=ferry, duration=PT5M', 300],
    ['route=ferry, duration=PT4M30S', 270],
  ])('%s: %d s', (tags, seconds) => {
    expect(crossing(tags)).toBeCloseTo(seconds, 0);
    expect(crossing(tags, 'walking')).toBeCloseTo(seconds, 0);
  });

  it.each([
    ['none', 'route=ferry'],
    ['one that cannot be read', 'route=ferry, duration=soon'],
    ['zero', 'route=ferry, duration=00:00'],
    ['faster than 100 km/h', 'route=ferry, duration=PT20S'],
    ['slower than 1 km/h', 'route=ferry, duration=PT2H'],
  ])('%s: 5 km/h', (_, tags) => {
    expect(crossing(tags)).toBeCloseTo((0.8 / 5) * 3600, 0);
    expect(crossing(tags, 'walking')).toBeCloseTo((0.8 / 5) * 3600, 0);
  });

  it('shuttle trains: 10 km/h', () => {
    expect(crossing('route=shuttle_train')).toBeCloseTo((0.8 / 10) * 3600, 0);
  });
});

it.each(['driving', 'walking'] as const)('nobody snaps to a ferry, %s', (mode) => {
  // 1 is on the line of the boat, 50 m from A; the nearest road ends there.
  const drawing = {
    picture: 'X---A~1~~~~~~~~B-2-Y',
    column_m: 25,
    ways: { XA: '', AB: 'route=ferry', BY: '' },
  };
  const index = RoutingIndex.from(buildRouting(asciiMap(drawing).network, PROFILES[mode]).sections);
  index.verify();
  const { positions } = asciiMap(drawing);
  const answer = index.route(
    { origin: positions.get('1')!, destination: positions.get('2')! },
    { snapLimit_m: 1000 },
  );
  if (answer.kind !== 'route') throw new Error(answer.kind);
  expect(Math.round(answer.origin.distance_m)).toBe(50);
  expect(Math.round(answer.distance_m)).toBe(325);
});

describe('fords', () => {
  const node = (tags: string) => ({ picture: 'A---B---C', ways: { ABC: '' }, nodes: { B: tags } });

  it('a ford on a node is a delay, for both', () => {
    expect(secondsOf(node('ford=yes'), 'ABC') - secondsOf(node('ford=no'), 'ABC')).toBeCloseTo(15, 3);
    expect(
      secondsOf(node('ford=yes'), 'ABC', 'walking') - secondsOf(node('ford=no'), 'ABC', 'walking'),
    ).toBeCloseTo(20, 3);
    expect(secondsOf(node('highway=ford'), 'ABC') - secondsOf(node('ford=no'), 'ABC')).toBeCloseTo(15, 3);
  });

  it('stepping stones are nothing to a walker, water to a car', () => {
    expect(secondsOf(node('ford=stepping_stones'), 'ABC', 'walking')).toBe(
      secondsOf(node('ford=no'), 'ABC', 'walking'),
    );
    expect(secondsOf(node('ford=stepping_stones'), 'ABC')).toBeGreaterThan(
      secondsOf(node('ford=no'), 'ABC') + 10,
    );
  });
});

describeSpeeds('a way that is a ford', [
  ['highway=tertiary, ford=yes', 8],
  ['highway=track, ford=yes, surface=mud', 8],
  ['highway=tertiary, ford=no', 45],
  ['highway=tertiary, ford=stream', 8],
  ['highway=tertiary, ford=level_crossing', 45],
]);

describeSpeeds(
  'a way that is a ford, on foot',
  [
    ['highway=track, ford=yes', 2],
    ['highway=footway, ford=stepping_stones', 5],
    ['highway=footway, ford=no', 5],
    ['highway=footway, ford=level_crossing', 5],
  ],
  'walking',
);

describeRoutes(
  'a ford never blocks',
  (tags) => ({ picture: 'X-1-A--B-2-Y', ways: { XA: '', AB: tags, BY: '' } }),
  [
    ['highway=track, ford=yes', '1AB2', '2BA1'],
    ['highway=track, ford=yes, depth=2', '1AB2'],
    ['highway=tertiary, ford=boat', '1AB2'],
  ],
);
