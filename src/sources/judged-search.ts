import { confidenceOf, JUDGED_PLACES } from '../geocoding/certainty.js';
import type { FoundPlace, Geocoder, SearchRequest } from './geocoder.js';
import type { Asker } from './asker.js';

/**
 * Searches for places and adds a confidence to the first place. The confidence does not depend on the limit
 * or the language: whatever the source, the first place is compared with the same number of other places, by
 * the names that a search without a language returns.
 */
export function judgedSearch(
  geocoder: Geocoder,
  request: SearchRequest,
  signal?: AbortSignal,
  asker?: Asker,
): readonly FoundPlace[] | Promise<readonly FoundPlace[]> {
  const { lang, ...asked } = { ...request, limit: Math.max(request.limit, JUDGED_PLACES) };
  const judged = geocoder.search(asked, signal, asker);
  const found = lang === undefined ? judged : geocoder.search({ ...asked, lang }, signal, asker);
  const withConfidence = (places: readonly FoundPlace[], likely: readonly FoundPlace[]): FoundPlace[] =>
    places
      .slice(0, request.limit)
      .map((place, i) => (i > 0 ? place : { ...place, confidence: confidenceOf(request.text, likely) }));
  return found instanceof Promise || judged instanceof Promise
    ? Promise.all([found, judged]).then(([places, likely]) => withConfidence(places, likely))
    : withConfidence(found, judged);
}
