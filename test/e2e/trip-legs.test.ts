import { expect, it } from 'vitest';
import type { Answer } from '../../src/client/answers.js';
import { seededRandom } from '../seeded-random.js';
import { town } from './trip-towns.js';

/** Trips over small towns: every leg is what /v1/route answers, and times are the sums of legs. */

it.each([1, 2, 3, 4, 5, 6])('has the legs and the times of routes, town %i', async (seed) => {
  const { spots, ask } = town(seed);
  const random = seededRandom(seed);
  const stops = Array.from({ length: 9 }, () => spots[Math.floor(random() * spots.length)].join());
  const [mode, end] = [seed === 6 ? 'walking' : 'driving', seed % 2 === 0 ? 'any' : 'first'];
  const target = `/v1/trip?stops=${stops.join(';')}&vehicles=2&capacity=5&service=60&end=${end}&mode=${mode}`;
  const answer = await ask(target);
  expect([answer.status, await ask(target)]).toEqual([200, answer]);
  const body = answer.body as Answer<'TripResponse'>;
  const visited = new Set<number>(body.unassigned.map((own) => own.stop));
  for (const { order, stops: passed, legs, duration_seconds } of body.vehicles) {
    let now = passed.at(0)?.arrival_seconds ?? 0;
    let sum = 0;
    for (let i = 1; i < order.length; i++) {
      const [from, to] = [stops[order[i - 1]], stops[order[i]]];
      const target = `/v1/route?origin=${from}&destination=${to}&mode=${mode}&legs=true`;
      const { route } = (await ask(target)).body as Answer<'RouteResponse'>;
      expect(legs[i - 1]).toEqual({
        distance_meters: route.distance_meters,
        duration_seconds: route.duration_seconds,
      });
      now += route.duration_seconds;
      sum += route.duration_seconds;
      expect(passed[i].arrival_seconds).toBeCloseTo(now, 0);
      now += passed[i].service_seconds;
      visited.add(order[i]);
    }
    expect(duration_seconds).toBeCloseTo(sum, 0);
  }
  visited.add(0);
  expect(visited.size).toBe(stops.length);
});
