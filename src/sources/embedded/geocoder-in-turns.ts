import type {
  FoundPlace,
  Geocoder,
  KnownPlace,
  NearestPlace,
  PlaceRequest,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import type { Asker } from '../asker.js';
import { Slices } from './slices.js';

/**
 * A geocoder whose searches take turns. A query of 190 unusual characters takes a hundred times as long as a
 * name, and its search cannot pause. A client that sends many such queries has to wait while other clients
 * get their turn. Reverse lookups are short, so they never wait.
 */
export class GeocoderInTurns implements Geocoder {
  readonly #geocoder: AtOnce;
  readonly #slices = new Slices();

  constructor(geocoder: AtOnce) {
    this.#geocoder = geocoder;
  }

  search(
    request: SearchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): readonly FoundPlace[] | Promise<readonly FoundPlace[]> {
    return this.#slices.whole(() => this.#geocoder.search(request), signal, asker);
  }

  reverse(request: ReverseRequest): NearestPlace | null {
    return this.#geocoder.reverse(request);
  }

  place(request: PlaceRequest): KnownPlace | null {
    return this.#geocoder.place(request);
  }

  state(): SourceState {
    return this.#geocoder.state();
  }
}

/** A geocoder that answers synchronously. */
interface AtOnce {
  search(request: SearchRequest): readonly FoundPlace[];
  reverse(request: ReverseRequest): NearestPlace | null;
  place(request: PlaceRequest): KnownPlace | null;
  state(): SourceState;
}
