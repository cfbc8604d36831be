/**
 * What routes in Ulaanbaatar are like: how much of them is on residential streets, how fast they are, and how
 * many steps they have. For some city speeds (`--city-speed-percent`) and without.
 *
 *     node data/bench/bench/city-routes.js FILE [PERCENT...]
 */
import { collectNetwork } from '../test/collect.js';
import { seededRandom } from '../test/seeded-random.js';
import { buildRouting } from '../src/routing/build-routing.js';
import { DRIVING_DEFAULTS, drivingProfile } from '../src/routing/profiles/driving.js';
import { RoutingIndex } from '../src/routing/routing-index.js';

const PAIRS = 400;
const SEED = 38;
/** The valley from Tolgoit to Amgalan, with the ger districts in the north. */
const [WEST, SOUTH, EAST, NORTH] = [106.78, 47.88, 107.0, 47.96];
const STEPS = { line: false, notes: false, steps: true };
const LIMITS = { snapLimit_m: 1000 };

const [file, ...percents] = process.argv.slice(2);
const network = await collectNetwork(file);
for (const percent of percents.length === 0 ? [100, 50] : percents.map(Number)) {
  const profile = drivingProfile({ ...DRIVING_DEFAULTS, citySpeed: percent / 100 });
  const index = RoutingIndex.from(buildRouting(network, profile).sections);
  const random = seededRandom(SEED);
  const point = (): [number, number] => [WEST + random() * (EAST - WEST), SOUTH + random() * (NORTH - SOUTH)];
  let [routes, metres, seconds, residential_m, steps] = [0, 0, 0, 0, 0];
  for (let i = 0; i < PAIRS; i++) {
    const ends = { origin: point(), destination: point() };
    const { answer, stretches } = index.explain(ends, LIMITS);
    if (answer.kind !== 'route') continue;
    routes++;
    metres += answer.distance_m;
    seconds += answer.duration_s;
    for (const { way, distance_m } of stretches) if (way.class === 'residential') residential_m += distance_m;
    const described = index.describe([ends.origin, ends.destination], LIMITS, STEPS);
    if (described.kind === 'route') steps += described.legs[0].steps.length;
  }
  const share = ((100 * residential_m) / metres).toFixed(1);
  console.log(
    `${percent} %: ${routes} routes, ${(metres / routes / 1000).toFixed(2)} km each, ` +
      `${share} % residential, ` +
      `${((3.6 * metres) / seconds).toFixed(1)} km/h, ${(steps / routes).toFixed(1)} steps`,
  );
}
