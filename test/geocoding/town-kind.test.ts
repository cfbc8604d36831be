import { describe, expect, it } from 'vitest';
import type { Feature, Tags } from '../../src/geo/feature.js';
import { buildGeocoding } from '../../src/geocoding/build-geocoding.js';
import { GeocodingIndex } from '../../src/geocoding/geocoding-index.js';

const names = (index: GeocodingIndex, query: string): string[] =>
  index.search(query, 10).map((hit) => hit.name);

const at = (lon: number, tags: Tags): Feature => ({
  id: `osm:node:${lon}`,
  tags,
  geometry: { kind: 'point', lon7: 900_000_000 + lon * 1_000_000, lat7: 450_000_000 },
});

describe('a town and a kind', () => {
  it('finds the nearest of a kind to a town that has none, up to 100 km away', () => {
    const index = GeocodingIndex.from(
      buildGeocoding([
        at(0, { place: 'town', name: 'Мөрөн' }),
        at(5, { tourism: 'museum', name: 'Түүхийн музей' }),
        at(-3, { tourism: 'museum', name: 'Байгалийн музей' }),
        at(60, { tourism: 'museum', name: 'Мөрөнгийн' }),
        at(40, { railway: 'station', name: 'Алслагдсан' }),
        at(61, { amenity: 'cafe', name: 'Мөрөн' }),
        at(62, { amenity: 'place_of_worship', name: 'Чингис' }),
        at(63, { place: 'village', name: 'Цэцэг' }),
      ]).sections,
    );
    const near = ['Байгалийн музей', 'Түүхийн музей'];
    for (const query of ['Мөрөн музей', 'музей Мөрөн', 'museum in Mörön'])
      expect(names(index, query).slice(0, 2), query).toEqual(near);
    for (const query of ['Мөрөн дахь музей', 'Мөрөн хотын музей', 'Мөрөнд музей'])
      expect(names(index, query).slice(0, 2), query).toEqual(near);
    // What is called so comes first, and what is farther is left out.
    expect(names(index, 'Мөрөн кафе')[0]).toBe('Мөрөн');
    expect(names(index, 'Мөрөн галт тэрэгний буудал')).toEqual(['Мөрөн', 'Мөрөн']);
    expect(names(index, 'temple in Tsetseg')[0]).toBe('Чингис');
  });

  it('finds the town that has none, nor any within 100 km, and nothing that is called alike', () => {
    const index = GeocodingIndex.from(
      buildGeocoding([
        at(0, { place: 'town', name: 'Замын-Үүд' }),
        at(1, { place: 'village', name: 'Тариат' }),
        at(2, { place: 'village', name: 'Тариа' }),
        at(3, { place: 'town', name: 'Цэцэрлэг' }),
        at(4, { amenity: 'theatre', name: 'Цэцэрлэг театр' }),
        at(5, { amenity: 'post_office', name: 'Төв шуудан' }),
        at(40, { amenity: 'fuel', name: 'Тариатын зам' }),
        at(41, { amenity: 'fuel', name: 'Шунхлай' }),
        at(42, { tourism: 'hotel', name: 'Од отель' }),
      ]).sections,
    );
    for (const query of [
      'шатахуун Замын-Үүд',
      'Замын-Үүд шатахуун',
      'Замын-Үүдэд шатахуун',
      'Zamyn-Uud hotel',
    ])
      expect(names(index, query), query).toEqual(['Замын-Үүд']);
    for (const query of ['Тариат шатахуун', 'шатахуун Тариат'])
      expect(names(index, query)).toEqual(['Тариат']);
    expect(index.find('Тариат шатахуун', 1)[0].match).toBe('partial');
    // A phrase for a kind is not taken apart, also where the data has none of the kind.
    expect(names(index, 'Цэцэрлэг дахь кино театр')[0]).toBe('Цэцэрлэг');
    expect(names(index, 'Цэцэрлэгийн шуудан')).toEqual(['Төв шуудан']);
  });

  it('finds the numbered bag of a town before what only sounds alike', () => {
    const index = GeocodingIndex.from(
      buildGeocoding([
        at(0, { place: 'town', name: 'Өлгий' }),
        at(5, { place: 'hamlet', name: '5-р баг, Булган' }),
        {
          id: 'osm:node:90',
          tags: { place: 'hamlet', name: '5-р баг, Ховд гол' },
          geometry: { kind: 'point', lon7: 900_050_000, lat7: 450_050_000 },
        },
      ]).sections,
    );
    expect(names(index, 'Өлгий 5-р баг')[0]).toBe('5-р баг, Ховд гол');
  });

  it('takes no number off a quarter that is not there', () => {
    const index = GeocodingIndex.from(
      buildGeocoding([
        at(0, { place: 'quarter', name: '13-р хороолол' }),
        at(20, { highway: 'bus_stop', name: '3,4-р хорооллын эцэс' }),
        {
          id: 'osm:node:90',
          tags: { amenity: 'school', name: 'Тэнгэр цогцолбор сургууль' },
          geometry: { kind: 'point', lon7: 900_050_000, lat7: 450_010_000 },
        },
      ]).sections,
    );
    expect(names(index, 'сургууль 13-р хороолол')[0]).toBe('Тэнгэр цогцолбор сургууль');
    for (const query of ['сургууль 3-р хороолол', '3-р хороолол сургууль'])
      expect(names(index, query), query).toEqual(['3,4-р хорооллын эцэс']);
  });
});
