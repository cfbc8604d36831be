/**
 * What zones cost: the look-up of a point among 2,000 polygons of 40 corners, 13 of which overlap there, and
 * routes of a vehicle round a zone, once its roads are worked out. In process, without HTTP; processor time.
 *
 *     node data/bench/bench/zones.js FILE [AREA.geojson]
 *
 * The routes begin and end in the valley of Ulaanbaatar, and AREA is deploy/examples/plates.geojson.
 */
import { readFileSync } from 'node:fs';
import { readArea } from '../src/closures/read-area.js';
import type { Area } from '../src/closures/closure.js';
import type { Position } from '../src/geo/position.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import { RoutingIndex } from '../src/routing/routing-index.js';
import type { AnsweringData } from '../src/sources/embedded/dataset/answering-data.js';
import { EmbeddedRouter } from '../src/sources/embedded/embedded-router.js';
import type { Zone } from '../src/zones/zone.js';
import { ZoneIndex } from '../src/zones/zone-index.js';
import { ZoneWatch } from '../src/zones/zone-watch.js';
import { collectNetwork } from '../test/collect.js';
import { seededRandom } from '../test/seeded-random.js';

const ZONES = 2_000;
const CORNERS = 40;
const POINTS = 100_000;
const PAIRS = 2_000;
/** The first routes find out what the contraction costs without the zone. */
const WARM_UP = 1_000;
const [WEST, SOUTH, EAST, NORTH] = [106.78, 47.88, 107.0, 47.96];
const MORE = { via: [], notes: false, steps: false, legs: false, geometry: 'full', language: 'mn' } as const;

const [file, areaFile = 'deploy/examples/plates.geojson'] = process.argv.slice(2);
const random = seededRandom(62);
const point = (): Position => [WEST + random() * (EAST - WEST), SOUTH + random() * (NORTH - SOUTH)];

const circles = Array.from({ length: ZONES }, (): Area => {
  const [lon, lat] = point();
  const corners = Array.from({ length: CORNERS }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return [lon + 0.0086 * Math.cos(angle), lat + 0.0043 * Math.sin(angle)];
  });
  return [[[...corners, corners[0]]]];
});
const zones = new ZoneIndex(circles);
for (const round of [1, 2]) {
  const points = Array.from({ length: POINTS }, point);
  const begin = process.cpuUsage();
  let held = 0;
  for (const [lon, lat] of points) held += zones.at(lon, lat).length;
  const spent_us = spentSince(begin) / POINTS;
  console.log(
    `look-up ${round}: ${spent_us.toFixed(2)} us, ${(held / POINTS).toFixed(1)} zones hold a point`,
  );
}

const zone: Zone = {
  ...{ id: 1, name: 'plates', area: readArea(readFileSync(areaFile, 'utf8'), areaFile), ways: null },
  ...{ closedFor: ['plate:6'], hours: null, ends: 'closed', source: '', date: null, properties: {} },
  created_ms: 0,
};
const watch = new ZoneWatch({
  store: { changes: () => Promise.resolve({ zones: [zone], vehicles: [], version: '1' }) },
  timeZone: 'Asia/Ulaanbaatar',
  onProblem: (problem) => console.error(problem),
});
await watch.start();
const index = RoutingIndex.from(buildRouting(await collectNetwork(file), PROFILES.driving).sections);
const data = { routing: { driving: index } } as unknown as AnsweringData;
const router = new EmbeddedRouter(
  { pinned: () => data, state: () => 'ok' },
  { snapLimit_m: 1000 },
  () => [],
  watch,
);
const inside = new ZoneIndex([zone.area!]);
for (const vehicle of [undefined, ['plate:6']]) {
  const outside_us: number[] = [];
  const within_us: number[] = [];
  for (let i = 0; i < WARM_UP + PAIRS; i++) {
    const ends = [point(), point()];
    const begin = process.cpuUsage();
    const more = { ...MORE, ...(vehicle !== undefined && { vehicle }) };
    const [origin, destination] = ends;
    const { kind } = await router.route({ origin, destination, mode: 'driving', more });
    const own_us = spentSince(begin);
    if (i < WARM_UP || kind !== 'route') continue;
    const isWithin = ends.some(([lon, lat]) => inside.at(lon, lat).length > 0);
    (isWithin ? within_us : outside_us).push(own_us);
  }
  const who = vehicle?.join() ?? 'no vehicle';
  console.log(
    `routes of ${who}, no end in the zone: ${figures(outside_us)}; with one: ${figures(within_us)}`,
  );
}
await watch.close();

function figures(spent_us: number[]): string {
  spent_us.sort((a, b) => a - b);
  const at = (share: number): string => spent_us[Math.floor(share * spent_us.length)].toFixed(0);
  const mean = spent_us.reduce((sum, own) => sum + own, 0) / spent_us.length;
  return `${spent_us.length}, p50 ${at(0.5)} us, p90 ${at(0.9)}, p99 ${at(0.99)}, mean ${mean.toFixed(0)}`;
}

function spentSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
