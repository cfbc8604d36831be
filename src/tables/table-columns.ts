/** Common column names, in lower case. The first of these columns that exists is used. */
const COLUMN_NAMES = {
  address: [
    ...['address', 'хаяг', 'адрес', 'addr', 'query', 'q', 'хүргэлтийн хаяг', 'хүргэх хаяг'],
    ...['delivery address', 'адрес доставки'],
  ],
  latitude: ['latitude', 'lat', 'өргөрөг', 'широта', 'y', 'gazarch_latitude'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'уртраг', 'долгота', 'x', 'gazarch_longitude'],
  name: ['name', 'id', 'нэр', 'код', 'имя'],
  window: ['window', 'time window', 'time', 'цаг', 'хүргэх цаг', 'цагийн хязгаар', 'время'],
  load: ['load', 'weight', 'ачаа', 'жин', 'тоо', 'тоо ширхэг', 'вес'],
  minutes: ['minutes', 'service', 'минут', 'буулгах минут', 'минуты'],
} as const;

export type ColumnKind = keyof typeof COLUMN_NAMES;

/** The prefix of the columns into which the command writes its answers. */
export const ANSWERS_BEGIN = 'gazarch_';

/**
 * Returns the index of the column with the given name, or -1 if there is none. Letter case and surrounding
 * spaces are ignored.
 */
export function columnCalled(columns: readonly string[], name: string): number {
  const wanted = plain(name);
  return columns.findIndex((column) => plain(column) === wanted);
}

/** The parenthesized part after a name, such as its unit: Жин (кг). */
const UNIT = /\s*\([^()]*\)$/;

/**
 * Returns the index of the column whose name is of the given kind, or -1 if there is none. If the table has
 * only one column, that column contains the addresses.
 */
export function columnOf(columns: readonly string[], kind: ColumnKind): number {
  const names: readonly string[] = COLUMN_NAMES[kind];
  const found = [columns, columns.map((column) => column.trim().replace(UNIT, ''))]
    .flatMap((own) => names.map((name) => columnCalled(own, name)))
    .find((at) => at !== -1);
  return found ?? (kind === 'address' && columns.length === 1 ? 0 : -1);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** Whether any column has a name of the given kind. */
export function hasColumnCalled(columns: readonly string[], kind: ColumnKind): boolean {
  return columnOf(['', ...columns], kind) !== -1;
}

/**
 * The letters for compass directions, keyed by the largest value on their axis, with the positive direction
 * first. The Latin letter precedes the Cyrillic letter.
 */
const SIDES: Readonly<Record<number, readonly [string, string]>> = { 90: ['NС', 'SЮ'], 180: ['EВ', 'WЗ'] };
const SIXTIETHS = String.raw`(\d{1,2}(?:[.,]\d+)?)`;
/**
 * Matches a sign or direction, degrees, minutes, seconds, and a direction: 47.9187, 47,9187°, N47.9187,
 * 47°55.12', 47 55 07, 47° 55' 7.3" N. Minutes must follow a degree sign or a space, and seconds must follow
 * a minute sign or a space.
 */
const DEGREES = new RegExp(
  String.raw`^([-+−]|[NSEWСЮВЗ](?=[\s\d]))?\s*(\d{1,3}(?:[.,]\d+)?)\s*[°º]?\s*` +
    String.raw`(?:(?<=[°º\s])${SIXTIETHS}\s*['′’]?\s*` +
    String.raw`(?:(?<=['′’\s])${SIXTIETHS}\s*(?:["″”]|\'\'|’’)?\s*)?)?([NSEWСЮВЗ])?$`,
  'i',
);

/**
 * Reads degrees from a cell, in the notations that maps and GPS receivers use. Returns null if the cell does
 * not contain degrees within the bound.
 */
export function degreesOf(cell: unknown, bound: number): number | null {
  const text = typeof cell === 'number' ? String(cell) : typeof cell === 'string' ? cell.trim() : '';
  const match = DEGREES.exec(text);
  if (match === null) return null;
  const [, before = '', degrees, minutes = '0', seconds = '0', behind = ''] = match;
  const [d, m, s] = [degrees, minutes, seconds].map((part) => Number(part.replace(',', '.')));
  const signs = (before + behind).toUpperCase();
  const [positive, negative] = SIDES[bound];
  const isKnown = [...signs].every((sign) => `${positive}${negative}+-−`.includes(sign));
  const value = d + m / 60 + s / 3600;
  if (!isKnown || signs.length > 1 || m >= 60 || s >= 60 || value > bound) return null;
  return value > 0 && [...signs].some((sign) => `${negative}-−`.includes(sign)) ? -value : value;
}

/** The maximum number of characters in a search query. The rest of a longer address is left out. */
const LONGEST = 200;
/** The maximum number of characters to read from a cell. */
const LOOK_AT = 2000;

/** Joins the cells of an address into one search text, which is empty if there is nothing to search for. */
export function addressText(cells: readonly (string | number | boolean | Date | null | undefined)[]): string {
  const text = cells
    .map((cell) => (cell === null || cell === undefined ? '' : String(cell).slice(0, LOOK_AT).trim()))
    .filter((cell) => cell !== '')
    .join(', ')
    .normalize('NFC')
    .replace(/\s+/g, ' ');
  const short = [...text].slice(0, LONGEST).join('');
  return (short.match(/[\p{L}\p{N}]/gu) ?? []).length < 2 ? '' : short;
}
