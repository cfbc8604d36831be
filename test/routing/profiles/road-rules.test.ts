import { expect, it } from 'vitest';
import { conditionsOf, tagsAt } from '../../../src/routing/profiles/dates.js';
import { isOpenAt, readOpeningTimes } from '../../../src/routing/profiles/opening-times.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { TRAVEL_MODES } from '../../../src/travel-mode.js';
import { mayGo, mayPass, type Permission } from '../../oracles/route-checker-tags.js';
import { slowCarSpeed } from '../../oracles/slow-road-speed.js';
import { casesOf, seedOf } from '../../random-cases.js';
import { seededRandom } from '../../seeded-random.js';
import { timeOf } from '../time-of.js';
import { randomHours } from './random-hours.js';
import { randomNodeTags, randomRoadTags } from './random-road-tags.js';

const SETS = casesOf(3000);
const MOMENTS = 8;
const SEED = seedOf(580);
const [FIRST_DAY, LAST_DAY] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 11, 31)];
const PERMISSIONS: Readonly<Record<string, Permission>> = { free: 'open', ends: 'private', none: 'closed' };

type Now = ReturnType<typeof timeOf>;

function randomMoment(random: () => number): Now {
  const time = new Date(FIRST_DAY + random() * (LAST_DAY - FIRST_DAY)).toISOString();
  return timeOf(time.slice(0, 16).replace('T', ' '));
}

const textOf = (now: Now): string =>
  `${now.year}-${now.month}-${now.day} ${Math.floor(now.minute / 60)}:${now.minute % 60}`;

it('random hours hold when a slow reading says so', () => {
  const random = seededRandom(SEED);
  const wrong: string[] = [];
  let open = 0;
  for (let set = 0; set < SETS; set++) {
    const { text, isOpen } = randomHours(random);
    const { times } = readOpeningTimes(text);
    if ((times === null) !== (isOpen === null))
      wrong.push(`${text}: ${times === null ? 'not read' : 'read'}`);
    if (times === null || isOpen === null) continue;
    for (let i = 0; i < MOMENTS; i++) {
      const now = randomMoment(random);
      const expected = isOpen(now);
      if (expected) open++;
      if (isOpenAt(times, now) !== expected) wrong.push(`${text}, ${textOf(now)}: not ${expected}`);
    }
  }
  expect(wrong, `seed ${SEED}`).toEqual([]);
  expect(open).toBeGreaterThan(SETS);
  expect(open).toBeLessThan(SETS * (MOMENTS - 1));
});

it.each(TRAVEL_MODES)('random tags mean at a moment what a slow reading says, %s', (mode) => {
  const random = seededRandom(SEED + 1);
  const wrong: string[] = [];
  const counts: Record<Permission, number> = { open: 0, private: 0, closed: 0 };
  for (let set = 0; set < SETS; set++) {
    const [road, node] = [randomRoadTags(random), randomNodeTags(random)];
    const [ofRoad, ofNode] = [road, node].map(({ tags }) => conditionsOf(tags));
    for (let i = 0; i < MOMENTS / 2; i++) {
      const now = randomMoment(random);
      const there = road.at(now);
      const rule = PROFILES[mode].way(tagsAt(road.tags, ofRoad, now));
      for (const direction of ['forward', 'backward'] as const) {
        const expected = there.closed ? 'closed' : mayGo(there.tags, direction, mode);
        counts[expected]++;
        const found = PERMISSIONS[rule?.[direction].access ?? 'none'];
        const expected_kmh = mode === 'driving' ? slowCarSpeed(there.tags, direction) : NaN;
        const where = `${JSON.stringify(road.tags)} ${direction}, ${textOf(now)}`;
        if (found !== expected) wrong.push(`${where}: ${found}, not ${expected}`);
        else if (found !== 'closed' && Math.abs(rule![direction].speed_kmh - expected_kmh) > 1e-9)
          wrong.push(`${where}: ${rule![direction].speed_kmh} km/h, not ${expected_kmh}`);
      }
      const passed = node.at(now);
      const expected = passed.closed ? 'closed' : mayPass(passed.tags, mode);
      const found = PERMISSIONS[PROFILES[mode].node(tagsAt(node.tags, ofNode, now))?.access ?? 'free'];
      if (found !== expected)
        wrong.push(`node ${JSON.stringify(node.tags)}, ${textOf(now)}: ${found}, not ${expected}`);
    }
  }
  expect(wrong.slice(0, 5), `seed ${SEED}, ${wrong.length} differ`).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(SETS / 10);
});
