import { expect, it } from 'vitest';
import { figures } from '../../src/importer/guard.js';
import type { DatasetMeta } from '../../src/importer/write/meta.js';

const ROADS = { km_by_class: { primary: 12 }, biggest_component_km: 34 };
const META = {
  geocoding: { byMatchKind: { place: 1, address: 2, street: 3, settlement: 4, area: 5 }, areasByLevel: {} },
  driving: ROADS,
  walking: ROADS,
} as unknown as DatasetMeta;

it('has the figures of every mode', () => {
  expect(figures(META)).toMatchObject({
    'driving km of primary': 12,
    'walking km in the largest network': 34,
  });
});

it('does without a mode that a dataset of an earlier build lacks', () => {
  const { walking, ...earlier } = META;
  expect(walking).toBe(ROADS);
  const names = Object.keys(figures(earlier as DatasetMeta));
  expect(names).toContain('driving km of primary');
  expect(names.filter((name) => name.startsWith('walking'))).toEqual([]);
});
