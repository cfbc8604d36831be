import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

const at = (lon: number, tags: Tags): Feature => ({
  id: `osm:node:${lon}`,
  tags,
  geometry: { kind: 'point', lon7: 1_060_000_000 + lon * 100_000, lat7: 479_000_000 },
});

describe('names whose words are all in a case', () => {
  const index = GeocodingIndex.from(
    buildGeocoding([
      at(0, { amenity: 'marketplace', name: 'Нарантуул зах' }),
      at(1, { amenity: 'border', name: 'Замын-Үүд боомт' }),
      at(2, { amenity: 'border', name: 'Алтанбулаг боомт' }),
      at(3, { shop: 'mall', name: 'Шангри-Ла молл' }),
      at(4, { place: 'town', name: 'Замын-Үүд' }),
      at(5, { highway: 'residential', name: 'Захын гудамж' }),
      at(6, { tourism: 'museum', name: 'Чойжин ламын музей' }),
    ]).sections,
  );

  it.each([
    ['Нарантуулын захад', 'Нарантуул зах'],
    ['Нарантуулын захаас', 'Нарантуул зах'],
    ['Нарантуулын захаар', 'Нарантуул зах'],
    ['Замын-Үүдийн боомтоос', 'Замын-Үүд боомт'],
    ['Замын-Үүдийн боомт', 'Замын-Үүд боомт'],
    ['Алтанбулагийн боомтоор', 'Алтанбулаг боомт'],
    ['Шангри-Лагийн моллд', 'Шангри-Ла молл'],
    // The name has a genitive of its own, and keeps it.
    ['Чойжингийн ламын музейд', 'Чойжин ламын музей'],
  ])('finds «%s»', (query, name) => {
    expect(index.search(query, 1).map((hit) => hit.name)).toEqual([name]);
  });

  it('finds a house of a street whose genitive is spelled in full', () => {
    const house = { 'addr:street': 'Сансрын гудамж', 'addr:housenumber': '54' };
    const other = at(1, { highway: 'bus_stop', name: 'Сансарын буудал' });
    const index = GeocodingIndex.from(
      buildGeocoding([at(0, house), other, at(2, { shop: 'mall', name: 'Сансар' })]).sections,
    );
    expect(index.search('Сансарын гудамж 54-р байр', 1).map(({ id }) => id)).toEqual(['osm:node:0']);
  });

  it.each([
    ['Тэрэлжийн амралтын газар', 'Тэрэлж резорт'],
    ['Хүннү ger camp', 'Хүннү жуулчны бааз'],
    ['хилийн боомт', 'Алтанбулаг боомт'],
  ])('knows the kind of «%s»', (query, name) => {
    const kinds = GeocodingIndex.from(
      buildGeocoding([
        at(0, { leisure: 'resort', name: 'Тэрэлж резорт' }),
        at(1, { tourism: 'camp_site', name: 'Хүннү жуулчны бааз' }),
        at(2, { amenity: 'border_control', name: 'Алтанбулаг боомт' }),
        at(3, { amenity: 'marketplace', name: 'Хүннү зах' }),
      ]).sections,
    );
    expect(kinds.search(query, 1).map((hit) => hit.name)).toEqual([name]);
  });
});
