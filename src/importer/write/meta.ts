import { servedPath } from '../../dataset/dataset-folder.js';
import type { FORMAT_VERSION } from '../../dataset/format.js';
import { readSection } from '../../dataset/read-dataset.js';
import type { GeocodingReport } from '../../geocoding/build-geocoding.js';
import type { RoutingReport } from '../../routing/build-routing.js';
import type { TravelMode } from '../../travel-mode.js';
import type { Canary } from './canary.js';
import type { SkippedReason } from '../collect/skipped.js';

/**
 * A dataset's description of itself: `meta/json` in docs/dataset-format.md. Nothing in the description
 * depends on the clock or the machine.
 */
export interface DatasetMeta extends Record<TravelMode, RoutingReport> {
  format: typeof FORMAT_VERSION;
  generator: string;
  sources: {
    name: string;
    bytes: number;
    sha256: string;
    timestamp: string | null;
    /**
     * The name to credit. Absent if the source names nobody to credit, and in datasets before version 0.2.
     */
    attribution?: string;
    /** The URL of the license. Absent if the source names no license, and in datasets before version 0.2. */
    license?: string;
    /** Absent for real data. Answers from fictional data have ids that begin with `sample:`. */
    invented?: true;
    nodes?: number;
    ways?: number;
    relations?: number;
    /** Set only for a GeoJSON file. */
    features?: number;
  }[];
  geocoding: GeocodingReport;
  skipped: SkippedReason[];
  /** Questions that the dataset answers. Absent in datasets before version 0.3. */
  canary?: Canary;
}

export function encodeMeta(meta: DatasetMeta): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(meta));
}

export function decodeMeta(bytes: Uint8Array): DatasetMeta {
  return JSON.parse(new TextDecoder().decode(bytes)) as DatasetMeta;
}

/**
 * Reads only the meta section of the dataset that a folder serves. Returns null if the section cannot be
 * read.
 */
export function currentMeta(folder: string): DatasetMeta | null {
  try {
    return metaOf(servedPath(folder));
  } catch {
    return null;
  }
}

/**
 * Reads only the meta section of a dataset file.
 * @throws InputError if the section cannot be read
 */
export function metaOf(path: string): DatasetMeta {
  return decodeMeta(readSection(path, 'meta/json') as Uint8Array);
}
