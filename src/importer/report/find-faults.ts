import type { Tags } from '../../geo/feature.js';
import { unpackedNetwork } from '../../routing/network/packed-network.js';
import { conditionsOf } from '../../routing/profiles/dates.js';
import { buildFeatures } from '../build/build-features.js';
import { buildNetwork } from '../build/build-network.js';
import { collectOsm } from '../collect/collect-osm.js';
import { readGeojsonLayer } from '../collect/geojson.js';
import type { KeptOsm } from '../collect/kept-osm.js';
import { Skipped } from '../collect/skipped.js';
import { hasFeatures } from '../collect/source-names.js';
import { joined, type Fault } from './fault.js';
import { indexOf, isArea, nameFaults } from './name-faults.js';
import { roadFaults } from './road-faults.js';

/**
 * Finds faults in the data. If the data includes a country's border, only objects inside it are checked,
 * because roads in an extract have loose ends beyond the border.
 * @param paths source files, as for an import
 * @throws InputError for a file that cannot be read
 */
export async function findFaults(
  paths: readonly string[],
  onProgress: (track: string, phase: string, share: number) => void,
): Promise<Fault[]> {
  const skipped = new Skipped();
  const { kept } = await collectOsm(
    paths.filter((path) => !hasFeatures(path)),
    { skipped, onProgress: (phase, share) => onProgress('read', phase, share) },
  );
  const layers = paths.filter(hasFeatures).map((path) => readGeojsonLayer(path, null, skipped));
  onProgress('report', 'names and houses', 0);
  const features = [...buildFeatures(kept, skipped), ...layers.flatMap((layer) => layer.features)];
  const ofNames = nameFaults(features);
  onProgress('report', 'roads', 0.5);
  const ofRoads = roadFaults(unpackedNetwork(buildNetwork(kept, skipped)), features);
  const all = [...ofRoads, ...joined([...ofNames, ...unreadConditions(kept)])];
  const countries = features.filter((feature) => isArea(feature, '2'));
  const index = indexOf(countries);
  return all.filter(({ lon7, lat7 }) => countries.length === 0 || index.containing(lon7, lat7).length > 0);
}

/** Finds conditions on roads, gates and turns that an import leaves out as unreadable. */
function unreadConditions({ ways, refs, nodes, nodeTags, restrictions, wayById }: KeptOsm): Fault[] {
  const faultsAt = (id: string, tags: Tags, place: number): Fault[] =>
    [...new Set(conditionsOf(tags).unread)].map((what) => {
      const [lon7, lat7] = [nodes.lon7[place] ?? 0, nodes.lat7[place] ?? 0];
      return { kind: 'unread_condition', id, lon7, lat7, what, count: 1 };
    });
  const placeOfWay = (way = -1): number => {
    const { start, length } = ways[way] ?? { start: 0, length: 0 };
    const places = Array.from(refs.data.subarray(start, start + length), (ref) => nodes.placeOf(ref));
    return places.find((place) => place >= 0 && nodes.isKnown(place)) ?? -1;
  };
  return [
    ...ways.flatMap(({ id, tags, isRoad }, w) =>
      isRoad && conditionsOf(tags).unread.length > 0 ? faultsAt(`osm:way:${id}`, tags, placeOfWay(w)) : [],
    ),
    ...[...nodeTags].flatMap(([place, tags]) => faultsAt(`osm:node:${nodes.ids[place]}`, tags, place)),
    ...restrictions.flatMap(({ id, tags, members }) => {
      const way = members.map(({ ref }) => wayById.get(ref)).find((own) => own !== undefined);
      return faultsAt(`osm:relation:${id}`, tags, placeOfWay(way));
    }),
  ];
}
