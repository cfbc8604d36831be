import { describe, expect, it } from 'vitest';
import { describeSpeeds, secondsOf, type SpeedRow } from './ascii-cases.js';
import { findSurroundings } from '../../../src/routing/network/surroundings.js';
import { oracleSurroundings } from '../../oracles/routing-surroundings.js';
import { asciiMap, type AsciiDrawing } from './ascii-map.js';

const MPH = 1.609344;

describeSpeeds('speed by class', [
  ['highway=motorway, oneway=no', 90],
  ['highway=motorway', 90, 0],
  ['highway=motorway_link', 45],
  ['highway=trunk', 85],
  ['highway=trunk_link', 40],
  ['highway=primary', 65],
  ['highway=primary_link', 30],
  ['highway=secondary', 55],
  ['highway=secondary_link', 25],
  ['highway=tertiary', 45],
  ['highway=tertiary_link', 20],
  ['highway=unclassified', 35],
  ['highway=residential', 25],
  ['highway=living_street', 10],
  ['highway=service', 15],
  ['highway=road', 25],
  ['highway=track', 30],
  ['highway=footway', 0],
]);

describeSpeeds('tracks by grade', [
  ['highway=track, tracktype=grade1', 45],
  ['highway=track, tracktype=grade2', 40],
  ['highway=track, tracktype=grade3', 30],
  ['highway=track, tracktype=grade4', 25],
  ['highway=track, tracktype=grade5', 15],
  ['highway=track, tracktype=grade3;grade5', 15],
  ['highway=track, tracktype=grade6', 30],
  // A paved track is a grade1 track.
  ['highway=track, surface=asphalt', 45],
  // On other classes a grade is a cap.
  ['highway=tertiary, tracktype=grade1', 45],
  ['highway=tertiary, tracktype=grade3', 30],
  ['highway=residential, tracktype=grade2', 25],
  ['highway=unclassified, tracktype=grade5', 15],
]);

describeSpeeds('caps by surface', [
  ['highway=primary, surface=asphalt', 65],
  ['highway=primary, surface=paved', 65],
  ['highway=primary, surface=concrete', 65],
  ['highway=trunk, surface=compacted', 80],
  ['highway=primary, surface=rocky', 20],
  ['highway=primary, surface=soil', 50],
  ['highway=tertiary, surface=dirt_road', 40],
  ['highway=tertiary, surface=Loose Gravel', 40],
  ['highway=tertiary, surface=шороо', 40],
  ['highway=tertiary, surface=sandy;muddy', 10],
  ['highway=primary, surface=compacted', 65],
  ['highway=trunk, surface=gravel', 50],
  ['highway=primary, surface=gravel', 50],
  ['highway=primary, surface=unpaved', 50],
  ['highway=secondary, surface=dirt', 50],
  ['highway=secondary, surface=ground', 50],
  ['highway=tertiary, surface=gravel', 40],
  ['highway=tertiary, surface=fine_gravel', 40],
  ['highway=tertiary, surface=ground', 40],
  ['highway=tertiary, surface=dirt', 40],
  ['highway=tertiary, surface=unpaved', 40],
  ['highway=track, surface=gravel', 30],
  ['highway=primary, surface=earth', 20],
  ['highway=primary, surface=sand', 20],
  ['highway=primary, surface=mud', 10],
  ['highway=primary, surface=snow', 30],
  ['highway=primary, surface=ice', 20],
  ['highway=tertiary, surface=cobblestone', 30],
  ['highway=tertiary, surface=sett', 30],
  ['highway=tertiary, surface=paving_stones', 45],
  ['highway=tertiary, surface=compacted;gravel', 40],
  ['highway=tertiary, surface=asphalt;mud', 10],
  ['highway=unclassified, maxspeed=80, surface=Asphalt', 64],
  ['highway=tertiary, surface=dirt/sand', 20],
  ['highway=tertiary, surface=something', 45],
  // Streets of ger districts.
  ['highway=residential, surface=ground', 20],
  ['highway=residential, surface=gravel', 20],
  ['highway=residential, surface=asphalt', 25],
  ['highway=residential, surface=gravel, maxspeed=60', 20],
]);

describeSpeeds('an unknown surface is not assumed paved on unclassified roads and tracks', [
  ['highway=unclassified, maxspeed=80', 40],
  ['highway=track, maxspeed=80', 40],
  ['highway=unclassified, maxspeed=80, surface=asphalt', 64],
  ['highway=track, maxspeed=80, surface=asphalt', 64],
  ['highway=track, maxspeed=80, tracktype=grade1', 64],
  ['highway=track, maxspeed=80, tracktype=grade4', 25],
  ['highway=tertiary, maxspeed=80', 64],
]);

describeSpeeds('caps by smoothness', [
  ['highway=primary, smoothness=excellent', 65],
  ['highway=primary, smoothness=good', 65],
  ['highway=trunk, smoothness=intermediate', 80],
  ['highway=primary, smoothness=bad', 40],
  ['highway=primary, smoothness=very_bad', 20],
  ['highway=primary, smoothness=horrible', 10],
  ['highway=primary, smoothness=very_horrible', 5],
  ['highway=primary, smoothness=impassable', 0],
  ['highway=track, smoothness=bad', 30],
  ['highway=primary, smoothness=bad, surface=sand', 20],
]);

const limited = (value: string, kmh: number): SpeedRow => [`highway=primary, maxspeed=${value}`, kmh];

describeSpeeds('maxspeed and its units', [
  limited('50', 40),
  limited('100', 80),
  limited('50 km/h', 40),
  limited('50 kmh', 40),
  limited('50kph', 40),
  limited('30 mph', 30 * MPH * 0.8),
  limited('30mph', 30 * MPH * 0.8),
  limited('10 knots', 18.52 * 0.8),
  limited('none', 112),
  limited('200', 112),
  limited('walk', 5.6),
  limited('MN:urban', 48),
  limited('MN:rural', 64),
  limited('MN:motorway', 80),
  limited('MN:living_street', 16),
  limited('DE:urban', 40),
  limited('DE:rural', 72),
  limited('DE:zone30', 24),
  limited('DE:zone:30', 24),
  limited('DE:walk', 5.6),
  limited('50;70', 40),
  limited('signals', 65),
  limited('variable', 65),
  limited('0', 65),
  limited('fast', 65),
  limited('-30', 65),
]);

describeSpeeds('which limit counts', [
  ['highway=primary, maxspeed:forward=50', 40, 65],
  ['highway=primary, maxspeed=40 км/ц', 32],
  ['highway=primary, maxspeed=40км/цаг', 32],
  ['highway=primary, maxspeed=40 КМ/Ч', 32],
  ['highway=primary, maxspeed:type=MN:urban', 48],
  ['highway=primary, source:maxspeed=sign', 65],
  ['highway=primary, maxspeed:type=MN:urban, maxspeed=80', 64],
  ['highway=primary, maxspeed:backward=50', 65, 40],
  ['highway=primary, maxspeed=100, maxspeed:backward=50', 80, 40],
  ['highway=primary, maxspeed=100, maxspeed:advisory=50', 40],
  ['highway=primary, maxspeed=100, maxspeed:advisory:forward=50', 40, 80],
  ['highway=primary, maxspeed:forward=100, maxspeed:advisory=50', 40],
  ['highway=primary, maxspeed=100, maxspeed:hgv=50', 80],
  ['highway=primary, maxspeed=100, maxspeed:motorcar=50', 40],
  ['highway=primary, maxspeed:conditional=30 @ (22:00-06:00)', 65],
  // The limit replaces the speed of the class in both directions; the caps still apply.
  ['highway=residential, maxspeed=60', 48],
  ['highway=primary, maxspeed=100, surface=gravel', 50],
  ['highway=trunk, maxspeed=100, smoothness=bad', 40],
]);

describeSpeeds('narrow two-way roads', [
  ['highway=tertiary, width=3', 33.75],
  ['highway=tertiary, width=3.5', 45],
  ["highway=tertiary, width=10'", 45],
  ["highway=tertiary, width=9'", 33.75],
  ['highway=tertiary, est_width=2.5', 33.75],
  ['highway=tertiary, width=6, est_width=2.5', 45],
  ['highway=tertiary, lanes=1', 33.75],
  ['highway=tertiary, lanes=2', 45],
  ['highway=tertiary, lanes=1.5', 45],
  ['highway=tertiary, lanes=1, oneway=yes', 45, 0],
  ['highway=tertiary, lanes=1, surface=gravel', 30],
  // The speeds of these classes already allow for narrow roads.
  ['highway=track, width=2.5', 30],
  ['highway=service, lanes=1', 15],
]);

describeSpeeds('service roads', [
  ['highway=service, service=alley', 10],
  ['highway=service, service=driveway', 10],
  ['highway=service, service=parking_aisle', 10],
  ['highway=service, service=drive-through', 10],
  ['highway=service, service=bus', 15],
]);

describeSpeeds('winter roads, jeep tracks, works', [
  ['highway=track, winter_road=yes', 30],
  ['highway=tertiary, winter_road=yes', 30],
  ['highway=tertiary, seasonal=winter', 30],
  ['highway=tertiary, ice_road=yes', 20],
  ['highway=track, ice_road=yes', 20],
  ['highway=track, 4wd_only=yes', 20],
  ['highway=track, 4wd_only=recommended', 20],
  ['highway=track, 4wd_only=no', 30],
  ['highway=winter_road', 30],
  ['highway=ice_road', 20],
  ['highway=ice_road, maxspeed=60', 20],
  ['highway=tertiary, oneway=alternating', 22.5],
]);

describe('delays do not change with the length of the way, speeds do', () => {
  const drawing = (column_m: number) => ({
    picture: 'A----1--------2----B',
    column_m,
    ways: { AB: 'highway=primary' },
  });
  it('ten times as far takes ten times as long', () => {
    expect(secondsOf(drawing(1000), '12') / secondsOf(drawing(100), '12')).toBeCloseTo(10, 3);
  });
});

describe('in towns and cities', () => {
  /** AB goes straight, ACDB round. The street is 600 m long, `times` times over the same ground. */
  const beside = (times: number, direct: string): AsciiDrawing => ({
    picture: `
      X-1-A---------B-2-Y
          | E-----F |
          C---------D
    `,
    column_m: 100,
    ways: {
      XA: 'highway=tertiary',
      AB: direct,
      BY: 'highway=tertiary',
      ACDB: 'highway=tertiary',
      ['E' + 'FE'.repeat(times / 2)]: 'highway=residential',
    },
  });

  it('a good track is as fast as a road in the steppe, and slower than a street between houses', () => {
    const track = 'highway=track, tracktype=grade1';
    const steppe_s = secondsOf(beside(2, track), '1AB2');
    expect(steppe_s).toBeCloseTo(1400 / (45 / 3.6), 1);
    expect(secondsOf(beside(10, track), '1ACDB2')).toBeGreaterThan(steppe_s);
  });

  it('are told by their streets', () => {
    const kind = (times: number): string => {
      const { network } = asciiMap(beside(times, 'highway=primary'));
      const found = findSurroundings(network);
      expect(found).toEqual(oracleSurroundings(network));
      return found[Object.keys(beside(times, '').ways).indexOf('AB')];
    };
    expect([8, 10, 498, 502].map(kind)).toEqual(['country', 'town', 'town', 'city']);
  });

  it('a city goes on for two cells around its built-up ones', () => {
    const drawing = (times: number): AsciiDrawing => ({
      picture: 'F-E-A-B-C-D-G-H-I-J-K-L-M',
      column_m: 280,
      ways: {
        ['E' + 'FE'.repeat(times / 2)]: 'highway=residential',
        ...Object.fromEntries([...'ABCDGHIJKL'].map((a, i) => [a + 'BCDGHIJKLM'[i], 'highway=primary'])),
      },
    });
    const kinds = (times: number): string[] => {
      const { network } = asciiMap(drawing(times));
      const found = findSurroundings(network);
      expect(found).toEqual(oracleSurroundings(network));
      return found.slice(1);
    };
    const inCity = kinds(1000).filter((kind) => kind === 'city').length;
    const inTown = kinds(100).filter((kind) => kind === 'town').length;
    expect([inTown, inCity]).toEqual([0, 2]);
    expect(kinds(1000).slice(inCity)).toEqual(Array.from({ length: 10 - inCity }, () => 'country'));
  });

  it('a way belongs to what lies around most of it', () => {
    const { network } = asciiMap({
      picture: `
        E-----F
        A-----B---------------------------------------------C
      `,
      column_m: 100,
      ways: {
        ['E' + 'FE'.repeat(5)]: 'highway=residential',
        AB: 'highway=tertiary',
        ABC: 'highway=tertiary',
        BC: 'highway=tertiary',
      },
    });
    const found = findSurroundings(network);
    expect(found).toEqual(['town', 'town', 'country', 'country']);
    expect(found).toEqual(oracleSurroundings(network));
  });
});
