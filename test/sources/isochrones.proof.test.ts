import { expect, describe, it } from 'vitest';
import { toDegrees } from '../../src/geo/coordinates.js';
import { metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import type { RoadNetwork } from '../../src/routing/network/network.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import { reachPolygons } from '../../src/sources/embedded/areas/reach-polygons.js';
import { TRAVEL_MODES, type TravelMode } from '../../src/travel-mode.js';
import { collectNetwork } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { RoutingOracle, type OracleTree } from '../oracles/routing-dijkstra.js';
import { hasPostgis, makeGeoDatabase } from '../postgis.js';
import { usePostgres } from '../postgres.js';
import { points, type LonLat } from '../routing/against-oracle.js';
import { randomPoint } from '../routing/random-point.js';
import { seededRandom } from '../seeded-random.js';

/**
 * Areas over real maps: what is inside lies within AROUND_M of a road that is reached in time, and what is
 * outside does not. The oracle says of positions all along the roads how long it takes to get there.
 */

/** For whole countries: GAZARCH_TEST_AREA_MAPS=mongolia-mix,ulaanbaatar-mix,real-merged. */
const MAPS = (process.env['GAZARCH_TEST_AREA_MAPS'] ?? 'ulaanbaatar-mix').split(',');
/** For each map and mode. The full proof is GAZARCH_TEST_AREA_POINTS=5000. */
const POINTS = Number(process.env['GAZARCH_TEST_AREA_POINTS'] ?? 1000);
const ORIGINS = 10;
const MINUTES: Readonly<Record<TravelMode, number>> = { driving: 6, walking: 20 };
const AROUND_M = 250;
/** Farther from what is reached no point is tried. */
const BEYOND_M = 2 * AROUND_M;
/** The oracle is asked for positions so far from one another. */
const STEP_M = 25;
/** Faster than anything is driven: farther places need not be asked for. Metres in a millisecond. */
const FASTEST = 0.045;
/** So near to a border a few points may be on the wrong side: borders are drawn on a grid, and simplified. */
const NEAR_M = 100;
const MOST_WRONG = 0.01;
const LIMITS = { snapLimit_m: 1000, snapDetour_m: 0 };

/** Metres east and north of a point. */
type Place = readonly [x: number, y: number];

describe.skipIf(!hasGeodata || !hasPostgis).each(MAPS)('areas over %s', (map) => {
  const server = usePostgres();

  it.each(TRAVEL_MODES)(
    'have what is reached in time, and nothing else: %s',
    async (mode) => {
      const network = await collectNetwork(geodata(`${map}.osm.pbf`));
      const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
      const oracle = new RoutingOracle(network, PROFILES[mode]);
      const random = seededRandom(41);
      const counts = { inside: 0, outside: 0, wrong: 0, near: 0 };
      const areas: MultiPolygon[] = [];
      while (counts.inside + counts.outside < POINTS) {
        const point = randomPoint(network, random);
        const origin = index.candidates(point, LIMITS).nearest;
        if (origin.length === 0) continue;
        const area = areaOf(index, point, 60_000 * MINUTES[mode]);
        areas.push(area);
        const reached = reachedPlaces(network, oracle.from(points(origin)), {
          point,
          limit_ms: 60_000 * MINUTES[mode],
        });
        for (let i = 0; i < POINTS / ORIGINS; i++) {
          const place = reached.random(random);
          const isReached = reached.isNear(place, AROUND_M);
          const { isInside, border_m } = against(area, point, place);
          counts[isReached ? 'inside' : 'outside']++;
          if (border_m <= NEAR_M) counts.near++;
          if (isInside === isReached) continue;
          counts.wrong++;
          expect(border_m, `${map}, ${mode}, from ${point.join()}: ${place.join()}`).toBeLessThan(NEAR_M);
        }
      }
      process.stdout.write(`${map}, ${mode}, ${areas.length} areas: ${JSON.stringify(counts)}\n`);
      expect(counts.wrong / (counts.inside + counts.outside)).toBeLessThanOrEqual(MOST_WRONG);
      expect(Math.min(counts.inside, counts.outside)).toBeGreaterThan(POINTS / 10);

      const database = await makeGeoDatabase(server);
      const texts = areas.map((coordinates) => JSON.stringify({ type: 'MultiPolygon', coordinates }));
      const [found] = await server.run(
        `select count(*) filter (where not st_isvalid(st_geomfromgeojson(area))) as wrong, count(*) as areas
         from unnest(array[${texts.map((text) => `'${text}'`).join()}]) as area`,
        database,
      );
      expect(found).toEqual({ wrong: '0', areas: String(areas.length) });
    },
    7_200_000,
  );
});

/** Degrees. */
type MultiPolygon = LonLat[][][];

function inDegrees(ring: Int32Array): LonLat[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [
    toDegrees(ring[2 * i]),
    toDegrees(ring[2 * i + 1]),
  ]);
}

function areaOf(index: RoutingIndex, point: LonLat, limit: number): MultiPolygon {
  const reached = whole(index.reach(point, { limits: [limit], unit: 'ms', direction: 'from' }, LIMITS));
  if ('kind' in reached) throw new Error(reached.kind);
  const [{ area }] = whole(reachPolygons(reached.reached, AROUND_M));
  return area.map((rings) => rings.map(inDegrees));
}

function whole<T>(work: Generator<void, T>): T {
  let next = work.next();
  while (next.done !== true) next = work.next();
  return next.value;
}

/** What the oracle reaches in time, in steps along all roads. */
function reachedPlaces(
  { ways, nodeLon7, nodeLat7 }: RoadNetwork,
  tree: OracleTree,
  { point, limit_ms }: { point: LonLat; limit_ms: number },
): ReachedPlaces {
  const places = new ReachedPlaces();
  const placeOf = placesAround(point);
  for (const [way, { nodes }] of ways.entries())
    for (let place = 0; place + 1 < nodes.length; place++) {
      const [from, to] = [nodes[place], nodes[place + 1]].map((node) =>
        placeOf([toDegrees(nodeLon7[node]), toDegrees(nodeLat7[node])]),
      );
      if (Math.hypot(...from) > FASTEST * limit_ms) continue;
      const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP_M);
      for (let step = 0; step <= steps; step++) {
        const share = steps === 0 ? 0 : step / steps;
        const route = tree.costTo([{ way, place, share }]);
        // Where the first position takes an hour longer, so do the others of a pair of nodes.
        if (route === null || route.duration_ms > limit_ms + 3_600_000) break;
        if (route.duration_ms <= limit_ms && route.cutsThrough === 0)
          places.add([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      }
    }
  return places;
}

/** Places in squares of AROUND_M. */
class ReachedPlaces {
  readonly #squares = new Map<string, Place[]>();
  readonly #box = [Infinity, Infinity, -Infinity, -Infinity];

  add([x, y]: Place): void {
    const key = squareOf(x, y).join();
    this.#squares.set(key, [...(this.#squares.get(key) ?? []), [x, y]]);
    const [west, south, east, north] = this.#box;
    Object.assign(this.#box, [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)]);
  }

  /** A place in the box of all, or a little beyond. */
  random(random: () => number): Place {
    const [west, south, east, north] = this.#box;
    return [
      west - BEYOND_M + random() * (east - west + 2 * BEYOND_M),
      south - BEYOND_M + random() * (north - south + 2 * BEYOND_M),
    ];
  }

  isNear([x, y]: Place, within_m: number): boolean {
    const [column, row] = squareOf(x, y);
    for (let i = column - 1; i <= column + 1; i++)
      for (let k = row - 1; k <= row + 1; k++)
        for (const [x2, y2] of this.#squares.get([i, k].join()) ?? [])
          if (Math.hypot(x2 - x, y2 - y) <= within_m) return true;
    return false;
  }
}

function squareOf(x: number, y: number): [number, number] {
  return [Math.floor(x / AROUND_M), Math.floor(y / AROUND_M)];
}

function placesAround([lon, lat]: LonLat): (position: LonLat) => Place {
  const [x_m, y_m] = [metersPerDegreeLon(lat), metersPerDegreeLat(lat)];
  return ([lon2, lat2]) => [(lon2 - lon) * x_m, (lat2 - lat) * y_m];
}

/** Where a place is: by crossings of a line to the east, and by its distance to all edges. */
function against(area: MultiPolygon, point: LonLat, [x, y]: Place): { isInside: boolean; border_m: number } {
  const placeOf = placesAround(point);
  let crossings = 0;
  let border_m = Infinity;
  for (const ring of area.flat()) {
    const places = ring.map((position) => placeOf(position));
    for (let i = 0; i + 1 < places.length; i++) {
      const [[x1, y1], [x2, y2]] = [places[i], places[i + 1]];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings++;
      const [dx, dy] = [x2 - x1, y2 - y1];
      const share = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
      border_m = Math.min(border_m, Math.hypot(x - x1 - share * dx, y - y1 - share * dy));
    }
  }
  return { isInside: crossings % 2 === 1, border_m };
}
