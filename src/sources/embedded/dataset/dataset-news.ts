import type { RoadsTaken } from '../../../routing/current/roads-wanted.js';
import type { SpeedsTaken } from '../roads/followed-speeds.js';

/** What became of the dataset that is served. */
export type DatasetNews =
  | {
      kind: 'loaded';
      path: string;
      took_ms: number;
      /** Whether it replaced another one. */
      isSwap: boolean;
      /** Why the dataset to serve was refused, if this one stands in for it. */
      standsInFor: Error | null;
      /** Whether its file is mapped, and not read into memory. */
      isMapped: boolean;
      /** What the dataset says about itself, as JSON. */
      metaText: string;
      /** When its file was written, in Unix milliseconds. */
      written_ms: number;
    }
  /** The dataset to serve was refused or is gone. If there is a sound one before it, it is still served. */
  | { kind: 'refused'; reason: Error; isServing: boolean }
  /** What was served was altered on the disk, and nothing takes its place: nothing is served. */
  | { kind: 'left'; reason: Error }
  /** The dataset that is served is again the one to serve. */
  | { kind: 'recovered'; path: string }
  /** The pointer to the dataset to serve is missing, or is there again. */
  | { kind: 'pointer'; isMissing: boolean }
  /** Own places are found as they lie in the folder now, or (with an error) as before. */
  | { kind: 'own_places'; taken: { layers: number; places: number; took_ms: number } | Error }
  /** Routes are as was wanted, or (with an error) stay as they are. */
  | { kind: 'roads'; taken: RoadsTaken | Error }
  /** Speeds that were learned, null where none were, or (with an error) as before. */
  | { kind: 'speeds'; taken: SpeedsTaken };
