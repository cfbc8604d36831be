import { afterEach, expect, it, vi } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { Surroundings } from '../../src/geocoding/describe/surroundings.js';
import { GeocodingIndex, type PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import { warmSoon } from '../../src/sources/embedded/geocoder/warm-sentences.js';
import { townFeatures } from '../geocoding/describe/town.js';

afterEach(() => vi.restoreAllMocks());

it('makes the landmarks of a dataset before somebody asks, and once for all that is asked', async () => {
  const index = GeocodingIndex.from(buildGeocoding(townFeatures(1)).sections);
  const broken = { sections: {} } as GeocodingIndex;
  const made = vi.spyOn(Surroundings.prototype, 'landmarks', 'get');
  warmSoon({ parts: [broken, index] } as unknown as PlaceIndex);
  expect(made).not.toHaveBeenCalled();
  await expect.poll(() => made.mock.results.length).toBeGreaterThan(0);
  // As when own places beside the map change.
  expect(Surroundings.of(index).landmarks).toBe(made.mock.results[0].value);
});
