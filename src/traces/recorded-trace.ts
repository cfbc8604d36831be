import { MarkedError } from '../errors.js';

/** A trace read from a receiver's file. */
export interface RecordedTrace {
  /** The trace's name in the file, or null if it has none. */
  name: string | null;
  points: RecordedPoint[];
}

export interface RecordedPoint {
  longitude: number;
  latitude: number;
  /** The time in Unix milliseconds, or null if the file does not contain a time for this point. */
  time_ms: number | null;
}

/** A fault in a file, described for the file's owner. */
export class TraceFault extends MarkedError {
  static override readonly mark = 'TraceFault';
}

/**
 * @param where the place in the file that contains the numbers, such as `point 3`
 * @throws TraceFault
 */
export function pointOf(where: string, [lon, lat]: readonly unknown[], time: unknown): RecordedPoint {
  const [longitude, latitude] = [Number(lon), Number(lat)];
  if (lon === '' || lat === '' || !(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90))
    throw new TraceFault(
      `${where} has invalid coordinates: latitude ${String(lat)}, longitude ${String(lon)}`,
    );
  return { longitude, latitude, time_ms: timeOf(where, time) };
}

/** Reads a time given in Unix seconds, in Unix milliseconds or as text. @throws TraceFault */
function timeOf(where: string, time: unknown): number | null {
  if (time === undefined || time === null || time === '') return null;
  const text = typeof time === 'string' ? time.trim() : JSON.stringify(time);
  if (/^\d{1,11}(?:\.\d+)?$/.test(text)) return 1000 * Number(text);
  if (/^\d{12,14}$/.test(text)) return Number(text);
  // A time without a time zone is read as UTC, because only the differences between times matter.
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time_ms = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(time_ms)) throw new TraceFault(`${where} has an unreadable time: ${JSON.stringify(text)}`);
  return time_ms;
}

/**
 * Returns the number of seconds from the first point to each point, or null if any point has no time.
 * @throws TraceFault if a point is earlier than the previous one
 */
export function timesOf({ points }: RecordedTrace): number[] | null {
  if (points.some(({ time_ms }) => time_ms === null)) return null;
  return points.map(({ time_ms }, i) => {
    if (i > 0 && time_ms! < points[i - 1].time_ms!)
      throw new TraceFault(`point ${i + 1} is earlier than the previous point`);
    return (time_ms! - points[0].time_ms!) / 1000;
  });
}
