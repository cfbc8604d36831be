import { readFileSync } from 'node:fs';
import { servedPath } from '../../../dataset/dataset-folder.js';
import { partOf, readDataset } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';
import { toDegrees } from '../../../geo/coordinates.js';
import { distanceM } from '../../../geo/distance.js';
import type { Position } from '../../../geo/position.js';
import { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import { BETWEEN_REFS } from '../../../routing/frozen/routing-data.js';
import { RoutingIndex } from '../../../routing/routing-index.js';
import { streetKey } from '../../../text/street-key.js';
import { TRAVEL_MODES } from '../../../travel-mode.js';
import { readDatasetPlace } from '../../settings/dataset-place.js';
import { position } from '../../terminal/position.js';
import type { SettingFlags } from '../../settings/settings.js';
import { knownWays } from './closure-text.js';
import { cannotRead } from '../../../read-failure.js';

/** The maximum distance between the given place and a road with the given name. */
export const NEAR_KM = 3;

/** The flags that select roads. */
export type AskedWays = SettingFlags & { way?: string[]; road?: string; near?: string; force?: boolean };

/** @throws InputError if a given way is not in the map, or if a road is given without a place */
export function askedWays(flags: AskedWays): number[] {
  const { way = [], road, near, force } = flags;
  if ((road === undefined) !== (near === undefined))
    throw new InputError('--road NAME needs --near PLACE, because many towns have a road of that name');
  if (road !== undefined && near !== undefined) return waysNear(flags, road, near);
  const ids = way.map((text) => wholeNumber(text, '--way'));
  const known = force === true ? null : knownWays(flags);
  const unknown = ids.find((id) => known !== null && !TRAVEL_MODES.some((mode) => known[mode].has(id)));
  if (unknown === undefined) return ids;
  throw new InputError(
    `the map has no way ${unknown}; name the road with --road NAME --near PLACE, or add --force`,
  );
}

export function wholeNumber(text: string, what: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InputError(`${what} is ${JSON.stringify(text)}; it must be a whole number above 0`);
}

/** @throws InputError if the file cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

/**
 * Returns the served map's ways that have the given name or number and are near a place.
 * @param near `longitude,latitude`, or a query whose first result is the place
 * @throws InputError if there is no such place, or no such road near it
 */
function waysNear(flags: SettingFlags, road: string, near: string): number[] {
  const sections = readDataset(servedPath(readDatasetPlace(flags, process.env).folder));
  const place = isPosition(near)
    ? position('--near', near)
    : placeNamed(GeocodingIndex.from(partOf(sections, 'geocoding')), near);
  if (place === null) throw new InputError(`there is no place ${JSON.stringify(near)} on the map`);
  const indexes = TRAVEL_MODES.map((mode) => RoutingIndex.from(partOf(sections, mode)));
  const { here, isElsewhere } = namedWays(indexes, road, place);
  if (here.length > 0) return here;
  const elsewhere = isElsewhere ? 'but there is one elsewhere' : 'nor anywhere else';
  throw new InputError(`no road ${JSON.stringify(road)} within ${NEAR_KM} km of ${near}, ${elsewhere}`);
}

/**
 * Returns the ids of the ways near a place that have the given name or number, in ascending order, and
 * whether more such ways exist farther away.
 */
export function namedWays(
  indexes: readonly RoutingIndex[],
  road: string,
  [lon, lat]: Position,
): { here: number[]; isElsewhere: boolean } {
  // As in searches, all spellings of a street's name are treated as equal.
  const wanted = streetKey(road);
  const found = indexes.flatMap((index) =>
    index.wayLines(
      index.waysNamed((name) =>
        [name, ...name.split(BETWEEN_REFS)].some((part) => streetKey(part) === wanted),
      ),
    ),
  );
  const near_m = 1_000 * NEAR_KM;
  const here = found.filter(({ lines }) => lines.flat().some((at) => distanceM(lon, lat, ...at) <= near_m));
  const ids = [...new Set(here.map(({ id }) => id))].sort((a, b) => a - b);
  return { here: ids, isElsewhere: here.length < found.length };
}

/** Whether to read the text as `longitude,latitude`. */
function isPosition(text: string): boolean {
  return /^[-+\d.]+,[-+\d.]+$/.test(text);
}

/** Returns the first result of a search. */
export function placeNamed(index: GeocodingIndex, text: string): Position | null {
  const [hit] = index.search(text, 1);
  return hit === undefined ? null : [toDegrees(hit.lon7), toDegrees(hit.lat7)];
}
