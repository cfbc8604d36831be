import { renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { cutTiles } from '../tiles/cut-tiles.js';
import { MAP_LAYERS, type MapShape } from '../tiles/map-shape.js';
import { PmtilesWriter } from '../tiles/pmtiles-writer.js';
import { MAX_ZOOM, MIN_ZOOM } from '../tiles/shape-rules.js';
import { extentOf } from '../tiles/projection.js';
import { readShapes } from './read-shapes.js';

export interface MapRequest {
  /** OSM files; others have nothing that the map draws. */
  sources: readonly string[];
  /** The file to write. One that is there is replaced at the very end. */
  path: string;
  /** Name and version of this program. */
  generator: string;
  /** Whom the map has to name. */
  attribution: string;
}

export interface MapSummary {
  tiles: number;
  bytes: number;
}

/**
 * Writes the tiles of a map, zoom 3 to 13, as a PMTiles file.
 * @param onProgress `share` from 0 to 1
 * @returns null when the sources have nothing to draw
 * @throws InputError when a source is unusable
 */
export async function writeMap(
  { sources, path, generator, attribution }: MapRequest,
  onProgress: (phase: string, share: number) => void,
): Promise<MapSummary | null> {
  const shapes = await readShapes(sources, { onProgress: (share) => onProgress('reading shapes', share) });
  if (shapes.length === 0) return null;
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const writer = new PmtilesWriter(temporary);
  try {
    for (const { z, x, y, bytes } of cutTiles(shapes, (share) => onProgress('cutting tiles', share)))
      writer.add(z, x, y, bytes);
    const { tiles } = writer;
    const json = { name: basename(path), generator, attribution, vector_layers: layersOf(shapes) };
    const bytes = writer.finish({ minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, bounds: extentOf(shapes), json });
    renameSync(temporary, path);
    return { tiles, bytes };
  } catch (error) {
    writer.abandon();
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** As TileJSON describes layers (https://github.com/mapbox/tilejson-spec, 3.0.0, 3.3). */
function layersOf(shapes: readonly MapShape[]): object[] {
  return MAP_LAYERS.map((id) => {
    const own = shapes.filter(({ layer }) => layer === id);
    const keys = new Set(own.flatMap(({ properties }) => Object.keys(properties)));
    const types = [...keys].map((key) => {
      const isNumber = own.some(({ properties }) => typeof properties[key] === 'number');
      return [key, isNumber ? 'Number' : 'String'];
    });
    const minzoom = own.reduce((least, { minZoom }) => Math.min(least, minZoom), MAX_ZOOM);
    return { id, minzoom, maxzoom: MAX_ZOOM, fields: Object.fromEntries(types) as Record<string, string> };
  });
}
