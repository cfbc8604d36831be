import { beforeAll, describe, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { readGeojson } from '../../src/importer/geojson.js';
import { Skipped } from '../../src/importer/skipped.js';
import { collectFeatures } from '../collect.js';
import { geodata, hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { bare, GroundTruth, metres, plain, type Spot } from './probes/ground-truth.js';

const POINTS = 2000;

/** What a reverse lookup names, beside the source files looked at by brute force. */
describe.skipIf(!hasGeodata)('the areas of a reverse answer', () => {
  let index: GeocodingIndex;
  let truth: GroundTruth;

  beforeAll(async () => {
    const features = [
      ...(await collectFeatures(geodata('mongolia-mix.osm.pbf'))),
      ...readGeojson(geodata('ub-khoroo.geojson'), null, new Skipped()),
    ];
    truth = new GroundTruth(features);
    index = GeocodingIndex.from(buildGeocoding(features).sections);
  });

  it.each([
    ['the country', [88, 42, 119, 52]],
    ['Ulaanbaatar', [106.7, 47.84, 107.1, 48]],
  ] as const)(`are those of ${POINTS} points in %s`, (_, [west, south, east, north]) => {
    const random = seededRandom(61);
    const wrong: string[] = [];
    let compared = 0;
    while (compared < POINTS) {
      const spot = { lon: west + random() * (east - west), lat: south + random() * (north - south) };
      const around = truth.around(spot);
      if (around.length === 0) continue;
      compared++;
      const hit = index.reverse(spot.lon, spot.lat);
      const expected = expectedAreas(truth, spot, hit?.name ?? '', hit?.type ?? '');
      const named = (hit?.address ?? '').split(', ').slice(0, expected.length);
      if (hit === null || named.join(', ') !== expected.join(', '))
        wrong.push(
          `${spot.lat},${spot.lon}: ${hit?.name} (${hit?.type}), ${hit?.address}; ${expected.join(', ')}`,
        );
    }
    expect(wrong.slice(0, 10), `${wrong.length} of ${compared}`).toEqual([]);
  });

  it('name the street on whose centre line a point is, 97 of 100 times', () => {
    const random = seededRandom(62);
    const streets = truth.things.filter(
      (thing) => thing.tags['highway'] !== undefined && thing.positions.length > 2 && thing.name !== '',
    );
    let right = 0;
    for (let i = 0; i < POINTS; i++) {
      const street = streets[Math.floor(random() * streets.length)];
      const at = 2 * Math.floor((random() * (street.positions.length - 2)) / 2);
      const [x1, y1, x2, y2] = street.positions.slice(at, at + 4);
      const t = random();
      const hit = index.reverse(x1 + t * (x2 - x1), y1 + t * (y2 - y1));
      if (hit !== null && plain(hit.name).startsWith(plain(street.name))) right++;
    }
    expect(right / POINTS).toBeGreaterThanOrEqual(0.97);
  });
});

/** How far a settlement reaches, by the rule of docs/decisions/0012-towns-and-ways-of-asking.md. Metres. */
function reachOf(tags: Readonly<Record<string, string>>): number {
  if (tags['capital'] === 'yes') return 0;
  if (tags['place'] === 'city' && Number(tags['population'] ?? 0) >= 50_000) return 8000;
  return { city: 5000, town: 5000, village: 3000 }[tags['place']] ?? 0;
}

/** Labels from wide to narrow, without the answer itself and what is smaller. */
function expectedAreas(truth: GroundTruth, spot: Spot, name: string, type: string): string[] {
  const levels: Readonly<Record<string, number>> = {
    country: 2,
    aimag: 4,
    soum: 6,
    district: 6,
    khoroo: 8,
  };
  const limit = name === 'Улаанбаатар' ? 4 : (levels[type] ?? 9);
  const areas = truth.around(spot).filter((area) => area.level > 2);
  const isItself = areas.some((area) => area.level === limit && name.endsWith(area.name));
  const named = isItself ? areas.filter((area) => area.level < limit) : areas;
  const labels = named.map((area) =>
    area.level === 4 && area.name !== 'Улаанбаатар' ? `${bareName(area.name)} аймаг` : area.name,
  );
  const [nearest] = truth.things
    .map((thing) => ({ thing, distance_m: reachOf(thing.tags) === 0 ? Infinity : metres(thing, spot) }))
    .filter(({ thing, distance_m }) => distance_m <= reachOf(thing.tags))
    .sort((a, b) => a.distance_m - b.distance_m);
  const isNamed =
    nearest !== undefined &&
    !(isItself && limit <= 6) &&
    nearest.thing.name !== name &&
    !areas.some((area) => bare(area.name) === bare(nearest.thing.name));
  if (isNamed) labels.splice(named.filter((area) => area.level <= 6).length, 0, nearest.thing.name);
  return labels.length > 0 ? labels : ['Монгол Улс'];
}

function bareName(name: string): string {
  return name.replace(/\s+аймаг$/i, '');
}
