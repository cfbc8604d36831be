import type { Sections } from '../../../arrays/sections.js';
import type { Feature } from '../../../geo/feature.js';
import { buildOwnPlaces } from '../../../geocoding/build-own-places.js';
import { GeocodingIndex } from '../../../geocoding/geocoding-index.js';
import { MapAround } from '../../../geocoding/map-around.js';
import { ownId, type LayerHead } from '../../../dataset/layers/layer-file.js';
import { readLayers } from '../../../dataset/layers/layer-folder.js';

/** The index that a thread builds from the layers of a folder. */
export interface MadeOwnPlaces {
  /** The input of GeocodingIndex.ofOwnPlaces(). */
  sections: Sections;
  layers: readonly LayerHead[];
}

/**
 * Reads all layers of a folder and builds an index of their places.
 * @param map the sections of the map's index
 * @throws InputError if a layer cannot be read.
 */
export function makeOwnPlaces(folder: string, map: Sections): MadeOwnPlaces {
  const features: Feature[] = [];
  const layers = readLayers(folder).map(({ features: places, ...head }): LayerHead => {
    for (const place of places) features.push({ ...place, id: ownId(head.name, place.id) });
    return head;
  });
  const around = new MapAround(map, GeocodingIndex.from(map));
  return { sections: buildOwnPlaces(features, around), layers };
}
