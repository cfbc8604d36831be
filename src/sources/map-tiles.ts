import type { Box } from '../geo/position.js';

/** What a map says of itself, for clients that draw it. */
export interface MapFacts {
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: Box;
  attribution: string;
  /** As TileJSON describes layers. */
  layers: unknown;
  /** Of the whole file. */
  bytes: number;
  /** Another text for another map, for caches. */
  version: string;
}

/** A file while parts of it are sent. */
export interface OpenFile {
  /** Fills `bytes` from `offset` on. @returns them @throws RangeError when the file is shorter */
  read(offset: number, bytes: Buffer): Buffer;
  close(): void;
}

/** The tiles of a map: Mapbox Vector Tiles by zoom, column and row. */
export interface MapTiles {
  /** Null while there is no map. */
  facts(): MapFacts | null;
  /** Packed by gzip; null where there is nothing to draw. */
  tile(z: number, x: number, y: number): Buffer | null;
  /** The whole file, open until it is closed, whatever map comes next; null while there is none. */
  open(): OpenFile | null;
}
