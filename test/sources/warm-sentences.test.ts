import { afterEach, expect, it, vi } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { LandmarkSet } from '../../src/geocoding/describe/landmark-set.js';
import { Surroundings } from '../../src/geocoding/describe/surroundings.js';
import { GeocodingIndex, type PlaceIndex } from '../../src/geocoding/geocoding-index.js';
import { Lines } from '../../src/geocoding/reverse/lines.js';
import { warmSoon } from '../../src/sources/embedded/geocoder/warm-sentences.js';
import { townFeatures } from '../geocoding/describe/town.js';

afterEach(() => vi.restoreAllMocks());

it('makes the landmarks of a dataset before somebody asks, and once for all that is asked', async () => {
  const index = GeocodingIndex.from(buildGeocoding(townFeatures(1)).sections);
  const broken = { sections: {} } as GeocodingIndex;
  const made = vi.spyOn(LandmarkSet, 'of');
  const behind = vi.spyOn(Lines.prototype, 'prepare');
  warmSoon({ parts: [broken, index] } as unknown as PlaceIndex);
  expect(made).not.toHaveBeenCalled();
  await expect.poll(() => behind.mock.results.length).toBeGreaterThan(0);
  expect(made.mock.calls.map(([sections]) => sections)).toEqual([index.sections]);
  // As when own places beside the map change.
  expect(Surroundings.of(index).landmarks.rows.length).toBeGreaterThan(0);
  expect(made).toHaveBeenCalledTimes(1);
});
