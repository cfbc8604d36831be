import type { Position } from '../../../geo/position.js';
import { date } from '../../shared/date-time.js';
import { language } from '../../shared/language.js';
import { timeOfDay } from './times.js';

export { date };

/** Formats numbers for people to read, in the page's language. */

const UNITS = {
  mn: { km: 'км', m: 'м', h: 'ц', min: 'мин', s: 'сек', ms: 'мс', kmh: 'км/ц', tomorrow: 'маргааш' },
  en: { km: 'km', m: 'm', h: 'h', min: 'min', s: 's', ms: 'ms', kmh: 'km/h', tomorrow: 'tomorrow' },
} as const;

function units(): Record<keyof (typeof UNITS)['en'], string> {
  return UNITS[language.value];
}

/** In both languages, numbers have a decimal point, and a narrow space between thousands. */
export function number(value: number, decimals = 0): string {
  const [whole, rest] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

export function distance(metres: number): string {
  if (metres < 1000) return `${number(metres)} ${units().m}`;
  return `${number(metres / 1000, metres < 100_000 ? 1 : 0)} ${units().km}`;
}

export function kilometres(value: number): string {
  return `${number(value, value < 10 ? 1 : 0)} ${units().km}`;
}

export function travelTime(seconds: number): string {
  const { h, min, s } = units();
  if (seconds < 60) return `${number(seconds)} ${s}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} ${min}`;
  return `${Math.floor(minutes / 60)} ${h} ${minutes % 60} ${min}`;
}

/** Returns the arrival time. */
export function arrivalTime(begin: Date, seconds: number): string {
  return timeOfDay(new Date(begin.getTime() + 1000 * seconds), new Date(), units().tomorrow);
}

export function milliseconds(value: number): string {
  return `${number(Math.max(1, value))} ${units().ms}`;
}

export function speed(kmh: number): string {
  return `${number(kmh)} ${units().kmh}`;
}

/** Writes the latitude first, as people usually do. */
export function position([longitude, latitude]: Position): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
