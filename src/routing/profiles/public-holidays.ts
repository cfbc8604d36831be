import type { LocalTime } from '../../local-time.js';

type Day = Pick<LocalTime, 'year' | 'month' | 'day'>;

/**
 * Public holidays in Mongolia on fixed dates, as `month day`: New Year, Women's Day, Children's Day, Naadam,
 * Republic Day and Independence Day (Law on Public Holidays and Days of Observance).
 */
const FIXED = new Set(['1 1', '3 8', '6 1', '7 11', '7 12', '7 13', '7 14', '7 15', '11 26', '12 29']);

/**
 * Lunar holidays by year, as `[month, day]`: the first of the three days of Tsagaan Sar, Buddha's Day (the
 * 15th of the first summer month) and Chinggis Khaan's Day (the first of the first winter month). The dates
 * follow the tables at https://www.math.mcgill.ca/gantumur/cal/year.html.
 */
const LUNAR: ReadonlyMap<number, readonly (readonly [month: number, day: number])[]> = new Map([
  [
    2024,
    [
      [2, 10],
      [5, 23],
      [11, 2],
    ],
  ],
  [
    2025,
    [
      [3, 1],
      [6, 11],
      [11, 21],
    ],
  ],
  [
    2026,
    [
      [2, 18],
      [5, 31],
      [11, 10],
    ],
  ],
  [
    2027,
    [
      [2, 7],
      [5, 20],
      [11, 29],
    ],
  ],
  [
    2028,
    [
      [2, 26],
      [6, 7],
      [11, 17],
    ],
  ],
  [
    2029,
    [
      [2, 14],
      [5, 27],
      [11, 7],
    ],
  ],
  [
    2030,
    [
      [2, 3],
      [5, 17],
      [11, 26],
    ],
  ],
  [
    2031,
    [
      [2, 22],
      [6, 5],
      [11, 15],
    ],
  ],
  [
    2032,
    [
      [2, 12],
      [5, 25],
      [11, 4],
    ],
  ],
  [
    2033,
    [
      [1, 31],
      [6, 12],
      [11, 22],
    ],
  ],
  [
    2034,
    [
      [2, 19],
      [6, 2],
      [11, 11],
    ],
  ],
  [
    2035,
    [
      [2, 9],
      [5, 22],
      [11, 30],
    ],
  ],
]);

const TSAGAAN_SAR_DAYS = 3;
const DAY_MS = 86_400_000;

/** Whether a day is a public holiday in Mongolia. */
export function isPublicHoliday({ year, month, day }: Day): boolean {
  if (FIXED.has(`${month} ${day}`)) return true;
  const own = Date.UTC(year, month - 1, day);
  return (LUNAR.get(year) ?? []).some(([lunarMonth, lunarDay], i) => {
    const days = (own - Date.UTC(year, lunarMonth - 1, lunarDay)) / DAY_MS;
    return days >= 0 && days < (i === 0 ? TSAGAAN_SAR_DAYS : 1);
  });
}
