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
  /** Folder of the dataset. */
  out: string;
  /** For all GeoJSON sources. If null, the usual property names are understood. */
  mapping: PropertyMapping | null;
  /** Whether to swap even if the guard objects. */
  force: boolean;
  /** Name and version of this program, for the dataset's meta section. */
  generator: string;
  /** The deployment's settings for cars; the defaults when absent. */
  driving?: DrivingSettings;
  /** How many datasets stay in the folder, including the new one. All when absent. */
  keep?: number;
  /**
   * Whether to build one mode after the other, which needs a seventh less memory and more time. False when
   * absent.
   */
  oneByOne?: boolean;
  /** The lock of `out`, if the caller already has it. */
  lock?: FolderLock;
}

export interface ImportListener {
  /**
   * `track` names what runs side by side: `read`, `places`, each travel mode, `write`. `share` is from 0 to
   * 1.
   */
  onProgress(track: string, phase: string, share: number): void;
}

/** The result of an import. */
export interface ImportSummary {
  meta: DatasetMeta;
  /** Number of the dataset that is served after the import. */
  dataset: number;
  /** False if the folder had a dataset of the same bytes. That one is served then, and nothing was added. */
  isNew: boolean;
  /** Numbers of removed datasets, which newer ones made unnecessary. */
  removed: number[];
  datasetBytes: number;
  sectionBytes: Readonly<Record<string, number>>;
  /** The guard's remarks; empty if no figure fell. */
  warnings: string[];
  /** Faults of the folder that did not undo the import. */
  folderWarnings: string[];
}

/**
 * Reads the sources, builds places and roads, adds a dataset to the folder `out` and moves its pointer at the
 * very end.
 * @throws InputError if a source or the folder is unusable, another process changes the folder, or the
 *   guard refuses. The old dataset is untouched then.
 */
export async function runImport(request: ImportRequest, listener: ImportListener): Promise<ImportSummary> {
  const { lock } = request;
  const doing = `import of ${request.sources.join(', ')}`;
  const summary = await (lock !== undefined
    ? importInto(lock, request, listener)
    : withFolderLock(request.out, doing, (taken) => importInto(taken, request, listener)));
  // The dataset was in memory. The map, which follows an import, needs some of that.
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

/** The content of the sources. Each part is dropped as soon as nobody needs it. */
interface ReadSources {
  features: Feature[];
  network: PackedNetwork | null;
  sources: SourceMeta[];
}

/** Stands apart so that the memory of the reader is freed when it returns. */
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
      `nothing in ${empty.path} is a named place, an address or a road; ` +
        'leave it out, or give the whole extract and not a part without tags',
    );
  const features: Feature[] = [...ofOsm, ...layers.flatMap((layer) => layer.features)];
  if (features.length === 0 && network.wayId.length === 0) {
    throw new InputError(
      `${request.sources.join(', ')}: no named place, address or road in it; nothing to import`,
    );
  }
  checkOverlaps(features, request.sources.join(', '));
  const sources = [...collected.sources.map(sourceMeta), ...layers.map((layer) => layerMeta(layer))];
  return { features, network, sources };
}

/**
 * Builds the places here and then each mode in a thread. A mode begins when the one before no longer needs
 * the network. Until then each takes most of its memory; after that, two fit side by side. One by one, a mode
 * begins when the one before is done.
 */
async function buildAll(
  read: ReadSources,
  { driving = DRIVING_DEFAULTS, oneByOne = false }: ImportRequest,
  listener: ImportListener,
): Promise<{ places: GeocodingBuild; routing: ModeBuilds }> {
  // Frees the memory of the reading.
  collectGarbage();
  const places = buildPlaces(read, listener);
  collectGarbage();
  const builds: Partial<Record<TravelMode, Promise<RoutingBuild>>> = {};
  for (const mode of TRAVEL_MODES) {
    const { roads, build } = startMode(mode, read, driving, listener);
    builds[mode] = build;
    // If another mode fails first, this one must not end the process as an unhandled rejection.
    build.catch(() => undefined);
    // The thread has its copy of the network. Only now does V8 also return the room for young values.
    collectGarbage();
    await (oneByOne ? build : Promise.race([roads, build]));
  }
  collectGarbage();
  const routing: Partial<Record<TravelMode, RoutingBuild>> = {};
  for (const mode of TRAVEL_MODES) routing[mode] = await builds[mode]!;
  return { places, routing: routing as ModeBuilds };
}

/** Starts a mode. The thread of the last mode alone has the network. */
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

/** Stands apart so that the features are freed when it returns. */
function buildPlaces(read: ReadSources, listener: ImportListener): GeocodingBuild {
  const { features } = read;
  read.features = [];
  const onPhase = collectingBetween((phase, done, total) =>
    listener.onProgress('places', phase, shareOf(done, total)),
  );
  return buildGeocoding(features, { onProgress: onPhase });
}

/** @throws InputError as readGeojsonLayer() does, and for a file without a single place */
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
          'leave it out, or say with --map which properties have the names',
  );
}

/**
 * Adds the dataset. If the folder has the same bytes, that dataset is served instead, because a copy would
 * only push an older one out.
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
    // Without a pointer, the folder would serve it although the import failed.
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

/** Changes the id, because ids of OpenStreetMap name things that exist. */
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
