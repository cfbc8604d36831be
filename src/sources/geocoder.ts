/** The geocoding seam: plain values in and out, degrees and meters, an AbortSignal for the deadline. */

import type { Box, Position } from '../geo/position.js';
import { WINDS, type Wind } from '../geo/bearing.js';
import type { Asker } from './asker.js';
import { MATCHES, type Match } from '../geocoding/forward/match.js';

export { MATCHES };

export interface FoundPlace {
  /** Names the source object, and stays the same across imports. */
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Forward: the category in lower case or `place`. Reverse: `address`, `place` or `street`. */
  readonly type: string;
  /** The following fields are for sources that know them. The coarse kind, the same in both directions. */
  readonly layer?: PlaceLayer;
  /** The known parts of the address, all in one language. */
  readonly components?: PlaceComponents;
  /** The name that matched, if it is not `name`. */
  readonly matched_name?: string;
  /** For searches: how the text was read to find it. */
  readonly match?: Match;
  /** The words of the text that it lacks, in the order of the text. Only for `partial`. */
  readonly left_out?: readonly string[];
  /** The probability that the text means this place, 0 to 1 with two decimals. See judged-search.ts. */
  readonly confidence?: number;
  /** For areas, streets and postcodes. */
  readonly bbox?: Box;
}

/** Coarse kinds of places. */
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

/** Parts of an address, from narrow to wide. A place of one of these kinds names itself, too. */
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

/** Languages of names and addresses; `mn-Latn` is Mongolian in Latin letters (MNS 5217). */
export const PLACE_LANGUAGES = ['mn', 'en', 'mn-Latn', 'ru'] as const;
export type PlaceLanguage = (typeof PLACE_LANGUAGES)[number];

export interface NearestPlace extends FoundPlace {
  readonly type: 'address' | 'place' | 'street';
  readonly distance_m: number;
  /** The place of the point itself, if the request asks for it. */
  readonly description?: PlaceDescription;
  /** The place without the distance: one frozen object for each place as long as a source remembers it. */
  readonly place?: FoundPlace;
}

/** The compass directions in `direction`. */
export const DIRECTIONS = WINDS;

/** The place of a point, in words. */
export interface PlaceDescription {
  /** One sentence, at most 180 characters. */
  readonly text: string;
  /** The landmarks it names, the better one first: up to two, and after them the river or lake there. */
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
  /** The code of the point, with ten letters and digits: a box of 14 m. */
  readonly plus_code: string;
}

/** Everything known about one place. */
export interface KnownPlace extends FoundPlace {
  /** Names as tagged, by their keys in OpenStreetMap: `name`, `name:en`, `old_name`. */
  readonly names: Readonly<Record<string, string>>;
  /** The following fields are as tagged, too, and absent without a tag. */
  readonly opening_hours?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly wheelchair?: string;
  /** Only for a point that is not in the data. */
  readonly description?: PlaceDescription;
  /** Degrees. */
  readonly entrance?: { readonly longitude: number; readonly latitude: number };
}

/** An id as in answers. */
export interface PlaceRequest {
  id: string;
  lang?: PlaceLanguage;
}

export interface SearchRequest {
  /** Normalised text (NFC, single spaces), 2 to 200 code points. */
  text: string;
  /** 1 to 20. */
  limit: number;
  /** Degrees, `[longitude, latitude]`. Within each match group, nearer places rank higher. */
  near?: Position;
  /** When absent, each place is as displayed, which is Mongolian if the data has it. */
  lang?: PlaceLanguage;
  /**
   * Categories (`restaurant`) and layers (`poi`), at least one. Only places that have one of these are found.
   */
  types?: readonly string[];
  /** Only places whose point lies in it are found. */
  bbox?: Box;
}

/** Degrees. */
export interface ReverseRequest {
  longitude: number;
  latitude: number;
  lang?: PlaceLanguage;
  /** Whether to say in words where the point is. */
  describe?: true;
}

/**
 * The geocoding seam. The embedded one answers at once, an engine behind a network with a promise. It throws
 * OperatingError SERVICE_UNAVAILABLE while data is loading. It refuses parts of a request that it cannot
 * honour (see not-supported.ts). Any other error counts as a failed source (502).
 */
export interface Geocoder {
  /**
   * Best first. The bytes that a client gets for a frozen place are written once, so a frozen place never
   * changes.
   * @param asker takes turns with others, see `Asker`
   */
  search(
    request: SearchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): readonly FoundPlace[] | Promise<readonly FoundPlace[]>;
  /** The one nearest meaningful match, or null if nothing is near. */
  reverse(request: ReverseRequest, signal?: AbortSignal): NearestPlace | null | Promise<NearestPlace | null>;
  /**
   * The place of an id, null if there is none. A source without this method does not resolve ids: 400
   * `not_supported`.
   */
  place?(request: PlaceRequest, signal?: AbortSignal): KnownPlace | null | Promise<KnownPlace | null>;
  state(): SourceState;
}

/**
 * For readiness. `degraded` still answers (from an older dataset), but is a failed check, as `loading` and
 * `fail` are. So is `partial`: some travel modes answer, others do not. `not_configured` is not a check at
 * all.
 */
export type SourceState = 'ok' | 'degraded' | 'partial' | 'loading' | 'fail' | 'not_configured';
