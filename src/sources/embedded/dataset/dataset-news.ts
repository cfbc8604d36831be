import type { RoadsTaken } from '../../../routing/current/roads-wanted.js';
import type { SpeedsTaken } from '../roads/followed-speeds.js';

/** Events that concern the dataset being served. */
export type DatasetNews =
  | {
      kind: 'loaded';
      path: string;
      took_ms: number;
      /** Whether the dataset replaced another dataset. */
      isSwap: boolean;
      /** Why the dataset to serve was refused, if the loaded dataset is served in its place. */
      standsInFor: Error | null;
      /** Whether the dataset's file is mapped rather than read into memory. */
      isMapped: boolean;
      /** The dataset's description of itself, as JSON. */
      metaText: string;
      /** When the dataset's file was written, in Unix milliseconds. */
      written_ms: number;
    }
  /**
   * The dataset to serve was refused or is missing. If there is an intact earlier dataset, it is served
   * instead.
   */
  | { kind: 'refused'; reason: Error; isServing: boolean }
  /**
   * The dataset being served was altered on disk and could not be replaced, so no dataset is being served.
   */
  | { kind: 'left'; reason: Error }
  /** The dataset that should be served is served again. */
  | { kind: 'recovered'; path: string }
  /** The pointer to the dataset to serve is missing or has been restored. */
  | { kind: 'pointer'; isMissing: boolean }
  /** Own places were loaded from the folder or, if an error occurred, remain unchanged. */
  | { kind: 'own_places'; taken: { layers: number; places: number; took_ms: number } | Error }
  /** Routes now use the wanted roads or, if an error occurred, still use the previous roads. */
  | { kind: 'roads'; taken: RoadsTaken | Error }
  /**
   * The learned speeds, null if there are none, or the error because of which the service keeps the previous
   * speeds.
   */
  | { kind: 'speeds'; taken: SpeedsTaken };
