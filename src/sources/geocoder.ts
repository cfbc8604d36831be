/** The geocoding seam: plain values in and out, degrees and metres, an AbortSignal for the deadline. */

export interface FoundPlace {
  /** Stable across imports: names the source object. */
  id: string;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
  /** Forward: the category in lower case or `place`. Reverse: `address`, `place` or `street`. */
  type: string;
}

export interface NearestPlace extends FoundPlace {
  type: 'address' | 'place' | 'street';
  distance_m: number;
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
  search(request: SearchRequest, signal?: AbortSignal): FoundPlace[] | Promise<FoundPlace[]>;
  /** The one nearest meaningful match, or null when nothing is near. Degrees. */
  reverse(longitude: number, latitude: number, signal?: AbortSignal): NearestPlace | null | Promise<NearestPlace | null>;
  state(): SourceState;
}

/** For readiness: `degraded` still answers (from an older dataset), but is a failed check as `loading` and `fail` are; `not_configured` is none. */
export type SourceState = 'ok' | 'degraded' | 'loading' | 'fail' | 'not_configured';
