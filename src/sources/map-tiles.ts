import type { Box } from '../geo/position.js';

/** A map's description of itself, for clients that draw it. */
export interface MapFacts {
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: Box;
  attribution: string;
  /** In the format of TileJSON. */
  layers: unknown;
  /** Size of the whole file. */
  bytes: number;
  /** Differs between maps, for caches. */
  version: string;
}

/** A file while parts of it are sent. */
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
  /** Null while there is no map. */
  facts(): MapFacts | null;
  /** Compressed with gzip; null if there is nothing to draw. */
  tile(z: number, x: number, y: number): Buffer | null;
  /**
   * The whole file, which stays open until it is closed, even if another map comes; null while there is none.
   */
  open(): OpenFile | null;
}
