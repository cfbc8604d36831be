import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { FolderLock } from '../dataset/folder-lock.js';
import { InputError } from '../errors.js';
import type { Feature } from '../geo/feature.js';
import { isLayerName, MAX_PLACES, type LayerHead } from '../dataset/layers/layer-file.js';
import { layerNames, readLayer, writeLayer } from '../dataset/layers/layer-folder.js';
import { digestOf } from '../dataset/digest.js';
import type { PropertyMapping } from './collect/property-tags.js';
import { checkOverlaps } from './build/overlapping-areas.js';
import { CLOSED, countedReasons, readOwnPlaces, type LeftOut } from './collect/read-own-places.js';

export interface AddRequest {
  /** A GeoJSON or CSV file. */
  path: string;
  layer: string;
  mapping: PropertyMapping | null;
}

/** A summary of the layer that was added. */
export interface AddSummary {
  layer: string;
  places: number;
  /** The number of added places, found by comparing ids with the previous layer of the same name. */
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Closed places are not counted as left out. */
  closed: number;
  left_out: readonly LeftOut[];
  notes: readonly string[];
  warnings: readonly string[];
}

/**
 * Adds a layer of the user's own places to a folder, or replaces the layer with that name.
 * @throws InputError if the file has no places or too many, or if the folder cannot be written. Nothing has
 *   changed then.
 */
export function addLayer(lock: FolderLock, { path, layer: name, mapping }: AddRequest): AddSummary {
  if (!isLayerName(name))
    throw new InputError(
      `"${name}" is not a valid layer name; use up to 40 lower-case letters a to z, digits, - and _: ` +
        '--layer branches',
    );
  const { features, leftOut, notes, license } = readOwnPlaces(path, mapping, MAX_PLACES);
  checkOverlaps(features, path);
  const before = featuresBefore(lock, name);
  const others = layerNames(lock.folder)
    .filter((other) => other !== name)
    .reduce((sum, other) => sum + readLayer(lock.folder, other).places, 0);
  if (others + features.length > MAX_PLACES)
    throw new InputError(
      `${path} has ${features.length} places, and the other layers have ${others}; all layers together ` +
        `may have ${MAX_PLACES}. Import that many together with the map: gazarch import MAP ${path}`,
    );
  const mistakes = leftOut.filter(({ reason }) => reason !== CLOSED);
  const head: LayerHead = {
    name,
    written_at: new Date().toISOString(),
    source: { name: basename(path), bytes: statSync(path).size, sha256: digestOf(path, 'sha256') },
    places: features.length,
    left_out: countedReasons(leftOut),
    ...license,
  };
  writeLayer(lock, { ...head, features });
  return {
    layer: name,
    places: features.length,
    ...difference(before, features),
    closed: leftOut.length - mistakes.length,
    left_out: mistakes,
    notes,
    warnings: lock.warnings,
  };
}

/**
 * The features of the existing layer. Empty if there is no such layer, or if it cannot be read and is about
 * to be replaced.
 */
function featuresBefore(lock: FolderLock, name: string): readonly Feature[] {
  if (!layerNames(lock.folder).includes(name)) return [];
  try {
    return readLayer(lock.folder, name).features;
  } catch {
    return [];
  }
}

function difference(
  before: readonly Feature[],
  now: readonly Feature[],
): Pick<AddSummary, 'added' | 'changed' | 'removed' | 'unchanged'> {
  const old = new Map(before.map((feature) => [feature.id, textOf(feature)]));
  const kept = now.filter(({ id }) => old.has(id));
  const unchanged = kept.filter((feature) => old.get(feature.id) === textOf(feature)).length;
  return {
    added: now.length - kept.length,
    changed: kept.length - unchanged,
    removed: before.length - kept.length,
    unchanged,
  };
}

/** Returns the same string for features with the same tags and geometry. */
function textOf({ tags, geometry }: Feature): string {
  const entries = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const shape =
    geometry.kind === 'area' ? geometry.polygons.map((rings) => rings.map((ring) => [...ring])) : geometry;
  return JSON.stringify([entries, shape]);
}
