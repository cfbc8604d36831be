import * as library from '@maplibre/geojson-vt';
import type { FeatureCollection } from 'geojson';

/** A feature in one tile, in units of the tile. */
export interface TileFeature {
  /** The one that the feature was given. */
  id?: number;
  /** 1 points, 2 lines, 3 areas. */
  type: number;
  tags: Readonly<Record<string, string | number>>;
  /** Points, lines or rings. */
  geometry: readonly unknown[];
}

/** One tile as the library cuts it. */
export interface CutFeatures {
  features: TileFeature[];
}

interface TileOptions {
  maxZoom: number;
  indexMaxZoom: number;
  extent: number;
  buffer: number;
  wrap: boolean;
}

/** What we use of the library. Its own types name files in a way that Node's rules of modules do not know. */
interface TileIndex {
  getTile(z: number, x: number, y: number): CutFeatures | null;
}
type TileIndexes = new (data: FeatureCollection, options: TileOptions) => TileIndex;

export const TileIndex = (library as unknown as { GeoJSONVT: TileIndexes }).GeoJSONVT;
