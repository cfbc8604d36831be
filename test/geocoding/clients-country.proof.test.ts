import { beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '../../src/geo/feature.js';
import { distanceM } from '../../src/geo/distance.js';
import { lossOfDistance } from '../../src/geocoding/forward/refinement.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import type { PlaceHit } from '../../src/geocoding/place-hit.js';
import { isLatin } from '../../src/text/romanise.js';
import { countryFeatures, countrySections } from '../country.js';
import { hasGeodata } from '../geodata.js';
import { seededRandom } from '../seeded-random.js';
import { readPeopleTable, scorePeople, type PeopleQuery } from './people-table.js';

/** What clients ask of a whole country: what people type, near me, in my language. */
describe.skipIf(!hasGeodata)('a whole country', () => {
  let features: Feature[];
  let index: GeocodingIndex;
  let prominence: Uint16Array;

  beforeAll(async () => {
    features = await countryFeatures();
    const sections = await countrySections();
    prominence = sections['place.prominence'] as Uint16Array;
    index = GeocodingIndex.from(sections);
  });

  it('has what each query of people.tsv expects, by the source file alone', () => {
    const table = readPeopleTable();
    expect(table.length).toBeGreaterThanOrEqual(200);
    expect(table.filter((row) => !isInSource(row, features)).map(({ query }) => query)).toEqual([]);
  });

  it('finds what people type', () => {
    const { queries, first, inFive, misses } = scorePeople(index);
    const percent = (count: number): string => `${((100 * count) / queries).toFixed(1)} %`;
    const shares = `${first} first (${percent(first)}), ${inFive} in five (${percent(inFive)})`;
    const lines = [`people: ${queries} queries, ${shares}`, ...misses.map((miss) => `  not first: ${miss}`)];
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(first / queries).toBeGreaterThanOrEqual(0.92);
    expect(inFive / queries).toBeGreaterThanOrEqual(0.95);
  });

  it('puts the nearest of one name first, unless a far more prominent one is meant', () => {
    const byName = new Map<string, PlaceHit[]>();
    for (let row = 0; row < index.size; row++) {
      const place = index.place(row);
      if (place.type === 'address') continue;
      byName.set(place.name, [...(byName.get(place.name) ?? []), place]);
    }
    const names = [...byName].filter(([, places]) => places.length >= 5);
    const random = seededRandom(63);
    let asked = 0;
    let nearest = 0;
    const wrong: string[] = [];
    for (let i = 0; i < 200; i++) {
      const [name, places] = names[Math.floor(random() * names.length)];
      for (let k = 0; k < 5; k++) {
        const at = places[Math.floor(((k + random()) * places.length) / 5)];
        const near = [at.lon7 / 1e7 + random() / 100, at.lat7 / 1e7 + random() / 100] as const;
        const away = (place: PlaceHit): number => distanceM(...near, place.lon7 / 1e7, place.lat7 / 1e7);
        const [hit] = index.search(name, 1, { near });
        const best = places.reduce((a, b) => (away(b) < away(a) ? b : a));
        asked++;
        // A metre for the scales, which are those of the middle latitude.
        if (away(hit) <= away(best) * 1.01 + 1) nearest++;
        else if (!isMeant(hit, best, away))
          wrong.push(`${name} near ${near.join()}: ${away(hit)} m, not ${away(best)} m`);
      }
    }
    process.stdout.write(`near: ${nearest} of ${asked} times the nearest, ${wrong.length} wrong\n`);
    expect(wrong).toEqual([]);
    expect(nearest / asked).toBeGreaterThanOrEqual(0.93);
  });

  it.each(['en', 'mn-Latn'] as const)(
    'has a Latin name and address of each of 1,000 results: %s',
    (language) => {
      const random = seededRandom(64);
      const hits = readPeopleTable().flatMap(({ query }) => index.search(query, 20, undefined, language));
      while (hits.length < 5000) {
        const lon = 88 + random() * 31;
        const hit = index.reverse(lon, 42 + random() * 10, {}, language);
        if (hit !== null) hits.push(hit);
        hits.push(index.place(Math.floor(random() * index.size), language));
      }
      const odd = hits.flatMap(({ id, name, address, components }) =>
        [name, ...(address === null ? [] : [address]), ...Object.values(components)]
          .filter((text) => !isLatin(text))
          .map((text) => `${id}: ${text}`),
      );
      expect(hits.length).toBeGreaterThanOrEqual(1000);
      expect(odd).toEqual([]);
    },
  );

  /** The rule of docs/decisions/0021-what-clients-ask.md, or found by a better key than its name. */
  function isMeant(hit: PlaceHit, nearest: PlaceHit, away: (place: PlaceHit) => number): boolean {
    const more = prominence[hit.row] - prominence[nearest.row];
    if (more >= lossOfDistance(away(hit)) - lossOfDistance(away(nearest)) - 1) return true;
    const keys = new Map(index.explain(hit.name, 20).map((found) => [found.row, found.key]));
    return keys.get(hit.row) !== keys.get(nearest.row);
  }
});

/** Whether the source has such a thing there. Names of khoroo are made of their number and district. */
function isInSource({ expected, point }: PeopleQuery, features: readonly Feature[]): boolean {
  return expected.some((one) => {
    const khoroo = /-ийн (\d+-р хороо)$/.exec(one)?.[1];
    return features.some(({ tags, geometry }) => {
      const names = [tags['name'], tags['name:mn']].flatMap((name) => cleaned(name ?? ''));
      const isSuch =
        names.includes(khoroo ?? one) ||
        one === `${tags['addr:street']} ${tags['addr:housenumber']}` ||
        ['amenity', 'shop', 'tourism', 'healthcare'].some((key) => one === `[${tags[key]}]`);
      if (!isSuch || point === null) return isSuch;
      const lines =
        geometry.kind === 'point'
          ? [Int32Array.of(geometry.lon7, geometry.lat7)]
          : geometry.kind === 'line'
            ? geometry.lines
            : geometry.polygons.flat();
      return lines.some((line) => isNear(line, point));
    });
  });
}

function cleaned(name: string): string[] {
  const text = name
    .replace(/[\u1800-\u18af\u202f\u200e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [text, text.split(';')[0]];
}

function isNear(line: Int32Array, { lon, lat, metres }: NonNullable<PeopleQuery['point']>): boolean {
  for (let i = 0; i < line.length; i += 2)
    if (distanceM(lon, lat, line[i] / 1e7, line[i + 1] / 1e7) <= metres) return true;
  return false;
}
