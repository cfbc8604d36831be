import type { Box, Position } from '../geo/position.js';
import type { KeyKind, MatchGroup } from './finding/forward-hit.js';
import type { Matched } from './forward/match.js';
import type { Components } from './place-texts.js';
import type { Layer } from './places/layer.js';
import type { ProminenceParts } from './places/prominence.js';

/** A place in an answer. */
export interface PlaceHit {
  row: number;
  id: string;
  name: string;
  address: string | null;
  /** Units of 1e-7 degrees. */
  lon7: number;
  lat7: number;
  /** Its kind: `restaurant`, `street`, `khoroo` ... */
  type: string;
  layer: Layer;
  components: Components;
  /** Units of 1e-7 degrees, for areas and streets; it extends beyond the antimeridian. */
  box: Box | null;
}

/** A row in the results. */
export interface FoundRow extends Matched {
  row: number;
  /** The tagged name that matched, if it is not the displayed one. */
  otherName: string | null;
  group: MatchGroup;
  /** Whether the name that matched is written exactly so. */
  isStrict: boolean;
  /** Its point in the area that the text names, in degrees; null if that is the point of the row. */
  at: Position | null;
}

/** The answer of a reverse lookup. `distance_m` is to the true geometry, 0 inside an outline. */
export interface ReverseHit extends PlaceHit {
  matchKind: 'address' | 'place' | 'street';
  distance_m: number;
}

/** Why a place was found at its position in the list. */
export interface Explanation extends PlaceHit, Matched {
  group: MatchGroup;
  key: KeyKind;
  relaxation: number;
  /** The name that matched and the key of its form; null for a house found by its number. */
  matched: { name: string; key: string } | null;
  prominence: number;
  parts: ProminenceParts;
  /** Its worth from the user's position; null without one. */
  here: number | null;
  /** Keys of the words that found it: those of the text as typed, or of the relaxed one. */
  asked: readonly string[];
}
