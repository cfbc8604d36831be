/**
 * Pairs of points 200 to 1,500 m apart, asked of gazarch and of OSRM: where only one of them has a route, and
 * why. In process; OSRM runs beside.
 *
 *     npm run compile-bench && node data/bench/bench/peers/near-pairs.js --source FILE --mode driving \
 *       --osrm URL [--pairs 1000] [--seed 58] [--show]
 *
 * OSRM has the same file, with its car or its foot profile, and both take roads within a kilometre. Each
 * difference is put down to the first reason that holds; `unexplained` are those without any.
 */
import { parseArgs } from 'node:util';
import { toDegrees } from '../../src/geo/coordinates.js';
import { distanceM, metersPerDegreeLat, metersPerDegreeLon } from '../../src/geo/distance.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../../src/routing/routing-index.js';
import type { RouteFound } from '../../src/routing/route-answers.js';
import { TRAVEL_MODES } from '../../src/travel-mode.js';
import { collectNetwork } from '../../test/collect.js';
import { seededRandom } from '../../test/seeded-random.js';
import type { LonLat } from './line-grid.js';

const { values: flags } = parseArgs({
  options: {
    source: { type: 'string' },
    osrm: { type: 'string' },
    mode: { type: 'string', default: 'driving' },
    pairs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '58' },
    show: { type: 'boolean', default: false },
  },
});
const mode = TRAVEL_MODES.find((each) => each === flags.mode);
if (flags.source === undefined || flags.osrm === undefined || mode === undefined)
  throw new Error('usage: bench/peers/near-pairs.js --source FILE --osrm URL [--mode walking]');
const osrm = flags.osrm;

const SNAP_M = 1_000;
const LIMITS = { snapLimit_m: SNAP_M, snapDetour_m: SNAP_M };
const [LEAST_M, MOST_M] = [200, 1_500];
/** A road of ours that is farther than this from all of theirs is none of theirs. */
const OTHER_ROAD_M = 15;
/** Ends that are nearer to each other are the same. */
const SAME_END_M = 5;

interface Waypoint {
  distance: number;
  location: LonLat;
}

const network = await collectNetwork(flags.source);
const index = RoutingIndex.from(buildRouting(network, PROFILES[mode]).sections);
const random = seededRandom(Number(flags.seed));
const counts = new Map<string, number>();
for (let pairs = 0; pairs < Number(flags.pairs);) {
  const { nodes } = network.ways[Math.floor(random() * network.ways.length)];
  const node = nodes[Math.floor(random() * nodes.length)];
  const origin: LonLat = [toDegrees(network.nodeLon7[node]), toDegrees(network.nodeLat7[node])];
  const [angle, apart_m] = [2 * Math.PI * random(), LEAST_M + (MOST_M - LEAST_M) * random()];
  const destination: LonLat = [
    origin[0] + (apart_m * Math.cos(angle)) / metersPerDegreeLon(origin[1]),
    origin[1] + (apart_m * Math.sin(angle)) / metersPerDegreeLat(origin[1]),
  ];
  const found = index.route({ origin, destination }, LIMITS);
  if (found.kind !== 'route' && found.kind !== 'no_path') continue;
  pairs++;
  const own = found.kind === 'route' ? { ...found, coordinates: found.coordinates.slice() } : null;
  const { code, waypoints = [] } = await ask(`route/v1/driving/${origin.join()};${destination.join()}`);
  const isTheirs = code === 'Ok';
  const names = { true: 'both have a route', false: 'both have none' };
  const why =
    own === null
      ? isTheirs
        ? `404 beside Ok: ${whyNone(origin, destination, waypoints)}`
        : names.false
      : isTheirs
        ? names.true
        : `200 beside ${code}: ${await whyFound(own, [origin, destination], code)}`;
  counts.set(why, (counts.get(why) ?? 0) + 1);
  if (flags.show && !Object.values(names).includes(why)) console.log(origin.join(), destination.join(), why);
}
for (const [why, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(String(count).padStart(6), why);

/** Why only OSRM has a route. */
function whyNone(origin: LonLat, destination: LonLat, waypoints: readonly Waypoint[]): string {
  const { origins, destinations } = index.explain({ origin, destination }, LIMITS);
  const nearest = [origins, destinations].map((all) => Math.min(...all.map((own) => own.distance_m)));
  const moved_m = Math.max(...waypoints.map(({ distance }, i) => distance - nearest[i]));
  return moved_m >= Math.min(SNAP_M, distanceM(...origin, ...destination) / 2)
    ? 'theirs moves an end by half the distance or more'
    : 'unexplained';
}

/** Why only we have a route. */
async function whyFound(found: RouteFound, points: readonly LonLat[], code: string): Promise<string> {
  const theirs = await Promise.all(points.map(nearest));
  if (code === 'NoSegment' && theirs.some(({ distance }) => distance > SNAP_M))
    return 'they have no road within a kilometre';
  const line: LonLat[] = [];
  for (let i = 0; i < found.coordinates.length; i += 2)
    line.push([toDegrees(found.coordinates[i]), toDegrees(found.coordinates[i + 1])]);
  const between = line
    .slice(1)
    .map(([lon, lat], i): LonLat => [(lon + line[i][0]) / 2, (lat + line[i][1]) / 2]);
  for (const position of [...line, ...between])
    if ((await nearest(position)).distance > OTHER_ROAD_M) return 'it drives a road that they have not';
  if (found.moved.length > 0) return 'an end is moved, and noted';
  const ends = [line[0], line[line.length - 1]];
  const isOther = theirs.some(({ location }, i) => distanceM(...location, ...ends[i]) > SAME_END_M);
  return isOther ? 'they begin or end at another road' : 'unexplained';
}

async function nearest([lon, lat]: LonLat): Promise<Waypoint> {
  const { waypoints = [] } = await ask(`nearest/v1/driving/${lon},${lat}`);
  return waypoints.at(0) ?? { distance: Infinity, location: [lon, lat] };
}

/** OSRM closes connections after 512 answers, so each has one of its own. */
async function ask(path: string): Promise<{ code: string; waypoints?: Waypoint[] }> {
  const radiuses = path.startsWith('route') ? `?radiuses=${SNAP_M};${SNAP_M}&overview=false` : '';
  const response = await fetch(`${osrm}/${path}${radiuses}`, { headers: { connection: 'close' } });
  return (await response.json()) as { code: string; waypoints?: Waypoint[] };
}
