import type { Box } from '../geo/position.js';
import type { OpenFile } from './map-tiles.js';

/** Pieces for clients that work without a network, by area. `gazarch export offline` writes them. */
export interface OfflineAreas {
  /** The areas that are available at present, by name. */
  list(): readonly OfflineAreaFacts[];
  /** A file of an area, which stays open until it is closed; null if there is none of this name. */
  open(area: string, file: string): OpenPiece | null;
}

export interface OpenPiece extends OpenFile {
  readonly bytes: number;
}

/** Facts that a page shows about an area before its download. */
export interface OfflineAreaFacts {
  /** Name of its folder. */
  name: string;
  edition: string;
  /** Time of its data's import, ISO 8601. */
  made_at: string;
  /** Degrees: west, south, east, north; null if it covers everything. */
  bbox: Box | null;
  parts: readonly { name: string; bytes: number; packed_bytes: number }[];
}
