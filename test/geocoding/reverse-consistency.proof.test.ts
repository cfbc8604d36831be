import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { collectModel } from '../../src/geocoding/build-geocoding.js';
import { freezeModel } from '../../src/geocoding/freeze-model.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { MatchKind, PlaceRow } from '../../src/geocoding/places/place.js';
import { buildReverse } from '../../src/geocoding/reverse/reverse-build.js';
import { DEFAULT_REVERSE_RADII } from '../../src/geocoding/reverse/reverse-limits.js';
import { collectFeatures } from '../collect.js';
import type { CurrentDataset } from '../../src/sources/embedded/dataset/current-dataset.js';
import { EmbeddedGeocoder } from '../../src/sources/embedded/embedded-geocoder.js';
import type { FoundPlace } from '../../src/sources/geocoder.js';
import { countryFeatures } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { pointsBeside, uniformPoints, type Box } from './reverse-proof.js';

/**
 * The same object has the same id, name, address and position, whichever way it is found, and matching types.
 * The address may differ for what lies in several areas: a reverse lookup names those of the point.
 */

interface Loaded {
  rows: readonly PlaceRow[];
  geocoder: EmbeddedGeocoder;
}

function load(features: Feature[]): Loaded {
  const { model } = collectModel(features);
  const geocoding = GeocodingIndex.from({ ...freezeModel(model), ...buildReverse(model.rows) });
  const dataset = { pinned: () => ({ geocoding }) } as unknown as CurrentDataset;
  return { rows: model.rows, geocoder: new EmbeddedGeocoder(dataset, { radii: DEFAULT_REVERSE_RADII }) };
}

/** The type that a reverse lookup gives to an object of this type. */
function reverseType(type: string): string {
  return type === 'address' || type === 'street' ? type : 'place';
}

/** Counts by kind the objects found both ways. Fails when the two lookups describe one differently. */
function compareAt(
  { rows, geocoder }: Loaded,
  points: Iterable<readonly [lon: number, lat: number]>,
): Record<MatchKind, number> {
  const kinds = new Map(rows.map((row) => [row.id, row.matchKind]));
  const counts: Record<MatchKind, number> = { address: 0, place: 0, street: 0, settlement: 0, area: 0 };
  const seen = new Set<string>();
  for (const [lon, lat] of points) {
    const back = geocoder.reverse({ longitude: lon, latitude: lat });
    if (back === null || seen.has(back.id)) continue;
    seen.add(back.id);
    const { distance_m, type, place, ...described } = back;
    // A street or a river lies in many areas: a reverse lookup names those of the point.
    const { address, components, ...withoutAreas } = described;
    expect(place).toEqual({ ...described, type });
    expect(geocoder.reverse({ longitude: lon, latitude: lat })).toEqual(back);
    const found = forwards(geocoder, back);
    if (found === undefined) continue;
    // A street that is searched in an area is shown where it lies in that area.
    const { latitude, longitude } = kinds.get(back.id) === 'street' ? found : back;
    expect(
      { ...found, type: reverseType(found.type) },
      `${back.id} from ${lat},${lon}, ${distance_m} m off`,
    ).toMatchObject({ ...withoutAreas, latitude, longitude, type });
    if (kinds.get(back.id) === 'address' && found.address === address)
      expect(found.components).toEqual(components);
    counts[kinds.get(back.id)!]++;
  }
  return counts;
}

/** The place found by its name, and by name and area where too many share the name. */
function forwards(geocoder: EmbeddedGeocoder, { id, name, address }: FoundPlace): FoundPlace | undefined {
  const texts = [name, `${name} ${address ?? ''}`].map((text) => text.slice(0, 200));
  return texts.flatMap((text) => geocoder.search({ text, limit: 20 })).find((place) => place.id === id);
}

/** The own points of the rows, as a client has them from a forward lookup: rounded to six decimals. */
function ownPoints(
  random: () => number,
  { rows, geocoder }: Loaded,
  count: number,
): [lon: number, lat: number][] {
  return Array.from({ length: count }, () => rows[Math.floor(random() * rows.length)]).flatMap((row) => {
    const found = geocoder
      .search({ text: row.name.slice(0, 200), limit: 20 })
      .find(({ id }) => id === row.id);
    return found === undefined ? [] : [[found.longitude, found.latitude] as [number, number]];
  });
}

function expectOneRowForEachId({ rows }: Loaded): void {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
}

describe('an object forwards and backwards', () => {
  it('is the same in the sample', async () => {
    const loaded = load(await collectFeatures(resolve(import.meta.dirname, '../../sample/ulaanbaatar.osm')));
    expectOneRowForEachId(loaded);
    const random = seededRandom(31);
    const counts = compareAt(loaded, [
      ...ownPoints(random, loaded, 300),
      ...pointsBeside(random, loaded.rows, 300),
    ]);
    expect(counts.address).toBeGreaterThan(50);
    expect(counts.place).toBeGreaterThan(50);
    expect(counts.street).toBeGreaterThan(20);
  });

  it.skipIf(!hasGeodata)('is the same in the whole country with khoroo', async () => {
    const loaded = load(await countryFeatures());
    expectOneRowForEachId(loaded);
    const random = seededRandom(32);
    const country: Box = [88, 42, 119, 52];
    const points = [
      ...ownPoints(random, loaded, 300),
      ...pointsBeside(random, loaded.rows, 300),
      ...uniformPoints(random, country, 300),
    ];
    const counts = compareAt(loaded, points);
    for (const kind of ['address', 'place', 'street', 'settlement', 'area'] as const)
      expect(counts[kind], JSON.stringify(counts)).toBeGreaterThan(
        kind === 'area' || kind === 'settlement' ? 10 : 50,
      );
  });
});
