import type { GeocodingBuild } from '../../src/geocoding/build-geocoding.js';
import { JUDGED_PLACES } from '../../src/geocoding/certainty.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';

/**
 * Searches these sections as the service does, with crossings and points beside a place.
 *
 * @returns the places of a text, best first, at most as many as are examined for a confidence
 */
export function searchOf(sections: GeocodingBuild['sections']): (text: string) => readonly FoundPlace[] {
  const map = GeocodingIndex.from(sections);
  const dataset = { geocoding: map, map, mapSections: sections };
  const current = { pinned: () => dataset, state: () => 'ok' } as unknown as CurrentDataset;
  const geocoder = new EmbeddedGeocoder(current, { radii: DEFAULT_REVERSE_RADII });
  return (text) => geocoder.search({ text, limit: JUDGED_PLACES });
}
