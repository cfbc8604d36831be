import type { LocalTime } from '../../src/local-time.js';

/** `2027-01-15 12:00` */
export function timeOf(text: string): LocalTime {
  const [date, time = '12:00'] = text.split(' ');
  const [year, month, day] = date.split('-').map(Number);
  const [hours, minutes] = time.split(':').map(Number);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return { year, month, day, weekday, minute: 60 * hours + minutes };
}
