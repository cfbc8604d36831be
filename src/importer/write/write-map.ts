import { renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { temporaryPath } from '../../dataset/temporary-file.js';
import { reasonOf } from '../../dataset/write-error.js';
import { InputError } from '../../errors.js';
import { cutTiles } from '../../tiles/cut-tiles.js';
import { MAP_LAYERS, type MapShape } from '../../tiles/map-shape.js';
import { PmtilesWriter } from '../../tiles/pmtiles-writer.js';
import { MAX_ZOOM, MIN_ZOOM } from '../../tiles/shape-rules.js';
import { extentOf } from '../../tiles/projection.js';
import { readShapes } from '../collect/read-shapes.js';

export interface MapRequest {
  /** OSM files only, because the map draws nothing from other sources. */
  sources: readonly string[];
  /** The output file. An existing file is replaced at the very end. */
  path: string;
  /** This program's name and version. */
  generator: string;
  /** The name that the map must credit. */
  attribution: string;
}

export interface MapSummary {
  tiles: number;
  bytes: number;
  /** The number of lines and areas that were too wide to draw. */
  leftOut: number;
}

/**
 * Writes a map's tiles, zoom 3 to 13, to a PMTiles file. The caller holds the folder's lock.
 * @param onProgress receives a `share` from 0 to 1
 * @returns null if the sources have nothing to draw
 * @throws InputError if a source is unusable or the file cannot be written
 */
export async function writeMap(
  { sources, path, generator, attribution }: MapRequest,
  onProgress: (phase: string, share: number) => void,
): Promise<MapSummary | null> {
  const shapes = await readShapes(sources, { onProgress: (share) => onProgress('reading shapes', share) });
  if (shapes.length === 0) return null;
  const temporary = temporaryPath(dirname(path), basename(path));
  let writer: PmtilesWriter | null = null;
  try {
    writer = new PmtilesWriter(temporary);
    for (const { z, x, y, bytes } of cutTiles(shapes, (share) => onProgress('cutting tiles', share)))
      writer.add(z, x, y, bytes);
    const { tiles } = writer;
    const json = { name: basename(path), generator, attribution, vector_layers: layersOf(shapes) };
    const bytes = writer.finish({ minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, bounds: extentOf(shapes), json });
    renameSync(temporary, path);
    return { tiles, bytes, leftOut: shapes.leftOut };
  } catch (error) {
    writer?.abandon();
    rmSync(temporary, { force: true });
    throw writeFailure(path, error);
  }
}

/** Converts a system error into a readable message; any other error is a bug and is returned unchanged. */
function writeFailure(path: string, cause: unknown): unknown {
  if (typeof (cause as NodeJS.ErrnoException).syscall !== 'string') return cause;
  return new InputError(
    `cannot write the map ${path}: ${reasonOf(cause)}; the dataset is served without it`,
    {
      cause,
    },
  );
}

/** Describes the layers in TileJSON format (https://github.com/mapbox/tilejson-spec, 3.0.0, 3.3). */
function layersOf(shapes: Iterable<MapShape>): object[] {
  const layers: { id: string; minzoom: number; fields: Record<string, string> }[] = MAP_LAYERS.map((id) => ({
    ...{ id, minzoom: MAX_ZOOM, fields: {} },
  }));
  for (const { layer, minZoom, properties } of shapes) {
    const known = layers[MAP_LAYERS.indexOf(layer)];
    known.minzoom = Math.min(known.minzoom, minZoom);
    for (const [key, value] of Object.entries(properties))
      known.fields[key] = typeof value === 'number' ? 'Number' : 'String';
  }
  return layers.map((layer) => ({ ...layer, maxzoom: MAX_ZOOM }));
}
