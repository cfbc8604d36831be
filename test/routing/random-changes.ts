import { LocalClock, type LocalTime } from '../../src/local-time.js';
import type { RoadChange } from '../../src/routing/current/current-roads.js';
import { WAY_DIRECTIONS } from '../../src/routing/profiles/vehicle-limits.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';

/** Closures of ways, some in one direction, of triangles, and speeds from a tenth to three times. */
export function randomChanges({ ways, nodeLon7, nodeLat7 }: RoadNetwork, random: () => number): RoadChange[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: below(6) }, (): RoadChange => {
    const factor = random() < 0.6 ? 0 : random() < 0.7 ? 0.1 + 0.8 * random() : 1 + 2 * random();
    if (random() < 0.75) {
      const way = random() < 0.05 ? 999 : ways[below(ways.length)].id;
      const isOneWay = random() < 0.25;
      return { way, factor, ...(isOneWay && { direction: WAY_DIRECTIONS[below(2)] }) };
    }
    const node = below(nodeLon7.length);
    const [lon7, lat7] = [nodeLon7[node], nodeLat7[node]];
    const size = 500 + below(20_000);
    return {
      area: [
        [[lon7 - size, lat7 - size, lon7 + size, lat7 - size, lon7, lat7 + size, lon7 - size, lat7 - size]],
      ],
      factor,
    };
  });
}

/** Any hour of 2027. */
export function randomTime(random: () => number): LocalTime {
  return new LocalClock('UTC').at(Date.UTC(2027, 0, 1) + Math.floor(random() * 365 * 24) * 3_600_000);
}
