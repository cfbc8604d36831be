import { expect } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { lat7At, lon7At } from '../../src/routing/frozen/positions.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { Snapper } from '../../src/routing/ends/snap.js';
import type { KeptPoint } from '../../src/routing/match/kept-points.js';
import { PACES } from '../../src/routing/match/match-model.js';
import { statesOf } from '../../src/routing/match/match-states.js';
import { SegmentMetres } from '../../src/routing/match/segment-metres.js';
import { StepSearch } from '../../src/routing/match/step-search.js';
import { Trellis } from '../../src/routing/match/trellis.js';
import { SlowMatch, type SlowRow } from '../oracles/slow-match.js';
import { seededRandom } from '../seeded-random.js';
import { gauss } from './simulated-drives.js';
import { randomNetwork } from './random-network.js';

/** Random walks over random towns: the best way is as likely as that of whole searches. */
export function proveMatches(
  towns: number,
  walks: number,
): { pieces: number; ended: number; points: number } {
  const seen = { pieces: 0, ended: 0, points: 0 };
  for (let seed = 1; seed <= towns; seed++) {
    const data = readRoutingData(buildRouting(randomNetwork(seed), PROFILES.driving).sections);
    if (data.segments.count === 0) continue;
    const metres = new SegmentMetres(data.segments);
    const tools = { data, metres, snapper: new Snapper(data.segments, data.tree) };
    const search = new StepSearch(data, metres, PACES.driving);
    const slow = new SlowMatch(data);
    const random = seededRandom(seed);
    for (let walk = 0; walk < walks; walk++) {
      const trellis = new Trellis(search, PACES.driving);
      const rows: SlowRow[] = [];
      for (const point of randomWalk(data, random)) {
        const states = statesOf(point, tools);
        if (states.length === 0) continue;
        seen.points++;
        const goesOn = endOf(trellis.add(point, states));
        const where = `town ${seed}, walk ${walk}, point ${rows.length}`;
        const best = slow.best([...rows, { point, states }]);
        expect(goesOn, where).toBe(best > -Infinity);
        if (!goesOn) {
          seen.ended++;
          break;
        }
        rows.push({ point, states });
      }
      if (rows.length === 0) continue;
      seen.pieces++;
      const way = endOf(trellis.way());
      expect(way.score, `town ${seed}, walk ${walk}`).toBeCloseTo(slow.best(rows), 6);
    }
  }
  return seen;
}

/** A few points near roads, each some way from the one before. */
export function randomWalk(
  { segments }: ReturnType<typeof readRoutingData>,
  random: () => number,
): KeptPoint[] {
  const { positions, firstPosition } = segments;
  const count = firstPosition[segments.count];
  const [every_s, sigma_m] = [5 + 40 * random(), 5 + 20 * random()];
  return Array.from({ length: 2 + Math.floor(5 * random()) }, (_, i) => {
    const at = Math.floor(random() * count);
    const [lon, lat] = [toDegrees(lon7At(positions, at)), toDegrees(lat7At(positions, at))];
    return {
      longitude: lon + (gauss(random) * sigma_m) / metersPerDegreeLon(lat),
      latitude: lat + (gauss(random) * sigma_m) / metersPerDegreeLat(lat),
      time_s: i * every_s,
      sigma_m,
      ...{ first: i, end: i + 1 },
    };
  });
}

export function endOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
