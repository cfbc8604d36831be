import { expect, it } from 'vitest';
import { decodePolyline6 } from '../../src/sources/engines/polyline.js';
import { seededRandom } from '../seeded-random.js';
import { polyline6 } from './fake-osrm.js';

it('reads lines of any length anywhere on the globe', () => {
  const random = seededRandom(6);
  for (let length = 0; length < 60; length++) {
    const line = Array.from(
      { length },
      () => [random() * 360 - 180, random() * 180 - 90] as [number, number],
    );
    const units = line.flat().map((degrees) => Math.round(degrees * 1e6) * 10);
    expect([...decodePolyline6(polyline6(line))]).toEqual(units);
  }
  const corners: [number, number][] = [
    [180, 90],
    [-180, -90],
    [180, 90],
  ];
  expect([...decodePolyline6(polyline6(corners))]).toEqual(corners.flat().map((degrees) => degrees * 1e7));
});

it.each([
  '_',
  '_ujlr',
  '_ujlrA',
  '_ujlrA\n',
  'ж!',
  '~~~~~~~~~~',
  ' ',
  polyline6([[181, 0]]),
  polyline6([[0, 91]]),
])('refuses %j', (text) => expect(() => decodePolyline6(text)).toThrow());
