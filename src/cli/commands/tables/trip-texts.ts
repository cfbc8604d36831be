import { counted } from '../../../counted.js';
import type { ColumnKind } from '../../../tables/table-columns.js';
import { OUTPUT_TEXTS } from './sheet-work.js';

/** Messages of `gazarch trip`, and texts in its sheets. */
const en = {
  vehicle: 'Vehicle',
  unplanned: 'Unplanned',
  readAs: ['column', 'read as'],
  kinds: {
    ...{ address: 'address', latitude: 'latitude', longitude: 'longitude', name: 'name' },
    ...{ window: 'when to visit', load: 'load, rounded up', minutes: 'minutes of a visit' },
  } as Readonly<Record<ColumnKind, string>>,
  noCapacity: 'load; ignored without --capacity',
  noLoad: (capacity: string) =>
    `no load column: each order uses 1 of --capacity ${capacity}; specify one with --column load=NAME`,
  noColumn: 'no column contains addresses or points; specify one with --column',
  exists: OUTPUT_TEXTS.exists,
  itself: OUTPUT_TEXTS.itself,
  option: (flag: string, value: string, rule: string) => `${flag} ${rule}, not ${JSON.stringify(value)}`,
  rules: {
    whole: (from: number, to: number) => `must be a whole number from ${from} to ${to}`,
    words: (words: readonly string[]) => `must be ${words.join(' or ')}`,
    clock: 'must be a time such as 18:00',
    time: 'must be a date and time such as 2026-12-01T09:00',
  },
  untilStart: '--until needs --start',
  tooEarly: (until: string, out: string) => `--until ${until} is no later than the departure at ${out}`,
  tooMany: (count: number, most: number) =>
    `${count} orders, but a plan has at most ${most}: split the table`,
  offRoad: 'no usable road is near the start; choose another place with --start',
  forDriver: "not used for planning; appears in the drivers' sheets",
  refused: (count: number) =>
    `${counted(count, 'cell')} cannot be read; nothing is planned until this is corrected`,
  cell: (row: number, column: string, text: string, remedy: string) =>
    `row ${row}: ${column} is ${text}; ${remedy}`,
  remedies: {
    window: 'write hours like 09:00-12:00, before 12 or after 14: a single time, or 6-8, is ambiguous',
    date: 'a spreadsheet converted it to a date: format the column as text, and enter the value again',
    number: 'it must be a number, 0 or more',
  },
  departure: (time: string) => `vehicles may depart at ${time}`,
  dayPassed: 'nine o\u2019clock today has passed; --depart-at sets another time',
  start: (found: string) => `vehicles begin at ${found}`,
  unsureStart: (start: string) =>
    `it is not certain what --start ${start} means; give latitude,longitude or a more complete address, ` +
    'or accept the place found with --accept-start',
  noStart: (start: string) => `--start ${start} was not found; give it as latitude,longitude`,
  unsure: (count: number, all: number) =>
    `${count} of ${all} addresses are uncertain; correct them in the table and plan again with --overwrite:`,
  row: (row: number, address: string, what: string) => `row ${row}: ${address} -> ${what}`,
  kind: (type: string, confidence: number) => [type, `confidence ${confidence}`].filter(Boolean).join(', '),
  leftOut: (words: string) => `left out: ${words}`,
  vague: 'a whole area or street: its center is visited',
  lost: 'The address was not found.',
  left: 'The address is uncertain, so the order was left out.',
  noAddress: 'It has no address.',
  orders: (count: number) => counted(count, 'order'),
  times: (out: string, back: string) => (out === back ? back : `${out}-${back}`),
  km: (km: string) => `${km} km`,
  load: (load: number) => `load ${load}`,
  tellUnplanned: (count: number, all: number) => `${count} of ${all} orders are not in any plan:`,
  out: 'Set out',
  back: 'Back',
  columns: {
    ...{ arrival: 'Arrival', begin: 'Begin', address: 'Address', remarks: 'Remarks' },
    ...{ row: 'Row', reason: 'Reason' },
  },
  wait: (minutes: number) => `wait ${minutes} min`,
  doubt: (found: string) => `UNSURE, found: ${found}`,
};

const mn: typeof en = {
  vehicle: 'Машин',
  unplanned: 'Төлөвлөөгүй',
  readAs: ['багана', 'юу гэж уншсан'],
  kinds: {
    ...{ address: 'хаяг', latitude: 'өргөрөг', longitude: 'уртраг', name: 'нэр' },
    ...{
      window: 'хүргэх цаг',
      load: 'ачаа, бүхэл тоо болгож дээшлүүлсэн',
      minutes: 'нэг хаягт зарцуулах минут',
    },
  },
  noCapacity: 'ачаа; --capacity өгөөгүй тул тооцохгүй',
  noLoad: (capacity) =>
    `ачааны багана алга: захиалга бүр 1 ачаа (--capacity ${capacity}); --column load=НЭР гэж заана`,
  noColumn: 'хаяг буюу цэгийн багана алга; --column гэж заана',
  exists: (path) => `${path} гэсэн файл бий; --output гэж өөр файл заах, эсвэл --overwrite нэмнэ`,
  itself: (path) =>
    `${path} нь уншиж байгаа файл өөрөө: бусад хуудас, томьёо, үсгийн хэлбэр нь алга болно; ` +
    '--output гэж өөр файл заана',
  option: (flag, value, rule) => `${flag}: ${rule}; ${JSON.stringify(value)} биш`,
  rules: {
    whole: (from, to) => `${from}-${to} хоорондох бүхэл тоо`,
    words: (words) => words.join(' эсвэл '),
    clock: '18:00 гэх мэт цаг',
    time: '2026-12-01T09:00 гэх мэт өдөр, цаг',
  },
  untilStart: '--until гэвэл --start бас хэрэгтэй',
  tooEarly: (until, out) => `--until ${until} нь машин гарах ${out} цагаас хойш байх ёстой`,
  tooMany: (count, most) =>
    `${count} захиалга байна; нэг төлөвлөгөөнд хамгийн ихдээ ${most}: хэд хувааж төлөвлөнө`,
  offRoad: 'эхлэх газрын ойролцоо явж болох зам алга; --start гэж өөр газар заана',
  forDriver: 'уншихгүй; жолоочийн хуудсанд орно',
  refused: (count) => `${count} нүдийг уншиж чадсангүй; засаад дахин өгнө үү: юу ч төлөвлөсөнгүй`,
  cell: (row, column, text, remedy) => `мөр ${row}: ${column} ${text}; ${remedy}`,
  remedies: {
    window:
      'цагийг 09:00-12:00, 12 цагаас өмнө, 14 цагаас хойш гэх мэтээр бичнэ: ганц цаг, 6-8 гэх нь тодорхойгүй',
    date: 'хүснэгтийн программ огноо болгожээ: баганыг текст болгоод дахин бичнэ',
    number: '0 буюу түүнээс их тоо байна',
  },
  departure: (time) => `машин ${time} цагаас гарч болно`,
  dayPassed: 'өнөөдрийн 09:00 өнгөрсөн; өөр цагийг --depart-at гэж өгнө',
  start: (found) => `машин гарах газар: ${found}`,
  unsureStart: (start) =>
    `--start ${start} гэдэг нь эргэлзээтэй; өргөрөг,уртраг эсвэл дэлгэрэнгүй хаягаар заах, ` +
    'эсвэл олсныг нь --accept-start гэж зөвшөөрнө',
  noStart: (start) => `--start ${start} олдсонгүй; өргөрөг,уртрагаар заана`,
  unsure: (count, all) =>
    `${all} хаягаас эргэлзээтэй нь ${count}; хүснэгтэд засаад --overwrite гэж дахин төлөвлөнө:`,
  row: (row, address, what) => `мөр ${row}: ${address} -> ${what}`,
  // These texts contain no Mongolian names for kinds of places, so the kind is not shown. If the place is a
  // whole area, a separate text says so.
  kind: (_, confidence) => `итгэл ${confidence}`,
  leftOut: (words) => `орхисон үг: ${words}`,
  vague: 'цэг биш, бүхэл нутаг эсвэл гудамж: голд нь очно',
  lost: 'Хаяг олдсонгүй.',
  left: 'Хаяг эргэлзээтэй; эргэлзээтэйг орхихыг хүссэн.',
  noAddress: 'Хаяггүй байна.',
  orders: (count) => `${count} захиалга`,
  times: (out, back) => (out === back ? back : `${out}-${back}`),
  km: (km) => `${km} км`,
  load: (load) => `ачаа ${load}`,
  tellUnplanned: (count, all) => `${all} захиалгаас төлөвлөөгүй нь ${count}:`,
  out: 'Гарах',
  back: 'Буцаж ирэх',
  columns: {
    ...{ arrival: 'Очих', begin: 'Эхлэх', address: 'Хаяг', remarks: 'Тайлбар' },
    ...{ row: 'Мөр', reason: 'Шалтгаан' },
  },
  wait: (minutes) => `${minutes} мин хүлээнэ`,
  doubt: (found) => `ЭРГЭЛЗЭЭТЭЙ, олсон нь: ${found}`,
};

export type TripTexts = typeof en;
const TEXTS: Readonly<Record<string, TripTexts>> = { mn, en };
export const TRIP_LANGUAGES = Object.keys(TEXTS);

/** Returns the texts in the given language. */
export function tripTexts(lang: string): TripTexts {
  return TEXTS[lang];
}
