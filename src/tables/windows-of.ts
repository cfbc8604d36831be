/** What words say of hours, in Mongolian, English and Russian. Those of no meaning stand beside clocks. */
const WORDS: Readonly<Record<string, string>> = {
  from: 'after from since с со после хойш дараа эхлэн > ≥ >= +',
  until: 'before until till to by до по хүртэл өмнө дотор < ≤ <=',
  to: '- – — ~ and',
  of: 'цагаас аас ээс оос өөс',
  noon: 'noon midday lunch үдээс үд обеда полудня',
  // Which half of the day is meant: by words in front of clocks, and behind them.
  pm: 'орой оройн',
  day: 'өдөр өдрийн',
  behindAm: 'am утра',
  behindPm: 'pm дня вечера',
  none: 'цаг цагт цагийн ц ч час часа часов h hours at between хооронд өглөө өглөөний ны ний ын ийн',
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
  // A case behind a number: 14:00-с, 9-өөс.
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
const TOKEN = /\d{1,2}(?:[:.]\d{2})?(?!\d)|[<>≤≥]=?|\p{L}+|\S/gu;
const BETWEEN = /^(?:from )?#(?: of)?(?: from)?(?: (?:to|until)|(?<=of|from)) #(?: until)?$/;
const UNTIL = /^(?:(?:to|until) #|#(?: of)? until)$/;
const FROM = /^(?:from #|#(?: of)? from|# of|# to)$/;

/** Minutes of the day. */
interface Hours {
  from: number;
  to: number;
}

/** Hours as people write them in a cell, as `/v1/trip` takes them; null: they cannot be read. */
export function windowsOf(text: string): string | null {
  const whole = text.trim().toLowerCase();
  if (ANY_TIME.test(whole)) return '';
  const read = whole.split(/[,;]|\s(?:ба|болон|эсвэл|or|или|и)\s/).map((part) => windowOf(part.trim()));
  if (read.includes(null)) return null;
  const apart: Hours[] = [];
  for (const own of (read as Hours[]).sort((a, b) => a.from - b.from)) {
    const before = apart.at(-1);
    // Those that touch are one.
    if (before === undefined || own.from > before.to) apart.push(own);
    else before.to = Math.max(before.to, own.to);
  }
  return apart.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join();
}

function windowOf(part: string): Hours | null {
  const named = PARTS_OF_DAY.find(([form]) => form.test(part));
  const text = named?.[1] ?? PHRASES.reduce((own, [form, by]) => own.replace(form, by), part);
  const clocks: number[] = [];
  const shape: string[] = [];
  let [half, since] = ['', 0];
  for (const [token] of text.matchAll(TOKEN)) {
    const meaning = /^\d/.test(token) ? 'clock' : MEANINGS.get(token);
    if (meaning === undefined) return null;
    if (meaning === 'clock' || meaning === 'noon') {
      const [hours, minutes = 0] = meaning === 'noon' ? [12] : token.split(/[:.]/).map(Number);
      const isLater = (half === 'pm' && hours < 12) || (half === 'day' && hours < 7);
      if (minutes > 59) return null;
      clocks.push(60 * (isLater ? hours + 12 : hours) + minutes);
      shape.push('#');
    } else if (meaning === 'pm' || meaning === 'day') half = meaning;
    else if (meaning === 'behindAm' || meaning === 'behindPm') {
      const isPm = meaning === 'behindPm';
      for (; since < clocks.length; since++) clocks[since] = (clocks[since] % 720) + (isPm ? 720 : 0);
    } else if (meaning !== 'none') shape.push(meaning);
  }
  const [first, second] = clocks;
  const form = shape.join(' ');
  const isFrom = FROM.test(form);
  if (!BETWEEN.test(form) && !UNTIL.test(form) && !isFrom) return null;
  const [from, to] = UNTIL.test(form) ? [0, first] : [first, isFrom ? 1440 : second];
  return from < to && to <= 1440 ? { from, to } : null;
}

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((own) => String(own).padStart(2, '0')).join(':');
}
