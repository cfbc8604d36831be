import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';
import { collectFeatures } from '../collect.js';

/** An id names the object of the source, so it stays the same when the rest of the file changes. */

const folder = mkdtempSync(join(tmpdir(), 'stable-ids-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tagsOf = (tags: Record<string, string>): string =>
  Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('');
const node = (id: number, x: number, tags: Record<string, string> = {}): string =>
  `<node id="${id}" version="1" lat="47.9${String(x).padStart(3, '0')}" ` +
  `lon="106.9${String(x).padStart(3, '0')}">${tagsOf(tags)}</node>`;
const way = (id: number, refs: number[], tags: Record<string, string>): string =>
  `<way id="${id}" version="1">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagsOf(tags)}</way>`;

async function placesOf(name: string, objects: readonly string[]): Promise<Map<string, string>> {
  const path = join(folder, `${name}.osm`);
  writeFileSync(
    path,
    `<osm version="0.6">${objects.filter((o) => o.startsWith('<node')).join('')}` +
      `${objects.filter((o) => o.startsWith('<way')).join('')}</osm>`,
  );
  const index = GeocodingIndex.from(buildGeocoding(await collectFeatures(path)).sections);
  const queries = ['Тэнгис', 'Наран', 'Сөүлийн гудамж', 'Сөүлийн гудамж 15', 'Шинэ молл', 'Хуучин дэлгүүр'];
  return new Map(queries.flatMap((query) => index.search(query, 1).map((hit) => [query, hit.id] as const)));
}

it('is the same after objects were added, removed, moved, renumbered and put in another order', async () => {
  const cinema = (x: number): string => node(10, x, { amenity: 'cinema', name: 'Тэнгис' });
  const house = node(11, 205, { 'addr:housenumber': '15', 'addr:street': 'Сөүлийн гудамж' });
  const shop = [
    node(1, 300),
    node(2, 301),
    node(3, 303),
    way(500, [1, 2, 3, 1], { shop: 'mall', building: 'yes', name: 'Наран' }),
  ];
  const street = [
    node(4, 200),
    node(5, 210),
    node(6, 220),
    way(600, [4, 5], { highway: 'primary', name: 'Сөүлийн гудамж' }),
    way(601, [5, 6], { highway: 'primary', name: 'Сөүлийн гудамж' }),
  ];
  const before = await placesOf('before', [
    cinema(100),
    house,
    ...shop,
    ...street,
    node(12, 400, { shop: 'convenience', name: 'Хуучин дэлгүүр' }),
  ]);
  const added = [
    node(7, 230),
    way(700, [6, 7], { highway: 'secondary', name: 'Сөүлийн гудамж' }),
    node(13, 500, { shop: 'mall', name: 'Шинэ молл' }),
  ];
  const after = await placesOf('after', [
    ...added,
    ...street.reverse(),
    ...shop.reverse(),
    house,
    cinema(150),
  ]);
  expect(Object.fromEntries(before)).toEqual({
    Тэнгис: 'osm:node:10',
    Наран: 'osm:way:500',
    'Сөүлийн гудамж': 'osm:way:600',
    'Сөүлийн гудамж 15': 'osm:node:11',
    'Хуучин дэлгүүр': 'osm:node:12',
  });
  expect(after.get('Шинэ молл')).toBe('osm:node:13');
  for (const [query, id] of before) if (query !== 'Хуучин дэлгүүр') expect(after.get(query), query).toBe(id);
  expect([...after.values()]).not.toContain('osm:node:12');
});
