import { stemKeysOf } from '../text/strip-case.js';
import { withoutRequest } from '../text/request-words.js';
import { wordsOf, type Word } from '../text/words.js';
import { isStrictKey } from './finding/forward-hit.js';
import type { Refinement } from './forward/refinement.js';
import type { PlaceIndex } from './geocoding-index.js';
import type { Explanation } from './place-hit.js';
import type { Reading } from './reading/reading-option.js';

/** Explains to users why a search returns its results, for `gazarch explain` and for web pages. */
export interface SearchExplanation {
  query: string;
  results: ExplainedPlace[];
  /** The interpretations of the query that find at least one place; the first one is used. */
  readings: ExplainedReading[];
  /** The first place beyond the limit, or null if the list is complete. */
  next: ExplainedPlace | null;
}

export interface ExplainedReading extends Omit<Reading, 'row'> {
  /** The name of the first place that this interpretation finds. */
  name: string;
}

export interface ExplainedPlace extends Explanation {
  /** How the query was relaxed before it found this place, or null if the query was searched as typed. */
  relaxed: Relaxed | null;
  /** Why the place ranks below the previous one, or null for the first place. */
  behind: Behind | null;
}

interface Relaxed {
  /** The dropped words, as typed. */
  dropped: string[];
  /** The keys that were searched instead. */
  searched: string[];
  rule: Rule;
}

/**
 * The reason why the search used words other than the typed ones:
 *
 *     request    the words of a request were dropped: «where is», «явмаар байна»
 *     case       the case ending of the last word was removed
 *     left_out   no place has all words, so one was left out
 *     other      no place was found as typed
 */
export type Rule = 'request' | 'case' | 'left_out' | 'other';

/**
 * The reason why one place ranks below another. The value is the first reason that applies:
 *
 *     relaxed      the query had to be relaxed further
 *     group        a worse match group
 *     kind         it only matches by name; places of the requested kind come first
 *     key          its name is only spelled alike, or sounds alike
 *     words        fewer of the words are in its name, or more errors
 *     distance     it scores lower from the user's position
 *     prominence   it is less prominent
 *     name length  its name is longer
 *     id           all else is equal, so ids decide
 */
export type Behind =
  'relaxed' | 'group' | 'kind' | 'key' | 'words' | 'distance' | 'prominence' | 'name length' | 'id';

/** @param limit the number of places to explain; one additional place is included */
export function explainSearch(
  index: PlaceIndex,
  query: string,
  limit: number,
  refinement?: Refinement,
): SearchExplanation {
  const found = index.explain(query, limit + 1, refinement);
  const places = found.map((place, i): ExplainedPlace => ({
    ...place,
    relaxed: relaxedOf(query, place),
    behind: i === 0 ? null : behindOf(place, found[i - 1]),
  }));
  const readings = index.readings(query, limit + 1, refinement).map(({ row, ...reading }) => ({
    ...reading,
    name: index.labelOf(row).name,
  }));
  return { query, results: places.slice(0, limit), readings, next: places[limit] ?? null };
}

function relaxedOf(query: string, { relaxation, asked, match }: Explanation): Relaxed | null {
  const isRequest = relaxation === 0;
  if (isRequest && withoutRequest(query, wordsOf(query)).length === 0) return null;
  const left = new Set(asked);
  const dropped = query
    .split(/[\s,]+/)
    .filter((token) => token !== '' && !wordsOf(token).some(({ strict }) => left.has(strict)));
  if (isRequest && dropped.length === 0) return null;
  const isCase = (): boolean => {
    const words = wordsOf(query);
    const isStem = (word: Word, i: number): boolean =>
      word.strict === asked[i] || stemKeysOf(word).includes(asked[i]);
    return words.length === asked.length && words.every(isStem);
  };
  const rule = isRequest ? 'request' : match === 'partial' ? 'left_out' : isCase() ? 'case' : 'other';
  return { dropped, searched: [...asked], rule };
}

function behindOf(place: Explanation, before: Explanation): Behind {
  if (place.relaxation !== before.relaxation) return 'relaxed';
  if (place.group > before.group) return 'group';
  if (place.group < before.group) return 'kind';
  // Only names that are about as prominent as the best one count as having this spelling.
  const isLess = isStrictKey(before.key) && place.matched?.key === before.matched?.key;
  if (place.key !== before.key) return isLess ? 'prominence' : 'key';
  const [value, best] = [place.here ?? place.prominence, before.here ?? before.prominence];
  if (value > best) return 'words';
  if (place.prominence < before.prominence && place.here === null) return 'prominence';
  if (value < best) return 'distance';
  return [...place.name].length > [...before.name].length ? 'name length' : 'id';
}
