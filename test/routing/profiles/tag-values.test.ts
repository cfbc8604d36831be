import { describe, expect, it } from 'vitest';
import {
  durationS,
  lanesOf,
  lengthM,
  speedKmh,
  valuesOf,
  weightT,
} from '../../../src/routing/profiles/tag-values.js';

/** Each row is a tag value and what it means; null for what cannot be read. */
function reads(
  name: string,
  read: (value: string | undefined) => number | null,
  rows: [string, number | null][],
): void {
  describe(name, () => {
    it.each(rows)('%s is %d', (value, expected) => {
      const found = read(value);
      if (expected === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(expected, 6);
    });
    it('a missing or an empty tag says nothing', () => {
      expect(read(undefined)).toBeNull();
      expect(read('')).toBeNull();
      expect(read(' ')).toBeNull();
    });
  });
}

reads('speeds in km/h', speedKmh, [
  ['50', 50],
  ['50.5', 50.5],
  ['50,5', 50.5],
  [' 50 ', 50],
  ['50 km/h', 50],
  ['50KM/H', 50],
  ['50 kmh', 50],
  ['50 kph', 50],
  ['25 mph', 40.2336],
  ['25mph', 40.2336],
  ['10 knots', 18.52],
  ['none', 140],
  ['walk', 7],
  ['999', 140],
  ['MN:urban', 60],
  ['mn:urban', 60],
  ['MN:rural', 80],
  ['MN:motorway', 100],
  ['MN:living_street', 20],
  ['RU:urban', 50],
  ['DE:rural', 90],
  ['AT:motorway', 120],
  ['DE:zone30', 30],
  ['AT:zone:30', 30],
  ['zone:20', 20],
  ['FR:30', 30],
  ['BE-VLG:rural', 90],
  ['urban', 50],
  ['50;80', 50],
  ['80; 50', 50],
  ['none;100', 100],
  ['signals;60', 60],
  ['0', null],
  ['-5', null],
  ['signals', null],
  ['variable', null],
  ['50 furlongs', null],
  ['fifty', null],
  ['MN:nonsense', null],
  ['MN:', null],
  ['5e1', null],
  ['50 50', null],
]);

reads('lengths in metres', lengthM, [
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['2.5 m', 2.5],
  ['2.5m', 2.5],
  ['250 cm', 2.5],
  ['0.3 km', 300],
  ['3 metres', 3],
  ['6\'6"', 1.9812],
  ['6\' 6"', 1.9812],
  ["6'", 1.8288],
  ['7 ft', 2.1336],
  ['7ft 3in', 2.2098],
  ['16\'12"', 5.1816],
  ['80"', 2.032],
  ['30 in', 0.762],
  ['2;3', 2],
  ['3;2', 2],
  ['0', 0],
  ['~3', null],
  ['-2', null],
  ['2-3', null],
  ['default', null],
  ['none', null],
  ['below_default', null],
  ['4.6+', null],
  ['2 m 3', null],
]);

reads('weights in tons', weightT, [
  ['3.5', 3.5],
  ['3,5', 3.5],
  ['3.5 t', 3.5],
  ['3.5t', 3.5],
  ['800 kg', 0.8],
  ['10 st', 9.0718474],
  ['4000 lbs', 1.81436948],
  ['none', null],
  ['unsigned', null],
  ['-1', null],
  ['12 tons of feathers', null],
  ['7.5;12 tons of feathers', 7.5],
  ['9;5 t', 5],
]);

reads('durations in seconds', durationS, [
  ['15', 900],
  ['1:30', 5400],
  ['01:30', 5400],
  ['00:18', 1080],
  ['00:18:30', 1110],
  ['0:00:15', 15],
  ['26:00', 93600],
  ['PT5M', 300],
  ['PT1H30M', 5400],
  ['PT45S', 45],
  ['P1D', 86400],
  ['P1DT2H', 93600],
  ['pt5m', 300],
  ['0', null],
  ['00:00', null],
  ['PT0S', null],
  ['P', null],
  ['PT', null],
  ['1:75', null],
  ['soon', null],
  ['5 minutes', null],
  ['-5', null],
]);

reads('lanes', lanesOf, [
  ['1', 1],
  ['2', 2],
  ['1.5', 1.5],
  ['3; 2', 2],
  ['0', null],
  ['two', null],
  ['-1', null],
  ['1+1', null],
]);

describe('lists', () => {
  it.each([
    ['a', ['a']],
    ['a;b', ['a', 'b']],
    ['a; b ;', ['a', 'b']],
    ['a, b', ['a', 'b']],
    ['', []],
    [';', []],
  ])('%s', (value, expected) => {
    expect(valuesOf(value)).toEqual(expected);
  });
});
