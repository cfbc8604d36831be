import type { Box } from '../geo/position.js';

/** A map's description of itself, for clients that draw it. */
export interface MapFacts {
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: Box;
  attribution: string;
  /** The map's layers in TileJSON format. */
  layers: unknown;
  /** The size of the whole file in bytes. */
  bytes: number;
  /** A value that is different for each map, used for caching. */
  version: string;
}

/** A file that stays open while parts of it are sent. */
export interface OpenFile {
  /**
   * Fills `bytes` with the content of the file, starting at `offset`. @returns `bytes` @throws RangeError if
   * the file is too short
   */
  read(offset: number, bytes: Buffer): Buffer;
  close(): void;
}

/** The tiles of a map: Mapbox Vector Tiles by zoom, column and row. */
export interface MapTiles {
  /** Returns null if there is no map yet. */
  facts(): MapFacts | null;
  /** Returns the gzip-compressed tile, or null if it is empty. */
  tile(z: number, x: number, y: number): Buffer | null;
  /**
   * Opens the whole file, which stays open until it is closed, even if another map replaces it. Returns null
   * if there is no map yet.
   */
  open(): OpenFile | null;
}
