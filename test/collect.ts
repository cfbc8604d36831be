import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Feature } from '../src/geo/feature.js';
import { buildFeatures } from '../src/importer/build/build-features.js';
import { buildNetwork } from '../src/importer/build/build-network.js';
import { collectOsm } from '../src/importer/collect/collect-osm.js';
import { Skipped } from '../src/importer/collect/skipped.js';
import type { RoadNetwork } from '../src/routing/network/network.js';
import { unpackedNetwork } from '../src/routing/network/packed-network.js';
import { geodata } from './geodata.js';
import { onceForAll } from './run-folder.js';

/** The features of OSM files, as an import makes them. */
export async function collectFeatures(...paths: string[]): Promise<Feature[]> {
  return buildFeatures((await collectOsm(paths)).kept, new Skipped());
}

/** The road network of OSM files, as an import makes it. */
export async function collectNetwork(...paths: string[]): Promise<RoadNetwork> {
  return unpackedNetwork(buildNetwork((await collectOsm(paths)).kept, new Skipped()));
}

/** The features of a real extract, which is read once a run. */
export async function geodataFeatures(name: string): Promise<Feature[]> {
  const path = await onceForAll(`${name}.features`, async (file) =>
    writeFileSync(file, serialize(await collectFeatures(geodata(name)))),
  );
  return deserialize(readFileSync(path)) as Feature[];
}
