import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../../errors.js';
import { MONGOLIA_URL, reasonOf } from '../../../importer/download.js';
import {
  pbfMegabytes,
  planMemoryOf,
  sizeOfFile,
  type MemoryPlan,
  type SourceSize,
} from '../../../importer/import-memory.js';
import { maskUrl, splitCredentials } from '../../../masked-url.js';

/**
 * The minimum and maximum resources that an import needs per megabyte of `.osm.pbf`, measured on three maps:
 * Monaco, Ulaanbaatar (many buildings) and Mongolia (mostly roads). The time is processor time; with two
 * processors, an import finishes in two thirds of it.
 */
const DATASET_MB = { least: 6, most: 28 };
const TILES_MB = { least: 0.2, most: 1.8 };
const TIME_S = { least: 3, most: 12 };
const TILES_TIME_S = { least: 1.7, most: 2.8 };
/** The startup time, which is the same for every import. */
const START_S = 3;

const ANSWER_MS = 30_000;

/** The resources that an import needs. Megabytes are 1,000,000 bytes. */
export interface ImportPlan {
  sources: { name: string; bytes: number; isDownloaded: boolean }[];
  /** The approximate processor time. */
  time_s: { least: number; most: number };
  memory: MemoryPlan;
  disk: { needed_MB: number; free_MB: number; isEnough: boolean };
}

/**
 * Estimates the resources that an import needs from the sizes of its sources. Nothing is read, downloaded or
 * written.
 * @param out the datasets' folder
 * @throws InputError for a missing source
 */
export async function planImport(
  sources: readonly string[],
  out: string,
  { withTiles }: { withTiles: boolean },
): Promise<ImportPlan> {
  const sizes = await Promise.all(sources.map(sizeOf));
  const pbf_MB = pbfMegabytes(sizes);
  const perMB = (factor: number, tiles: number): number => (factor + (withTiles ? tiles : 0)) * pbf_MB;
  const download_MB = sizes.reduce(
    (sum, { bytes, isDownloaded }) => sum + (isDownloaded ? bytes / 1e6 : 0),
    0,
  );
  const needed_MB = Math.ceil(download_MB + perMB(DATASET_MB.most, TILES_MB.most));
  const { bavail, bsize } = statfsSync(firstThere(resolve(out)));
  const free_MB = Math.floor((bavail * bsize) / 1e6);
  return {
    sources: sizes,
    time_s: {
      least: Math.ceil(START_S + perMB(TIME_S.least, TILES_TIME_S.least)),
      most: Math.ceil(START_S + perMB(TIME_S.most, TILES_TIME_S.most)),
    },
    memory: planMemoryOf(sizes),
    disk: { needed_MB, free_MB, isEnough: needed_MB <= free_MB },
  };
}

/** Returns the plan as human-readable lines. */
export function planLines({ sources, time_s, memory, disk }: ImportPlan): string[] {
  const { needed_MB, available_MB, oneByOne, isEnough } = memory;
  return [
    ...sources.map(
      ({ name, bytes, isDownloaded }) =>
        `source  ${name}: ${megabytes(bytes / 1e6)} MB${isDownloaded ? ', to be downloaded' : ''}`,
    ),
    `time    ${time_s.least} to ${time_s.most} s of processor time; two processors need two thirds of it`,
    `memory  ${needed_MB} MB, ${available_MB} MB are ` +
      `free${oneByOne ? '; modes are built one at a time' : ''}${isEnough ? '' : ': that may not be enough'}`,
    `disk    up to ${disk.needed_MB} MB, ${disk.free_MB} MB are free` +
      (disk.isEnough ? '' : ': make room first'),
    'nothing was imported; these are estimates based on the file sizes',
  ];
}

function megabytes(size_MB: number): string {
  return size_MB < 10 ? size_MB.toFixed(1) : String(Math.round(size_MB));
}

async function sizeOf(source: string): Promise<SourceSize & { isDownloaded: boolean }> {
  const url = source === 'mongolia' ? MONGOLIA_URL : source;
  if (/^https?:\/\//i.test(url)) return { ...(await askSize(url)), isDownloaded: true };
  if (!existsSync(url))
    throw new InputError(
      `cannot read ${url}: there is no such file; give a file, a URL, or the word "mongolia"`,
    );
  return { ...sizeOfFile(url), isDownloaded: false };
}

/** Asks the server for the file's size. @throws InputError if the server does not report it */
async function askSize(text: string): Promise<SourceSize> {
  const name = maskUrl(text);
  if (!URL.canParse(text)) throw new InputError(`${name} is not a URL`);
  const { bare, headers } = splitCredentials(new URL(text));
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(bare, { method: 'HEAD', headers, signal }).catch((cause: unknown) => {
    throw new InputError(
      `cannot get the size of ${name}: ${reasonOf(cause)}; check the connection, or give a file`,
      { cause },
    );
  });
  const length = answer.headers.get('content-length');
  if (!answer.ok || length === null)
    throw new InputError(`${name} does not report its size (status ${answer.status}); import it to find out`);
  // The file extension identifies the file type.
  return { name: name.replace(/\?.*$/s, ''), bytes: Number(length) };
}

function firstThere(folder: string): string {
  return existsSync(folder) ? folder : firstThere(dirname(folder));
}
