import { servedPath } from '../../../dataset/dataset-folder.js';
import { partOf, readDataset } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';
import { toDegrees } from '../../../geo/coordinates.js';
import { distanceM } from '../../../geo/distance.js';
import type { Position } from '../../../geo/position.js';
import { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import { RoutingIndex } from '../../../routing/routing-index.js';
import { wordsOf } from '../../../text/words.js';
import { TRAVEL_MODES } from '../../../travel-mode.js';
import { readDatasetPlace } from '../../settings/dataset-place.js';
import { position } from '../../terminal/position.js';
import type { SettingFlags } from '../../settings/settings.js';

/** How far from the place a road of that name is looked for. */
export const NEAR_KM = 3;

/**
 * The ways of the served map that have a name, or a number, near a place.
 * @param near `longitude,latitude`, or what a search finds first
 * @throws InputError when there is no such place, or no such road there
 */
export function waysNear(flags: SettingFlags, road: string, near: string): number[] {
  const sections = readDataset(servedPath(readDatasetPlace(flags, process.env).folder));
  const place = isPosition(near)
    ? position('--near', near)
    : placeNamed(GeocodingIndex.from(partOf(sections, 'geocoding')), near);
  if (place === null) throw new InputError(`there is no place ${JSON.stringify(near)} in the map`);
  const indexes = TRAVEL_MODES.map((mode) => RoutingIndex.from(partOf(sections, mode)));
  const { here, isElsewhere } = namedWays(indexes, road, place);
  if (here.length > 0) return here;
  const elsewhere = isElsewhere ? 'but there is one elsewhere' : 'nor anywhere else';
  throw new InputError(`no road ${JSON.stringify(road)} within ${NEAR_KM} km of ${near}, ${elsewhere}`);
}

/** Ids of the ways of that name or number, ascending: those near a place, and whether there are others. */
export function namedWays(
  indexes: readonly RoutingIndex[],
  road: string,
  [lon, lat]: Position,
): { here: number[]; isElsewhere: boolean } {
  const wanted = keyOf(road);
  const found = indexes.flatMap((index) =>
    index.wayLines(index.waysNamed((name) => name.split(';').some((part) => keyOf(part) === wanted))),
  );
  const near_m = 1_000 * NEAR_KM;
  const here = found.filter(({ lines }) => lines.flat().some((at) => distanceM(lon, lat, ...at) <= near_m));
  const ids = [...new Set(here.map(({ id }) => id))].sort((a, b) => a - b);
  return { here: ids, isElsewhere: here.length < found.length };
}

/** Whether it is to be read as `longitude,latitude`. */
function isPosition(text: string): boolean {
  return /^[-+\d.]+,[-+\d.]+$/.test(text);
}

/** What a search finds first. */
export function placeNamed(index: GeocodingIndex, text: string): Position | null {
  const [hit] = index.search(text, 1);
  return hit === undefined ? null : [toDegrees(hit.lon7), toDegrees(hit.lat7)];
}

/** As it is written: names with other words are other roads. */
function keyOf(name: string): string {
  return wordsOf(name)
    .map(({ strict }) => strict)
    .join(' ');
}
