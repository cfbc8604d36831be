import type { Box } from '../geo/position.js';
import type { OpenFile } from './map-tiles.js';

/** Pieces for clients that go on without a network, by area. `gazarch export offline` writes them. */
export interface OfflineAreas {
  /** What is to be had now, by name. */
  list(): readonly OfflineAreaFacts[];
  /** A file of an area, open until it is closed; null: there is none of this name. */
  open(area: string, file: string): OpenPiece | null;
}

export interface OpenPiece extends OpenFile {
  readonly bytes: number;
}

/** What a page shows of an area before it is downloaded. */
export interface OfflineAreaFacts {
  /** Of its folder. */
  name: string;
  edition: string;
  /** When its data were imported, ISO 8601. */
  made_at: string;
  /** Degrees: west, south, east, north; null: it is all there is. */
  bbox: Box | null;
  parts: readonly { name: string; bytes: number; packed_bytes: number }[];
}
