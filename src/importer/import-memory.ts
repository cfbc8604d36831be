import { statSync } from 'node:fs';
import { availableMemory } from 'node:process';

/** The memory that an import needs, and how to run the import. A megabyte is 1,000,000 bytes. */
export interface MemoryPlan {
  /** The memory that the import needs if it is run this way. */
  needed_MB: number;
  /** The machine's free memory, or the limit of the control group. */
  available_MB: number;
  /** Whether to build one mode after another because two do not fit in memory together. */
  oneByOne: boolean;
  isEnough: boolean;
}

/**
 * The memory needed for each megabyte of `.osm.pbf`, in addition to the memory for the program itself. The
 * value was measured with a 13.6 MB map that consists mostly of roads (docs/decisions/0025-small-server.md).
 * A map with many buildings needs less.
 */
const BASE_MB = 150;
const SIDE_BY_SIDE_MB = 44;
const ONE_BY_ONE_MB = 36;

/** Rough estimates of how many bytes of `.osm.pbf` correspond to each byte of another format. */
const PBF_SHARE: readonly [RegExp, number][] = [
  [/\.pbf$/i, 1],
  [/\.(gz|bz2)$/i, 0.6],
  [/\.(json|geojson|kml|gpx)$/i, 0.2],
  [/./, 0.06],
];

/** Plans how to fit an import into memory, based on the sizes of the sources. */
export function planMemory(sources: readonly string[], available_MB = availableMemory_MB()): MemoryPlan {
  return planMemoryOf(sources.map(sizeOfFile), available_MB);
}

/** A source's name and size. The file may be missing. */
export interface SourceSize {
  name: string;
  bytes: number;
}

export function sizeOfFile(path: string): SourceSize {
  return { name: path, bytes: statSync(path).size };
}

/** Returns the size that the sources would have as `.osm.pbf` files. */
export function pbfMegabytes(sources: readonly SourceSize[]): number {
  return sources.reduce((sum, source) => sum + pbfBytes(source) / 1e6, 0);
}

export function planMemoryOf(
  sources: readonly SourceSize[],
  available_MB = availableMemory_MB(),
): MemoryPlan {
  const pbf_MB = pbfMegabytes(sources);
  const sideBySide_MB = Math.round(BASE_MB + SIDE_BY_SIDE_MB * pbf_MB);
  const oneByOne_MB = Math.round(BASE_MB + ONE_BY_ONE_MB * pbf_MB);
  const oneByOne = sideBySide_MB > available_MB;
  const needed_MB = oneByOne ? oneByOne_MB : sideBySide_MB;
  return { needed_MB, available_MB, oneByOne, isEnough: needed_MB <= available_MB };
}

function pbfBytes({ name, bytes }: SourceSize): number {
  const [, share] = PBF_SHARE.find(([kind]) => kind.test(name))!;
  return bytes * share;
}

/**
 * Returns the memory that the system can still provide, within the limit of the control group (v1 or v2), if
 * any.
 */
function availableMemory_MB(): number {
  return Math.floor(availableMemory() / 1e6);
}
