import { describe, expect, it } from 'vitest';
import { startOsrm, hasOsrm } from './engines.js';
import { refused } from './contract/contract.js';
import { describeRouters } from './router-suite.js';

/** OSRM's own answer, with the line as GeoJSON. */
interface OwnRoute {
  code: string;
  routes: { distance: number; duration: number; geometry: { coordinates: [number, number][] } }[];
}

describe.skipIf(!hasOsrm)('routes of OSRM', () => {
  describeRouters('OSRM', {
    start: async () => ({ driving: await startOsrm('car'), walking: await startOsrm('foot') }),
    setting: ({ driving, walking }) => `driving=osrm+${driving};walking=osrm+${walking}`,
    own: async (url, { origin, destination, more }) => {
      const points = `${origin.join(',')};${destination.join(',')}`;
      const form = `overview=full&geometries=geojson&radiuses=500;500&steps=${more?.steps === true}`;
      const path = `${url}/route/v1/driving/${points}?${form}`;
      // OSRM ends each connection after 512 requests.
      const answer = await fetch(path).catch(() => fetch(path));
      const { code, routes } = (await answer.json()) as OwnRoute;
      if (code !== 'Ok') return null;
      const { distance, duration, geometry } = routes[0];
      return { distance_m: distance, duration_s: duration, line: geometry.coordinates };
    },
    rounding_m: 0.06,
    differences: {
      'answers what is reached': refused(
        'gazarch refuses isochrones, which OSRM does not have.',
        'point',
        '/v1/isochrone?point=7.42,43.735&minutes=5',
      ),
    },
    faults: {
      'an end that is not named': [
        (_answer, _req, res) => res.writeHead(400).end('{"code":"NoSegment","message":"Nowhere"}'),
        /the NoSegment error does not name a coordinate/,
      ],
    },
  });

  it('lies without a limit, and is caught', async () => {
    // The reason for radiuses and for the check of distances: Ulaanbaatar is 7,700 km from Monaco.
    const engine = await startOsrm('car');
    try {
      const points = '106.9176,47.9188;7.43,43.74';
      const free = await fetch(`${engine.url}/route/v1/driving/${points}`);
      expect(((await free.json()) as OwnRoute).code).toBe('Ok');
      const bound = await fetch(`${engine.url}/route/v1/driving/${points}?radiuses=500;500`);
      expect(((await bound.json()) as OwnRoute).code).toBe('NoSegment');
    } finally {
      await engine.remove();
    }
  });
});
