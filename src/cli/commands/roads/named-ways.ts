import { servedPath } from '../../../dataset/dataset-folder.js';
import { partOf, readDataset } from '../../../dataset/read-dataset.js';
import { InputError } from '../../../errors.js';
import { toDegrees } from '../../../geo/coordinates.js';
import { distanceM } from '../../../geo/distance.js';
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
  const place = placeOf(GeocodingIndex.from(partOf(sections, 'geocoding')), near);
  const wanted = keyOf(road);
  const found = TRAVEL_MODES.flatMap((mode) => {
    const index = RoutingIndex.from(partOf(sections, mode));
    return index.wayLines(index.waysNamed((name) => name.split(';').some((part) => keyOf(part) === wanted)));
  });
  const near_m = 1_000 * NEAR_KM;
  const here = found.filter(({ lines }) =>
    lines.flat().some(([lon, lat]) => distanceM(place.lon, place.lat, lon, lat) <= near_m),
  );
  const ids = new Set(here.map(({ id }) => id));
  if (ids.size > 0) return [...ids].sort((a, b) => a - b);
  const elsewhere = found.length === 0 ? 'nor anywhere else' : 'but there is one elsewhere';
  throw new InputError(`no road ${JSON.stringify(road)} within ${NEAR_KM} km of ${near}, ${elsewhere}`);
}

interface Place {
  lon: number;
  lat: number;
}

function placeOf(index: GeocodingIndex, near: string): Place {
  if (/^[-+\d.]+,[-+\d.]+$/.test(near)) {
    const [lon, lat] = position('--near', near);
    return { lon, lat };
  }
  const [hit] = index.search(near, 1);
  if (hit === undefined) throw new InputError(`there is no place ${JSON.stringify(near)} in the map`);
  return { lon: toDegrees(hit.lon7), lat: toDegrees(hit.lat7) };
}

/** As it is written: names with other words are other roads. */
function keyOf(name: string): string {
  return wordsOf(name)
    .map(({ strict }) => strict)
    .join(' ');
}
