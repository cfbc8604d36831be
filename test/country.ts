import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Feature } from '../src/geo/feature.js';
import { buildGeocoding, type GeocodingBuild } from '../src/geocoding/build-geocoding.js';
import { readGeojsonLayer } from '../src/importer/collect/geojson.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import { geodataFeatures } from './collect.js';
import { geodata } from './geodata.js';
import { onceForAll } from './run-folder.js';

/** Mongolia as proofs ask it: the extract of the country with the khoroos of its capital. */

export async function countryFeatures(): Promise<Feature[]> {
  return [
    ...(await geodataFeatures('mongolia-mix.osm.pbf')),
    ...readGeojsonLayer(geodata('ub-khoroo.geojson'), null, new Skipped()).features,
  ];
}

/** What an import makes of these features for geocoding. It is built once a run. */
export async function countrySections(): Promise<GeocodingBuild['sections']> {
  const path = await onceForAll('country.sections', async (file) =>
    writeFileSync(file, serialize(buildGeocoding(await countryFeatures()).sections)),
  );
  return deserialize(readFileSync(path)) as GeocodingBuild['sections'];
}
