import type { Position } from '../../../geo/position.js';

/** The content of a driver's link, after `#`, and of the printed sheet. */
export interface DriverPlan {
  /** The vehicle's number, counted from 1. */
  vehicle: number;
  /** A date such as `2026-12-01`. */
  day: string;
  /** A clock time, or empty if the trip may start or end anywhere. */
  out: string;
  back: string;
  /** The place where the trip starts and ends, or null if it may be anywhere. */
  home: { point: Position; text: string } | null;
  stops: readonly DriverStop[];
}

export interface DriverStop {
  point: Position;
  arrival: string;
  text: string;
  /** A time window such as `09:00-12:00`, or empty if any time is acceptable. */
  window: string;
  wait_min: number;
  isSure: boolean;
}

/**
 * This limit leaves enough room for an address with a name and a telephone number. With this limit, a link
 * with 40 visits stays shorter than 10 kB.
 */
const TEXT_MAX = 120;
const MOST_STOPS = 100;
const DEGREES = /^-?\d{1,3}(?:\.\d+)?$/;
const CLOCK = /^(?:\d\d:\d\d)?$/;
const WINDOW = /^\d\d:\d\d-\d\d:\d\d(?:,\d\d:\d\d-\d\d:\d\d)*$/;

/**
 * Writes
 * `1,2026-12-01,09:00,12:40,106.9176,47.9188,Depot;106.9176,47.9188,09:12,Address,09:00-10:00,5,unsure;…`.
 * Empty values at the end of a part are omitted.
 */
export function driverText({ vehicle, day, out, back, home, stops }: DriverPlan): string {
  const part = (cells: readonly (string | number)[]): string => cells.join().replace(/,+$/, '');
  const short = (text: string): string => encodeURIComponent([...text].slice(0, TEXT_MAX).join(''));
  const degrees = (point: Position): string[] => point.map((own) => own.toFixed(5));
  const parts = stops.map(({ point, arrival, text, window, wait_min, isSure }) =>
    part([
      ...degrees(point),
      ...[arrival, short(text), encodeURIComponent(window), wait_min || '', isSure ? '' : 'unsure'],
    ]),
  );
  const where = home === null ? [] : [...degrees(home.point), short(home.text)];
  return [part([vehicle, day, out, back, ...where]), ...parts].join(';');
}

/**
 * Returns the plan, or null if the text does not contain one. Links may be truncated when they are sent, so
 * any part that can be read is used.
 */
export function readDriverText(value: string): DriverPlan | null {
  const [head, ...parts] = value.split(';');
  const [vehicle, day = '', out = '', back = '', ...where] = head.split(',');
  const stops = parts.slice(0, MOST_STOPS).flatMap((part): DriverStop[] => {
    const [lon, lat, arrival = '', text = '', hours = '', wait = '', doubt = ''] = part.split(',');
    const [point, window] = [pointOf(lon, lat), decoded(hours)];
    if (point === null || !CLOCK.test(arrival)) return [];
    const wait_min = /^\d{1,4}$/.test(wait) ? Number(wait) : 0;
    const own = { point, arrival, text: decoded(text), wait_min, isSure: doubt === '' };
    return [{ ...own, window: WINDOW.test(window) ? window : '' }];
  });
  if (!/^\d{1,2}$/.test(vehicle) || stops.length === 0) return null;
  const clock = (text: string): string => (CLOCK.test(text) ? text : '');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const point = pointOf(where[0], where[1]);
  const home = point && { point, text: decoded(where[2] ?? '') };
  return { vehicle: Number(vehicle), day: isDay ? day : '', out: clock(out), back: clock(back), home, stops };
}

function pointOf(lon = '', lat = ''): Position | null {
  if (!DEGREES.test(lon) || !DEGREES.test(lat)) return null;
  const point: Position = [Number(lon), Number(lat)];
  return Math.abs(point[0]) > 180 || Math.abs(point[1]) > 90 ? null : point;
}

function decoded(text: string): string {
  let own = text;
  try {
    own = decodeURIComponent(text);
  } catch {
    // The link was truncated.
  }
  return [...own].slice(0, TEXT_MAX).join('');
}
