import { MarkedError } from '../errors.js';

/** What a file of a receiver has. */
export interface RecordedTrace {
  /** As the file names it; null where it does not. */
  name: string | null;
  points: RecordedPoint[];
}

export interface RecordedPoint {
  longitude: number;
  latitude: number;
  /** Milliseconds since 1970; null where the file does not say. */
  time_ms: number | null;
}

/** What is wrong with a file, in words for whoever has it. */
export class TraceFault extends MarkedError {
  static override readonly mark = 'TraceFault';
}

/** @param where of the file the numbers stand, such as `point 3` @throws TraceFault */
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
  // Without a zone it is taken for UTC: only differences count.
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time_ms = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(time_ms)) throw new TraceFault(`${where} has the time ${JSON.stringify(text)}`);
  return time_ms;
}

/**
 * Seconds since the first point; null where not all points have a time.
 * @throws TraceFault for a point that is earlier than the one before
 */
export function timesOf({ points }: RecordedTrace): number[] | null {
  if (points.some(({ time_ms }) => time_ms === null)) return null;
  return points.map(({ time_ms }, i) => {
    if (i > 0 && time_ms! < points[i - 1].time_ms!)
      throw new TraceFault(`point ${i + 1} is earlier than the one before it`);
    return (time_ms! - points[0].time_ms!) / 1000;
  });
}
