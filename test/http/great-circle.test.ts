import { expect, it } from 'vitest';
import { greatCircle_m } from '../../src/http/route/route-parameters.js';

const QUARTER_M = (Math.PI / 2) * 6_371_008.8;

it.each<[[number, number], [number, number], number]>([
  [[0, 0], [0, 0], 0],
  [[0, 0], [90, 0], QUARTER_M],
  [[17, 0], [17, 90], QUARTER_M],
  [[0, 0], [180, 0], 2 * QUARTER_M],
  [[0, -90], [123, 90], 2 * QUARTER_M],
  [[179.5, 0], [-179.5, 0], QUARTER_M / 90],
  [[10, 89], [-170, 89], QUARTER_M / 45],
])('from %j to %j is %d m', (from, to, wanted) => {
  expect(greatCircle_m(from, to)).toBeCloseTo(wanted, 3);
  expect(greatCircle_m(to, from)).toBeCloseTo(wanted, 3);
});
