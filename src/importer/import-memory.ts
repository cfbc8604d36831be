import { statSync } from 'node:fs';
import { availableMemory } from 'node:process';

/** The memory that an import needs, and how to run it. Megabytes are 1,000,000 bytes. */
export interface MemoryPlan {
  /** The memory that it will need when run this way. */
  needed_MB: number;
  /** The free memory of the machine, or the limit of this group of processes. */
  available_MB: number;
  /** One mode after the other, because there is not enough memory for two at once. */
  oneByOne: boolean;
  isEnough: boolean;
}

/**
 * Megabytes for each megabyte of `.osm.pbf`, on top of those of the program. Measured with one map of 13.6 MB
 * that is mostly roads (docs/decisions/0025-small-server.md). A map with many buildings needs less.
 */
const BASE_MB = 150;
const SIDE_BY_SIDE_MB = 44;
const ONE_BY_ONE_MB = 36;

/** Bytes of the same map as `.osm.pbf`, for each byte of a file: rough guesses. */
const PBF_SHARE: readonly [RegExp, number][] = [
  [/\.pbf$/i, 1],
  [/\.(gz|bz2)$/i, 0.6],
  [/\.(json|geojson|kml|gpx)$/i, 0.2],
  [/./, 0.06],
];

/** Decides from the sizes of the sources how an import fits into the memory. */
export function planMemory(sources: readonly string[], available_MB = availableMemory_MB()): MemoryPlan {
  return planMemoryOf(sources.map(sizeOfFile), available_MB);
}

/** A source by its name and size, whether it is present or not. */
export interface SourceSize {
  name: string;
  bytes: number;
}

export function sizeOfFile(path: string): SourceSize {
  return { name: path, bytes: statSync(path).size };
}

/** The size that the sources would have as `.osm.pbf`. */
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
 * The memory that the system could still give, within the limit of the control group (v1 or v2), if there is
 * one.
 */
function availableMemory_MB(): number {
  return Math.floor(availableMemory() / 1e6);
}
