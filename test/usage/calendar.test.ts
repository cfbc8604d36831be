import { expect, it } from 'vitest';
import { addDays, Calendar, dateText, monthsBefore } from '../../src/usage/calendar.js';

const dateAt = (zone: string, time: string): string => dateText(new Calendar(zone).dateAt(Date.parse(time)));

it('gives the date of a time zone', () => {
  expect(dateAt('Asia/Ulaanbaatar', '2026-11-22T15:59:59Z')).toBe('2026-11-22');
  expect(dateAt('Asia/Ulaanbaatar', '2026-11-22T16:00:00Z')).toBe('2026-11-23');
  expect(dateAt('Asia/Hovd', '2026-11-22T16:59:59Z')).toBe('2026-11-22');
  expect(dateAt('Asia/Kathmandu', '2026-11-22T18:15:00Z')).toBe('2026-11-23');
  expect(dateAt('Asia/Kathmandu', '2026-11-22T18:14:59Z')).toBe('2026-11-22');
  expect(dateAt('Pacific/Kiritimati', '2026-12-31T10:00:00Z')).toBe('2027-01-01');
});

it('gives for every quarter of two years what Intl says of each minute', () => {
  // Lord Howe moves its clock by half an hour, Santiago at midnight: that day begins at one o'clock.
  for (const zone of ['Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca', 'Asia/Ulaanbaatar']) {
    const calendar = new Calendar(zone);
    const slow = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    for (let time_ms = Date.UTC(2025, 0, 1, 0, 7); time_ms < Date.UTC(2027, 0, 1); time_ms += 45 * 60_000)
      if (dateText(calendar.dateAt(time_ms)) !== slow.format(time_ms))
        expect.fail(`${zone} ${new Date(time_ms).toISOString()}`);
  }
});

it('refuses an unknown time zone', () => {
  expect(() => new Calendar('Asia/Nowhere')).toThrow(RangeError);
});

it('counts days and months by dates', () => {
  const date_s = Date.UTC(2026, 2, 31) / 1000;
  expect(dateText(addDays(date_s, -31))).toBe('2026-02-28');
  expect(dateText(monthsBefore(date_s, 13))).toBe('2025-03-03');
  expect(dateText(monthsBefore(Date.UTC(2026, 10, 22) / 1000, 13))).toBe('2025-10-22');
});
