import type { Box } from '../geo/position.js';

/** A map's description of itself, for clients that draw it. */
export interface MapFacts {
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: Box;
  attribution: string;
  /** The layers in TileJSON format. */
  layers: unknown;
  /** The size of the whole file. */
  bytes: number;
  /** A value that differs between maps, for caches. */
  version: string;
}

/** A file that stays open while parts of it are sent. */
export interface OpenFile {
  /**
   * Fills `bytes` with the file's bytes from `offset` on. @returns `bytes` @throws RangeError if the file is
   * shorter
   */
  read(offset: number, bytes: Buffer): Buffer;
  close(): void;
}

/** The tiles of a map: Mapbox Vector Tiles by zoom, column and row. */
export interface MapTiles {
  /** Returns null while there is no map. */
  facts(): MapFacts | null;
  /** Returns the gzip-compressed tile, or null if it is empty. */
  tile(z: number, x: number, y: number): Buffer | null;
  /**
   * Opens the whole file, which stays open until it is closed, even if another map replaces it. Returns null
   * while there is no map.
   */
  open(): OpenFile | null;
}
