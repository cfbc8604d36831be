import { describe, expect, it } from 'vitest';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import type { PlaceRow } from '../../src/geocoding/place.js';
import { buildReverse } from '../../src/geocoding/reverse-build.js';
import { ReverseIndex } from '../../src/geocoding/reverse-index.js';
import { collectFeatures } from '../../src/importer/collect-osm.js';
import { geodata, hasGeodata } from '../geodata.js';
import { SlowReverse } from '../oracles/slow-reverse.js';
import { seededRandom } from '../seeded-random.js';
import { differences, lostHouses, pointsAround, pointsBeside, uniformPoints, type Box } from './reverse-proof.js';

const MONGOLIA: Box = [87.7, 41.5, 119.95, 52.2];
const ULAANBAATAR: Box = [106.7, 47.84, 107.1, 48];

async function load(file: string): Promise<{ rows: readonly PlaceRow[]; index: ReverseIndex; slow: SlowReverse }> {
  const { rows } = collectModel(await collectFeatures(geodata(file))).model;
  return { rows, index: ReverseIndex.from(buildReverse(rows)), slow: new SlowReverse(rows) };
}

describe.skipIf(!hasGeodata)('ReverseIndex on real extracts', () => {
  it('picks what the slow search picks in Mongolia', async () => {
    const { rows, index, slow } = await load('mongolia-mix.osm.pbf');
    const random = seededRandom(21);
    expect(differences(index, slow, uniformPoints(random, MONGOLIA, 300))).toEqual([]);
    expect(differences(index, slow, uniformPoints(random, ULAANBAATAR, 300))).toEqual([]);
    expect(differences(index, slow, pointsBeside(random, rows, 300))).toEqual([]);
    expect(differences(index, slow, pointsAround(random, rows, 300))).toEqual([]);
    for (const [lon, lat] of [[0, 0], [116.4, 39.9], [104.3, 52.3]]) expect(index.nearest(lon, lat)).toBeNull();
  });

  it('brings every house of Queens Village back from its own point, and picks what the slow search picks', async () => {
    const { rows, index, slow } = await load('queens_village_ny-pelias.osm.pbf');
    expect(differences(index, slow, pointsBeside(seededRandom(22), rows, 200))).toEqual([]);
    const { houses, lost } = lostHouses(index, rows);
    expect(houses).toBeGreaterThan(30_000);
    expect(lost.length / houses, lost.map((number) => rows[number].id).join(' ')).toBeLessThan(0.001);
  });
});
