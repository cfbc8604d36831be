/**
 * Routes between all pairs of a country's capitals, and the reasons for the longest detours. Capitals are
 * points with `capital=yes` or `capital=4`: in Mongolia the 22 aimag centres.
 *
 *     npx tsc --noEmit false --outDir data/bench && node data/bench/bench/routing-centres.js FILE
 */
import { distanceM } from '../src/geo/distance.js';
import { toDegrees } from '../src/geo/coordinates.js';
import { collectFeatures, collectNetwork } from '../test/collect.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { PROFILES } from '../src/routing/profiles/profiles.js';
import type { ExplainedStretch } from '../src/routing/describe/route-explanation.js';
import { RoutingIndex } from '../src/routing/routing-index.js';

/** A centre is the point of a town. It may lie beside the town's streets. */
const SNAP_LIMIT_M = 1000;
/** Detours longer than this are counted. The factor is route length over straight distance. */
const LONG_DETOUR = 2.5;

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: node data/bench/bench/routing-centres.js FILE');
  process.exit(1);
}

interface Centre {
  name: string;
  lon: number;
  lat: number;
}

const centres = (await collectFeatures(path)).flatMap(({ geometry, tags }): Centre[] =>
  geometry.kind === 'point' && ['yes', '4'].includes(tags['capital'] ?? '')
    ? [{ name: tags['name'] ?? '?', lon: toDegrees(geometry.lon7), lat: toDegrees(geometry.lat7) }]
    : [],
);
const index = RoutingIndex.from(buildRouting(await collectNetwork(path), PROFILES.driving).sections);
const detours: { from: Centre; to: Centre; factor: number }[] = [];
const missing: string[] = [];
let [longest_us, sum_kmh, routes] = [0, 0, 0];
for (const from of centres) {
  for (const to of centres) {
    if (from === to) continue;
    const started = performance.now();
    const answer = index.route(
      { origin: [from.lon, from.lat], destination: [to.lon, to.lat] },
      { snapLimit_m: SNAP_LIMIT_M },
    );
    longest_us = Math.max(longest_us, (performance.now() - started) * 1000);
    if (answer.kind !== 'route') {
      missing.push(`${from.name} to ${to.name}: ${answer.kind}`);
      continue;
    }
    routes++;
    sum_kmh += (3.6 * answer.distance_m) / answer.duration_s;
    detours.push({ from, to, factor: answer.distance_m / distanceM(from.lon, from.lat, to.lon, to.lat) });
  }
}
console.log(
  `${centres.length} centres, ${routes} routes, ${missing.length} without; ` +
    `${(sum_kmh / routes).toFixed(0)} km/h on average; longest query ${Math.round(longest_us)} µs`,
);
for (const line of missing) console.log(`  ${line}`);
detours.sort((a, b) => b.factor - a.factor);
console.log(
  `more than ${LONG_DETOUR} times as far as the crow flies: ` +
    `${detours.filter(({ factor }) => factor > LONG_DETOUR).length}; the longest detours:`,
);
for (const { from, to, factor } of detours.slice(0, 12)) {
  const { stretches } = index.explain(
    { origin: [from.lon, from.lat], destination: [to.lon, to.lat] },
    { snapLimit_m: SNAP_LIMIT_M },
  );
  console.log(`  ${factor.toFixed(2)}  ${from.name} to ${to.name}: ${byClass(stretches)}`);
}

/** Kilometres of a route on each class of road, the most first. */
function byClass(stretches: readonly ExplainedStretch[]): string {
  const km = new Map<string, number>();
  for (const { way, distance_m } of stretches)
    km.set(way.class, (km.get(way.class) ?? 0) + distance_m / 1000);
  return [...km]
    .sort((a, b) => b[1] - a[1])
    .map(([kind, length]) => `${kind} ${length.toFixed(0)} km`)
    .join(', ');
}
