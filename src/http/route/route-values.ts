import { Type } from '@sinclair/typebox';
import type { LocalTime } from '../../local-time.js';
import { notSupported } from '../../sources/not-supported.js';
import type { Bearing, StopApproach } from '../../sources/router.js';
import { invalid } from '../core/request/parameter.js';

/** The bounds and parsers for times, and for parameters with one entry per stop. */

const MOST_DEGREES = 360;
const MOST_RANGE = 180;
const BEARING = '\\d{1,3},\\d{1,3}';
const APPROACHES = ['curb', 'unrestricted'] as const;
const APPROACH = APPROACHES.join('|');

/** Matches one entry per stop, separated by semicolons; an entry may be empty. */
function entries(entry: string): string {
  return `^(?:${entry})?(?:;(?:${entry})?)+$`;
}

const EACH =
  'One entry each for the origin, the points in `via` and the destination, separated by semicolons; ';

export const BEARINGS = Type.String({
  pattern: entries(BEARING),
  description:
    'Directions in which the route leaves and reaches its stops, as `degrees,range`: degrees ' +
    'clockwise from north, ' +
    `and by how many degrees the road may differ. ${EACH} an empty entry means any direction. It has ` +
    'no effect on foot.',
});

export const APPROACH_LIST = Type.String({
  pattern: entries(APPROACH),
  description:
    '`curb`: the route leaves or reaches the stop with the point on its right if the road is ' +
    `open in both directions. ${EACH} an empty entry means \`unrestricted\`. It has no effect on foot.`,
});

const TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?$';
export const AT_TIME = Type.String({
  pattern: TIME,
  description: 'Local date and time, such as `2026-12-01T08:30`, for `in_force`; the default is now.',
});
export const DEPART_AT = Type.String({
  pattern: TIME,
  description:
    'Local date and time, such as `2026-12-01T08:30`, for roads that open only at certain times or in ' +
    "certain seasons, and with `vehicle` also for zones and for limits at certain times. The roads' " +
    'state at that time applies to the whole route. Current closures always apply. The default is now. If ' +
    'the open roads differ from those of recent requests, a request takes up to 0.25 s longer with a ' +
    'country-sized dataset.',
});

/** The maximum number of kinds that a vehicle can have. */
const MOST_KINDS = 10;
const KIND = '[^,\\s]{1,40}';
export const VEHICLE = Type.String({
  pattern: `^${KIND}(?:,${KIND}){0,${MOST_KINDS - 1}}$`,
  description:
    "The vehicle's kinds, such as `plate:6` or `plate:6,truck`, as named in the operator's zones. The " +
    'route avoids zones that are closed to any of these kinds at `depart_at` (by default, now). Without ' +
    '`vehicle`, no zone is closed. Only with `mode=driving`. A set of closed zones that was not used ' +
    'recently takes a few tenths of a second longer with a country-sized dataset.',
});

/** @throws OperatingError INVALID_REQUEST */
export function readVehicle(text: string, mode: string | undefined): string[] {
  if (!new RegExp(VEHICLE.pattern!).test(text))
    throw invalid(
      'vehicle',
      'bad_format',
      `vehicle must be up to ${MOST_KINDS} kinds, separated by commas, such as plate:6,truck.`,
    );
  if (mode === 'walking') throw notSupported('vehicle', 'vehicle works only with mode=driving.');
  return [...new Set(text.split(','))];
}

/**
 * @param stops the required number of entries
 * @throws OperatingError INVALID_REQUEST
 */
export function readBearings(text: string, stops: number): (Bearing | null)[] {
  return split('bearings', text, { pattern: entries(BEARING), stops, form: 'degrees,range' }).map((entry) => {
    if (entry === '') return null;
    const [degrees, range] = entry.split(',').map(Number);
    if (degrees > MOST_DEGREES || range > MOST_RANGE)
      throw invalid(
        'bearings',
        'out_of_range',
        `bearings must have degrees from 0 to ${MOST_DEGREES} and a range from 0 to ${MOST_RANGE}.`,
      );
    return { degrees, range };
  });
}

/**
 * @param stops the required number of entries
 * @throws OperatingError INVALID_REQUEST
 */
export function readApproaches(text: string, stops: number): StopApproach[] {
  const form = APPROACHES.join(' or ');
  return split('approaches', text, { pattern: entries(APPROACH), stops, form }).map((entry) =>
    entry === 'curb' ? 'curb' : 'unrestricted',
  );
}

function split(
  field: string,
  text: string,
  { pattern, stops, form }: { pattern: string; stops: number; form: string },
): string[] {
  if (!new RegExp(pattern).test(text))
    throw invalid(field, 'bad_format', `Each entry of ${field} must be ${form}, or empty.`);
  const parts = text.split(';');
  if (parts.length !== stops)
    throw invalid(
      field,
      'wrong_count',
      `${field} must have ${stops} entries, one for each stop, separated by semicolons.`,
      { expected: stops },
    );
  return parts;
}

/** @throws OperatingError INVALID_REQUEST */
export function readDepartAt(text: string): LocalTime {
  if (!new RegExp(TIME).test(text))
    throw invalid(
      'depart_at',
      'bad_format',
      'depart_at must be a local date and time without a time zone, such as 2026-12-01T08:30.',
    );
  // Seconds and their fractions have no effect, but must form a valid time of day.
  const [year, month, day, hour, minute, second = 0] = text.split(/[-T:.,]/).map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59)
    throw invalid(
      'depart_at',
      'out_of_range',
      `depart_at is ${text}, which is not a real date and time. Send one such as 2026-12-01T08:30.`,
    );
  return { year, month, day, weekday: (date.getUTCDay() + 6) % 7, minute: 60 * hour + minute };
}
