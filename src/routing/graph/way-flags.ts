import type { Tags } from '../../geo/feature.js';
import { FERRY, FORD, ICE, ROUNDABOUT, SEASONAL, TOLL, UNPAVED, UNPAVED_TRACK } from '../frozen/way-flags.js';
import { ferryKmh } from '../profiles/ferry.js';
import { isUnpaved } from '../profiles/unpaved.js';

/**
 * Returns the flags (frozen/way-flags.ts) that follow from a way's tags. The flags are the same for all
 * modes.
 */
export function wayFlags(tags: Tags): number {
  return (
    (ferryKmh(tags) === null ? 0 : FERRY) |
    (isFord(tags) ? FORD : 0) |
    (isSeasonal(tags) ? SEASONAL : 0) |
    (isUnpavedTrack(tags) ? UNPAVED_TRACK : 0) |
    (isToll(tags) ? TOLL : 0) |
    (isIce(tags) ? ICE : 0) |
    (isUnpaved(tags) ? UNPAVED : 0) |
    (tags['junction'] === 'roundabout' || tags['junction'] === 'circular' ? ROUNDABOUT : 0)
  );
}

/** Whether the way leads through water. This function also accepts the tags of a node. */
export function isFord(tags: Tags): boolean {
  const ford = tags['ford'] ?? 'no';
  return tags['highway'] === 'ford' || !['no', 'level_crossing', 'stepping_stones'].includes(ford);
}

function isSeasonal(tags: Tags): boolean {
  return isIce(tags) || !['no', undefined].includes(tags['seasonal']);
}

function isIce(tags: Tags): boolean {
  const isClass = ['winter_road', 'ice_road'].includes(tags['highway'] ?? '');
  return isClass || tags['winter_road'] === 'yes' || tags['ice_road'] === 'yes';
}

function isToll(tags: Tags): boolean {
  return tags['toll'] === 'yes' || tags['toll:motorcar'] === 'yes' || tags['toll:motor_vehicle'] === 'yes';
}

/** Whether a toll is collected at a node. */
export function isTollBooth(tags: Tags): boolean {
  return tags['barrier'] === 'toll_booth' || tags['highway'] === 'toll_gantry';
}

function isUnpavedTrack(tags: Tags): boolean {
  return tags['highway'] === 'track' && isUnpaved(tags);
}
