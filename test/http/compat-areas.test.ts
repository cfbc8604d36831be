import { describe, expect, it } from 'vitest';
import { areaAt, withCategory, type AreaPart } from '../../src/http/compat/area-at.js';
import { countryNameOf } from '../../src/http/compat/country-code.js';
import {
  readNominatimReverse,
  readNominatimSearch,
} from '../../src/http/compat/nominatim/nominatim-parameters.js';
import { areasOf } from '../../src/http/compat/photon/photon-body.js';
import { notSupported } from '../../src/sources/not-supported.js';
import type {
  FoundPlace,
  Geocoder,
  KnownPlace,
  NearestPlace,
  SearchRequest,
} from '../../src/sources/geocoder.js';

const base = { address: null, latitude: 47.92, longitude: 106.92 };
const nearest: NearestPlace = {
  ...{ ...base, id: 'osm:way:1', name: 'Музей', type: 'place', layer: 'poi', distance_m: 3 },
  components: {
    khoroo: '8-р хороо',
    district: 'Баянзүрх дүүрэг',
    city: 'Улаанбаатар',
    country: 'Монгол Улс',
  },
};
const area = (name: string, type: string, bbox?: FoundPlace['bbox']): FoundPlace => ({
  ...{ ...base, id: `osm:relation:${name}`, name, type, layer: 'area' },
  ...(bbox !== undefined && { bbox }),
});
/** A town without an outline. */
const at = (id: string, longitude: number, latitude: number): FoundPlace => ({
  ...area('Дархан', 'town'),
  ...{ id, longitude, latitude },
});
const around = [106, 47, 107, 48] as const;
const elsewhere = [90, 47, 91, 48] as const;
const AREAS = [
  area('8-р хороо', 'khoroo', elsewhere),
  area('БЗД-ийн 8-р хороо', 'khoroo', around),
  area('Баянзүрх дүүрэг', 'district', around),
  area('Улаанбаатар', 'city', around),
  area('Монгол Улс', 'country', around),
];
const geocoder = {
  search: ({ text, types }: { text: string; types?: readonly string[] }) =>
    AREAS.filter(({ name, type }) => types!.includes(type) && name.endsWith(text)),
  place: () => ({ ...nearest, type: 'museum', names: {} }) as KnownPlace,
} as unknown as Geocoder;
const signal = new AbortController().signal;

const read = (text: string): never =>
  ({ query: { values: new Map(new URLSearchParams(text)) }, valuesOf: () => [] }) as never;

describe('a reverse lookup of the dialects', () => {
  it.each<[AreaPart[], string | undefined]>([
    [['khoroo', 'bag'], 'БЗД-ийн 8-р хороо'],
    [['district'], 'Баянзүрх дүүрэг'],
    [['aimag', 'city'], 'Улаанбаатар'],
    [['country'], 'Монгол Улс'],
    [['aimag'], undefined],
    [['suburb', 'city'], 'Улаанбаатар'],
    [['bag', 'aimag', 'country'], 'Монгол Улс'],
  ])('looks for the area %j', async (parts, name) =>
    expect((await areaAt(geocoder, { nearest, parts }, signal))?.name).toBe(name),
  );

  it.each<[string, FoundPlace[], string | undefined]>([
    ['far away', [at('far', 90, 47.9)], undefined],
    ['far away with an outline', [area('Дархан', 'town', elsewhere)], undefined],
    ['the nearest, without an outline', [at('far', 107.2, 47.92), at('near', 107, 47.92)], 'near'],
    ['with an outline', [at('near', 107, 47.92), area('Дархан', 'town', around)], 'Дархан'],
  ])('takes of namesakes none that cannot hold the point: %s', async (_, towns, id) => {
    const source = { search: () => towns } as unknown as Geocoder;
    const inTown = { ...nearest, components: { city: 'Дархан' } };
    const found = await areaAt(source, { nearest: inTown, parts: ['city'] }, signal);
    expect(found?.id.split(':').at(-1)).toBe(id);
  });

  it.each<[AreaPart[], string | undefined]>([
    [['suburb', 'municipality'], 'Monte-Carlo'],
    [['city', 'municipality', 'aimag'], 'Монако'],
    [['street'], 'Rue Grimaldi'],
    [['district'], undefined],
  ])('abroad, reads the address for %j', async (parts, name) => {
    const known = [
      area('Monte-Carlo', 'quarter', around),
      area('Монако', 'municipality', around),
      area('Rue Grimaldi', 'street', elsewhere),
    ];
    const search = ({ text, types }: SearchRequest): FoundPlace[] =>
      known.filter((place) => place.name === text && types!.includes(place.type));
    const abroad = {
      ...nearest,
      address: 'Монако, Monte-Carlo, Rue Grimaldi 3',
      components: { country: 'Монако', street: 'Rue Grimaldi', house_number: '3' },
    };
    const found = await areaAt({ search } as unknown as Geocoder, { nearest: abroad, parts }, signal);
    expect(found?.name).toBe(name);
  });

  it('asks a source that knows no place to prefer without it', async () => {
    const search = (request: SearchRequest): FoundPlace[] => {
      if (request.near !== undefined) throw notSupported('near', 'no');
      return AREAS;
    };
    const source = { search } as unknown as Geocoder;
    expect((await areaAt(source, { nearest, parts: ['city'] }, signal))?.name).toBe('Улаанбаатар');
  });

  it('finds no area where the source has none', async () => {
    const refusing = { search: () => Promise.reject(notSupported('type', 'no')) } as unknown as Geocoder;
    expect(await areaAt(refusing, { nearest, parts: ['city'] }, signal)).toBeNull();
  });

  it('tells the category, where the source knows it', async () => {
    expect((await withCategory(geocoder, nearest, signal)).type).toBe('museum');
    expect((await withCategory({} as Geocoder, nearest, signal)).type).toBe('place');
  });

  it.each([
    [['house'], null],
    [[], null],
    [['city'], ['city', 'municipality']],
    [
      ['district', 'locality'],
      ['khoroo', 'bag', 'district', 'suburb'],
    ],
    [['street'], ['street']],
  ])('of Photon in the layers %j', (layers, parts) => expect(areasOf(nearest, layers)).toEqual(parts));

  it.each([
    ['', null],
    ['&zoom=18', null],
    ['&zoom=17', ['street']],
    ['&zoom=3', ['country']],
    ['&zoom=10', ['city', 'soum', 'municipality', 'aimag', 'country']],
  ])('of Nominatim with %j', (zoom, parts) =>
    expect(readNominatimReverse(read(`lat=47.92&lon=106.92${zoom}`)).areas).toEqual(parts),
  );
});

it('a country is searched by its code', () => {
  expect(countryNameOf('mn')).toBe('монгол улс');
  expect(countryNameOf('мн')).toBeUndefined();
  const { asked, features } = readNominatimSearch(read('country=mn'));
  expect([asked?.request, features]).toEqual([expect.objectContaining({ text: 'монгол улс' }), 'country']);
  expect(readNominatimSearch(read('country=mn&city=Дархан')).features).toBeUndefined();
});
