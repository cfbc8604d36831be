import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import type { TravelMode } from '../../../travel-mode.js';
import type { SourceState } from '../../geocoder.js';

/** The data behind answers. */
export interface AnsweringData {
  readonly geocoding: PlaceIndex;
  /** The landmarks at turns, if they are not in `geocoding`; null if there are none. */
  readonly landmarks?: PlaceIndex | null;
  readonly routing: Readonly<Record<TravelMode, RoutingIndex>>;
}

/** Gives out the data. A request takes it once, at its start. */
export interface AnsweringSource {
  /** @throws OperatingError SERVICE_UNAVAILABLE while there is none */
  pinned(): AnsweringData;
  state(): SourceState;
}
