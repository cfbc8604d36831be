import type { RoadsTaken } from '../../../routing/current/roads-wanted.js';
import type { SpeedsTaken } from '../roads/followed-speeds.js';

/** Events that concern the served dataset. */
export type DatasetNews =
  | {
      kind: 'loaded';
      path: string;
      took_ms: number;
      /** Whether the dataset replaced another one. */
      isSwap: boolean;
      /** Why the dataset to serve was refused, if this one is served in its place. */
      standsInFor: Error | null;
      /** Whether the dataset's file is mapped rather than read into memory. */
      isMapped: boolean;
      /** The dataset's description of itself, as JSON. */
      metaText: string;
      /** When the dataset's file was written, in Unix milliseconds. */
      written_ms: number;
    }
  /**
   * The dataset to serve was refused or is missing. If there is an intact earlier dataset, that one is still
   * served.
   */
  | { kind: 'refused'; reason: Error; isServing: boolean }
  /** The served dataset was altered on disk and could not be replaced, so none is served. */
  | { kind: 'left'; reason: Error }
  /** The dataset that should be served is served again. */
  | { kind: 'recovered'; path: string }
  /** The pointer to the dataset to serve is missing, or has been restored. */
  | { kind: 'pointer'; isMissing: boolean }
  /** Own places were loaded from the folder or, after an error, stay as they were. */
  | { kind: 'own_places'; taken: { layers: number; places: number; took_ms: number } | Error }
  /** Routes now use the wanted roads or, after an error, still use the previous ones. */
  | { kind: 'roads'; taken: RoadsTaken | Error }
  /** Learned speeds, null if there are none, or the error that made the service keep the previous ones. */
  | { kind: 'speeds'; taken: SpeedsTaken };
