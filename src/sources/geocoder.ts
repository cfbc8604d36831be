/**
 * The geocoding seam: plain values as input and output, degrees and meters as units, and an AbortSignal for
 * the deadline.
 */

import type { Box, Position } from '../geo/position.js';
import { WINDS, type Wind } from '../geo/bearing.js';
import type { Asker } from './asker.js';
import { SENTENCE_LETTERS } from '../geocoding/describe/sentence.js';
import { MATCH_GROUPS } from '../geocoding/finding/forward-hit.js';
import { MATCHES, type Match } from '../geocoding/forward/match.js';

export { MATCHES, MATCH_GROUPS, SENTENCE_LETTERS };

export interface FoundPlace {
  /** The id of the source object, which stays the same across imports. */
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** In a search: the category in lowercase, or `place`. Reverse: `address`, `place` or `street`. */
  readonly type: string;
  /**
   * Whether the fields below are set depends on the source. `layer` is the broad kind of place, which is the
   * same for searches and reverse lookups.
   */
  readonly layer?: PlaceLayer;
  /** The known parts of the address, all in one language. */
  readonly components?: PlaceComponents;
  /** The name that matched the query, if it differs from `name`. */
  readonly matched_name?: string;
  /** How the query was interpreted to find the place; present only for searches. */
  readonly match?: Match;
  /** The query words that do not match the place, in the order of the query. Present only for `partial`. */
  readonly left_out?: readonly string[];
  /**
   * The probability that the query refers to this place, from 0 to 1, with two decimals. See
   * judged-search.ts.
   */
  readonly confidence?: number;
  /** The bounding box; present only for areas, streets and postcodes. */
  readonly bbox?: Box;
}

/** Broad kinds of places. */
export const PLACE_LAYERS = [
  'address',
  'street',
  'poi',
  'settlement',
  'area',
  'natural',
  'transport',
  'postcode',
] as const;
type PlaceLayer = (typeof PLACE_LAYERS)[number];

/**
 * The parts of an address, from the narrowest to the widest. The components of a place of one of these kinds
 * include the place itself.
 */
export const PLACE_COMPONENTS = [
  'house_number',
  'street',
  'khoroo',
  'district',
  'bag',
  'soum',
  'city',
  'aimag',
  'postcode',
  'country',
] as const;
export type PlaceComponents = Readonly<Partial<Record<(typeof PLACE_COMPONENTS)[number], string>>>;

/** Languages of names and addresses; `mn-Latn` is Mongolian in the Latin alphabet (MNS 5217). */
export const PLACE_LANGUAGES = ['mn', 'en', 'mn-Latn', 'ru'] as const;
export type PlaceLanguage = (typeof PLACE_LANGUAGES)[number];

export interface NearestPlace extends FoundPlace {
  readonly type: 'address' | 'place' | 'street';
  readonly distance_m: number;
  /** A description of where the point itself is, if requested. */
  readonly description?: PlaceDescription;
  /** The place without the distance: the same frozen object for as long as a source caches the place. */
  readonly place?: FoundPlace;
}

/** The compass directions that the field `direction` can contain. */
export const DIRECTIONS = WINDS;

/** A description of where a point is. */
export interface PlaceDescription {
  /** A sentence of at most `SENTENCE_LETTERS` characters. */
  readonly text: string;
  /**
   * Up to two landmarks that the sentence names, starting with the more helpful one, followed by the nearby
   * river or lake.
   */
  readonly landmarks: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly longitude: number;
    readonly latitude: number;
    /** The direction from the landmark to the point. */
    readonly direction: Wind;
    readonly distance_m: number;
  }[];
  /**
   * The plus code of the point, whose ten letters and digits represent a box that is up to 14 m on each side.
   */
  readonly plus_code: string;
}

/** All known details of a place. */
export interface KnownPlace extends FoundPlace {
  /** Names as tagged, by their OpenStreetMap keys: `name`, `name:en`, `old_name`. */
  readonly names: Readonly<Record<string, string>>;
  /** The following fields are also returned as tagged, and are absent if there is no tag. */
  readonly opening_hours?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly wheelchair?: string;
  /** Present only for a point that is not in the data. */
  readonly description?: PlaceDescription;
  /** The position in degrees. */
  readonly entrance?: { readonly longitude: number; readonly latitude: number };
}

/** The id of a place, as returned in responses. */
export interface PlaceRequest {
  id: string;
  lang?: PlaceLanguage;
}

export interface SearchRequest {
  /** The normalized query (NFC, single spaces), 2 to 200 code points. */
  text: string;
  /** The maximum number of places to return, from 1 to 20. */
  limit: number;
  /**
   * The client's position in degrees, `[longitude, latitude]`. Within each match group, places closer to the
   * client rank higher.
   */
  near?: Position;
  /**
   * If absent, the names of each place are returned as displayed, which is in Mongolian if the data contains
   * a Mongolian name.
   */
  lang?: PlaceLanguage;
  /**
   * One or more categories (`restaurant`) or layers (`poi`). Only places in one of these categories or layers
   * are returned.
   */
  types?: readonly string[];
  /** Only places whose point is in this box are returned. */
  bbox?: Box;
}

/** The point of a reverse lookup, in degrees, and its options. */
export interface ReverseRequest {
  longitude: number;
  latitude: number;
  lang?: PlaceLanguage;
  /** Whether to include a description of where the point is. */
  describe?: true;
}

/**
 * The geocoding seam. The embedded geocoder answers synchronously, and an external engine answers with a
 * promise. A geocoder throws OperatingError SERVICE_UNAVAILABLE while its data is loading. A geocoder refuses
 * parts of a request that it cannot honor (see not-supported.ts). Any other error counts as a failure of the
 * source (502).
 */
export interface Geocoder {
  /**
   * Returns the best matching places, best first. A frozen place is serialized only once, and the same bytes
   * are sent to every client, so a frozen place must never change.
   * @param asker the requester, whose searches take turns with those of other requesters; see `Asker`
   */
  search(
    request: SearchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): readonly FoundPlace[] | Promise<readonly FoundPlace[]>;
  /** Returns the single nearest meaningful match, or null if no place is near. */
  reverse(request: ReverseRequest, signal?: AbortSignal): NearestPlace | null | Promise<NearestPlace | null>;
  /**
   * Returns the place with this id, or null if there is none. A source without this method cannot look up
   * places by id: 400 `not_supported`.
   */
  place?(request: PlaceRequest, signal?: AbortSignal): KnownPlace | null | Promise<KnownPlace | null>;
  state(): SourceState;
}

/**
 * The state of a source as reported by the readiness check. A `degraded` source still answers (from an older
 * dataset), but counts as a failed check, as do `loading` and `fail`. `partial` also counts as failed: some
 * travel modes are available and others are not. A `not_configured` source is not checked at all.
 */
export type SourceState = 'ok' | 'degraded' | 'partial' | 'loading' | 'fail' | 'not_configured';
