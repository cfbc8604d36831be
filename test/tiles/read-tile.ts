import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export interface ReadFeature {
  layer: string;
  properties: Record<string, unknown>;
  /** Lines or rings of positions in 1e-7 degrees, as the tile has them. */
  lines: [number, number][][];
}

/** The features of a tile, read by another library than the one that wrote it. */
export function readTile(bytes: Uint8Array, z: number, x: number, y: number): ReadFeature[] {
  const tile = new VectorTile(new PbfReader(bytes));
  return Object.entries(tile.layers).flatMap(([layer, { length }]) =>
    Array.from({ length }, (_, i) => {
      const feature = tile.layers[layer].feature(i);
      const lines = feature
        .loadGeometry()
        .map((line) => line.map((p) => degrees(x + p.x / feature.extent, y + p.y / feature.extent, z)));
      return { layer, properties: feature.properties, lines };
    }),
  );
}

/** Web Mercator, backwards. */
function degrees(column: number, row: number, z: number): [number, number] {
  const angle = Math.PI * (1 - (2 * row) / 2 ** z);
  return [(column / 2 ** z) * 3.6e9 - 1.8e9, (Math.atan(Math.sinh(angle)) * 180e7) / Math.PI];
}
