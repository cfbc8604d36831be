import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Feature } from '../src/geo/feature.js';
import { buildGeocoding, type GeocodingBuild } from '../src/geocoding/build-geocoding.js';
import { readGeojsonLayer } from '../src/importer/collect/geojson.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import { runCli } from './cli/run-cli.js';
import { geodataFeatures } from './collect.js';
import { geodata } from './geodata.js';
import { onceForAll } from './run-folder.js';

/** Mongolia as proofs ask it: the extract of the country with the khoroos of its capital. */

const [COUNTRY, KHOROOS] = ['mongolia-mix.osm.pbf', 'ub-khoroo.geojson'];

export async function countryFeatures(): Promise<Feature[]> {
  return [
    ...(await geodataFeatures(COUNTRY)),
    ...readGeojsonLayer(geodata(KHOROOS), null, new Skipped()).features,
  ];
}

/** What an import makes of these features for geocoding. It is built once a run. */
export async function countrySections(): Promise<GeocodingBuild['sections']> {
  const path = await onceForAll('country.sections', async (file) =>
    writeFileSync(file, serialize(buildGeocoding(await countryFeatures()).sections)),
  );
  return deserialize(readFileSync(path)) as GeocodingBuild['sections'];
}

/**
 * The country as the built program imports it: once a run, as it takes most of a minute. Read it only.
 * @returns the folder of the dataset
 */
export function countryDataset(): Promise<string> {
  return onceForAll('country-dataset', async (dataset) => {
    const sources = [COUNTRY, KHOROOS].map(geodata);
    const { status, stderr } = await runCli(['import', ...sources, '--dataset', dataset]);
    if (status !== 0) throw new Error(stderr);
  });
}
