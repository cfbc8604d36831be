import { expect, it } from 'vitest';
import { minutesLater, LocalClock, type LocalTime } from '../../src/local-time.js';
import { LearnedSpeeds } from '../../src/routing/current/learned-speeds.js';
import { WeekSpeeds } from '../../src/routing/current/week-speeds.js';
import { readRoutingData } from '../../src/routing/frozen/routing-data.js';
import { buildRouting } from '../../src/routing/build-routing.js';
import { PROFILES } from '../../src/routing/profiles/profiles.js';
import { DEFAULT_SLOTS, WeekSlots } from '../../src/routing/profiles/week-slots.js';
import { seededRandom } from '../seeded-random.js';
import { asciiMap } from './ascii/ascii-map.js';

/** Which slot begins on the way, against a clock that is looked at in each minute. */

const { network } = asciiMap({ picture: 'A---B', ways: { AB: 'highway=primary' } });
const data = readRoutingData(buildRouting(network, PROFILES.driving).sections);
const week = new WeekSpeeds(data, new LearnedSpeeds('a test', DEFAULT_SLOTS));
const slots = new WeekSlots(DEFAULT_SLOTS);
const clock = new LocalClock('Asia/Ulaanbaatar');
const nameAt = (time: LocalTime): string => DEFAULT_SLOTS[slots.at(time)].name;

it('is the first one with another name that begins before the drive ends', () => {
  const random = seededRandom(77);
  let found = 0;
  for (let i = 0; i < 400; i++) {
    // Around the year, so that holidays, ends of months and weekends come in.
    const start_ms = Date.UTC(2026, 0, 1) + 60_000 * Math.floor(random() * 365 * 24 * 60);
    const minutes = Math.floor(random() * (i % 4 === 0 ? 1500 : 120));
    const now = clock.at(start_ms);
    let expected: { slot: string; after_s: number } | null = null;
    for (let after = 1; after < minutes && expected === null; after++) {
      const slot = nameAt(clock.at(start_ms + 60_000 * after));
      if (slot !== nameAt(now)) expected = { slot, after_s: 60 * after };
    }
    const onWay = { duration_s: 60 * minutes, passed_s: 60 * (now.minute % 30) };
    expect(week.next(now, onWay), `${JSON.stringify(now)}, ${minutes} minutes`).toEqual(expected);
    if (expected !== null) found++;
  }
  expect(found).toBeGreaterThan(60);
});

it('counts from the second at which somebody sets out now, though roads are those of a half-hour', () => {
  // A Tuesday; the roads were made at 07:04, and it is 07:29:30.
  const now = { ...{ year: 2026, month: 12, day: 1, weekday: 1 }, minute: 7 * 60 + 4 };
  const at = (duration_s: number): unknown => week.next(now, { duration_s, passed_s: 29.5 * 60 });
  expect(at(30)).toBeNull();
  expect(at(31)).toEqual({ slot: 'morning-peak', after_s: 30 });
});

it('has days, months and years go on', () => {
  const now = { ...{ year: 2026, month: 12, day: 31, weekday: 3 }, minute: 23 * 60 + 50 };
  expect(minutesLater(now, 20)).toEqual({ year: 2027, month: 1, day: 1, weekday: 4, minute: 10 });
});
