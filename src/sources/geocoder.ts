/** The geocoding seam: plain values in and out, degrees and meters, an AbortSignal for the deadline. */

import type { Box, Position } from '../geo/position.js';
import { WINDS, type Wind } from '../geo/bearing.js';
import type { Asker } from './asker.js';
import { MATCHES, type Match } from '../geocoding/forward/match.js';

export { MATCHES };

export interface FoundPlace {
  /** Stable across imports: names the source object. */
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** Forward: the category in lower case or `place`. Reverse: `address`, `place` or `street`. */
  readonly type: string;
  /** What follows is for sources that know it. The coarse kind, the same in both directions. */
  readonly layer?: PlaceLayer;
  /** The address in parts. Only those that are known; all in one language. */
  readonly components?: PlaceComponents;
  /** The name that was found, when it is another one than `name`. */
  readonly matched_name?: string;
  /** Forward: how the text was read to find it. */
  readonly match?: Match;
  /** The words of the text that it does not have, in the order of the text. Only of `partial`. */
  readonly left_out?: readonly string[];
  /** How probable it is that this is what was meant, 0 to 1 with two decimals. See judged-search.ts. */
  readonly confidence?: number;
  /** Of areas, streets and postcodes. */
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

/** Parts of an address, from narrow to wide. A place that is one of these names itself too. */
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
  /** Where the point itself is, when that was asked for. */
  readonly description?: PlaceDescription;
  /** The same without the distance: one frozen object for each place as long as a source remembers it. */
  readonly place?: FoundPlace;
}

/** The winds that `direction` names. */
export const DIRECTIONS = WINDS;

/** Where a point is, in words. */
export interface PlaceDescription {
  /** One sentence, at most 180 characters. */
  readonly text: string;
  /** What it names, the better one first: up to two, and behind them the river or lake there. */
  readonly landmarks: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly longitude: number;
    readonly latitude: number;
    /** From the landmark to the point. */
    readonly direction: Wind;
    readonly distance_m: number;
  }[];
  /** Of the point, with ten letters and digits: a box of 14 m. */
  readonly plus_code: string;
}

/** What is known of one place. */
export interface KnownPlace extends FoundPlace {
  /** Names as they are tagged, by their keys in OpenStreetMap: `name`, `name:en`, `old_name`. */
  readonly names: Readonly<Record<string, string>>;
  /** What follows is as it is tagged, too, and only where it is. */
  readonly opening_hours?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly wheelchair?: string;
  /** Only of a point that is none of the data. */
  readonly description?: PlaceDescription;
  /** Degrees. */
  readonly entrance?: { readonly longitude: number; readonly latitude: number };
}

/** An id as answers have it. */
export interface PlaceRequest {
  id: string;
  lang?: PlaceLanguage;
}

export interface SearchRequest {
  /** Normalised text (NFC, single spaces), 2 to 200 code points. */
  text: string;
  /** 1 to 20. */
  limit: number;
  /** Degrees, `[longitude, latitude]`: within each match group, nearer places rank higher. */
  near?: Position;
  /** As each place is displayed when absent, which is Mongolian where the data has it. */
  lang?: PlaceLanguage;
  /** Categories (`restaurant`) and layers (`poi`): only places of one of them. At least one. */
  types?: readonly string[];
  /** Only places whose point lies in it. */
  bbox?: Box;
}

/** Degrees. */
export interface ReverseRequest {
  longitude: number;
  latitude: number;
  lang?: PlaceLanguage;
  /** Say in words where the point is. */
  describe?: true;
}

/**
 * The embedded one answers at once, an engine behind a network with a promise. It throws OperatingError
 * SERVICE_UNAVAILABLE while data is loading. It refuses what it cannot honour of a request (see
 * not-supported.ts). Anything else that is thrown counts as a failed source (502).
 */
export interface Geocoder {
  /**
   * Best first. What a client gets of a frozen place is written once, so it never changes.
   * @param asker who takes turns with others, see `Asker`
   */
  search(
    request: SearchRequest,
    signal?: AbortSignal,
    asker?: Asker,
  ): readonly FoundPlace[] | Promise<readonly FoundPlace[]>;
  /** The one nearest meaningful match, or null when nothing is near. */
  reverse(request: ReverseRequest, signal?: AbortSignal): NearestPlace | null | Promise<NearestPlace | null>;
  /** The place of an id, null when there is none. Who lacks this resolves no ids: 400 `not_supported`. */
  place?(request: PlaceRequest, signal?: AbortSignal): KnownPlace | null | Promise<KnownPlace | null>;
  state(): SourceState;
}

/**
 * For readiness. `degraded` still answers (from an older dataset), but is a failed check, as `loading` and
 * `fail` are. So is `partial`: some travel modes are answered, others are not. `not_configured` is not a
 * check at all.
 */
export type SourceState = 'ok' | 'degraded' | 'partial' | 'loading' | 'fail' | 'not_configured';
