/** The words of the `opening_hours` grammar, and the variants in which people write them. */

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
export const MONTH = `(?:${MONTHS.join('|')})`;

const WORDS = new Set(['week', 'off', 'closed', 'open', 'easter']);

/**
 * Converts lowercase words, full names, days before months, and extra spaces to the standard form of the
 * grammar.
 */
export function normalisedTimes(text: string): string {
  const written = text
    .replace(/[\u2012-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[A-Za-z]+\.?/g, (word) => known(word.replace('.', '')) ?? word)
    .replace(/\s*([-,;]|\|\|)\s*/g, '$1')
    .replace(/ \+(?! ?\d)/g, '+')
    .replace(/\bweeks?\s*(?=\d)/g, 'week ')
    // Rewrites `Jun-Aug:08:00-20:00` and `Mo-Fr : 08:00`.
    .replace(/ ?: (?=\d)/g, ' ');
  return monthForEach(dayBehindMonth(written));
}

/** Rewrites `Jul 10,12-15` to `Jul 10,Jul 12-15`. */
function monthForEach(text: string): string {
  const days = '\\d{1,2}(?:-\\d{1,2})?';
  const next = text.replace(new RegExp(`(${MONTH}) (${days}),(?=${days}(?![\\d:-]))`), '$1 $2,$1 ');
  return next === text ? text : monthForEach(next);
}

/**
 * Rewrites `15 Nov-15 Apr` and `10-20 Jul` to `Nov 15-Apr 15` and `Jul 10-20`; a year at the end moves to the
 * front.
 */
function dayBehindMonth(text: string): string {
  const day = '(?<![\\d:./] ?|week )(\\d{1,2})(?:st|nd|rd|th|\\.)?';
  const notMore = '(?! \\d{1,2}(?![\\d:]))';
  return text
    .replace(new RegExp(`(?<!${MONTH} )${day}-(\\d{1,2}) (${MONTH})\\b${notMore}`, 'g'), '$3 $1-$2')
    .replace(new RegExp(`${day} (${MONTH})\\b(?: (\\d{4})\\b)?${notMore}`, 'g'), (_, number, month, year) =>
      [year, month, number].filter((part) => part !== undefined).join(' '),
    );
}

function known(word: string): string | undefined {
  const start = word.toLowerCase();
  if (WORDS.has(start)) return start;
  if (start === 'ph' || start === 'sh') return start.toUpperCase();
  const isStart = (name: string): boolean => start.startsWith(name.toLowerCase());
  if (word.length === 2) return WEEKDAYS.find(isStart);
  const day = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].findIndex((name) => start.startsWith(name));
  if (day !== -1 && (word.length === 3 || start.endsWith('day'))) return WEEKDAYS[day];
  const month = MONTHS.find(isStart);
  return month !== undefined && (word.length === 3 || FULL_MONTHS.has(start)) ? month : undefined;
}

const FULL_MONTHS = new Set([
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'],
  ...['september', 'sept', 'october', 'november', 'december'],
]);
