import type { PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import { JUDGED_PLACES, type JudgedPlace } from '../../src/geocoding/certainty.js';

/** What an index finds for a text, in the form in which sources give it. */
export function foundPlaces(index: PlaceIndex, text: string): (JudgedPlace & { id: string })[] {
  return index.find(text, JUDGED_PLACES).map(({ row, otherName, match }) => {
    const { lon7, lat7, ...place } = index.place(row);
    return {
      ...place,
      longitude: lon7 / 1e7,
      latitude: lat7 / 1e7,
      ...(otherName !== null && { matched_name: otherName }),
      match,
    };
  });
}
