import type { PlaceIndex } from '../../../geocoding/geocoding-index.js';
import type { RoutingIndex } from '../../../routing/routing-index.js';
import type { TravelMode } from '../../../travel-mode.js';
import type { SourceState } from '../../geocoder.js';

/** What answers are made of. */
export interface AnsweringData {
  readonly geocoding: PlaceIndex;
  /** What stands at turns, if that is not `geocoding`; null for nothing. */
  readonly landmarks?: PlaceIndex | null;
  readonly routing: Readonly<Record<TravelMode, RoutingIndex>>;
}

/** Where it comes from. A request takes it once, at its start. */
export interface AnsweringSource {
  /** @throws OperatingError SERVICE_UNAVAILABLE while there is none */
  pinned(): AnsweringData;
  state(): SourceState;
}
