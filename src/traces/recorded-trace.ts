import { MarkedError } from '../errors.js';

/** A trace in a receiver's file. */
export interface RecordedTrace {
  /** The name in the file; null: none. */
  name: string | null;
  points: RecordedPoint[];
}

export interface RecordedPoint {
  longitude: number;
  latitude: number;
  /** Milliseconds since 1970; null: the file has none. */
  time_ms: number | null;
}

/** A fault of a file, in words for its owner. */
export class TraceFault extends MarkedError {
  static override readonly mark = 'TraceFault';
}

/**
 * @param where the place of the numbers in the file, such as `point 3`
 * @throws TraceFault
 */
export function pointOf(where: string, [lon, lat]: readonly unknown[], time: unknown): RecordedPoint {
  const [longitude, latitude] = [Number(lon), Number(lat)];
  if (lon === '' || lat === '' || !(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90))
    throw new TraceFault(`${where} is nowhere: latitude ${String(lat)}, longitude ${String(lon)}`);
  return { longitude, latitude, time_ms: timeOf(where, time) };
}

/** Seconds or milliseconds since 1970, or a time as text. @throws TraceFault */
function timeOf(where: string, time: unknown): number | null {
  if (time === undefined || time === null || time === '') return null;
  const text = typeof time === 'string' ? time.trim() : JSON.stringify(time);
  if (/^\d{1,11}(?:\.\d+)?$/.test(text)) return 1000 * Number(text);
  if (/^\d{12,14}$/.test(text)) return Number(text);
  // Without a zone it is read as UTC: only differences count.
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time_ms = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(time_ms)) throw new TraceFault(`${where} has the time ${JSON.stringify(text)}`);
  return time_ms;
}

/**
 * Seconds since the first point; null if some points have no time.
 * @throws TraceFault for a point that is earlier than its predecessor
 */
export function timesOf({ points }: RecordedTrace): number[] | null {
  if (points.some(({ time_ms }) => time_ms === null)) return null;
  return points.map(({ time_ms }, i) => {
    if (i > 0 && time_ms! < points[i - 1].time_ms!)
      throw new TraceFault(`point ${i + 1} is earlier than the one before it`);
    return (time_ms! - points[0].time_ms!) / 1000;
  });
}
