import type { Tags } from '../../geo/feature.js';
import { FERRY, FORD, ROUNDABOUT, SEASONAL, UNPAVED_TRACK } from '../frozen/way-flags.js';
import { SURFACES } from '../profiles/driving-tables.js';
import { ferryKmh } from '../profiles/ferry.js';
import { surfacesOf } from '../profiles/tag-values.js';

/** The flags of a way (frozen/way-flags.ts), from its tags. They are the same for all modes. */
export function wayFlags(tags: Tags): number {
  return (
    (ferryKmh(tags) === null ? 0 : FERRY) |
    (isFord(tags) ? FORD : 0) |
    (isSeasonal(tags) ? SEASONAL : 0) |
    (isUnpavedTrack(tags) ? UNPAVED_TRACK : 0) |
    (tags['junction'] === 'roundabout' || tags['junction'] === 'circular' ? ROUNDABOUT : 0)
  );
}

/** Whether one drives or walks through water here; also for nodes. */
export function isFord(tags: Tags): boolean {
  const ford = tags['ford'] ?? 'no';
  return tags['highway'] === 'ford' || !['no', 'level_crossing', 'stepping_stones'].includes(ford);
}

function isSeasonal(tags: Tags): boolean {
  const highway = tags['highway'] ?? '';
  return (
    ['winter_road', 'ice_road'].includes(highway) ||
    tags['winter_road'] === 'yes' ||
    tags['ice_road'] === 'yes' ||
    !['no', undefined].includes(tags['seasonal'])
  );
}

function isUnpavedTrack(tags: Tags): boolean {
  if (tags['highway'] !== 'track') return false;
  const known = surfacesOf(tags['surface']).map((surface) => SURFACES.get(surface)?.paved);
  return known.includes(false) || (!known.includes(true) && tags['tracktype'] !== 'grade1');
}
