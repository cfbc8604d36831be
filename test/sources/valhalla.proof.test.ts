import { describe } from 'vitest';
import { hasValhalla, startValhalla } from './engines.js';
import { describeRouters } from './router-suite.js';

interface Trip {
  trip?: {
    summary: { time: number; length: number };
    legs: { shape: string }[];
  };
}

describe.skipIf(!hasValhalla)('routes of Valhalla', () => {
  describeRouters('Valhalla', {
    start: async () => {
      const engine = await startValhalla();
      return { driving: engine, walking: engine };
    },
    setting: ({ driving }) => `valhalla+${driving}`,
    own: async (url, { origin, destination, mode }) => {
      const locations = [origin, destination].map(([lon, lat]) => ({ lon, lat, search_cutoff: 500 }));
      const costing = mode === 'driving' ? 'auto' : 'pedestrian';
      const question = JSON.stringify({ locations, costing });
      const answer = await fetch(`${url}/route?json=${encodeURIComponent(question)}`);
      const { trip } = (await answer.json()) as Trip;
      if (trip === undefined) return null;
      const { time, length } = trip.summary;
      return { distance_m: length * 1000, duration_s: time, line: trip.legs[0].shape };
    },
    // Its own form has kilometres of 3 decimals.
    rounding_m: 1,
  });
});
