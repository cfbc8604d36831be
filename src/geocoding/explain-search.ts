import { stemKeysOf } from '../text/cases.js';
import { withoutRequest } from '../text/request-words.js';
import { wordsOf, type Word } from '../text/words.js';
import type { Refinement } from './forward/refinement.js';
import type { PlaceIndex } from './geocoding-index.js';
import type { Explanation } from './place-hit.js';
import type { Reading } from './reading/ground.js';

/** Why a search finds what it finds: data for people, of `gazarch explain` and of any page that shows it. */
export interface SearchExplanation {
  query: string;
  results: ExplainedPlace[];
  /** The ways to read the text that find something; the first one won. */
  readings: ExplainedReading[];
  /** The first place that the limit left out; null when the list is complete. */
  next: ExplainedPlace | null;
}

export interface ExplainedReading extends Omit<Reading, 'row'> {
  /** What is found first so. */
  name: string;
}

export interface ExplainedPlace extends Explanation {
  /** What became of the query before it found this place; null when it was searched as typed. */
  relaxed: Relaxed | null;
  /** Why it stands behind the place before it; null for the first. */
  behind: Behind | null;
}

interface Relaxed {
  /** Words as typed that were dropped. */
  dropped: string[];
  /** The keys that were searched instead. */
  searched: string[];
  rule: Rule;
}

/**
 * Why other words were searched than those that were typed:
 *
 *     request    words of asking and going were dropped: «where is», «явмаар байна»
 *     case       the case ending of the last word was taken off
 *     left_out   nothing has all words, and one was left out
 *     other      nothing was found as typed
 */
export type Rule = 'request' | 'case' | 'left_out' | 'other';

/**
 * What decided between two places, the first that applies:
 *
 *     relaxed      the query had to be relaxed further
 *     group        a worse match group
 *     kind         it only matches by name; things of the kind that was asked for come first
 *     key          its name is only written alike, or read alike
 *     words        fewer of the words are in its name, or more errors
 *     distance     it is worth less from where the user is
 *     prominence   it is less prominent
 *     name length  its name is longer
 *     id           nothing; ids decide
 */
export type Behind =
  'relaxed' | 'group' | 'kind' | 'key' | 'words' | 'distance' | 'prominence' | 'name length' | 'id';

/** @param limit how many places are explained; the next one too */
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

function isStrict({ key }: Explanation): boolean {
  return key === 'literal' || key === 'written';
}

function behindOf(place: Explanation, before: Explanation): Behind {
  if (place.relaxation !== before.relaxation) return 'relaxed';
  if (place.group > before.group) return 'group';
  if (place.group < before.group) return 'kind';
  // Only names about as prominent as the best count as written so.
  const isLess = isStrict(before) && place.matched?.key === before.matched?.key;
  if (place.key !== before.key) return isLess ? 'prominence' : 'key';
  const [value, best] = [place.here ?? place.prominence, before.here ?? before.prominence];
  if (value > best) return 'words';
  if (place.prominence < before.prominence && place.here === null) return 'prominence';
  if (value < best) return 'distance';
  return [...place.name].length > [...before.name].length ? 'name length' : 'id';
}
