import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { SectionMap } from '../dataset/format.js';
import { asPart } from '../dataset/read-dataset.js';
import { replaceDataset, writeDatasetBeside } from '../dataset/write-dataset.js';
import { InputError } from '../errors.js';
import type { Feature } from '../geo/feature.js';
import { buildGeocoding } from '../geocoding/build-geocoding.js';
import { byTravelMode, TRAVEL_MODES } from '../travel-mode.js';
import { buildFeatures } from './build-features.js';
import { buildModes, type ModeBuilds } from './build-modes.js';
import { buildNetwork } from './build-network.js';
import { digestOf } from './digest.js';
import { collectOsm, type SourceCounts } from './collect-osm.js';
import { comparedWithCurrent } from './guard.js';
import { readGeojson, type PropertyMapping } from './geojson.js';
import { encodeMeta, type DatasetMeta } from './meta.js';
import { Skipped } from './skipped.js';

/** What to import, and where to. */
export interface ImportRequest {
  /** Local files: .osm.pbf, .osm, .osm.gz, .geojson. */
  sources: readonly string[];
  /** Folder of the dataset. */
  out: string;
  /** For all GeoJSON sources. When null, the usual property names are understood. */
  mapping: PropertyMapping | null;
  /** Swap even when the guard objects. */
  force: boolean;
  /** Name and version of this program, for the dataset's meta section. */
  generator: string;
}

export interface ImportListener {
  /**
   * `track` names what runs side by side: `read`, `places`, each travel mode, `write`. `share` is from 0
   * to 1.
   */
  onProgress(track: string, phase: string, share: number): void;
}

/** What the import wrote. */
export interface ImportSummary {
  meta: DatasetMeta;
  datasetBytes: number;
  sectionBytes: Readonly<Record<string, number>>;
  /** What the guard noticed; empty when no figure fell. */
  warnings: string[];
}

/**
 * Reads the sources, builds places and roads, and replaces the dataset in `out` with one rename at the
 * very end.
 * @throws InputError when a source or the folder is unusable, or the guard refuses. The old dataset is
 *   untouched then.
 */
export async function runImport(request: ImportRequest, listener: ImportListener): Promise<ImportSummary> {
  checkFolder(request.out);
  const isGeojson = (path: string): boolean => /\.(geo)?json$/i.test(path);
  const skipped = new Skipped();
  const collected = await collectOsm(
    request.sources.filter((path) => !isGeojson(path)),
    {
      onProgress: (phase, share) => listener.onProgress('read', phase, share),
      skipped,
    },
  );
  const ofOsm = buildFeatures(collected.kept, skipped);
  const network = buildNetwork(collected.kept, skipped);
  const layers = request.sources
    .filter(isGeojson)
    .map((path) => ({ path, features: readGeojson(path, request.mapping, skipped) }));
  const features: Feature[] = [...ofOsm, ...layers.flatMap((layer) => layer.features)];
  if (features.length === 0 && network.ways.length === 0) {
    throw new InputError(
      `${request.sources.join(', ')}: no named place, address or road in it; nothing to import`,
    );
  }
  const modes = buildModes(network, (mode, phase, done, total) =>
    listener.onProgress(mode, phase, shareOf(done, total)),
  );
  // When the places fail first, a failure of the graphs must not end the process as an unhandled rejection.
  modes.catch(() => undefined);
  const places = buildGeocoding(features, {
    onProgress: (phase, done, total) => listener.onProgress('places', phase, shareOf(done, total)),
  });
  const routing = await modes;
  const meta: DatasetMeta = {
    format: 1,
    generator: request.generator,
    sources: [
      ...collected.sources.map(sourceMeta),
      ...layers.map((layer) => layerMeta(layer.path, layer.features.length)),
    ],
    geocoding: places.report,
    ...byTravelMode((mode) => routing[mode].report),
    skipped: skipped.list(),
  };
  listener.onProgress('write', 'writing', 0);
  const warnings = comparedWithCurrent(request.out, meta, { force: request.force });
  const sections = {
    ...asPart('geocoding', places.sections),
    ...routingSections(routing),
    'meta/json': encodeMeta(meta),
  };
  const written = writeDatasetBeside(request.out, sections);
  const datasetBytes = statSync(written).size;
  replaceDataset(request.out, written);
  listener.onProgress('write', 'writing', 1);
  const sectionBytes = Object.fromEntries(
    Object.entries(sections).map(([name, array]) => [name, array.byteLength]),
  );
  return { meta, datasetBytes, sectionBytes, warnings };
}

function routingSections(builds: ModeBuilds): SectionMap {
  const sections: SectionMap = {};
  for (const mode of TRAVEL_MODES) Object.assign(sections, asPart(mode, builds[mode].sections));
  return sections;
}

/** Fails at once, not at the end of a long import. */
function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new InputError(
      `cannot write to the folder ${folder}: ${(cause as Error).message}; choose another with --out`,
      { cause },
    );
  }
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 1;
}

function sourceMeta(source: SourceCounts): DatasetMeta['sources'][number] {
  const { nodes, ways, relations, timestamp } = source;
  return {
    name: basename(source.path),
    bytes: statSync(source.path).size,
    sha256: digestOf(source.path, 'sha256'),
    timestamp,
    nodes,
    ways,
    relations,
  };
}

function layerMeta(path: string, features: number): DatasetMeta['sources'][number] {
  return {
    name: basename(path),
    bytes: statSync(path).size,
    sha256: digestOf(path, 'sha256'),
    timestamp: null,
    features,
  };
}
