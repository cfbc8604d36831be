import { isWithin, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/**
 * Where a waypoint or a manoeuvre is: degrees, longitude first.
 * @param what names it in the log
 * @throws BadAnswer when it is nowhere
 */
export function pointOf(given: unknown, what: string): [number, number] {
  const { location } = recordOf(given);
  const [longitude, latitude] = listOf(location);
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90))
    throw new BadAnswer(`${what} at ${shown(location)}`);
  return [longitude, latitude];
}
