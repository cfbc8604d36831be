import { beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { AreaIndex, type AreaInput } from '../../src/geocoding/areas/area-index.js';
import { geodataFeatures } from '../collect.js';
import { readGeojsonLayer } from '../../src/importer/collect/geojson.js';
import { Skipped } from '../../src/importer/collect/skipped.js';
import { geodata, hasGeodata } from '../geodata.js';
import { SlowAreas } from '../oracles/slow-areas.js';
import { seededRandom } from '../seeded-random.js';

/**
 * Every administrative area of Mongolia and the khoroo of the second source: three or four layers on top
 * of each other.
 */
describe.skipIf(!hasGeodata)('AreaIndex over mongolia-mix.osm.pbf and ub-khoroo.geojson', () => {
  let areas: (AreaInput & { level: string })[] = [];
  let index: AreaIndex;

  beforeAll(async () => {
    const osm = (await geodataFeatures('mongolia-mix.osm.pbf')).filter(
      (feature) => feature.tags['boundary'] === 'administrative',
    );
    const khoroo = readGeojsonLayer(geodata('ub-khoroo.geojson'), null, new Skipped()).features;
    areas = [
      ...osm.flatMap((feature) => areaOf(feature, feature.tags['admin_level'])),
      ...khoroo.flatMap((feature) => areaOf(feature, 'khoroo')),
    ];
    index = AreaIndex.build(areas);
  });

  it('has every aimag, soum and düüreg, and khoroo', () => {
    const count = (level: string): number => areas.filter((area) => area.level === level).length;
    expect([count('2'), count('4'), count('6'), count('khoroo')]).toEqual([1, 22, 339, 204]);
  });

  it('gives 1,000 seeded points the same chain as a scan of all outlines', () => {
    const slow = new SlowAreas(areas);
    const random = seededRandom(11);
    const depths = new Set<number>();
    for (let i = 0; i < 1000; i++) {
      const [west, south, width, height] = i % 2 === 0 ? [87.5, 41.5, 32.5, 10.7] : [106.7, 47.8, 0.5, 0.3];
      const [lon7, lat7] = [
        Math.round((west + random() * width) * 1e7),
        Math.round((south + random() * height) * 1e7),
      ];
      const chain = index.containing(lon7, lat7);
      expect(chain, `seed 11, point ${i}: ${lon7} ${lat7}`).toEqual(slow.containing(lon7, lat7));
      depths.add(chain.length);
    }
    // 0: outside. 3: in a soum of an aimag. 4: in a khoroo of the capital.
    expect([...depths].sort()).toEqual(expect.arrayContaining([0, 3, 4]));
  });

  it('puts corners that neighbours share into one soum, never into two', () => {
    const soums = areas.filter((area) => area.level === '6');
    const lookup = AreaIndex.build(soums);
    const corners = soums
      .flatMap((area) => area.polygons.map((rings) => rings[0]))
      .flatMap((ring) => [...ring].map((_, i) => ring.subarray(i, i + 2)).filter((_, i) => i % 20 === 0));
    expect(corners.length).toBeGreaterThan(1000);
    const crowded = corners.filter(([lon7, lat7]) => lookup.containing(lon7, lat7).length > 1);
    expect(crowded).toEqual([]);
  });
});

function areaOf(feature: Feature, level: string): (AreaInput & { level: string })[] {
  return feature.geometry.kind === 'area' ? [{ polygons: feature.geometry.polygons, level }] : [];
}
