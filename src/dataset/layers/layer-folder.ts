import { closeSync, fstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderLock } from '../folder-lock.js';
import { openRegularFile } from '../regular-file.js';
import { replaceTextFile } from '../temporary-file.js';
import { reasonOf } from '../write-error.js';
import { InputError } from '../../errors.js';
import { isLayerName, layerText, parseLayer, type Layer } from './layer-file.js';

/** Layers are stored in the dataset folder, so that one lock and one copy of the folder cover both. */

/** The maximum size of a layer in bytes, which is enough for 100,000 places of 650 bytes each. */
const MAX_LAYER_BYTES = 64 * 1024 * 1024;

const FILE = /^layer-(.+)\.geojson$/;

/** Returns the path of a layer's file, whether it exists or not. */
export function layerPath(folder: string, name: string): string {
  return join(folder, layerFile(name));
}

function layerFile(name: string): string {
  return `layer-${name}.geojson`;
}

/**
 * Returns the names of the layers in a folder, in order, or an empty list if the folder does not exist.
 * @throws InputError if the folder cannot be read
 */
export function layerNames(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new InputError(`cannot read the folder ${folder}: ${reasonOf(cause)}`, { cause });
  }
  return files
    .map((file) => FILE.exec(file)?.[1] ?? '')
    .filter(isLayerName)
    .sort();
}

/**
 * Returns a string that changes when a layer is added, replaced or removed. The string is empty if there are
 * no layers.
 */
export function layersState(folder: string): string {
  return layerNames(folder)
    .map((name) => {
      const found = statSync(layerPath(folder, name), { throwIfNoEntry: false });
      return found === undefined ? '' : `${name} ${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`;
    })
    .join('\n');
}

/**
 * Reads a layer.
 * @throws InputError that names the file and the fault
 */
export function readLayer(folder: string, name: string): Layer {
  const path = layerPath(folder, name);
  try {
    const layer = parseLayer(smallText(path));
    if (layer.name !== name) throw new Error(`it is the layer ${layer.name}`);
    return layer;
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new InputError(
      `the own places in ${path} cannot be read: ${reason}; add them again with "gazarch import --add", ` +
        `or remove them with "gazarch layers remove ${name}"`,
      { cause },
    );
  }
}

/** Reads all layers in a folder. @throws InputError as readLayer() does */
export function readLayers(folder: string): Layer[] {
  return layerNames(folder).map((name) => readLayer(folder, name));
}

/**
 * Adds a layer, or atomically replaces the layer with the same name: a reader sees either the old layer or
 * the new one.
 * @throws InputError if the layer cannot be written, in which case the old layer remains unchanged
 */
export function writeLayer({ folder }: FolderLock, layer: Layer): void {
  keepPrevious(folder, layer.name);
  writeLayerText(folder, layer.name, layerText(layer));
}

/** Writes a layer like writeLayer(), from text that has already been checked. */
export function writeLayerText(folder: string, name: string, text: string): void {
  try {
    if (Buffer.byteLength(text) > MAX_LAYER_BYTES)
      throw new Error(
        `it would have more than ${MAX_LAYER_BYTES} bytes; leave out places that nobody searches for`,
      );
    replaceTextFile(folder, layerFile(name), text);
  } catch (cause) {
    throw new InputError(
      `cannot write the layer ${name} to ${folder}: ${reasonOf(cause)}; nothing has changed`,
      { cause },
    );
  }
}

/** Returns a layer's previous version, or null if it does not exist or cannot be read. */
export function previousLayer(folder: string, name: string): Layer | null {
  try {
    return parseLayer(smallText(previousPath(folder, name)));
  } catch {
    return null;
  }
}

/**
 * Swaps a layer's current version with the previous one.
 * @throws InputError if there is no previous version, or if it cannot be written
 */
export function undoLayer(lock: FolderLock, name: string): void {
  const previous = previousLayer(lock.folder, name);
  if (previous === null) throw new InputError(`the layer ${name} has no previous version`);
  writeLayer(lock, previous);
}

/** The path of a layer's previous version. A layer's name cannot begin with `previous-`. */
function previousPath(folder: string, name: string): string {
  return join(folder, `previous-${layerFile(name)}`);
}

function keepPrevious(folder: string, name: string): void {
  try {
    if (layerNames(folder).includes(name))
      replaceTextFile(folder, `previous-${layerFile(name)}`, smallText(layerPath(folder, name)));
  } catch (cause) {
    throw new InputError(
      `cannot keep the previous version of the layer ${name} in ${folder}: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Removes a layer. @throws InputError if the layer does not exist or cannot be removed */
export function removeLayer({ folder }: FolderLock, name: string): void {
  if (!layerNames(folder).includes(name))
    throw new InputError(`there is no layer "${name}" in ${folder}; "gazarch layers list" shows all layers`);
  try {
    rmSync(layerPath(folder, name));
    rmSync(previousPath(folder, name), { force: true });
  } catch (cause) {
    throw new InputError(`cannot remove the layer ${name} from ${folder}: ${reasonOf(cause)}`, { cause });
  }
}

function smallText(path: string): string {
  const fd = openRegularFile(path);
  try {
    if (fstatSync(fd).size > MAX_LAYER_BYTES) throw new Error(`it has more than ${MAX_LAYER_BYTES} bytes`);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
