import type { RoadsTaken } from '../../../routing/current/roads-wanted.js';
import type { SpeedsTaken } from '../roads/followed-speeds.js';

/** Events of the served dataset. */
export type DatasetNews =
  | {
      kind: 'loaded';
      path: string;
      took_ms: number;
      /** Whether it replaced another one. */
      isSwap: boolean;
      /** Why the dataset to serve was refused, if this one stands in for it. */
      standsInFor: Error | null;
      /** Whether its file is mapped instead of read into memory. */
      isMapped: boolean;
      /** The dataset's description of itself, as JSON. */
      metaText: string;
      /** When its file was written, in Unix milliseconds. */
      written_ms: number;
    }
  /** The dataset to serve was refused or is gone. A sound earlier one, if any, is still served. */
  | { kind: 'refused'; reason: Error; isServing: boolean }
  /** The served dataset was altered on the disk, and no other takes its place: none is served. */
  | { kind: 'left'; reason: Error }
  /** The dataset to serve is served again. */
  | { kind: 'recovered'; path: string }
  /** The pointer to the dataset to serve is missing, or is back. */
  | { kind: 'pointer'; isMissing: boolean }
  /** Own places are those in the folder, or (with an error) those from before. */
  | { kind: 'own_places'; taken: { layers: number; places: number; took_ms: number } | Error }
  /** Routes follow the wanted roads, or (with an error) stay as they are. */
  | { kind: 'roads'; taken: RoadsTaken | Error }
  /** Learned speeds, null if there are none, or (with an error) those from before. */
  | { kind: 'speeds'; taken: SpeedsTaken };
