import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallFile } from '../dataset/dataset-folder.js';
import { withFolderLock, type FolderLock } from '../dataset/folder-lock.js';
import { removeQuietly, replaceTextFile } from '../dataset/temporary-file.js';
import { InputError } from '../errors.js';
import { digestOf } from '../dataset/digest.js';
import { maskUrl } from '../masked-url.js';
import { MAX_PLACES, parseLayer } from '../dataset/layers/layer-file.js';
import {
  layerNames,
  layerPath,
  readLayer,
  removeLayer,
  writeLayerText,
} from '../dataset/layers/layer-folder.js';
import { besideUrl } from './feed-url.js';
import { fetchFile } from './fetch-file.js';
import type { PublishedLayer } from './manifest.js';
import { checkRoom, DOWNLOAD_FOLDER, type TakeOptions } from './take-edition.js';

/**
 * The file that lists the layers downloaded from the URL. If such a layer disappears from the URL, it is
 * removed; a layer that was added locally stays.
 */
const STATE_FILE = 'feed-layers.json';

/** The differences between the published layers and those in a folder. */
export interface LayerChanges {
  fetch: readonly PublishedLayer[];
  remove: readonly string[];
}

/** Returns the changes that make a folder match the published layers, or null if there are none. */
export function layerChanges(folder: string, published: readonly PublishedLayer[]): LayerChanges | null {
  const there = layerNames(folder);
  const taken = takenLayers(folder);
  // A published layer does not replace a layer with the same name that was added locally.
  const fetch = published.filter(
    ({ name, sha256 }) =>
      !there.includes(name) ||
      (taken.includes(name) && digestOf(layerPath(folder, name), 'sha256') !== sha256),
  );
  const remove = taken.filter(
    (name) => there.includes(name) && !published.some((layer) => layer.name === name),
  );
  return fetch.length + remove.length === 0 ? null : { fetch, remove };
}

/**
 * Downloads published layers to the folder, and removes layers that have disappeared from the URL. All layers
 * are downloaded and checked before the first layer is replaced.
 * @throws ServerAwayError; FolderLockedError if another process is doing this; otherwise an InputError
 */
export async function takeLayers(
  { fetch, remove }: LayerChanges,
  { folder, url, limits, signal }: Omit<TakeOptions, 'keep' | 'refusedTag' | 'onRefusedFile'>,
): Promise<void> {
  const downloads = join(folder, DOWNLOAD_FOLDER);
  await withFolderLock(downloads, `download of layers from ${maskUrl(url)}`, async () => {
    const texts = new Map<string, string>();
    for (const layer of fetch) {
      const part = join(downloads, `${layer.sha256.slice(0, 16)}.part`);
      checkRoom(downloads, part, layer);
      await fetchFile(besideUrl(url, layer.file), part, layer, { limits, signal, refusedTag: null });
      try {
        texts.set(layer.name, checkedText(part, layer));
      } finally {
        removeQuietly(part);
      }
    }
    await withFolderLock(folder, `layers of ${maskUrl(url)}`, (lock) => {
      checkNumber(lock, texts);
      // The layers are recorded before the files change: if the process ends in between, the layers are
      // merely fetched again.
      const kept = takenLayers(folder).filter((name) => !remove.includes(name));
      const names = [...new Set([...kept, ...texts.keys()])].sort();
      replaceTextFile(folder, STATE_FILE, `${JSON.stringify({ names })}\n`);
      for (const [name, text] of texts) writeLayerText(folder, name, text);
      for (const name of remove) if (layerNames(folder).includes(name)) removeLayer(lock, name);
    });
  });
}

/** Returns an empty list if the file cannot be read, so that all layers count as added locally. */
function takenLayers(folder: string): string[] {
  try {
    const { names } = JSON.parse(smallFile(join(folder, STATE_FILE)) ?? '{}') as { names?: unknown };
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

function checkedText(path: string, { name, sha256, file }: PublishedLayer): string {
  if (digestOf(path, 'sha256') !== sha256)
    throw new InputError(`${file} does not match the SHA-256 in the manifest`);
  const text = readFileSync(path, 'utf8');
  try {
    const layer = parseLayer(text);
    if (layer.name !== name) throw new Error(`it contains the layer ${layer.name}`);
  } catch (cause) {
    throw new InputError(`${file} is not the layer ${name}: ${(cause as Error).message}`, { cause });
  }
  return text;
}

function checkNumber({ folder }: FolderLock, texts: ReadonlyMap<string, string>): void {
  const here = layerNames(folder).filter((name) => !texts.has(name));
  const places =
    here.reduce((sum, name) => sum + readLayer(folder, name).places, 0) +
    [...texts.values()].reduce((sum, text) => sum + parseLayer(text).places, 0);
  if (places > MAX_PLACES)
    throw new InputError(`all layers together would have ${places} places; ${MAX_PLACES} are allowed`);
}
