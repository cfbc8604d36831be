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
 * The embedded one answers at once, an engine behind a network with a promise.
 * @throws OperatingError SERVICE_UNAVAILABLE while data is loading; anything else thrown counts as a failed source (502).
 */
export interface Geocoder {
  /** Best first. Frozen places may be remembered and given again. */
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
  /**
   * Which data the answers come from, as a number that goes up with each newer one: as long as it is the same, so is the answer to the same search, and the place of the same id, if they are frozen. Null while there is none; a source without it may
   * answer otherwise each time.
   */
  edition?(): number | null;
}

/** For readiness: `degraded` still answers (from an older dataset), but is a failed check as `loading` and `fail` are; `not_configured` is none. */
export type SourceState = 'ok' | 'degraded' | 'loading' | 'fail' | 'not_configured';
