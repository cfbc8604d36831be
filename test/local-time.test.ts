import { expect, it } from 'vitest';
import { LocalClock } from '../src/local-time.js';

it('shows what a clock on the wall shows', () => {
  const clock = new LocalClock('Asia/Ulaanbaatar');
  // 1 January 2027 in UTC was a Friday.
  expect(clock.at(Date.UTC(2026, 11, 31, 16, 30))).toEqual({
    year: 2027,
    month: 1,
    day: 1,
    weekday: 4,
    minute: 30,
  });
  expect(new LocalClock('UTC').at(Date.UTC(2026, 11, 31, 16, 30)).day).toBe(31);
});

it('finds the moment of a time of each day, also where daylight saving begins and ends', () => {
  for (const zone of ['Asia/Ulaanbaatar', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
    const clock = new LocalClock(zone);
    for (let time_ms = Date.UTC(2026, 0, 1); time_ms < Date.UTC(2028, 0, 1); time_ms += 25 * 3_600_000) {
      const { year, month, day, minute } = clock.at(time_ms);
      const found = clock.momentOf(year, month, day, minute);
      // One hour in autumn is there twice.
      expect([time_ms, time_ms - 3_600_000], `${zone} ${new Date(time_ms).toISOString()}`).toContain(found);
    }
  }
});

it('gives a time that is left out an hour later', () => {
  // On 28 March 2027 clocks in Berlin go from 2 to 3.
  expect(new LocalClock('Europe/Berlin').momentOf(2027, 3, 28, 150)).toBe(Date.UTC(2027, 2, 28, 1, 30));
});
