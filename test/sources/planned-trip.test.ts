import { expect, it } from 'vitest';
import { plannedTrip } from '../../src/sources/embedded/planned-trip.js';
import type { FoundMatrix, FoundRoute } from '../../src/sources/router.js';
import { order, VEHICLE, visit } from '../routing/trip-cases.js';

it('lets others work between any two legs', () => {
  const count = 5;
  const point = { longitude: 0, latitude: 0, distance_m: 0, name: null };
  const points = Array.from({ length: count }, () => point);
  const matrix: FoundMatrix = {
    ...{ origins: points, destinations: points, farther: [], distances_m: null },
    durations_s: Float64Array.from({ length: count * count }, () => 60),
  };
  const leg: FoundRoute = {
    ...{ kind: 'route', distance_m: 1, duration_s: 60, coordinates: Int32Array.of(0, 0, 1, 1) },
    ...{ origin: point, destination: point },
  };
  let asked = 0;
  const work = plannedTrip(
    {
      stops: Array.from({ length: count }, () => [0, 0] as const),
      orders: Array.from({ length: count - 1 }, (_, i) => order(visit(i + 1))),
      ...{ vehicles: [VEHICLE], mode: 'driving', without: null, steps: false, geometry: 'full' },
      language: 'en',
    },
    {
      // eslint-disable-next-line require-yield -- All is known.
      *matrix() {
        return matrix;
      },
      // eslint-disable-next-line require-yield -- All is known.
      *route() {
        asked++;
        return leg;
      },
    },
  );
  const atOnce: number[] = [];
  for (let before = 0, step = work.next(); ; step = work.next()) {
    atOnce.push(asked - before);
    before = asked;
    if (step.done === true) break;
  }
  expect(asked).toBe(count);
  expect(Math.max(...atOnce)).toBe(1);
});
