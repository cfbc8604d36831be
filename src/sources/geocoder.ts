/** The geocoding seam: plain values in and out, degrees and metres, an AbortSignal for the deadline. */

export interface FoundPlace {
  /** Stable across imports: names the source object. */
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Forward: the category in lower case or `place`. Reverse: `address`, `place` or `street`. */
  readonly type: string;
}

export interface NearestPlace extends FoundPlace {
  readonly type: 'address' | 'place' | 'street';
  readonly distance_m: number;
  /** The same without the distance: one frozen object for each place as long as a source remembers it. */
  readonly place?: FoundPlace;
}

export interface SearchRequest {
  /** Normalised text (NFC, single spaces), 2 to 200 code points. */
  text: string;
  /** 1 to 20. */
  limit: number;
}

/**
 * The embedded one answers at once, an engine behind a network with a promise. It throws OperatingError
 * SERVICE_UNAVAILABLE while data is loading. Anything else that is thrown counts as a failed source (502).
 */
export interface Geocoder {
  /** Best first. What a client gets of a frozen place is written once, so it never changes. */
  search(
    request: SearchRequest,
    signal?: AbortSignal,
  ): readonly FoundPlace[] | Promise<readonly FoundPlace[]>;
  /** The one nearest meaningful match, or null when nothing is near. Degrees. */
  reverse(
    longitude: number,
    latitude: number,
    signal?: AbortSignal,
  ): NearestPlace | null | Promise<NearestPlace | null>;
  state(): SourceState;
}

/**
 * For readiness. `degraded` still answers (from an older dataset), but is a failed check, as `loading` and
 * `fail` are. `not_configured` is not a check at all.
 */
export type SourceState = 'ok' | 'degraded' | 'loading' | 'fail' | 'not_configured';
