import type { Box } from '../../../geo/position.js';
import { bareTable } from '../../../bare-table.js';
import type { DataLicense } from '../../../sources/data-license.js';
import type { FoundPlace } from '../../../sources/geocoder.js';
import { countryCodeOf } from '../country-code.js';
import { osmClassOf, osmObjectOf } from '../osm-class.js';
import type { NominatimForm } from './nominatim-parameters.js';

/**
 * Half the side length, in degrees, of the box that Nominatim puts around a point. With such a box, maps show
 * the surroundings of a place instead of zooming in to 10 m.
 */
const AROUND_ANY = 5e-5;
const AROUND = bareTable<number>({
  ...{ island: 0.32, city: 0.16, town: 0.04, village: 0.02, hamlet: 0.02, suburb: 0.02 },
  ...{ locality: 0.01, neighbourhood: 0.01, quarter: 0.01, aerodrome: 0.015, station: 0.005 },
});

/** @param isOne whether to write a single object instead of a list, in formats without features */
export function nominatimBody(
  places: readonly FoundPlace[],
  { format, ...form }: NominatimForm,
  { licence, isOne }: { licence: string; isOne: boolean },
): string {
  if (format === 'geojson')
    return JSON.stringify({
      ...{ type: 'FeatureCollection', licence },
      features: places.map((place) => featureOf(place, form)),
    });
  const bodies = places.map((place) => {
    const { key, ...all } = placeOf(place, form);
    const [south, north, west, east] = boxOf(place).map((degrees) => degrees.toFixed(7));
    const { place_id, osm_type, osm_id, ...others } = all;
    return {
      ...{ place_id, licence, osm_type, osm_id },
      ...{ lat: place.latitude.toFixed(7), lon: place.longitude.toFixed(7) },
      [format === 'json' ? 'class' : 'category']: key,
      ...others,
      boundingbox: [south, north, west, east],
    };
  });
  return JSON.stringify(isOne ? bodies[0] : bodies);
}

type Details = Omit<NominatimForm, 'format'>;

function featureOf(place: FoundPlace, form: Details): object {
  const { key, ...others } = placeOf(place, form);
  const [south, north, west, east] = boxOf(place);
  const { place_id, osm_type, osm_id, ...rest } = others;
  return {
    type: 'Feature',
    properties: { place_id, osm_type, osm_id, category: key, ...rest },
    bbox: [west, south, east, north],
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
  };
}

function placeOf(place: FoundPlace, { hasAddress, hasNames, hasTags }: Details) {
  const object = osmObjectOf(place);
  const { key, value } = osmClassOf(place);
  const rank = rankOf(place);
  return {
    place_id: placeIdOf(place),
    osm_type: object?.type,
    osm_id: object?.id,
    key,
    type: value,
    place_rank: rank,
    // Nominatim's formula for the importance of places without a Wikipedia article.
    importance: Math.round(1e3 * Math.max(0.001, 0.75 - rank / 40)) / 1e3,
    addresstype: addressTypeOf(place),
    name: isHouse(place) ? '' : place.name,
    display_name: displayNameOf(place),
    ...(hasAddress && { address: addressOf(place) }),
    // The display name is the only known name, and no tags are known.
    ...(hasTags && { extratags: null }),
    ...(hasNames && { namedetails: isHouse(place) ? {} : { name: place.name } }),
  };
}

/** A house has no name of its own: its street and house number serve as its name. */
function isHouse({ layer, components }: FoundPlace): boolean {
  return layer === 'address' && components?.house_number !== undefined && components.street !== undefined;
}

/** Returns the box in the order south, north, west, east: Nominatim's order. */
function boxOf({ type, longitude, latitude, bbox }: FoundPlace): Box {
  const around = AROUND[type] ?? AROUND_ANY;
  if (bbox === undefined)
    return [latitude - around, latitude + around, longitude - around, longitude + around];
  const [west, south, east, north] = bbox;
  return [south, north, west, east];
}

/**
 * Returns a numeric id for a place (FNV-1a, 32 bits). The numeric id stays the same as long as the place's id
 * does.
 */
export function placeIdOf({ id }: FoundPlace): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

interface Rank {
  rank: number;
  /** The key under which the name appears in an address. */
  as: string;
}

const OF_TYPES: Readonly<Record<string, Rank>> = {
  country: { rank: 4, as: 'country' },
  ...same(['aimag', 'state', 'province', 'region'], { rank: 8, as: 'state' }),
  ...same(['soum', 'county'], { rank: 12, as: 'county' }),
  ...same(['district', 'borough'], { rank: 14, as: 'city_district' }),
  ...same(['city', 'municipality'], { rank: 16, as: 'city' }),
  town: { rank: 18, as: 'town' },
  ...same(['village', 'bag'], { rank: 19, as: 'village' }),
  ...same(['suburb', 'khoroo'], { rank: 19, as: 'suburb' }),
  ...same(['hamlet', 'farm', 'isolated_dwelling'], { rank: 20, as: 'hamlet' }),
  ...same(['quarter', 'neighbourhood'], { rank: 21, as: 'neighbourhood' }),
  city_block: { rank: 24, as: 'city_block' },
};

function same(types: readonly string[], rank: Rank): Record<string, Rank> {
  return Object.fromEntries(types.map((type) => [type, rank]));
}

const STREET: Rank = { rank: 26, as: 'road' };

function rankAs(place: FoundPlace): Rank {
  const { layer, type } = place;
  if (layer === 'street' || (layer === undefined && type === 'street')) return STREET;
  if (layer === 'area' || layer === 'settlement') {
    const own = Object.hasOwn(OF_TYPES, type) ? type : partOf(place);
    if (own !== undefined) return OF_TYPES[own];
  }
  return { rank: layer === 'natural' ? 22 : 30, as: osmClassOf(place).key };
}

/** A reverse lookup does not return the kind of an area, but the area's address reveals it. */
function partOf({ name, components = {} }: FoundPlace): string | undefined {
  const parts = ['khoroo', 'bag', 'district', 'soum', 'city', 'aimag', 'country'] as const;
  return parts.find((part) => components[part] === name);
}

function rankOf(place: FoundPlace): number {
  return rankAs(place).rank;
}

export function addressTypeOf(place: FoundPlace): string {
  return rankAs(place).as;
}

/** Lists the names from the smallest area to the largest, without duplicates. */
function displayNameOf(place: FoundPlace): string {
  const { name, address, components } = place;
  if (components === undefined) return address === null ? name : `${name}, ${address}`;
  const { house_number, street, khoroo, district, bag, soum, city, aimag, postcode, country } = components;
  const own = isHouse(place) ? [] : [name];
  const parts = [...own, house_number, street, khoroo, bag, district, soum, city, aimag, postcode, country];
  const isOwn = (part: string, i: number): boolean => i < own.length || part !== name;
  return parts
    .filter((part) => part !== undefined)
    .filter(isOwn)
    .join(', ');
}

function addressOf(place: FoundPlace): Record<string, string | undefined> {
  const { house_number, street, khoroo, district, bag, soum, city, aimag, postcode, country } =
    place.components ?? {};
  const as = addressTypeOf(place);
  // A place that is not part of an address has a key of its own, as in `"tourism": "..."`.
  const own = isHouse(place) || place.components === undefined ? {} : { [as]: place.name };
  const parts = {
    house_number,
    ...{ road: street, suburb: khoroo, village: bag, city_district: district, county: soum, city },
    ...{ state: aimag, postcode, country, country_code: countryCodeOf(country)?.toLowerCase() },
  };
  return { ...own, ...parts, ...(parts[as as keyof typeof parts] === undefined && own) };
}

/** Returns all licenses as a single line. Nominatim adds this line to every place. */
export function licenceOf(licenses: readonly DataLicense[]): string {
  const named = licenses.flatMap(({ attribution }) => (attribution === null ? [] : [attribution]));
  return named.length === 0 ? 'See /copyright' : `Data ${[...new Set(named)].join('; ')}`;
}
