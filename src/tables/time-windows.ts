/**
 * Words used in time windows, in Mongolian, English and Russian. Filler words next to clock times have no
 * meaning.
 */
const WORDS: Readonly<Record<string, string>> = {
  from: 'after from since с со после хойш дараа эхлэн цааш > ≥ >= +',
  until: 'before until till to by до по хүртэл өмнө дотор < ≤ <=',
  to: '- – — and',
  about: '~',
  of: 'цагаас аас ээс оос өөс',
  noon: 'noon midday lunch үдээс үд обеда полудня',
  // The half of the day that a word next to a clock time specifies.
  am: 'өглөө өглөөний',
  pm: 'орой оройн',
  day: 'өдөр өдрийн',
  behindAm: 'am утра',
  behindPm: 'pm дня вечера',
  none: 'цаг цагт цагийн ц ч час часа часов h hours at between хооронд өнөөдөр ны ний ын ийн',
};
const MEANINGS = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning])),
);
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/не (?:позже|позднее)|(?:no|not) later than/g, 'until'],
  [/не раньше|not before|no earlier than/g, 'from'],
  [/\bafternoon\b/g, 'after noon'],
  [/үдээс хойш(?=\s*\d)/g, 'орой'],
  [/үдээс өмнө(?=\s*\d)/g, 'өглөө'],
  // A case ending after a number: 14:00-с, 9-өөс.
  [/(?<=\d)\s*[-–—]?\s*(?:с|аас|ээс|оос|өөс)(?!\p{L})/gu, ' аас '],
  [/(?<=\d)\s*[-–—]\s*(?=\p{L})/gu, ' '],
];
const PARTS_OF_DAY: readonly (readonly [RegExp, string])[] = [
  [/^(?:өглөө|утром|утро|(?:in the )?morning)$/, '00:00-12:00'],
  [/^(?:өдөр|дн[её]м|день)$/, '12:00-18:00'],
  [/^(?:орой|вечером|вечер|(?:in the )?evening)$/, '18:00-24:00'],
];
const ANY_TIME =
  /^(?:[-–—]|any(?: ?time)?|all day|.*хамаагүй|(?:хэзээ|хэдийд) ч.*|өдөржин|(?:в )?любое время)?$/i;
/** A remark in parentheses without a clock time: 14-16 (залгаж). */
const REMARK = /\s*\([^()\d]*\)/g;
const TOKEN = /\d{1,2}(?:[:.]\d{2})?(?!\d)|[<>≤≥]=?|\p{L}+|\S/gu;
const BETWEEN = /^(?:from )?#(?: of)?(?: from)?(?: (?:to|until|about)|(?<=of|from)) #(?: until)?$/;
const UNTIL = /^(?:(?:to|until) #|#(?: of)? until)$/;
const FROM = /^(?:from #|#(?: of)? from|# of|# to)$/;

/** Times in minutes since midnight. */
interface Hours {
  from: number;
  to: number;
}

/**
 * Parses hours as people write them in a cell and returns them in the format of `/v1/trip`, or null if they
 * cannot be parsed.
 */
export function windowsOf(text: string): string | null {
  const whole = text.trim().toLowerCase();
  if (ANY_TIME.test(whole)) return '';
  const read = whole
    .replace(REMARK, '')
    .split(/[,;]|\s(?:\/|ба|болон|эсвэл|or|или|и)\s/)
    .map((part) => windowOf(part.trim()));
  if (read.includes(null)) return null;
  const apart: Hours[] = [];
  for (const own of (read as Hours[]).sort((a, b) => a.from - b.from)) {
    const before = apart.at(-1);
    // Adjacent time windows are merged.
    if (before === undefined || own.from > before.to) apart.push(own);
    else before.to = Math.max(before.to, own.to);
  }
  return apart.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join();
}

interface Clock {
  hours: number;
  minutes: number;
  /** Whether the hour is written as `2` rather than `02` or `2:00`. */
  isBare: boolean;
  /** The half of the day that a word specifies for the clock time. */
  half: Half | null;
}
type Half = 'am' | 'pm' | 'day';

function windowOf(part: string): Hours | null {
  const named = PARTS_OF_DAY.find(([form]) => form.test(part));
  const text = named?.[1] ?? PHRASES.reduce((own, [form, by]) => own.replace(form, by), part);
  const clocks: Clock[] = [];
  const shape: string[] = [];
  let half: Half | null = null;
  // A half of the day without a clock time after it applies to the preceding clock times: 8-10 орой.
  let isBehind = false;
  const tellBehind = (told: Half): void => clocks.forEach((own) => (own.half ??= told));
  for (const [token] of text.matchAll(TOKEN)) {
    const meaning = /^\d/.test(token) ? 'clock' : MEANINGS.get(token);
    if (meaning === undefined) return null;
    if (meaning === 'clock' || meaning === 'noon') {
      const [hours, minutes = 0] = meaning === 'noon' ? [12] : token.split(/[:.]/).map(Number);
      if (minutes > 59) return null;
      clocks.push({ hours, minutes, isBare: /^[1-9]\d?$/.test(token), half });
      isBehind = false;
      shape.push('#');
    } else if (meaning === 'am' || meaning === 'pm' || meaning === 'day') [half, isBehind] = [meaning, true];
    else if (meaning === 'behindAm' || meaning === 'behindPm') {
      for (const own of clocks.filter((each) => each.half === null && each.hours <= 12)) {
        own.hours = (own.hours % 12) + (meaning === 'behindPm' ? 12 : 0);
        own.half = 'am';
      }
    } else if (meaning !== 'none') shape.push(meaning);
  }
  if (isBehind && half !== null) tellBehind(half);
  const form = shape.join(' ');
  if (BETWEEN.test(form)) return between(clocks[0], clocks[1]);
  const [only] = clocks.map(minutesOf);
  const isLate = clocks[0]?.half === null && clocks[0].isBare && only <= LATEST_NIGHT;
  const at = isLate ? only + NOON : only;
  const own = UNTIL.test(form) ? { from: 0, to: at } : FROM.test(form) ? { from: at, to: DAY } : null;
  return own !== null && own.from < own.to && own.to <= DAY ? own : null;
}

/**
 * Returns the time window between two clock times. Nobody receives parcels at night, so 2-4 means 14:00 to
 * 16:00, and 10-2 ends at 14:00. However, 6-8 is ambiguous.
 */
function between(first: Clock, second: Clock): Hours | null {
  let [from, to] = [first, second].map(minutesOf);
  const mayBeLate = first.half === null && second.half === null && first.isBare && second.isBare;
  if (mayBeLate && from >= 5 * 60 && from <= LATEST_NIGHT && to > from && to < 9 * 60) return null;
  if (mayBeLate && from < 5 * 60) from += NOON;
  if (second.isBare && second.half === null && to <= from && to + NOON > from) to += NOON;
  return from < to && to <= DAY ? { from, to } : null;
}

const NOON = 12 * 60;
const DAY = 24 * 60;
/** A clock time without a half of the day is assumed to be in the afternoon if it is not later than this. */
const LATEST_NIGHT = 6 * 60;

function minutesOf({ hours, minutes, half }: Clock): number {
  const isLater = (half === 'pm' && hours < 12) || (half === 'day' && hours < 7);
  return 60 * (isLater ? hours + 12 : hours) + minutes;
}

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((own) => String(own).padStart(2, '0')).join(':');
}
