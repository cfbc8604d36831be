import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  type ReadStream,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { FORMAT_VERSION } from '../dataset/format.js';
import { flush, removeQuietly, replaceTextFile, temporaryPath } from '../dataset/temporary-file.js';
import { tilesPath } from '../dataset/tiles-path.js';
import { reasonOf } from '../dataset/write-error.js';
import { InputError } from '../errors.js';
import { digestOf } from '../dataset/digest.js';
import type { DatasetMeta } from '../importer/write/meta.js';
import { layerNames, layerPath, readLayer } from '../dataset/layers/layer-folder.js';
import { verifyDataset } from '../importer/write/verify-dataset.js';
import {
  MANIFEST_HEAD,
  manifestText,
  parseManifest,
  type Manifest,
  type ManifestSource,
  type PublishedFile,
  type PublishedLayer,
} from './manifest.js';

export interface PublishRequest {
  /** The dataset file, which is verified before it is published. */
  path: string;
  /** The output folder, which a web server or an object store serves. */
  to: string;
  /** The manifest is `<name>.json`. */
  name: string;
  /** Whether to omit the layers of own places in the dataset's folder. */
  withoutLayers?: boolean;
  /** Whether to also write a compressed copy for downloads. */
  gzip: boolean;
  /** Whether replicas may return to an older edition. */
  rollback: boolean;
  /**
   * The default is one more than the highest edition so far, or, with `rollback`, the edition that has the
   * same bytes.
   */
  edition: number | null;
  /** The number of editions to keep, because replicas may still be downloading the previous edition. */
  keep: number;
}

export interface Published {
  manifest: Manifest;
  /** False if all of the files were already published. */
  isNew: boolean;
  /** The files, in the order in which they must be uploaded. The manifest comes last. */
  upload: string[];
  removed: string[];
}

/**
 * The age from which a temporary file counts as left behind by a publication that was killed. No publication
 * takes this long.
 */
const LEFTOVER_AGE_MS = 86_400_000;

/**
 * Publishes a dataset and its manifest to a folder for a web server. Every file gets its final name only when
 * it is complete and on disk; the manifest comes last. The caller must hold a lock, because two publications
 * must not use one folder at the same time.
 * @throws InputError that names the fault. The earlier publication then remains unchanged.
 */
export async function publish(request: PublishRequest): Promise<Published> {
  const { path, to, name } = request;
  const { meta } = verifyDataset(path);
  const { size: bytes, mtime } = statSync(path);
  const sha256 = digestOf(path, 'sha256');
  try {
    mkdirSync(to, { recursive: true });
    const before = manifestBefore(to, name);
    const { edition, isRollback } = editionOf(request, before, { bytes, sha256 });
    const file = editionName(name, edition);
    const written = await writeFiles(request, { file, bytes, sha256 }, before);
    const map = await writeMap(request, mapName(name, edition));
    const layers = request.withoutLayers === true ? [] : await writeLayers(request);
    // If the previous manifest listed layers, the new one must also state that none are left.
    const hasLayers = layers.length > 0 || before?.layers !== undefined;
    const manifest: Manifest = {
      ...MANIFEST_HEAD,
      edition,
      highest_edition: Math.max(edition, highestEdition(to, name, before)),
      ...(isRollback ? { rollback: true } : {}),
      ...written,
      ...(map === null ? {} : { map }),
      ...(hasLayers ? { layers } : {}),
      format: FORMAT_VERSION,
      made_at: mtime.toISOString(),
      generator: meta.generator,
      sources: sourcesOf(meta),
    };
    const manifestFile = `${name}.json`;
    const isNew = before === null || manifestText(before) !== manifestText(manifest);
    if (isNew) replaceTextFile(to, manifestFile, manifestText(manifest));
    flush(to);
    const beside = [manifest.gzip, manifest.map, ...layers].flatMap((one) =>
      one === undefined ? [] : [one.file],
    );
    const upload = [...beside, file, manifestFile];
    return { manifest, isNew, upload, removed: removeOld(request, edition, layers) };
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new InputError(`cannot publish to ${to}: ${reasonOf(cause)}; the published files are unchanged`, {
      cause,
    });
  }
}

function editionName(name: string, edition: number): string {
  return `${name}-${String(edition).padStart(4, '0')}.gazarch`;
}

function mapName(name: string, edition: number): string {
  return editionName(name, edition).replace(/\.gazarch$/, '.pmtiles');
}

/** Returns the editions that have files in the folder, compressed or not, in descending order. */
function editionsIn(to: string, name: string): number[] {
  const found = readdirSync(to).flatMap((file) => {
    const [, digits] = /-(\d{4,9})\.gazarch(?:\.gz)?$/.exec(file) ?? [];
    const edition = Number(digits);
    const isOurs = [editionName(name, edition), `${editionName(name, edition)}.gz`].includes(file);
    return isOurs ? [edition] : [];
  });
  return [...new Set(found)].sort((a, b) => b - a);
}

function manifestBefore(to: string, name: string): Manifest | null {
  const path = join(to, `${name}.json`);
  if (!existsSync(path)) return null;
  try {
    return parseManifest(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    throw new InputError(
      `${(cause as Error).message}; move it away, and specify the next edition with --edition`,
      {
        cause,
      },
    );
  }
}

function highestEdition(to: string, name: string, before: Manifest | null): number {
  return Math.max(before?.highest_edition ?? 0, editionsIn(to, name)[0] ?? 0);
}

function editionOf(
  { to, name, rollback, edition: wanted }: PublishRequest,
  before: Manifest | null,
  { bytes, sha256 }: { bytes: number; sha256: string },
): { edition: number; isRollback: boolean } {
  const highest = highestEdition(to, name, before);
  const isSame = (edition: number): boolean => {
    const path = join(to, editionName(name, edition));
    return existsSync(path) && statSync(path).size === bytes && digestOf(path, 'sha256') === sha256;
  };
  if (before?.sha256 === sha256 && (wanted === null || wanted === before.edition))
    return { edition: before.edition, isRollback: rollback || before.rollback === true };
  if (!rollback) {
    if (wanted !== null && wanted <= highest)
      throw new InputError(
        `edition ${wanted} is not higher than ${highest}, the highest so far; replicas go back only with ` +
          '--rollback',
      );
    return { edition: wanted ?? highest + 1, isRollback: false };
  }
  const edition = wanted ?? editionsIn(to, name).find(isSame) ?? null;
  if (edition === null)
    throw new InputError(
      `no edition in ${to} has the same bytes as the served dataset; go back to one of them with ` +
        '"gazarch rollback", or publish without --rollback, as a new edition',
    );
  if (edition > highest) throw new InputError(`edition ${edition} is not published yet; omit --rollback`);
  if (existsSync(join(to, editionName(name, edition))) && !isSame(edition))
    throw new InputError(`edition ${edition} does not have the same bytes as the served dataset`);
  return { edition, isRollback: true };
}

async function writeFiles(
  { path, to, gzip }: PublishRequest,
  { file, bytes, sha256 }: PublishedFile,
  before: Manifest | null,
): Promise<PublishedFile & { gzip?: PublishedFile }> {
  const plain = join(to, file);
  await copyWhole(path, plain, sha256);
  // Someone may have edited the source file in the meantime.
  if (digestOf(plain, 'sha256') !== sha256) {
    removeQuietly(plain);
    throw new InputError(`${path} changed while it was being copied`);
  }
  if (!gzip) return { file, bytes, sha256 };
  const packed = `${plain}.gz`;
  const known = before?.sha256 === sha256 ? before.gzip : undefined;
  if (known?.file === basename(packed) && existsSync(packed) && digestOf(packed, 'sha256') === known.sha256)
    return { file, bytes, sha256, gzip: known };
  await writeWhole(packed, [createReadStream(plain), createGzip()]);
  const ofGzip = { file: basename(packed), bytes: statSync(packed).size, sha256: digestOf(packed, 'sha256') };
  return { file, bytes, sha256, gzip: ofGzip };
}

/** Publishes the map tiles, if the dataset has any. @returns null if there are no tiles */
async function writeMap({ path, to }: PublishRequest, file: string): Promise<PublishedFile | null> {
  const source = tilesPath({ path });
  if (!existsSync(source)) return null;
  const copy = join(to, file);
  await copyWhole(source, copy, digestOf(source, 'sha256'));
  return { file, bytes: statSync(copy).size, sha256: digestOf(copy, 'sha256') };
}

/**
 * Publishes the layers that are stored with the dataset. A file name is derived from the content, so
 * different content never has the same name.
 */
async function writeLayers({ path, to, name }: PublishRequest): Promise<PublishedLayer[]> {
  const folder = dirname(path);
  const layers: PublishedLayer[] = [];
  for (const layer of layerNames(folder)) {
    readLayer(folder, layer);
    const source = layerPath(folder, layer);
    const sha256 = digestOf(source, 'sha256');
    const file = `${name}-layer-${layer}-${sha256.slice(0, 12)}.geojson`;
    const copy = join(to, file);
    await copyWhole(source, copy, sha256);
    layers.push({ name: layer, file, bytes: statSync(copy).size, sha256 });
  }
  return layers;
}

/** Copies a file unless the copy already exists. @param sha256 the source file's digest */
async function copyWhole(source: string, copy: string, sha256: string): Promise<void> {
  if (!existsSync(copy) || digestOf(copy, 'sha256') !== sha256)
    await writeWhole(copy, [createReadStream(source)]);
}

/** Writes a file under a temporary name, and renames it once it is on disk. */
async function writeWhole(path: string, streams: readonly (ReadStream | Gzip)[]): Promise<void> {
  const out = temporaryPath(join(path, '..'), basename(path));
  try {
    await pipeline([...streams, createWriteStream(out, { flags: 'wx' })]);
    flush(out, 'r+');
    renameSync(out, path);
  } catch (error) {
    removeQuietly(out);
    throw error;
  }
}

function sourcesOf(meta: DatasetMeta): ManifestSource[] {
  return (meta.sources as ManifestSource[]).map(({ name, timestamp, license, attribution }) => ({
    name,
    timestamp,
    ...(license === undefined ? {} : { license }),
    ...(attribution === undefined ? {} : { attribution }),
  }));
}

/**
 * Removes old editions, except the newest ones and the published edition. @returns the removed files' names
 */
function removeOld(
  { to, name, keep }: PublishRequest,
  published: number,
  layers: readonly PublishedLayer[],
): string[] {
  const old = editionsIn(to, name)
    .slice(keep)
    .filter((edition) => edition !== published)
    .flatMap((edition) => {
      const file = editionName(name, edition);
      return [file, `${file}.gz`, mapName(name, edition)];
    });
  const leftovers = readdirSync(to).filter(
    (file) =>
      file.startsWith(`${name}-`) &&
      (/\.[0-9a-f]{16}\.tmp$/.test(file) ||
        (/-layer-.*-[0-9a-f]{12}\.geojson$/.test(file) && !layers.some((layer) => layer.file === file))) &&
      Date.now() - statSync(join(to, file)).mtimeMs > LEFTOVER_AGE_MS,
  );
  const gone = [...old, ...leftovers].filter((file) => existsSync(join(to, file)));
  for (const file of gone) removeQuietly(join(to, file));
  return gone;
}
