import type { Box, Position } from '../geo/position.js';
import type { KeyKind, MatchGroup } from './finding/forward-hit.js';
import type { Matched } from './forward/match.js';
import type { Components } from './place-texts.js';
import type { Layer } from './places/layer.js';
import type { ProminenceParts } from './places/prominence.js';

/** A place in a response. */
export interface PlaceHit {
  row: number;
  id: string;
  name: string;
  address: string | null;
  /** The position, in units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** The kind of place: `restaurant`, `street`, `khoroo` ... */
  type: string;
  layer: Layer;
  components: Components;
  /** The bounding box of an area or street, in 1e-7 degrees. The box may extend beyond the antimeridian. */
  box: Box | null;
}

/** A row in the results. */
export interface FoundRow extends Matched {
  row: number;
  /** The tagged name that matched, if it differs from the displayed name. */
  otherName: string | null;
  group: MatchGroup;
  /** Whether the name that matched is spelled exactly as typed. */
  isStrict: boolean;
  /**
   * The row's point, in degrees, inside the area that the query names, or null if the row's own point is to
   * be used.
   */
  at: Position | null;
}

/**
 * The result of a reverse lookup. `distance_m` is the distance to the true geometry; it is 0 inside an
 * outline.
 */
export interface ReverseHit extends PlaceHit {
  matchKind: 'address' | 'place' | 'street';
  distance_m: number;
}

/** Explains a place's ranking in the results. */
export interface Explanation extends PlaceHit, Matched {
  group: MatchGroup;
  key: KeyKind;
  relaxation: number;
  /** The name that matched and the key of the form that matched, or null for a house found by its number. */
  matched: { name: string; key: string } | null;
  prominence: number;
  parts: ProminenceParts;
  /** The place's score from the user's position, or null if there is no position. */
  here: number | null;
  /** The keys of the words that found the place, taken from the query as typed or from the relaxed query. */
  asked: readonly string[];
}
