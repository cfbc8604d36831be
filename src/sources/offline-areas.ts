import type { Box } from '../geo/position.js';
import type { OpenFile } from './map-tiles.js';

/**
 * Pieces of data for clients that work offline, grouped by area. `gazarch export offline` writes these
 * pieces.
 */
export interface OfflineAreas {
  /** Returns the areas that are currently available, sorted by name. */
  list(): readonly OfflineAreaFacts[];
  /**
   * Opens a file that belongs to an area; the file stays open until it is closed. Returns null if there is no
   * such file.
   */
  open(area: string, file: string): OpenPiece | null;
}

export interface OpenPiece extends OpenFile {
  readonly bytes: number;
}

/** The facts about an area that a page shows before the area is downloaded. */
export interface OfflineAreaFacts {
  /** The name of the area's folder. */
  name: string;
  edition: string;
  /** The time when the area's data was imported, in ISO 8601 format. */
  made_at: string;
  /** West, south, east and north in degrees. Null if the area covers the whole dataset. */
  bbox: Box | null;
  parts: readonly { name: string; bytes: number; packed_bytes: number }[];
}
