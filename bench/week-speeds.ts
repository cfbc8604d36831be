/**
 * What slots of the week cost: how long the steps are in which the roads of a slot are worked out, how long
 * routes take then, and how quick they are by slot. In process, without HTTP; processor time.
 *
 *     node data/bench/bench/week-speeds.js FILE [PERCENTS]
 */
import { collectNetwork } from '../test/collect.js';
import { seededRandom } from '../test/seeded-random.js';
import { buildRouting } from '../src/routing/build-routing.js';
import type { LocalTime } from '../src/local-time.js';
import { RoadConditions } from '../src/routing/current/current-roads.js';
import { readRoutingData } from '../src/routing/frozen/routing-data.js';
import { DRIVING_DEFAULTS, drivingProfile } from '../src/routing/profiles/driving.js';
import { readCitySpeeds } from '../src/routing/profiles/week-slots.js';
import { RoutingIndex } from '../src/routing/routing-index.js';

const PAIRS = 2000;
const SEED = 38;
/** The valley from Tolgoit to Amgalan, with the ger districts in the north. */
const [WEST, SOUTH, EAST, NORTH] = [106.78, 47.88, 107.0, 47.96];
const LIMITS = { snapLimit_m: 1000 };
/** A Tuesday. */
const at = (hour: number): LocalTime => ({
  ...{ year: 2026, month: 12, day: 1, weekday: 1 },
  minute: 60 * hour,
});

const [file, percents = '50; night 80; morning-peak 20; evening-peak 25'] = process.argv.slice(2);
const network = await collectNetwork(file);
const { sections } = buildRouting(
  network,
  drivingProfile({ ...DRIVING_DEFAULTS, ...readCitySpeeds(percents)! }),
);
const index = RoutingIndex.from(sections);
const conditions = new RoadConditions(readRoutingData(sections));
for (const hour of [12, 3, 8, 18]) {
  const now = at(hour);
  const { roads } = conditions.at([], now);
  const begin_ms = performance.now();
  index.use(roads === null ? { kind: 'imported', now } : { kind: 'current', roads, changes: [], now });
  const use_ms = performance.now() - begin_ms;
  const { slot } = index.speedsAt(null, null)!;
  console.log(`${slot}: taken over in ${use_ms.toFixed(1)} ms; ${measured(index).join(', ')}`);
  const other = RoutingIndex.from(sections);
  const [origin, destination]: [number, number][] = [
    [106.85, 47.91],
    [106.95, 47.92],
  ];
  const asked = { line: true, notes: false, steps: false, departAt: now };
  const steps = other.inSlices(() => other.describe([origin, destination], LIMITS, asked));
  const steps_ms: number[] = [];
  for (;;) {
    const before = process.cpuUsage();
    const { done } = steps.next();
    if (done === true) {
      console.log(
        `  asked for with depart_at: longest step ${Math.max(0, ...steps_ms).toFixed(1)} ms of ` +
          `${steps_ms.reduce((sum, ms) => sum + ms, 0).toFixed(0)}; ${measured(other, now).join(', ')}`,
      );
      break;
    }
    const { user, system } = process.cpuUsage(before);
    steps_ms.push((user + system) / 1000);
  }
}

/** Routes of the same pairs each time. */
function measured(routes: RoutingIndex, departAt: LocalTime | null = null): string[] {
  const random = seededRandom(SEED);
  const point = (): [number, number] => [WEST + random() * (EAST - WEST), SOUTH + random() * (NORTH - SOUTH)];
  const spent_us: number[] = [];
  let [metres, seconds] = [0, 0];
  for (let i = 0; i < PAIRS; i++) {
    const [origin, destination] = [point(), point()];
    const before = process.cpuUsage();
    const asked = { line: true, notes: false, steps: false };
    const found =
      departAt === null
        ? routes.route({ origin, destination }, LIMITS)
        : routes.describe([origin, destination], LIMITS, { ...asked, departAt });
    if (found.kind !== 'route') continue;
    const { user, system } = process.cpuUsage(before);
    spent_us.push(user + system);
    metres += found.distance_m;
    seconds += found.duration_s;
  }
  spent_us.sort((a, b) => a - b);
  const at_us = (share: number): string => spent_us[Math.floor(share * spent_us.length)].toFixed(0);
  return [`${((3.6 * metres) / seconds).toFixed(1)} km/h`, `p50 ${at_us(0.5)} us, p99 ${at_us(0.99)} us`];
}
