import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import type { TravelMode } from '../../../travel-mode.js';
import type { SourceState } from '../../geocoder.js';

/** The data from which responses are computed. */
export interface AnsweringData {
  readonly geocoding: PlaceIndex;
  /** The landmarks at turns, if they are not part of `geocoding`, or null if there are no landmarks. */
  readonly landmarks?: PlaceIndex | null;
  readonly routing: Readonly<Record<TravelMode, RoutingIndex>>;
}

/** Provides the data. A request gets the data only once, when the request starts. */
export interface AnsweringSource {
  /** @throws OperatingError SERVICE_UNAVAILABLE while no data is loaded */
  pinned(): AnsweringData;
  state(): SourceState;
}
