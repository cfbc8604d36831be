import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { identicalDataset, install, pointTo, prune, takeBack, takeOver } from '../dataset/change-folder.js';
import { withFolderLock, type FolderLock } from '../dataset/folder-lock.js';
import { FORMAT_VERSION, type SectionMap } from '../dataset/format.js';
import { asPart } from '../dataset/read-dataset.js';
import { removeQuietly } from '../dataset/temporary-file.js';
import { writeDataset } from '../dataset/write-dataset.js';
import { InputError } from '../errors.js';
import type { Feature } from '../geo/feature.js';
import { GeocodingIndex } from '../geocoding/geocoding-index.js';
import { RoutingIndex } from '../routing/routing-index.js';
import { buildGeocoding, type GeocodingBuild } from '../geocoding/build-geocoding.js';
import type { RoutingBuild } from '../routing/build-routing.js';
import type { PackedNetwork } from '../routing/network/packed-network.js';
import { DRIVING_DEFAULTS, type DrivingSettings } from '../routing/profiles/driving.js';
import { byTravelMode, TRAVEL_MODES, type TravelMode } from '../travel-mode.js';
import { buildFeatures } from './build/build-features.js';
import { checkOverlaps } from './build/overlapping-areas.js';
import { buildMode, type ModeBuilds, type ModeJob } from './build/build-modes.js';
import { collectGarbage, collectingBetween } from './build/collect-garbage.js';
import { buildNetwork } from './build/build-network.js';
import { digestOf } from '../dataset/digest.js';
import { collectOsm, type SourceCounts } from './collect/collect-osm.js';
import { askedAsCurrent, comparedWithCurrent } from './guard.js';
import { readGeojsonLayer, type GeojsonLayer } from './collect/geojson.js';
import { hasFeatures, isWaypoints } from './collect/source-names.js';
import type { PropertyMapping } from './collect/property-tags.js';
import { makeCanary } from './write/canary.js';
import { encodeMeta, type DatasetMeta } from './write/meta.js';
import { Skipped } from './collect/skipped.js';

/** The input and output of an import. */
export interface ImportRequest {
  /** Local files: .osm.pbf, .osm, .osm.gz, .geojson, .kml, .gpx. */
  sources: readonly string[];
  /** The folder of the dataset. */
  out: string;
  /** The property mapping for all GeoJSON sources. If null, the import reads the usual property names. */
  mapping: PropertyMapping | null;
  /** Whether to switch to the new dataset even if the guard objects. */
  force: boolean;
  /** This program's name and version, for the dataset's meta section. */
  generator: string;
  /** The deployment's settings for cars; if absent, the defaults apply. */
  driving?: DrivingSettings;
  /** The number of datasets to keep in the folder, including the new one. If absent, all stay. */
  keep?: number;
  /**
   * Whether to build one mode after another, which needs a seventh less memory but more time. The default is
   * false.
   */
  oneByOne?: boolean;
  /** The lock on `out`, if the caller already holds it. */
  lock?: FolderLock;
}

export interface ImportListener {
  /**
   * `track` names one of the parallel tasks: `read`, `places`, each travel mode, `write`. `share` is from 0
   * to 1.
   */
  onProgress(track: string, phase: string, share: number): void;
}

/** The result of an import. */
export interface ImportSummary {
  meta: DatasetMeta;
  /** The number of the dataset that is served after the import. */
  dataset: number;
  /** False if the folder already had a dataset with the same bytes, which is then served instead. */
  isNew: boolean;
  /** The numbers of the old datasets that the import removed. */
  removed: number[];
  datasetBytes: number;
  sectionBytes: Readonly<Record<string, number>>;
  /** The guard's warnings; empty if no figure fell. */
  warnings: string[];
  /** Problems with the folder that did not cause the import to fail. */
  folderWarnings: string[];
}

/**
 * Reads the sources, builds places and roads, adds a dataset to the folder `out` and moves the folder's
 * pointer at the very end.
 * @throws InputError if a source or the folder is unusable, another process is changing the folder, or the
 *   guard refuses. The old dataset is then unchanged.
 */
export async function runImport(request: ImportRequest, listener: ImportListener): Promise<ImportSummary> {
  const { lock } = request;
  const doing = `import of ${request.sources.join(', ')}`;
  const summary = await (lock !== undefined
    ? importInto(lock, request, listener)
    : withFolderLock(request.out, doing, (taken) => importInto(taken, request, listener)));
  // The finished dataset still takes up memory. The map is built next and needs some of the memory that the
  // dataset takes up.
  collectGarbage();
  return summary;
}

async function importInto(
  lock: FolderLock,
  request: ImportRequest,
  listener: ImportListener,
): Promise<ImportSummary> {
  const skipped = new Skipped();
  const read = await readSources(request, listener, skipped);
  const { places, routing } = await buildAll(read, request, listener);
  const meta: DatasetMeta = {
    format: FORMAT_VERSION,
    generator: request.generator,
    sources: read.sources,
    geocoding: places.report,
    ...byTravelMode((mode) => routing[mode].report),
    skipped: skipped.list(),
  };
  listener.onProgress('write', 'writing', 0);
  const warnings = comparedWithCurrent(request.out, meta, request);
  const opened = {
    geocoding: GeocodingIndex.from(places.sections),
    driving: RoutingIndex.from(routing.driving.sections),
  };
  warnings.push(...askedAsCurrent(request.out, meta, { opened, force: request.force }));
  const whole = { ...meta, canary: makeCanary(opened.geocoding, opened.driving) };
  const sections = {
    ...asPart('geocoding', places.sections),
    ...routingSections(routing),
    'meta/json': encodeMeta(whole),
  };
  const changed = addDataset(lock, sections, request.keep ?? Number.MAX_SAFE_INTEGER);
  listener.onProgress('write', 'writing', 1);
  const sectionBytes = Object.fromEntries(
    Object.entries(sections).map(([name, array]) => [name, array.byteLength]),
  );
  return { meta, ...changed, sectionBytes, warnings, folderWarnings: lock.warnings };
}

/** The content of the sources. Each part is dropped as soon as nothing needs it. */
interface ReadSources {
  features: Feature[];
  network: PackedNetwork | null;
  sources: SourceMeta[];
}

/** This is a separate function, so that the reader's memory is freed when the function returns. */
async function readSources(
  request: ImportRequest,
  listener: ImportListener,
  skipped: Skipped,
): Promise<ReadSources> {
  const collected = await collectOsm(
    request.sources.filter((path) => !hasFeatures(path)),
    {
      onProgress: (phase, share) => listener.onProgress('read', phase, share),
      skipped,
    },
  );
  const isInvented = collected.sources.some(({ license }) => license.isInvented);
  const built = buildFeatures(collected.kept, skipped);
  const ofOsm = isInvented ? built.map((feature) => asInvented(feature)) : built;
  const network = buildNetwork(collected.kept, skipped);
  const layers = request.sources
    .filter(hasFeatures)
    .map((path) => ({ path, ...readLayer(path, request.mapping, skipped) }));
  const empty = collected.sources.find(({ kept }) => kept === 0);
  if (empty !== undefined)
    throw new InputError(
      `${empty.path} contains no named places, addresses or roads; ` +
        'leave it out, or use the whole extract instead of a part without tags',
    );
  const features: Feature[] = [...ofOsm, ...layers.flatMap((layer) => layer.features)];
  if (features.length === 0 && network.wayId.length === 0) {
    throw new InputError(
      `${request.sources.join(', ')}: no named places, addresses or roads; nothing to import`,
    );
  }
  checkOverlaps(features, request.sources.join(', '));
  const sources = [...collected.sources.map(sourceMeta), ...layers.map((layer) => layerMeta(layer))];
  return { features, network, sources };
}

/**
 * Builds the places in this thread, and then each mode in its own thread. A mode starts when the previous one
 * has finished with the network. A mode needs the most memory until it has finished with the network; after
 * that, two modes fit in memory together. With `oneByOne`, a mode starts only when the previous one is
 * complete.
 */
async function buildAll(
  read: ReadSources,
  { driving = DRIVING_DEFAULTS, oneByOne = false }: ImportRequest,
  listener: ImportListener,
): Promise<{ places: GeocodingBuild; routing: ModeBuilds }> {
  // This call frees the memory used for reading.
  collectGarbage();
  const places = buildPlaces(read, listener);
  collectGarbage();
  const builds: Partial<Record<TravelMode, Promise<RoutingBuild>>> = {};
  for (const mode of TRAVEL_MODES) {
    const { roads, build } = startMode(mode, read, driving, listener);
    builds[mode] = build;
    // If another mode fails first, this rejection must not end the process as unhandled.
    build.catch(() => undefined);
    // The thread now has its own copy of the network. V8 releases the young generation's memory only during a
    // collection like this one.
    collectGarbage();
    await (oneByOne ? build : Promise.race([roads, build]));
  }
  collectGarbage();
  const routing: Partial<Record<TravelMode, RoutingBuild>> = {};
  for (const mode of TRAVEL_MODES) routing[mode] = await builds[mode]!;
  return { places, routing: routing as ModeBuilds };
}

/** Starts building a mode. Once the last mode has started, only its thread holds the network. */
function startMode(
  mode: TravelMode,
  read: ReadSources,
  driving: DrivingSettings,
  listener: ImportListener,
): ModeJob {
  const job = buildMode(mode, read.network!, driving, (of, phase, done, total) =>
    listener.onProgress(of, phase, shareOf(done, total)),
  );
  if (mode === TRAVEL_MODES.at(-1)) read.network = null;
  return job;
}

/** This is a separate function, so that the features are freed when the function returns. */
function buildPlaces(read: ReadSources, listener: ImportListener): GeocodingBuild {
  const { features } = read;
  read.features = [];
  const onPhase = collectingBetween((phase, done, total) =>
    listener.onProgress('places', phase, shareOf(done, total)),
  );
  return buildGeocoding(features, { onProgress: onPhase });
}

/** @throws InputError for the same reasons as readGeojsonLayer(), and if the file has no places */
function readLayer(path: string, mapping: PropertyMapping | null, all: Skipped): GeojsonLayer {
  const skipped = new Skipped();
  const layer = readGeojsonLayer(path, mapping, skipped);
  all.addAll(skipped);
  if (layer.features.length > 0) return layer;
  const reasons = skipped.list().map(({ reason, count }) => `${count} × ${reason.replace('GeoJSON: ', '')}`);
  throw new InputError(
    reasons.length === 0
      ? `${path} has no ${isWaypoints(path) ? 'waypoints or placemarks' : 'features'}; leave it out`
      : `none of the features of ${path} is a place: ${reasons.join('; ')}; ` +
          'leave it out, or use --map to say which properties contain the names',
  );
}

/**
 * Adds the dataset. If the folder already has a dataset with the same bytes, the existing one is served
 * instead, because a copy would only displace an older dataset.
 */
function addDataset(
  lock: FolderLock,
  sections: SectionMap,
  keep: number,
): Pick<ImportSummary, 'dataset' | 'isNew' | 'removed' | 'datasetBytes'> {
  takeOver(lock);
  const { path, bytes } = writeDataset(lock, sections);
  const same = identicalDataset(lock, path);
  if (same !== null) removeQuietly(path);
  const dataset = same ?? install(lock, path);
  try {
    pointTo(lock, dataset);
  } catch (error) {
    // Without a pointer, the folder would serve this dataset although the import failed.
    if (same === null) takeBack(lock, dataset);
    throw error;
  }
  return { dataset, isNew: same === null, removed: prune(lock, keep), datasetBytes: bytes };
}

function routingSections(builds: ModeBuilds): SectionMap {
  const sections: SectionMap = {};
  for (const mode of TRAVEL_MODES) Object.assign(sections, asPart(mode, builds[mode].sections));
  return sections;
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 1;
}

/** Changes the feature's id, because OpenStreetMap ids name real objects. */
function asInvented(feature: Feature): Feature {
  const renamed = (id: string): string => id.replace(/^osm:/, 'sample:');
  const { id, labels } = feature;
  return { ...feature, id: renamed(id), ...(labels === undefined ? {} : { labels: labels.map(renamed) }) };
}

type SourceMeta = DatasetMeta['sources'][number];

function sourceMeta(source: SourceCounts): SourceMeta {
  const { nodes, ways, relations, timestamp } = source;
  const { isInvented, ...license } = source.license;
  return {
    name: basename(source.path),
    bytes: statSync(source.path).size,
    sha256: digestOf(source.path, 'sha256'),
    timestamp,
    ...license,
    ...(isInvented === true ? { invented: true } : {}),
    nodes,
    ways,
    relations,
  };
}

function layerMeta({ path, features, license }: GeojsonLayer & { path: string }): SourceMeta {
  return {
    name: basename(path),
    bytes: statSync(path).size,
    sha256: digestOf(path, 'sha256'),
    timestamp: null,
    ...license,
    features: features.length,
  };
}
